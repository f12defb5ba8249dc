package question

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestEveryQuestionRoundTrips makes valid questions of every shape: each is read again from its JSON as itself, and
// from the flags that say it.
func TestEveryQuestionRoundTrips(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		q := anyQuestion(rt)
		if err := Validate(q); err != nil {
			rt.Fatalf("%s: %v", Encode(q), err)
		}
		again, err := Decode(Encode(q))
		if err != nil || !reflect.DeepEqual(again, q) {
			rt.Fatalf("%s: %v\nread again %s", Encode(q), err, Encode(again))
		}
		flags, ok := FlagsOf(q)
		if !ok {
			rt.Fatalf("%s has no flags", Encode(q))
		}
		sameByFlags(rt, q, flags)
	})
}

// anyQuestion draws a valid question.
func anyQuestion(rt *rapid.T) Question {
	flag := func(what string) bool { return rapid.Bool().Draw(rt, what) }
	one := func(what string, of ...string) string { return rapid.SampledFrom(of).Draw(rt, what) }
	number := func(what string, most int) int { return rapid.IntRange(1, most).Draw(rt, what) }
	name := rapid.StringMatching(`[a-z][a-z0-9_]{0,8}(\.[a-z][a-z0-9_]{0,3})?`)
	value := rapid.OneOf(rapid.StringOfN(rapid.SampledFrom([]rune(`ab ,."'!=:\$-é😀`)), 0, 6, -1), rapid.Just("10..20"), rapid.Just("-1.5"))
	text := rapid.OneOf(value, rapid.String()).Filter(func(s string) bool { return CleanText(s) && len([]rune(s)) <= MaxValueLength })

	q := Question{
		Metrics:    rapid.SliceOfN(name, 1, 9).Draw(rt, "metrics"),
		Grain:      one("grain", append([]string{""}, grains...)...),
		Dimensions: listOf(rt, name, "dimensions", 5),
		Others:     flag("others"), Totals: flag("totals"), Fill: flag("fill"),
	}
	switch one("range", "none", "days", "hours", "period", "last") {
	case "days":
		q.Range = &Range{Start: one("start", "2026-01-01", "0001-01-01"), End: one("end", "2026-01-01", "9999-12-31")}
	case "hours":
		if hourly(q.Grain) {
			q.Range = &Range{Start: "2026-01-01T05:00", End: "2026-02-01T00:00:00"}
		}
	case "period":
		q.Range = &Range{Period: one("period", "2026", "2026-H1", "2026-Q2", "2026-06", "2026-W23", "2026-06-14", "FY2026", "FY2026-Q1")}
	case "last":
		q.Range = &Range{Last: &Last{Count: number("count", maxCount), Unit: one("unit", grains[1:]...), IncludeCurrent: flag("current")}}
	}
	for i, dimension := range rapid.SliceOfNDistinct(name, 0, 5, rapid.ID).Draw(rt, "filtered") {
		f := Filter{Dimension: dimension, Op: one("op", append([]string{""}, filterOps...)...)}
		least, most := 1, 1
		switch f.Op {
		case "", OpIn, OpNotIn:
			most, f.IncludeNull = 5, flag("include null")
		case OpBetween:
			least, most = 2, 2
		case OpIsNull, OpIsNotNull:
			most = 0
		}
		of := text
		if f.Op == OpStartsWith || f.Op == OpContains {
			of = text.Filter(func(s string) bool { return s != "" })
		}
		if most > 0 {
			f.Values = rapid.SliceOfN(of, least, most).Draw(rt, "values")
		}
		q.Filters = append(q.Filters, f)
		if lower(f) && i == 0 {
			q.Filters = append(q.Filters, Filter{Dimension: dimension, Op: OpLte, Values: []string{of.Draw(rt, "upper")}})
		}
	}
	for range rapid.IntRange(0, 3).Draw(rt, "having") {
		h := Having{Metric: name.Draw(rt, "metric"), Op: one("op", havingOps...)}
		if h.Op != OpIsNull && h.Op != OpIsNotNull {
			h.Value = text.Filter(func(s string) bool { return s != "" }).Draw(rt, "value")
		}
		q.Having = append(q.Having, h)
	}
	if flag("top") {
		q.Top = &Top{N: number("n", MaxTop), By: name.Draw(rt, "by"), Direction: one("direction", "", "asc", "desc")}
	}
	switch one("compare", "none", ToPreviousPeriod, ToOffset) {
	case ToPreviousPeriod:
		q.Compare = &Compare{To: ToPreviousPeriod}
	case ToOffset:
		q.Compare = &Compare{To: ToOffset, Count: number("count", 400), Unit: one("unit", units...)}
	}
	for range rapid.IntRange(0, 3).Draw(rt, "order") {
		q.Order = append(q.Order, OrderBy{By: name.Draw(rt, "by"), Direction: one("direction", "", "asc", "desc")})
	}
	return q
}

// listOf draws a list that is nil when it is empty, as the decoder has it.
func listOf(rt *rapid.T, of *rapid.Generator[string], what string, most int) []string {
	list := rapid.SliceOfN(of, 0, most).Draw(rt, what)
	if len(list) == 0 {
		return nil
	}
	return list
}
