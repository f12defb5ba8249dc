package question

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sutura.dev/bundle/calendar"
)

// Validate reports whether q, however it was built, is a question: the rules that need no bundle. What has too many
// of something, or the same name twice, is a question; the answer is a refusal. The error is always a *Malformed.
func Validate(q Question) error {
	v := validator{}
	v.names("metrics", q.Metrics)
	if len(q.Metrics) == 0 {
		v.bad("metrics", "a list of 1 to 8 names of metrics, which a question must have")
	}
	if q.Range != nil {
		v.timeRange(*q.Range, q.Grain)
	}
	v.enum("grain", q.Grain, grains)
	v.names("dimensions", q.Dimensions)
	for i, f := range q.Filters {
		v.filter(index("filters", i), f)
		v.oneClause(index("filters", i), f, q.Filters[:i])
	}
	for i, h := range q.Having {
		v.having(index("having", i), h)
	}
	if t := q.Top; t != nil {
		v.count("top.n", t.N, MaxTop)
		v.name("top.by", t.By)
		v.enum("top.direction", t.Direction, directions)
	}
	if c := q.Compare; c != nil {
		v.compare(*c)
	}
	for i, o := range q.Order {
		v.name(join(index("order", i), "by"), o.By)
		v.enum(join(index("order", i), "direction"), o.Direction, directions)
	}
	if v.first != nil {
		return v.first
	}
	return nil
}

// validator keeps the first thing that is wrong.
type validator struct{ first *Malformed }

func (v *validator) bad(path, accepted string) {
	if v.first == nil {
		v.first = &Malformed{Path: path, Accepted: accepted}
	}
}

// enum allows an empty value, which was not said.
func (v *validator) enum(path, value string, allowed []string) {
	if v.first == nil && value != "" && !slices.Contains(allowed, value) {
		v.first = &Malformed{Path: path, Accepted: "one of " + strings.Join(allowed, ", "), Nearest: nearestOf(value, allowed)}
	}
}

func (v *validator) required(path, value string, allowed []string) {
	if value == "" {
		v.bad(path, "one of "+strings.Join(allowed, ", ")+"; it must be said")
	}
	v.enum(path, value, allowed)
}

func (v *validator) names(path string, names []string) {
	for i, name := range names {
		v.name(index(path, i), name)
	}
}

// name checks what can be told without a bundle. Whether such a name exists is for the bundle to say, in the same
// words for every name that does not.
func (v *validator) name(path, name string) {
	if name == "" {
		v.bad(path, "a name; it must be said")
	}
	v.text(path, name)
}

func (v *validator) text(path, s string) {
	if at, kind := Unclean(s); at >= 0 {
		v.bad(path, "text without "+kind+", which this has")
	}
	if utf8.RuneCountInString(s) > MaxValueLength {
		v.bad(path, "text of at most 256 characters")
	}
}

func (v *validator) count(path string, n, most int) {
	if n < 1 || n > most {
		v.bad(path, "a whole number from 1 to "+strconv.Itoa(most))
	}
}

func (v *validator) timeRange(r Range, grain string) {
	bounds := r.Start != "" || r.End != ""
	forms := 0
	for _, said := range []bool{bounds, r.Period != "", r.Last != nil} {
		if said {
			forms++
		}
	}
	if forms != 1 {
		v.bad("range", "exactly one of start with end, period, and last")
	}
	if bounds {
		v.bound("range.start", r.Start, grain)
		v.bound("range.end", r.End, grain)
	}
	if r.Period != "" {
		if _, err := calendar.ParsePeriod(r.Period); err != nil {
			v.bad("range.period", calendar.Accepted)
		}
	}
	if l := r.Last; l != nil {
		v.count("range.last.count", l.Count, maxCount)
		v.required("range.last.unit", l.Unit, grains)
		if l.Unit == string(calendar.Hour) && !hourly(grain) {
			v.bad("range.last.unit", "hour only where the grain is hour, or there is none")
		}
	}
}

// hourly reports whether a range at this grain may begin and end within a day.
func hourly(grain string) bool { return grain == "" || grain == string(calendar.Hour) }

func (v *validator) bound(path, text, grain string) {
	local, ok := calendar.ParseLocal(text)
	switch {
	case ok && len(text) == len("2026-01-01"):
	case !hourly(grain):
		v.bad(path, "a day of the years 1 to 9999, spelled 2026-01-01; a time of day only where the grain is hour, or there is none")
	case !ok || !local.OnTheHour():
		v.bad(path, "a day of the years 1 to 9999, spelled 2026-01-01, or a local time on the hour without a zone, spelled 2026-01-01T05:00")
	}
}

func (v *validator) filter(path string, f Filter) {
	v.name(join(path, "dimension"), f.Dimension)
	v.enum(join(path, "op"), f.Op, filterOps)
	values := join(path, "values")
	listed := f.Op == "" || f.Op == OpIn || f.Op == OpNotIn
	switch n := len(f.Values); {
	case listed && n == 0:
		v.bad(values, "at least one value; rows without a value are is_null")
	case f.Op == OpBetween && n != 2:
		v.bad(values, "exactly two values, both included, for between")
	case (f.Op == OpIsNull || f.Op == OpIsNotNull) && n != 0:
		v.bad(values, "no values for is_null and is_not_null")
	case !listed && f.Op != OpBetween && f.Op != OpIsNull && f.Op != OpIsNotNull && n != 1:
		v.bad(values, "exactly one value for this operator")
	}
	if (f.Op == OpStartsWith || f.Op == OpContains) && slices.Contains(f.Values, "") {
		v.bad(index(values, 0), "at least one character for starts_with and contains")
	}
	if f.IncludeNull && !listed {
		v.bad(join(path, "include_null"), "nothing here: null is included in in and not_in only")
	}
	for i, value := range f.Values {
		v.text(index(values, i), value)
	}
}

// oneClause holds filters to one a dimension, or a lower and an upper bound.
func (v *validator) oneClause(path string, f Filter, before []Filter) {
	for i, other := range before {
		if other.Dimension != f.Dimension {
			continue
		}
		once := !slices.ContainsFunc(before[:i], func(o Filter) bool { return o.Dimension == f.Dimension })
		if !once || !(lower(f) && upper(other) || upper(f) && lower(other)) {
			v.bad(join(path, "dimension"), "one condition a dimension, or a lower bound and an upper bound")
		}
	}
}

func lower(f Filter) bool { return f.Op == OpGt || f.Op == OpGte }
func upper(f Filter) bool { return f.Op == OpLt || f.Op == OpLte }

func (v *validator) having(path string, h Having) {
	v.name(join(path, "metric"), h.Metric)
	v.required(join(path, "op"), h.Op, havingOps)
	value := join(path, "value")
	null := h.Op == OpIsNull || h.Op == OpIsNotNull
	if null && h.Value != "" {
		v.bad(value, "no value for is_null and is_not_null")
	}
	if !null && h.Value == "" {
		v.bad(value, "the value to compare with; it must be said")
	}
	v.text(value, h.Value)
}

func (v *validator) compare(c Compare) {
	v.required("compare.to", c.To, []string{ToPreviousPeriod, ToOffset})
	if c.To == ToOffset {
		v.count("compare.count", c.Count, maxCount)
		v.required("compare.unit", c.Unit, units)
		return
	}
	if c.Count != 0 {
		v.bad("compare.count", "no count beside previous_period")
	}
	if c.Unit != "" {
		v.bad("compare.unit", "no unit beside previous_period")
	}
}
