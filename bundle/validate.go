package bundle

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// validate refuses definitions that could not be planned. Authors never see these errors: the compiler reports the
// same faults first, at their places. They guard what is read from a file.
func (b *Bundle) validate() error {
	if about := b.def.About; !validName(about.Name) || !validVersion(about.Version) {
		return fmt.Errorf("about: a name or a version is not one")
	}
	for i := range b.def.Models {
		if err := b.validateModel(&b.def.Models[i]); err != nil {
			return fmt.Errorf("model %s: %w", b.def.Models[i].Name, err)
		}
	}
	for i := range b.def.Metrics {
		if err := b.validateMetric(&b.def.Metrics[i]); err != nil {
			return fmt.Errorf("metric %s: %w", b.def.Metrics[i].Name, err)
		}
	}
	return nil
}

func (b *Bundle) validateModel(m *Model) error {
	if b.sources[m.Source] == nil {
		return fmt.Errorf("unknown source")
	}
	if len(m.Table) == 0 {
		return fmt.Errorf("no table")
	}
	folded := make(map[string]bool, len(m.Columns))
	for i := range m.Columns {
		folded[strings.ToLower(m.Columns[i].Name)] = true
	}
	if len(folded) < len(m.Columns) { // some data systems take them as one
		return fmt.Errorf("two columns differ in case only")
	}
	for i := range m.Joins {
		if !b.validateJoin(m, &m.Joins[i]) {
			return fmt.Errorf("join %s leads nowhere", m.Joins[i].Name)
		}
	}
	for i := range m.Where {
		if err := b.validateTree(m, &m.Where[i], expr.Boolean); err != nil {
			return fmt.Errorf("where: %w", err)
		}
	}
	for i := range m.Dimensions {
		d := &m.Dimensions[i]
		if err := b.validateTree(m, &d.Expr, ""); err != nil {
			return fmt.Errorf("dimension %s: %w", d.Name, err)
		}
		if !slices.Contains([]string{FilterNone, FilterClosed, FilterOpen}, d.Filter) {
			return fmt.Errorf("dimension %s: unknown filter", d.Name)
		}
	}
	if f := m.Fresh; f != nil {
		c := m.Column(f.Column)
		_, unit := calendar.ParseGrain(f.Unit)
		if c == nil || !c.Type.Temporal() || f.Count < 0 || (f.Count > 0) != unit {
			return fmt.Errorf("fresh names no time, or no age")
		}
	}
	if err := b.validateHierarchies(m); err != nil {
		return err
	}
	return b.validateTime(m, m.Time)
}

func (b *Bundle) validateTime(m *Model, t *Time) error {
	if t == nil {
		return nil
	}
	end := b.At(m, t.Role)
	if end == nil || end.Column(t.Column) == nil || end.Column(t.Column).Type != t.Type || !t.Type.Temporal() {
		return fmt.Errorf("unknown time column")
	}
	if ByPeriod(m, t.Role, b.Model) {
		return fmt.Errorf("a time that is reached by itself")
	}
	if _, ok := calendar.ParseGrain(t.Grain); !ok {
		return fmt.Errorf("unknown grain of a time column")
	}
	return nil
}

func (b *Bundle) validateMetric(m *Metric) error {
	if !validName(m.Name) {
		return fmt.Errorf("its name is not one")
	}
	if n := len(m.Measure.Terms); n == 0 || n > MaxTerms {
		return fmt.Errorf("no terms, or too many")
	}
	for i := range m.Measure.Terms {
		if err := b.validateTerm(&m.Measure.Terms[i]); err != nil {
			return err
		}
	}
	if err := validateValue(m.Measure.Value, len(m.Measure.Terms), 0); err != nil {
		return err
	}
	if t, ok := m.Measure.typeOf(m.Measure.Value); !ok || t != m.Type {
		return fmt.Errorf("the measure has another type")
	}
	if !slices.Contains([]string{Certified, Draft, Deprecated}, m.Status) {
		return fmt.Errorf("unknown status")
	}
	return b.validateTogether(m)
}

