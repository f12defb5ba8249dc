package goldens

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// asked is a question that a metric is recorded by. An author's name begins with questions/, as its file does.
type asked struct {
	name     string
	question question.Question
	plan     *plan.Plan
}

// deriving makes the questions that every metric is recorded by.
type deriving struct {
	view     *bundle.View
	fixtures *Fixtures
}

// questions are the metric's total, and one question a grain, which group by the dimensions, four at a time, and carry
// the filters; there are more only where those need them. So every grain is touched, every dimension, and each kind of
// filter that a dimension of the metric takes. They depend on the metric and what it can be asked by alone: another
// metric changes none of them.
func (d *deriving) questions(m *bundle.Metric) []asked {
	base := question.Question{Metrics: []string{m.Name}, Range: d.timeRange(m)}
	groups := keys(m)
	out := []derived{{"total", base}}
	grains := slices.DeleteFunc(slices.Clone(m.Grains), func(g string) bool { return g == string(calendar.Hour) })
	for i := range max(len(grains), len(groups)) {
		next := derived{numbered("groups", i-len(grains)), base}
		if n := len(grains); i < n {
			next.q.Grain = grains[n-1-i] // coarse ones first: with keys, their rows are the fewest
			next.name = "by_" + next.q.Grain
		}
		if i < len(groups) {
			next.q.Dimensions = groups[i]
		}
		out = append(out, next)
	}
	for i, f := range d.filters(m) { // on the questions without keys first
		at := &out[len(out)-1-i%(len(out)-1)].q
		at.Filters = append(at.Filters, f)
	}
	// A window would give every hour of its length a row.
	shaped := slices.ContainsFunc(m.Measure.Terms, func(a bundle.Aggregate) bool { return a.Shape != nil })
	if slices.Contains(m.Grains, string(calendar.Hour)) && !shaped {
		hours := derived{"by_hour", base}
		hours.q.Grain = string(calendar.Hour)
		out = append(out, hours)
	}
	return d.resolved(out)
}

// derived is a question and its name.
type derived struct {
	name string
	q    question.Question
}

func numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	return fmt.Sprintf("%s_%d", name, i+1)
}

// resolved plans the questions. A clause that alone would be refused is left out.
func (d *deriving) resolved(questions []derived) []asked {
	var out []asked
	for _, n := range questions {
		p, refusal, malformed := d.resolve(n.q)
		if refusal || malformed {
			kept := n.q.Filters
			n.q.Filters = nil
			for _, f := range kept {
				with := n.q
				with.Filters = append(slices.Clip(n.q.Filters), f)
				if _, refusal, malformed := d.resolve(with); !refusal && !malformed {
					n.q = with
				}
			}
			p, _, _ = d.resolve(n.q)
		}
		if p != nil { // compiling has shown that every metric can be asked
			out = append(out, asked{n.name, n.q, p})
		}
	}
	return out
}

func (d *deriving) resolve(q question.Question) (p *plan.Plan, refused, malformed bool) {
	if question.Validate(q) != nil {
		return nil, false, true
	}
	p, no, bad := plan.Resolve(d.view, q, Clock())
	return p, no != nil, bad != nil
}

// timeRange is the years of the metric's fixtures: Year where they are synthesised, else the ones that a person's rows
// lie in, the last ten at most. It is nil for an atemporal metric.
func (d *deriving) timeRange(m *bundle.Metric) *question.Range {
	from, to := 0, 0
	for i := range m.Measure.Terms {
		t := &m.Measure.Terms[i]
		if t.Time == nil {
			continue
		}
		first, last := d.fixtures.years(d.view.Model(t.Model), t.Time)
		if from == 0 || first < from {
			from = first
		}
		to = max(to, last)
	}
	if to == 0 {
		return nil
	}
	from = max(from, to-9)
	span := calendar.Dates(calendar.NewDate(from, 1, 1), calendar.NewDate(to+1, 1, 1))
	whole := span
	for i := range m.Measure.Terms {
		if t := m.Measure.Terms[i].Time; t != nil {
			whole = d.view.Calendar().Enclosing(whole, calendar.Grain(t.Grain))
		}
	}
	if from == to && whole == span {
		return &question.Range{Period: fmt.Sprintf("%04d", from)}
	}
	return &question.Range{Start: whole.Start.Date.String(), End: whole.End.Date.String()}
}

// years are the first and the last year that a time column's rows lie in.
func (f *Fixtures) years(m *bundle.Model, t *bundle.Time) (first, last int) {
	end := f.bundle.At(m, t.Role)
	r := f.of[end.Name]
	if r.file == "" {
		return Year, Year
	}
	at := r.index(t.Column)
	for _, row := range r.rows {
		if row[at] == nil {
			continue
		}
		year := f.year(t.Type, *row[at])
		if first == 0 || year < first {
			first = year
		}
		last = max(last, year)
	}
	if last == 0 {
		return Year, Year
	}
	return first, last
}

// year is the local year of a time column's value.
func (f *Fixtures) year(t expr.Type, value string) int {
	if t.Kind == expr.TimestampTZ {
		return f.bundle.Calendar().Local(parseInstant(value)).Date.Year
	}
	l, _ := calendar.ParseLocal(value)
	return l.Date.Year
}

// keys are the metric's dimensions, in groups of at most four.
func keys(m *bundle.Metric) [][]string {
	n := len(m.Dimensions)
	count := (n + question.MaxDimensions - 1) / question.MaxDimensions
	groups := make([][]string, count)
	for i := range count {
		groups[i] = m.Dimensions[n*i/count : n*(i+1)/count]
	}
	return groups
}

// turn is a place below n that differs from metric to metric, and stays where it is whatever other metrics there are.
func turn(metric string, n int) int {
	sum := sha256.Sum256([]byte(metric))
	return int(binary.BigEndian.Uint32(sum[:4]) % uint32(n))
}

func (d *deriving) dimension(m *bundle.Metric, name string) *bundle.Resolved {
	return d.view.Resolve(m.Measure.Terms[0].Model, name)
}
