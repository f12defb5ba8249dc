package bundle

import (
	"slices"
	"strings"
)

// differ is one comparison on its way.
type differ struct {
	before, after digester
	metrics       []*MetricChange // every metric of either side, by name after; those without reasons are left out later
	pairs         []metricPair    // metrics of both
	inputs        map[string]string
	touched       map[string]bool // origins that some metric's reason names
	others        []Reason
}

// metricPair is a metric of both sides and what changed of it.
type metricPair struct {
	was, is *Metric
	change  *MetricChange
}

func newDiffer(before, after *Bundle) *differ {
	return &differ{before: newDigester(before), after: newDigester(after), touched: map[string]bool{}}
}

// compareMetrics finds what each metric's own digests say moved, and why.
func (d *differ) compareMetrics() {
	d.pair()
	for _, p := range d.pairs {
		old, now := d.before.digests()[p.was.Name], d.after.digests()[p.is.Name]
		p.change.Meaning, p.change.Prose = old.Meaning != now.Meaning, old.Prose != now.Prose
		p.change.Space = spaceBetween(p.was, p.is)
		c := comparison{d, p}
		if p.change.RenamedFrom != "" {
			c.add(MetricRenamed, "", "", p.was.Name, p.is.Name)
		}
		if p.change.Meaning {
			c.meaning()
		}
		if p.change.Prose {
			c.prose()
		}
		if len(p.change.Reasons) == 0 && !sameDefinition(p.was, p.is) {
			d.other(DefinitionEdited, "metrics."+p.is.Name, "", "", "")
		}
	}
}

// pair matches metrics by name, and those that remain by meaning: a metric that means what one that went meant was
// renamed.
func (d *differ) pair() {
	gone := map[string][]*Metric{}
	for i := range d.before.def.Metrics {
		m := &d.before.def.Metrics[i]
		if d.after.metrics[m.Name] == nil {
			meaning := d.before.digests()[m.Name].Meaning
			gone[meaning] = append(gone[meaning], m)
		}
	}
	renamed := map[string]bool{}
	for i := range d.after.def.Metrics {
		m := &d.after.def.Metrics[i]
		change := &MetricChange{Metric: m.Name}
		d.metrics = append(d.metrics, change)
		old := d.before.metrics[m.Name]
		if candidates := gone[d.after.digests()[m.Name].Meaning]; old == nil && len(candidates) > 0 {
			old = candidates[0]
			gone[d.after.digests()[m.Name].Meaning] = candidates[1:]
			change.RenamedFrom, renamed[old.Name] = old.Name, true
		}
		if old == nil {
			d.alone(change, MetricAdded, nil, m)
			continue
		}
		if old.Status == Draft {
			change.Draft, change.demands = true, Additive
			if m.Status == Draft {
				change.demands = ProseOnly
			}
		}
		d.pairs = append(d.pairs, metricPair{old, m, change})
	}
	for i := range d.before.def.Metrics {
		m := &d.before.def.Metrics[i]
		if d.after.metrics[m.Name] == nil && !renamed[m.Name] {
			change := &MetricChange{Metric: m.Name}
			d.metrics = append(d.metrics, change)
			d.alone(change, MetricRemoved, m, nil)
		}
	}
}

// alone fills the change of a metric that is on one side only.
func (d *differ) alone(change *MetricChange, code Code, before, after *Metric) {
	change.Added, change.Removed = before == nil, after == nil
	change.Meaning, change.Prose = true, true
	change.Reasons = []Reason{newReason(code, "", "", "", "")}
	change.Space = spaceBetween(before, after)
	for _, m := range []*Metric{before, after} {
		if m != nil && m.Status == Draft {
			change.Draft, change.demands = true, ProseOnly
		}
	}
}

func (d *differ) other(code Code, origin, subject, before, after string) {
	if !d.touched[origin] {
		d.others = append(d.others, newReason(code, origin, subject, before, after))
	}
}

// comparison is that of one metric with itself.
type comparison struct {
	*differ
	metricPair
}

// add records a reason once.
func (c comparison) add(code Code, origin, subject, before, after string) {
	c.addReason(newReason(code, origin, subject, before, after))
}

func (c comparison) addReason(r Reason) {
	if r.Origin != "" {
		c.touched[r.Origin] = true
	}
	if !slices.Contains(c.change.Reasons, r) {
		c.change.Reasons = append(c.change.Reasons, r)
	}
}

// meaning finds why the metric's meaning moved.
func (c comparison) meaning() {
	c.calendar()
	if c.was.Unit != c.is.Unit {
		c.add(UnitChanged, "", "", c.was.Unit, c.is.Unit)
	}
	c.temporal()
	c.measure()
	c.dimensions()
	c.grains()
	explained := slices.ContainsFunc(c.change.Reasons, func(r Reason) bool {
		m := kindOf(r.Code).moves
		return m == movesMeaning || m == movesBoth
	})
	if !explained {
		c.add(DefinitionChanged, "", "", "", "")
	}
}