// validateTogether checks what every term of a metric must have: one data system, the grains, the dimensions.
func (b *Bundle) validateTogether(m *Metric) error {
	first := &m.Measure.Terms[0]
	for i := range m.Measure.Terms {
		t := &m.Measure.Terms[i]
		if b.models[t.Model].Source != b.models[first.Model].Source {
			return fmt.Errorf("its terms lie in two data systems")
		}
		for _, g := range m.Grains {
			grain, ok := calendar.ParseGrain(g)
			if !ok || t.Time == nil || !b.calendar.Supports(calendar.Grain(t.Time.Grain), grain) || grain.Fiscal() && !b.calendar.Fiscal() || !t.Shape.Fits(b.calendar, grain) {
				return fmt.Errorf("it cannot be asked by one of its grains")
			}
		}
		for _, name := range m.Dimensions {
			d, same := b.Resolve(t.Model, name), b.Resolve(first.Model, name)
			if d == nil || same == nil || d.Identity != same.Identity {
				return fmt.Errorf("it cannot be asked by dimension %s", name)
			}
			if t.Time == nil && b.needsPeriod(b.models[t.Model], d.Expr) {
				return fmt.Errorf("it joins by a time and has none")
			}
		}
	}
	return nil
}

// typeOf is the type of arithmetic over the terms; false where it does not apply to their types.
func (m *Measure) typeOf(v Value) (expr.Type, bool) {
	if v.Op == ValueTerm {
		return m.Terms[v.Term].Type, true
	}
	if v.Op == ValueFormula {
		return v.Expr.Type, m.checkFormula(v) == nil
	}
	out := expr.Type{Kind: expr.Float}
	if v.Exact {
		out = ExactQuotient
	}
	for _, a := range v.Args {
		t, ok := m.typeOf(a)
		if !ok || !t.Numeric() || v.Exact && !t.Exact() {
			return out, false
		}
	}
	return out, true
}

func (b *Bundle) validateTerm(t *Aggregate) error {
	model := b.models[t.Model]
	if model == nil {
		return fmt.Errorf("unknown model")
	}
	if t.Expr == nil && t.Func != Count {
		return fmt.Errorf("%s of nothing", t.Func)
	}
	if _, ok := Fraction(t.P); ok != (t.Func == Percentile || t.Func == PercentileDiscrete) || !ok && t.P != "" {
		return fmt.Errorf("%s has no fraction, or one where none is", t.Func)
	}
	of := expr.Type{}
	if t.Expr != nil {
		if err := b.validateTree(model, t.Expr, ""); err != nil {
			return err
		}
		of = t.Expr.Type
	}
	if got, ok := t.Func.Result(of, t.Exact); !ok || got != t.Type {
		return fmt.Errorf("%s has the wrong type", t.Func)
	}
	for i := range t.Where {
		if err := b.validateTree(model, &t.Where[i], expr.Boolean); err != nil {
			return fmt.Errorf("where: %w", err)
		}
	}
	if t.Time == nil && (b.needsPeriod(model, t.Expr) || slices.ContainsFunc(conditions(model.Where, t.Where), func(n *expr.Node) bool { return b.needsPeriod(model, n) })) {
		return fmt.Errorf("it joins by a time and has none")
	}
	if err := b.validateShape(t); err != nil {
		return err
	}
	return b.validateTime(model, t.Time)
}

func validateValue(v Value, terms, depth int) error {
	switch {
	case v.Op == ValueTerm && v.Term >= 0 && v.Term < terms && len(v.Args) == 0 && v.Expr == nil:
		return nil
	case depth >= MaxNesting:
	case v.Op == ValueRatio && len(v.Args) == 2 && v.Expr == nil,
		v.Op == ValueFormula && v.Expr != nil && !v.Exact:
		for _, a := range v.Args {
			if err := validateValue(a, terms, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("unknown arithmetic")
}

// validateTree checks a tree against the columns that its model reaches; want is the kind that it must have, if any.
func (b *Bundle) validateTree(m *Model, n *expr.Node, want expr.Kind) error {
	err := expr.Check(n, func(c expr.Column) (expr.Type, bool) {
		if strings.Count(c.Role, ".") > 16 {
			return expr.Type{}, false
		}
		end := b.At(m, c.Role)
		if end == nil || end.Column(c.Name) == nil {
			return expr.Type{}, false
		}
		return end.Column(c.Name).Type, true
	})
	if err == nil && want != "" && n.Type.Kind != want {
		return fmt.Errorf("an expression is %s where %s is needed", n.Type, want)
	}
	return err
}
