package oracle

import (
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// passes applies one filter of a question to a dimension's value. not_in keeps nulls unless include_null lists null too;
// in takes null only with it (2.6). Text is equal, and ordered, by code point (1.5, 1.6).
func passes(f question.Filter, t expr.Type, v value) bool {
	if v == nil {
		switch f.Op {
		case "", question.OpIn:
			return f.IncludeNull
		case question.OpNotIn:
			return !f.IncludeNull
		}
		return f.Op == question.OpIsNull
	}
	listed := func() bool {
		return slices.ContainsFunc(f.Values, func(text string) bool { return compare(v, asked(t, text)) == 0 })
	}
	against := func(i int) int { return compare(v, asked(t, f.Values[i])) }
	switch f.Op {
	case "", question.OpIn:
		return listed()
	case question.OpNotIn:
		return !listed()
	case question.OpLt:
		return against(0) < 0
	case question.OpLte:
		return against(0) <= 0
	case question.OpGt:
		return against(0) > 0
	case question.OpGte:
		return against(0) >= 0
	case question.OpBetween:
		return against(0) >= 0 && against(1) <= 0
	case question.OpStartsWith:
		return strings.HasPrefix(v.(string), f.Values[0])
	case question.OpContains:
		return strings.Contains(v.(string), f.Values[0])
	case question.OpIsNull:
		return false
	case question.OpIsNotNull:
		return true
	}
	panic("no filter is named " + f.Op)
}

// byDay is what a filter compares: of a time its local day, in the calendar's zone.
func (a *asking) byDay(v value, t expr.Type) (value, expr.Type) {
	if !t.Temporal() {
		return v, t
	}
	switch at := v.(type) {
	case calendar.Local:
		v = at.Date
	case time.Time:
		v = wall(at, a.zone).Date
	}
	return v, expr.Type{Kind: expr.Date}
}

// asked reads a value that a question spelled, which its type takes.
func asked(t expr.Type, text string) value {
	canonical, ok := expr.Value(t, text)
	if !ok {
		panic("a value that the question's checks let pass")
	}
	return parse(t, canonical)
}
