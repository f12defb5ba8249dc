package bundle

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Shape says which rows a bucket shows where these are not its own: a later part sees only what an earlier one leaves.
type Shape struct {
	// Shift takes an earlier bucket of the same grain in place of the bucket.
	Shift *Shift `json:"shift,omitempty"`
	// Cumulative takes all of a window that ends where the bucket does in place of the bucket.
	Cumulative *Cumulative `json:"cumulative,omitempty"`
	// Snapshot keeps only the rows of the last time, or the first, of those.
	Snapshot *Snapshot `json:"snapshot,omitempty"`
}

// Shift is an offset: Count units back, or to the bucket that starts where the unit ToStartOf does.
type Shift struct {
	Count     int    `json:"count,omitempty"`
	Unit      string `json:"unit,omitempty"`
	ToStartOf string `json:"to_start_of,omitempty"`
}

// Cumulative is a window: of everything before its end (the zero value), from the start of the period that holds its
// last instant, or of Count units.
type Cumulative struct {
	SinceStartOf string `json:"since_start_of,omitempty"`
	Count        int    `json:"count,omitempty"`
	Unit         string `json:"unit,omitempty"`
}

// Snapshot keeps rows by their time: the last of all rows, or of those with equal columns Per. Rows with equal times are
// all kept.
type Snapshot struct {
	First bool     `json:"first,omitempty"`
	Per   []string `json:"per,omitempty"`
}

// Equal reports whether two shapes take the same rows. Nil takes a bucket's own.
func (s *Shape) Equal(o *Shape) bool {
	if s == nil || o == nil {
		return s == nil && o == nil
	}
	return same(s.Shift, o.Shift) && same(s.Cumulative, o.Cumulative) && s.Snapshot.Equal(o.Snapshot)
}

// Equal reports whether two snapshots keep the same rows.
func (s *Snapshot) Equal(o *Snapshot) bool {
	if s == nil || o == nil {
		return s == nil && o == nil
	}
	return s.First == o.First && slices.Equal(s.Per, o.Per)
}

func same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return *a == *b
}

// Offset is what a shift by units moves a bucket back by.
func (s *Shift) Offset() calendar.Offset {
	return calendar.Offset{Count: s.Count, Unit: calendar.Grain(s.Unit)}
}

// Shift is the term's shift, nil where it has none.
func (a *Aggregate) Shift() *Shift {
	if a.Shape == nil {
		return nil
	}
	return a.Shape.Shift
}

// Cumulative is the term's window, nil where it has none.
func (a *Aggregate) Cumulative() *Cumulative {
	if a.Shape == nil {
		return nil
	}
	return a.Shape.Cumulative
}

// Snapshot is which of a bucket's rows the term keeps, nil for all.
func (a *Aggregate) Snapshot() *Snapshot {
	if a.Shape == nil {
		return nil
	}
	return a.Shape.Snapshot
}

// NeedsGrain reports whether the metric has a value for buckets only: where a period starts there is a bucket to show.
func (m *Metric) NeedsGrain() bool {
	return slices.ContainsFunc(m.Measure.Terms, func(a Aggregate) bool { return a.Shift() != nil && a.Shift().ToStartOf != "" })
}

// Runs reports whether a part of the metric is a running total.
func (m *Metric) Runs() bool {
	return slices.ContainsFunc(m.Measure.Terms, func(a Aggregate) bool { return a.Cumulative() != nil })
}

// Fits reports whether a bucket of the grain can be shown by the shape: shifts move buckets onto buckets.
func (s *Shape) Fits(cal *calendar.Calendar, g calendar.Grain) bool {
	switch {
	case s == nil || s.Shift == nil:
		return true
	case s.Shift.ToStartOf != "":
		return cal.Supports(g, calendar.Grain(s.Shift.ToStartOf))
	}
	return s.Shift.Offset().Fits(g)
}

// Reads reports whether the shape's bounds cut no unit of a time column of the grain.
func (s *Shape) Reads(cal *calendar.Calendar, own calendar.Grain) bool {
	if s == nil {
		return true
	}
	if t := s.Shift; t != nil && t.ToStartOf == "" && !t.Offset().Fits(own) {
		return false
	}
	c := s.Cumulative
	switch {
	case c == nil:
	case c.SinceStartOf != "":
		return cal.Supports(own, calendar.Grain(c.SinceStartOf))
	case c.Count > 0:
		return calendar.Offset{Count: c.Count, Unit: calendar.Grain(c.Unit)}.Fits(own)
	}
	return true
}

