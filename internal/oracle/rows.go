package oracle

import (
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Row is a row of a table: a value a column, nil for null; absent is null.
type Row map[string]any

// Tables are rows by table, its parts joined by dots.
type Tables map[string][]Row

func (t Tables) of(m *bundle.Model) []Row { return t[strings.Join(m.Table, ".")] }

// reach reads columns of a row of a model, and over to-one joins those of others: a row without a match stays, and all
// that it reads there is null (1.2). own is the time of the metric that is asked, which joins name period.
func (a *asking) reach(m *bundle.Model, row Row, own *bundle.Time) scope {
	var read scope
	read = func(c expr.Column) value {
		at, here := m, row
		if c.Role != "" {
			for step := range strings.SplitSeq(c.Role, ".") {
				join := at.Join(step)
				to := a.view.Model(join.To)
				from := a.leftOf(at, here, func() (value, *bundle.Time) { return read(expr.Column{Role: own.Role, Name: own.Column}), own })
				if at, here = to, a.follow(join, to, from); here == nil {
					return nil
				}
			}
		}
		return here[c.Name]
	}
	return read
}

// left is a value of a join's left side, and what it is where it is a time.
type left func(name string) (value, *bundle.Time)

func (a *asking) leftOf(m *bundle.Model, row Row, period func() (value, *bundle.Time)) left {
	return func(name string) (value, *bundle.Time) {
		if name == bundle.Period {
			return period()
		}
		return row[name], m.TimeOf("", name)
	}
}

// follow takes one join: the row whose columns equal those on the left. A null equals nothing. A declared key has one row
// of a value, and one at a time; where it has two there is no right number.
func (a *asking) follow(j *bundle.Join, to *bundle.Model, from left) Row {
	var found Row
	for _, candidate := range a.tables.of(to) {
		if !a.joins(j, to, from, candidate) {
			continue
		}
		if found != nil {
			fail(Ambiguous)
		}
		found = candidate
	}
	return found
}

// joins compares: columns as they are, times by the calendar; history holds from its start to before its end, which null
// leaves open.
func (a *asking) joins(j *bundle.Join, to *bundle.Model, from left, right Row) bool {
	for _, p := range j.On {
		v, t := from(p.Left)
		if p.Timely() {
			v = a.moment(v, t, p.Truncate, to.TimeOf("", p.Right))
		}
		if v == nil || right[p.Right] == nil || compare(v, right[p.Right]) != 0 {
			return false
		}
	}
	d := j.During
	if d == nil {
		return true
	}
	v, t := from(d.At)
	v = a.moment(v, t, "", to.TimeOf("", d.From))
	since, until := right[d.From], right[d.To]
	return v != nil && since != nil && compare(since, v) <= 0 && (until == nil || compare(until, v) > 0)
}

// moment is a time as a column of another model spells times: its day in the calendar's zone, its local time, or the
// instant; cut to a unit of the calendar where one is said.
func (a *asking) moment(v value, t *bundle.Time, unit string, as *bundle.Time) value {
	if v == nil {
		return nil
	}
	here, instant := a.standing(v, t)
	if unit != "" {
		here = a.bucketOf(here, calendar.Grain(unit)).Start
	}
	switch {
	case as.Type.Kind == expr.Date:
		return here.Date
	case as.Type.Kind == expr.TimestampTZ:
		return instant
	case unit != "":
		return here
	}
	if v, ok := v.(time.Time); ok {
		zone := a.zone
		if own := a.view.Elsewhere(as); own != nil {
			zone = own.Zone()
		}
		return wall(v, zone)
	}
	return local(v)
}

// fact is a row of a term's model that the definitions count: those of the model and of the metric (1.1).
type fact struct {
	row scope
	// time is its time as its column holds it, at what the calendar's clocks show then, and when the instant, where it is
	// one.
	time value
	at   calendar.Local
	when time.Time
	// asked reports whether it passes the question's filters.
	asked bool
	// tuple is its values of the question's dimensions.
	tuple []value
}

// facts are the rows that a term counts, anywhere in time. A row without a time is in no range (D49).
func (a *asking) facts(t *bundle.Aggregate) []*fact {
	if known, ok := a.known[t]; ok {
		return known
	}
	m := a.view.Model(t.Model)
	out := []*fact{}
	for _, row := range a.tables.of(m) {
		f := &fact{row: a.reach(m, row, t.Time), asked: true}
		if !a.allTrue(m.Where, f.row) || !a.allTrue(t.Where, f.row) || !a.place(f, t.Time) {
			continue
		}
		for _, filter := range a.q.Filters {
			d := a.view.Resolve(t.Model, filter.Dimension)
			v, kind := a.byDay(a.value(d.Expr, f.row), d.Expr.Type)
			f.asked = f.asked && passes(filter, kind, v)
		}
		for _, name := range a.q.Dimensions {
			f.tuple = append(f.tuple, a.value(a.view.Resolve(t.Model, name).Expr, f.row))
		}
		out = append(out, f)
	}
	a.known[t] = out
	return out
}

// allTrue holds conditions: unknown is not true.
func (a *asking) allTrue(conditions []expr.Node, row scope) bool {
	for i := range conditions {
		if a.value(&conditions[i], row) != true {
			return false
		}
	}
	return true
}

// place reads a row's time, and reports whether it has one where it must (4.2): a date is never shifted, a timestamp is
// local time of its declared zone, else of the calendar's, a timestamptz is an instant, seen in the calendar's zone.
func (a *asking) place(f *fact, t *bundle.Time) bool {
	if t == nil {
		return true
	}
	if f.time = f.row(expr.Column{Role: t.Role, Name: t.Column}); f.time == nil {
		return false
	}
	f.at, f.when = a.standing(f.time, t)
	return true
}

// standing is what the calendar's clocks show at a time, and the instant, where it is one.
func (a *asking) standing(v value, t *bundle.Time) (calendar.Local, time.Time) {
	switch v := v.(type) {
	case time.Time:
		return wall(v, a.zone), v
	case calendar.Local:
		if own := a.view.Elsewhere(t); own != nil {
			instant := readAs(v, own.Zone())
			return wall(instant, a.zone), instant
		}
	}
	return local(v), time.Time{}
}
