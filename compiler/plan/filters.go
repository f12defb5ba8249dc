package plan

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
)

// resolveFilters types the question's values and makes them requested predicates. A filter on a dimension that one of
// the metrics lacks is refused, never skipped.
func (r *resolver) resolveFilters() *question.Refusal {
	for _, f := range r.q.Filters {
		d, refusal := r.dimension(f.Dimension)
		if refusal != nil {
			return refusal
		}
		if refusal := r.filter(f, d); refusal != nil {
			return refusal
		}
	}
	return nil
}

// filter is one clause, whose dimension is known for every metric.
func (r *resolver) filter(f question.Filter, d *bundle.Resolved) *question.Refusal {
	op := f.Op
	if op == "" {
		op = question.OpIn
	}
	about := []string{f.Dimension}
	t := FilterType(d.Expr.Type)
	switch {
	case d.Dimension.Filter == bundle.FilterNone && r.zoneElsewhere(d.Owner, &d.Dimension.Expr) != "":
		return refuseAbout(about, question.DimensionNotFilterable, "%s groups but does not filter: it is local time of %s, whose days are not those of %s; group by it instead.",
			f.Dimension, r.zoneElsewhere(d.Owner, &d.Dimension.Expr), r.cal.Rules().Timezone)
	case d.Dimension.Filter == bundle.FilterNone:
		return refuseAbout(about, question.DimensionNotFilterable,
			"%s groups but does not filter, since its values are not declared; group by it instead.", f.Dimension)
	case !operatorApplies(op, d.Dimension.Filter, t):
		return refuseAbout(about, question.FilterTypeMismatch, "%s is filtered by %s.", f.Dimension, list(operatorsOf(d.Dimension.Filter, t)))
	}
	values := make([]string, 0, len(f.Values))
	for _, v := range f.Values {
		canonical, ok := expr.Value(t, v)
		if !ok || !bindable(t, canonical) {
			takes := spelling(t)
			if d.Dimension.Filter == bundle.FilterClosed && t.Kind != expr.Boolean {
				takes = "only its declared values: " + someOf(d.Dimension.Values, 12)
			}
			return refuseAbout(about, question.FilterTypeMismatch, "%s takes %s.", f.Dimension, takes)
		}
		if d.Dimension.Filter == bundle.FilterClosed && !slices.Contains(d.Dimension.Values, canonical) {
			return refuseAbout(about, question.DimensionValueNotAllowed, "%s takes only its declared values: %s.",
				f.Dimension, someOf(d.Dimension.Values, 12))
		}
		values = append(values, canonical)
	}
	if op == question.OpBetween && backwards(t, values) {
		return refuseAbout(about, question.FilterTypeMismatch, "between takes the lower bound of %s first.", f.Dimension)
	}
	r.filters = append(r.filters, Filter{Name: f.Dimension, Op: op, Values: values, IncludeNull: f.IncludeNull})
	return nil
}

// FilterType is the type of the values that filter a dimension of type t: times are filtered by days of the calendar.
func FilterType(t expr.Type) expr.Type {
	if t.Temporal() {
		return expr.Type{Kind: expr.Date}
	}
	return t
}

// bindable reports whether the value fits the type that it is bound as, which is the same for every value: 64 bits
// for integers.
func bindable(t expr.Type, canonical string) bool {
	if t.Kind != expr.Integer {
		return true
	}
	_, err := strconv.ParseInt(canonical, 10, 64)
	return err == nil
}

// backwards reports whether two bounds are in the wrong order, so that nothing lies between them.
func backwards(t expr.Type, bounds []string) bool {
	if !t.Numeric() {
		return bounds[0] > bounds[1]
	}
	low, ok := new(big.Rat).SetString(bounds[0])
	high, also := new(big.Rat).SetString(bounds[1])
	return ok && also && low.Cmp(high) > 0
}

// operatorsOf lists the operators that a dimension of this kind takes.
func operatorsOf(filter string, t expr.Type) []string {
	ops := []string{question.OpIn, question.OpNotIn, question.OpIsNull, question.OpIsNotNull}
	if filter != bundle.FilterOpen {
		return ops
	}
	ops = append(ops, question.OpLt, question.OpLte, question.OpGt, question.OpGte, question.OpBetween)
	if t.Kind == expr.String {
		ops = append(ops, question.OpStartsWith, question.OpContains)
	}
	return ops
}

func operatorApplies(op, filter string, t expr.Type) bool {
	return slices.Contains(operatorsOf(filter, t), op)
}

// spelling says how values of a type are written.
func spelling(t expr.Type) string {
	switch t.Kind {
	case expr.Integer:
		return "whole numbers of at most 64 bits, such as 42"
	case expr.Decimal:
		return fmt.Sprintf("numbers with at most %d digits after the point", t.Scale)
	case expr.Float:
		return "numbers such as 1.5"
	case expr.Boolean:
		return "true or false"
	case expr.Date:
		return "dates such as 2026-01-31"
	case expr.Timestamp, expr.TimestampTZ:
		return "local date-times such as 2026-01-31T15:04:05"
	case expr.String, expr.Null:
	}
	return "text"
}

// predicate is a resolved filter over one leg's rows.
func (r *resolver) predicate(f Filter, model string) Predicate {
	f.Expr = r.view.Resolve(model, f.Name).Expr
	return Predicate{Origin: Request, Filter: &f}
}
