package compiler

import (
	"fmt"
	"slices"
	"strconv"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// typed is a measure and the type of its value.
type typed struct {
	bundle.Measure
	t expr.Type
}

// measure compiles what a metric measures; false where something is reported, here or by Load.
func (c *compilation) measure(m *catalog.Metric, path []string) (typed, bool) {
	at := append(path, "measure")
	s := m.Measure
	switch {
	case s.Ratio != nil:
		return c.ratio(m, at)
	case s.Formula != nil:
		return c.formula(m, at)
	case s.Cumulative != nil:
		return c.cumulative(m, at)
	case s.Shift != nil:
		return c.shift(m, at)
	default:
		term := catalog.MetricTerm{Model: m.Model, Measure: &m.Measure, Where: m.Where, Time: m.Time}
		where := append(path[:len(path):len(path)], "where")
		a := c.aggregate(term, m, at, where)
		if a == nil {
			return typed{}, false
		}
		a.Zero = m.Empty == "zero"
		return typed{bundle.Measure{Terms: []bundle.Aggregate{*a}, Value: bundle.Value{Op: bundle.ValueTerm}}, a.Type}, true
	}
}

// bounded compiles what a metric measures, and refuses what has too many parts for one statement.
func (c *compilation) bounded(m *catalog.Metric, path []string) (typed, bool) {
	out, ok := c.measure(m, path)
	if n := len(out.Terms); n > bundle.MaxTerms || out.Value.Nesting() > bundle.MaxNesting {
		c.report(diag.TermShape, append(path, "measure"), fmt.Sprintf("this measure is made of %d parts, nested %d deep; a statement has room for %d, nested %d deep",
			n, out.Value.Nesting(), bundle.MaxTerms, bundle.MaxNesting), "Make it of fewer metrics, or compute a part in the source.")
		return typed{}, false
	}
	return out, ok
}

// ratio compiles both sides, each aggregated alone on its own model.
func (c *compilation) ratio(m *catalog.Metric, at []string) (typed, bool) {
	at = append(at, "ratio")
	n, ok := c.part(m.Measure.Ratio.Numerator, m, "numerator", append(at, "numerator"))
	d, also := c.part(m.Measure.Ratio.Denominator, m, "denominator", append(at, "denominator"))
	if !ok || !also {
		return typed{}, false
	}
	if n.Value.Op == bundle.ValueTerm && d.Value.Op == bundle.ValueTerm { // named by their sides
		n.Terms[0].Name, d.Terms[0].Name = "", ""
	}
	var p parts
	sides := []bundle.Value{p.graft(n.Value, n.Terms), p.graft(d.Value, d.Terms)}
	if !c.sameSource(p.terms, at, "the sides of this ratio lie in two data systems") {
		return typed{}, false
	}
	out := typed{bundle.Measure{
		Terms: p.terms, Value: bundle.Value{Op: bundle.ValueRatio, Exact: m.Exact, Args: sides},
	}, expr.Type{Kind: expr.Float}}
	for _, side := range []expr.Type{n.t, d.t} {
		if !side.Numeric() {
			c.report(diag.MeasureType, at, fmt.Sprintf("a ratio divides numbers, and a side of this one is %s", side), "")
			return typed{}, false
		}
	}
	if m.Exact {
		if !n.t.Exact() || !d.t.Exact() {
			c.report(diag.ExactType, at, "`exact` needs integers or decimals on both sides", "Leave `exact` out, or CAST the inputs to decimal.")
			return typed{}, false
		}
		out.t = bundle.ExactQuotient
	}
	return out, true
}

// sameSource refuses terms of several data systems.
func (c *compilation) sameSource(terms []bundle.Aggregate, at []string, problem string) bool {
	for i := range terms {
		if c.models[terms[i].Model].Source != c.models[terms[0].Model].Source {
			c.report(diag.SourcesDiffer, at, problem, "")
			return false
		}
	}
	return true
}

// part compiles what a measure is made of: a named metric, or a measure written in place. Its terms are named after it.
func (c *compilation) part(t catalog.MetricTerm, m *catalog.Metric, name string, at []string) (typed, bool) {
	if t.Metric != "" {
		if c.cat.Metrics[t.Metric] == nil {
			c.incomplete = true
			return typed{}, false
		}
		named := c.metric(t.Metric)
		if named == nil {
			return typed{}, false // reported there
		}
		terms := slices.Clone(named.Measure.Terms)
		for i := range terms {
			terms[i].Name = named.TermName(i)
		}
		return typed{bundle.Measure{Terms: terms, Value: named.Measure.Value}, named.Type}, true
	}
	if t.Measure == nil {
		c.incomplete = true
		return typed{}, false
	}
	if t.Model == "" {
		t.Model = m.Model
	}
	a := c.aggregate(t, &catalog.Metric{}, append(at, "measure"), append(at, "where"))
	if a == nil {
		return typed{}, false
	}
	a.Name = name
	return typed{bundle.Measure{Terms: []bundle.Aggregate{*a}, Value: bundle.Value{Op: bundle.ValueTerm}}, a.Type}, true
}

// aggregate compiles a simple measure over its model; nil where something is reported.
func (c *compilation) aggregate(t catalog.MetricTerm, m *catalog.Metric, at, where []string) *bundle.Aggregate {
	model := c.models[t.Model]
	if model == nil {
		c.incomplete = true
		return nil
	}
	if t.Measure.Snapshot != nil {
		return c.snapshot(t, m, at, where)
	}
	f, key, text, ok := c.simple(t.Measure)
	if !ok {
		return nil
	}
	out := &bundle.Aggregate{Model: t.Model, Func: f, Time: model.Time, Exact: m.Exact && f == bundle.Avg}
	of := append(at, key)
	if p := t.Measure.Percentile; p != nil {
		of = append(of, "expr")
		out.P = strconv.FormatFloat(p.P, 'f', -1, 64)
		switch _, ok := bundle.Fraction(out.P); {
		case p.P == 0: // which is missing, or out of the schema's bounds, and reported there
			return nil
		case !ok:
			c.report(diag.MeasureType, append(at, key, "p"), fmt.Sprintf("a percentile's p is a number between 0 and 1 with at most %d decimals", bundle.MaxPlaces), "Round it.")
			return nil
		}
	}
	good := true
	if text != "*" {
		out.Expr = c.expression(model, text, of)
		good = out.Expr != nil
	}
	for i, w := range t.Where {
		n := c.condition(model, w, append(where, fmt.Sprint(i)))
		if n == nil {
			good = false
			continue
		}
		out.Where = append(out.Where, *n)
	}
	if t.Time != "" {
		out.Time = c.time(model, t.Time, append(at[:len(at)-1:len(at)-1], "time"))
	}
	if !good || !c.placed(out, of) {
		return nil
	}
	return c.typeAggregate(out, m, of)
}

// typeAggregate gives the aggregate its type, where it applies.
func (c *compilation) typeAggregate(a *bundle.Aggregate, m *catalog.Metric, at []string) *bundle.Aggregate {
	of := expr.Type{}
	if a.Expr != nil {
		of = a.Expr.Type
	}
	if m.Exact && (a.Func != bundle.Avg || !of.Exact()) {
		c.report(diag.ExactType, at, "`exact` is for averages and ratios of integers and decimals", "Leave `exact` out; sums of exact numbers are exact anyway.")
		return nil
	}
	t, ok := a.Func.Result(of, a.Exact)
	if !ok {
		c.report(diag.MeasureType, at, fmt.Sprintf("%s does not apply to %s", a.Func, of), measureHint(a.Func))
		return nil
	}
	a.Type = t
	return a
}

func measureHint(f bundle.Func) string {
	switch f {
	case bundle.CountIf:
		return "Write a condition, such as amount > 0."
	case bundle.Min, bundle.Max, bundle.PercentileDiscrete:
		return "min, max and percentiles take no booleans; count_if counts them."
	case bundle.Sum, bundle.Avg, bundle.Count, bundle.CountDistinct, bundle.Median, bundle.Percentile:
	}
	return "Use a number, or count what is there."
}

// simple returns the one aggregate that a measure is, the field that says it and its text.
func (c *compilation) simple(s *catalog.Measure) (f bundle.Func, key, text string, ok bool) {
	for _, form := range []struct {
		f    bundle.Func
		text string
	}{
		{bundle.Sum, s.Sum}, {bundle.Min, s.Min}, {bundle.Max, s.Max}, {bundle.Avg, s.Avg},
		{bundle.Count, s.Count}, {bundle.CountDistinct, s.CountDistinct}, {bundle.CountIf, s.CountIf}, {bundle.Median, s.Median},
	} {
		if form.text != "" {
			return form.f, string(form.f), form.text, true
		}
	}
	switch {
	case s.Percentile != nil && s.Percentile.Discrete:
		return bundle.PercentileDiscrete, "percentile", s.Percentile.Expr, true
	case s.Percentile != nil:
		return bundle.Percentile, "percentile", s.Percentile.Expr, true
	default:
		c.incomplete = true // Load reports a measure without a key
	}
	return "", "", "", false
}
