package bundle

import (
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// meaning is everything that a metric's number depends on, and nothing else: two metrics with equal meanings give
// equal answers over equal data. Prose, order, files, audiences and status are not in it.
type meaning struct {
	Type       expr.Type        `json:"type"`
	Unit       string           `json:"unit"`
	Value      Value            `json:"value"`
	Terms      []termMeaning    `json:"terms"`
	Grains     []string         `json:"grains"`
	Calendar   *calendarMeaning `json:"calendar,omitempty"`
	Dimensions []string         `json:"dimensions"` // digests
}

// calendarMeaning holds only what the metric's grains and columns use.
type calendarMeaning struct {
	Timezone    string `json:"timezone"`
	WeekStart   string `json:"week_start,omitempty"`
	FiscalStart int    `json:"fiscal_start,omitempty"`
}

type termMeaning struct {
	Func  Func         `json:"func"`
	Expr  *expr.Node   `json:"expr,omitempty"`
	Where []expr.Node  `json:"where,omitempty"` // the model's and the term's
	Time  *Time        `json:"time,omitempty"`
	Zero  bool         `json:"zero,omitempty"`
	Exact bool         `json:"exact,omitempty"`
	Reach reachMeaning `json:"reach"`
}

// reachMeaning is the tables that trees read, by the path that reaches them.
type reachMeaning struct {
	Source string         `json:"source"`
	Tables []tableMeaning `json:"tables"`
}

type tableMeaning struct {
	Path    string   `json:"path"`
	Table   []string `json:"table"`
	On      []Pair   `json:"on,omitempty"`
	Columns []Column `json:"columns,omitempty"` // those read, their units left out
}

type dimensionMeaning struct {
	Name     string       `json:"name"`
	Identity string       `json:"identity"`
	Expr     *expr.Node   `json:"expr"`
	Filter   string       `json:"filter"`
	Values   []string     `json:"values,omitempty"`
	Reach    reachMeaning `json:"reach"`
}

// digestMetrics computes every metric's digests. A dimension is digested once a model.
func (b *Bundle) digestMetrics() error {
	b.digests = make(map[string]Digests, len(b.def.Metrics))
	known := map[*Resolved][2]string{}
	for i := range b.def.Metrics {
		m := &b.def.Metrics[i]
		mean, prose, err := b.digestMetric(m, known)
		if err != nil {
			return err
		}
		b.digests[m.Name] = Digests{Meaning: mean, Prose: prose}
	}
	return nil
}

func (b *Bundle) digestMetric(m *Metric, known map[*Resolved][2]string) (mean, prose string, err error) {
	out := meaning{Type: m.Type, Unit: m.Unit, Value: m.Measure.Value, Grains: m.Grains}
	for i := range m.Measure.Terms {
		out.Terms = append(out.Terms, b.termMeaning(&m.Measure.Terms[i]))
	}
	out.Calendar = b.calendarMeaning(m)
	words := metricProse{
		Prose: m.Prose, Format: m.Format, Status: m.Status, Use: m.Use, Until: m.Until, Caveats: m.Caveats, Audience: m.Audience,
	}
	for _, name := range m.Dimensions {
		d := b.Resolve(m.Measure.Terms[0].Model, name)
		pair, ok := known[d]
		if !ok {
			if pair, err = b.digestDimension(m.Measure.Terms[0].Model, d); err != nil {
				return "", "", err
			}
			known[d] = pair
		}
		out.Dimensions = append(out.Dimensions, pair[0])
		words.Dimensions = append(words.Dimensions, pair[1])
	}
	text, err := canonical(out)
	if err != nil {
		return "", "", err
	}
	spoken, err := canonical(words)
	if err != nil {
		return "", "", err
	}
	return hash("sutura meaning 1", text), hash("sutura prose 1", spoken), nil
}

// metricProse is what people read, and who may read it.
type metricProse struct {
	Prose      Prose    `json:"prose"`
	Format     string   `json:"format,omitempty"`
	Status     string   `json:"status"`
	Use        string   `json:"use,omitempty"`
	Until      string   `json:"until,omitempty"`
	Caveats    []string `json:"caveats,omitempty"`
	Audience   []string `json:"audience"`
	Dimensions []string `json:"dimensions,omitempty"`
}

func (b *Bundle) termMeaning(t *Aggregate) termMeaning {
	model := b.models[t.Model]
	out := termMeaning{Func: t.Func, Expr: t.Expr, Time: t.Time, Zero: t.Zero, Exact: t.Exact}
	out.Where = slices.Concat(model.Where, t.Where)
	var columns []expr.Column
	if t.Expr != nil {
		columns = append(columns, t.Expr.Columns()...)
	}
	for i := range out.Where {
		columns = append(columns, out.Where[i].Columns()...)
	}
	if t.Time != nil {
		columns = append(columns, expr.Column{Role: t.Time.Role, Name: t.Time.Column})
	}
	out.Reach = b.reach(model, columns)
	return out
}

func (b *Bundle) calendarMeaning(m *Metric) *calendarMeaning {
	if !m.Temporal() {
		return nil
	}
	cal := b.def.About.Calendar
	out := &calendarMeaning{Timezone: cal.Timezone}
	for _, g := range m.Grains {
		switch {
		case g == "week":
			out.WeekStart = cal.WeekStart
		case strings.HasPrefix(g, "fiscal"):
			out.FiscalStart = cal.FiscalYearStart
		}
	}
	return out
}

func (b *Bundle) digestDimension(model string, d *Resolved) ([2]string, error) {
	mean, err := canonical(dimensionMeaning{
		Name: d.Name, Identity: d.Identity, Expr: d.Expr, Filter: d.Dimension.Filter,
		Values: slices.Sorted(slices.Values(d.Dimension.Values)),
		Reach:  b.reach(b.models[model], d.Expr.Columns()),
	})
	if err != nil {
		return [2]string{}, err
	}
	prose, err := canonical(struct {
		Name  string `json:"name"`
		Prose Prose  `json:"prose"`
		Unit  string `json:"unit"`
	}{d.Name, d.Dimension.Prose, d.Dimension.Unit})
	if err != nil {
		return [2]string{}, err
	}
	return [2]string{hash("sutura dimension 1", mean), hash("sutura dimension prose 1", prose)}, nil
}

// reach collects the tables, joins and columns that are read, sorted by path.
func (b *Bundle) reach(root *Model, columns []expr.Column) reachMeaning {
	byPath := map[string]*tableMeaning{"": {Table: root.Table}}
	for _, c := range columns {
		b.reachPath(byPath, root, c.Role)
		t := byPath[c.Role]
		if declared := b.At(root, c.Role).Column(c.Name); declared != nil {
			col := *declared
			col.Unit = ""
			if !slices.Contains(t.Columns, col) {
				t.Columns = append(t.Columns, col)
			}
		}
	}
	out := reachMeaning{Source: root.Source}
	for _, t := range byPath {
		slices.SortFunc(t.Columns, func(a, b Column) int { return strings.Compare(a.Name, b.Name) })
		out.Tables = append(out.Tables, *t)
	}
	slices.SortFunc(out.Tables, func(a, b tableMeaning) int { return strings.Compare(a.Path, b.Path) })
	return out
}

func (b *Bundle) reachPath(byPath map[string]*tableMeaning, root *Model, path string) {
	if byPath[path] != nil {
		return
	}
	before, step := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		before, step = path[:i], path[i+1:]
	}
	b.reachPath(byPath, root, before)
	join := b.At(root, before).Join(step)
	byPath[path] = &tableMeaning{Path: path, Table: b.models[join.To].Table, On: join.On}
}
