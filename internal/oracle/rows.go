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
// that it reads there is null (1.2).
func (a *asking) reach(m *bundle.Model, row Row) scope {
	return func(c expr.Column) value {
		at, here := m, row
		if c.Role != "" {
			for step := range strings.SplitSeq(c.Role, ".") {
				at, here = a.follow(at, here, step)
				if here == nil {
					return nil
				}
			}
		}
		return here[c.Name]
	}
}

// follow takes one join: the row whose columns equal this row's. A null equals nothing. A declared key has one row of a
// value; where it has two there is no right number.
func (a *asking) follow(m *bundle.Model, row Row, name string) (*bundle.Model, Row) {
	join := m.Join(name)
	to := a.view.Model(join.To)
	var found Row
	for _, candidate := range a.tables.of(to) {
		if !joins(join, row, candidate) {
			continue
		}
		if found != nil {
			fail(Ambiguous)
		}
		found = candidate
	}
	return to, found
}

func joins(j *bundle.Join, left, right Row) bool {
	for _, p := range j.On {
		if left[p.Left] == nil || right[p.Right] == nil || compare(left[p.Left], right[p.Right]) != 0 {
			return false
		}
	}
	return true
}

// fact is a row of a term's model that the definitions count: those of the model and of the metric (1.1).
type fact struct {
	row scope
	// at is its own local time; when it is an instant, that is the instant.
	at   calendar.Local
	when time.Time
	// asked reports whether it passes the question's filters.
	asked bool
	// tuple is its values of the question's dimensions.
	tuple []value
}

// facts are the rows that a term counts, anywhere in time. A row without a time is in no range (D49).
func (a *asking) facts(t *bundle.Aggregate) []fact {
	if known, ok := a.known[t]; ok {
		return known
	}
	m := a.view.Model(t.Model)
	out := []fact{}
	for _, row := range a.tables.of(m) {
		f := fact{row: a.reach(m, row), asked: true}
		if !a.allTrue(m.Where, f.row) || !a.allTrue(t.Where, f.row) || !a.place(&f, t.Time) {
			continue
		}
		for _, filter := range a.q.Filters {
			d := a.view.Resolve(t.Model, filter.Dimension)
			f.asked = f.asked && passes(filter, d.Expr.Type, a.value(d.Expr, f.row))
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
// local time of the calendar's zone, a timestamptz is an instant, seen in the calendar's zone.
func (a *asking) place(f *fact, t *bundle.Time) bool {
	if t == nil {
		return true
	}
	switch v := f.row(expr.Column{Role: t.Role, Name: t.Column}).(type) {
	case calendar.Date:
		f.at = v.Local()
	case calendar.Local:
		f.at = v
	case time.Time:
		f.at, f.when = wall(v, a.zone), v
	default:
		return false
	}
	return true
}