// String tells the shape for people, after what it is of.
func (s *Shape) String() string {
	if s == nil {
		return ""
	}
	text := ""
	if n := s.Snapshot; n != nil {
		text += ", at the " + map[bool]string{false: "last", true: "first"}[n.First] + " time"
		for i, p := range n.Per {
			text += [2]string{" per ", ", "}[min(i, 1)] + p
		}
	}
	if c := s.Cumulative; c != nil {
		switch {
		case c.SinceStartOf != "":
			text += ", since the start of the " + word(c.SinceStartOf)
		case c.Count > 0:
			text += ", over the last " + Units(c.Count, c.Unit)
		default:
			text += ", over all time so far"
		}
	}
	if t := s.Shift; t != nil {
		if t.ToStartOf != "" {
			text += ", of the bucket at the start of the " + word(t.ToStartOf)
		} else {
			text += ", " + Units(t.Count, t.Unit) + " before"
		}
	}
	return text
}

// told is String by itself.
func (s *Shape) told() string {
	if s == nil {
		return "its own"
	}
	return strings.TrimPrefix(s.String(), ", ")
}

func word(unit string) string {
	switch calendar.Grain(unit) {
	case calendar.FiscalQuarter:
		return "fiscal quarter"
	case calendar.FiscalYear:
		return "fiscal year"
	case calendar.Hour, calendar.Day, calendar.Week, calendar.Month, calendar.Quarter, calendar.Year:
	}
	return unit
}

// Units spells a count of units: 28 days.
func Units(n int, unit string) string {
	if n == 1 {
		return "1 " + word(unit)
	}
	return fmt.Sprintf("%d %ss", n, word(unit))
}

// MaxUnits is the most units of an offset or a window.
const MaxUnits = 100_000

// validateShape refuses a shape that could not be planned.
func (b *Bundle) validateShape(t *Aggregate) error {
	s := t.Shape
	if s == nil {
		return nil
	}
	count := func(n int, unit string) bool {
		g, ok := calendar.ParseGrain(unit)
		return ok && !g.Fiscal() && n >= 1 && n <= MaxUnits
	}
	period := func(unit string) bool {
		_, ok := calendar.ParseGrain(unit)
		return ok
	}
	if c := s.Cumulative; c != nil && *c != (Cumulative{}) && (c.SinceStartOf == "") != count(c.Count, c.Unit) ||
		c != nil && c.SinceStartOf != "" && (!period(c.SinceStartOf) || c.Count != 0 || c.Unit != "") {
		return fmt.Errorf("it has no window")
	}
	if f := s.Shift; f != nil && (f.ToStartOf == "") != count(f.Count, f.Unit) || f != nil && f.ToStartOf != "" && (!period(f.ToStartOf) || f.Count != 0 || f.Unit != "") {
		return fmt.Errorf("it has no offset")
	}
	if s.Snapshot != nil {
		for _, name := range s.Snapshot.Per {
			if b.models[t.Model].Column(name) == nil {
				return fmt.Errorf("a snapshot per unknown column")
			}
		}
	}
	switch {
	case s.Shift == nil && s.Cumulative == nil && s.Snapshot == nil:
		return fmt.Errorf("it has no shape")
	case t.Time == nil:
		return fmt.Errorf("it has a shape in time, and no time")
	case !s.Reads(b.calendar, calendar.Grain(t.Time.Grain)):
		return fmt.Errorf("its windows would cut units of its time")
	}
	return nil
}

// countsWeeks reports whether the shape depends on the day on which weeks start.
func (s *Shape) countsWeeks() bool {
	const week = string(calendar.Week)
	return s != nil && (s.Cumulative != nil && s.Cumulative.SinceStartOf == week || s.Shift != nil && s.Shift.ToStartOf == week)
}

// DerivedFrom reports whether an expression over the term's rows is made of the time that places them: it reads that
// column, or something that a join finds by it alone, such as the weekday in a table of dates. What else a join needs,
// as of a history, is of the row too. model looks a model up.
func (a *Aggregate) DerivedFrom(n *expr.Node, model func(string) *Model) bool {
	found := false
	n.Walk(func(n *expr.Node) {
		found = found || a.Time != nil && n.Column != nil && (a.placedBy(n.Column.Role, n.Column.Name) || a.foundByTime(n.Column.Role, model))
	})
	return found
}

// placedBy reports whether a column is the one that places the term's rows in time.
func (a *Aggregate) placedBy(role, column string) bool {
	return role == a.Time.Role && column == a.Time.Column
}

// foundByTime reports whether a dotted path of joins has a step that needs nothing but the time of the row.
func (a *Aggregate) foundByTime(path string, model func(string) *Model) bool {
	m, role := model(a.Model), ""
	for step := range strings.SplitSeq(path, ".") {
		if step == "" || m == nil {
			return false
		}
		j := m.Join(step)
		if j == nil {
			return false
		}
		byTime := func(left string) bool { return left == Period || a.placedBy(role, left) }
		if !slices.ContainsFunc(j.On, func(p Pair) bool { return !byTime(p.Left) }) && (j.During == nil || byTime(j.During.At)) {
			return true
		}
		m, role = model(j.To), strings.TrimPrefix(role+"."+step, ".")
	}
	return false
}
