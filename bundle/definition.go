package bundle

// Definition says how the metric is computed, with the columns of its models.
func (m *Metric) Definition() string { return m.spell(m.Measure.Value) }

func (m *Metric) spell(v Value) string {
	switch v.Op {
	case ValueTerm:
		t := &m.Measure.Terms[v.Term]
		of := "rows"
		if t.Expr != nil {
			of = t.Expr.String()
		}
		text := t.Func.Spell(t.P) + " of " + of + " of " + t.Model + t.Shape.String()
		for i, w := range t.Where {
			text += [2]string{" where ", " and "}[min(i, 1)] + w.String()
		}
		return text
	case ValueRatio:
		return "(" + m.spell(v.Args[0]) + ") / (" + m.spell(v.Args[1]) + ")"
	case ValueFormula:
		return Spell(v.Expr, func(i int) string { return "(" + m.spell(v.Args[i]) + ")" })
	}
	return v.Op
}