// calendar compares what of the calendar the metric depends on.
func (c comparison) calendar() {
	var was, is calendarMeaning
	if m := c.before.calendarOf(c.was); m != nil {
		was = *m
	}
	if m := c.after.calendarOf(c.is); m != nil {
		is = *m
	}
	const origin = "about.calendar"
	if was.Timezone != "" && is.Timezone != "" {
		if was.Timezone != is.Timezone {
			c.add(TimezoneChanged, origin, "", was.Timezone, is.Timezone)
		}
		if was.FiscalStart != is.FiscalStart || was.FiscalNamedBy != is.FiscalNamedBy {
			c.add(FiscalYearChanged, origin, "", was.fiscalYear(), is.fiscalYear())
		}
	}
	c.weekStart(was.WeekStart, is.WeekStart)
}

// weekStart compares the days on which weeks start, empty where none matters.
func (c comparison) weekStart(was, is string) {
	if was != "" && is != "" && was != is {
		c.add(WeekStartChanged, "about.calendar", "", was, is)
	}
}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// fiscalYear says which year it is.
func (m calendarMeaning) fiscalYear() string {
	if m.FiscalStart == 0 {
		return "the calendar year"
	}
	return "from " + months[m.FiscalStart-1] + ", named by its " + m.FiscalNamedBy
}

// temporal compares whether a question needs a range.
func (c comparison) temporal() {
	was, is := timesText(c.was), timesText(c.is)
	switch {
	case was == "" && is != "":
		c.add(TimeAdded, c.timeOrigin(), "", "", is)
	case was != "" && is == "":
		c.add(TimeRemoved, c.timeOrigin(), "", was, "")
	}
}

// timesText spells the times of a metric's terms, empty for none.
func timesText(m *Metric) string {
	var out []string
	for i := range m.Measure.Terms {
		if t := m.Measure.Terms[i].Time; t != nil && !slices.Contains(out, timeText(t)) {
			out = append(out, timeText(t))
		}
	}
	return strings.Join(out, ", ")
}

func timeText(t *Time) string {
	if t == nil {
		return "nothing"
	}
	if t.Role == "" {
		return t.Column
	}
	return t.Role + "." + t.Column
}

// timeOrigin is the column or the model whose time changed with its metrics', empty where the metric says its time
// itself.
func (c comparison) timeOrigin() string {
	for i := range min(len(c.was.Measure.Terms), len(c.is.Measure.Terms)) {
		was, is := &c.was.Measure.Terms[i], &c.is.Measure.Terms[i]
		if origin := c.termTimeOrigin(was, is); origin != "" {
			return origin
		}
	}
	return ""
}

func (c comparison) termTimeOrigin(was, is *Aggregate) string {
	mb, ma := c.before.models[was.Model], c.after.models[is.Model]
	if column, ok := c.timeColumn(was, is); ok && !sameTime(was.Time, is.Time) {
		return column
	}
	own := sameTime(was.Time, mb.Time) && sameTime(is.Time, ma.Time)
	if mb.Name == ma.Name && own && !sameTime(mb.Time, ma.Time) {
		return "models." + ma.Name + ".time"
	}
	return ""
}

// timeColumn is the definition of the column by which both terms are placed in time; false where it is not one.
func (c comparison) timeColumn(was, is *Aggregate) (origin string, same bool) {
	tb, ta := was.Time, is.Time
	if tb == nil || ta == nil || tb.Column != ta.Column || tb.Role != ta.Role {
		return "", false
	}
	owner, now := c.before.At(c.before.models[was.Model], tb.Role), c.after.At(c.after.models[is.Model], ta.Role)
	return "models." + now.Name + ".columns." + ta.Column, owner.Name == now.Name
}

func sameTime(a, b *Time) bool { return a == b || a != nil && b != nil && *a == *b }

// grains compares what the metric may be asked by.
func (c comparison) grains() {
	was, is := c.was.Grains, c.is.Grains
	lost, gained := parted(was, is)
	c.grainReasons(GrainRemoved, lost)
	c.grainReasons(GrainAdded, gained)
}

// grainReasons records grains, those of one origin together.
func (c comparison) grainReasons(code Code, grains []string) {
	byOrigin := map[string][]string{}
	for _, g := range grains {
		origin := c.grainOrigin(g)
		byOrigin[origin] = append(byOrigin[origin], g)
	}
	for origin, grains := range byOrigin {
		c.add(code, origin, strings.Join(grains, ", "), "", "")
	}
}

func (c comparison) grainOrigin(g string) string {
	if strings.HasPrefix(g, "fiscal") && c.before.Calendar().Fiscal() != c.after.Calendar().Fiscal() {
		return "about.calendar"
	}
	return c.timeOrigin()
}
