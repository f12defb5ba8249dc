package plan

import (
	"fmt"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
)

// Explain tells the plan in words, for people: what is read, kept, grouped and computed.
func (p *Plan) Explain() string {
	var b strings.Builder
	line := func(indent int, format string, args ...any) {
		b.WriteString(strings.Repeat("  ", indent))
		fmt.Fprintf(&b, format, args...)
		b.WriteByte('\n')
	}
	line(0, "source %s (%s)", p.Source.Name, p.Source.Dialect)
	if p.Bounds != nil {
		line(0, "range %s to before %s, %s", spell(p.Bounds.Span.Start), spell(p.Bounds.Span.End), p.Bounds.Zone)
	}
	for i := range p.Legs {
		p.explainLeg(line, &p.Legs[i])
	}
	for _, m := range p.Metrics {
		line(0, "%s = %s (%s)", m.Name, p.explainValue(m.Value), m.Type)
	}
	p.explainShape(line)
	names := make([]string, 0, len(p.Order))
	for _, o := range p.Order {
		name := "rank"
		if o.Column != RankColumn {
			name = p.ColumnName(o.Column)
		}
		if o.Descending {
			name += " descending"
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		line(0, "ordered by %s, nulls last", list(names))
	}
	line(0, "at most %d rows", p.Limit)
	return b.String()
}

// ColumnName is the name of an output column, by its place over keys, then metrics.
func (p *Plan) ColumnName(i int) string {
	if i < len(p.Keys) {
		return p.Keys[i].Name
	}
	return p.Metrics[i-len(p.Keys)].Name
}

func (p *Plan) explainLeg(line func(int, string, ...any), l *Leg) {
	line(0, "rows of %s (%s)", l.Model.Name, strings.Join(l.Model.Table, "."))
	p.explainTime(line, l)
	for _, w := range l.Where {
		if w.Filter != nil {
			line(1, "where %s (requested)", w.Filter)
		} else {
			line(1, "where %s (by definition)", w.Expr)
		}
	}
	for i, k := range p.Keys {
		v := l.Keys[i]
		if v.Bucket != nil {
			line(1, "grouped by %s: %s of %s", k.Name, v.Bucket.Grain, timeName(v.Bucket.Time))
		} else {
			line(1, "grouped by %s: %s", k.Name, v.Expr)
		}
	}
	for _, t := range l.Terms {
		of := "rows"
		if t.Expr != nil {
			of = t.Expr.String()
		}
		text := fmt.Sprintf("%s: %s of %s", t.Name, t.Func.Spell(t.P), of)
		for i, w := range t.Where {
			text += [2]string{" where ", " and "}[min(i, 1)] + w.String()
		}
		line(1, "%s", text)
	}
}

// explainTime tells which times' rows a leg reads, and what a bucket shows of them.
func (p *Plan) explainTime(line func(int, string, ...any), l *Leg) {
	shape := l.Shape.String()
	if l.Compared {
		shape += ", " + bundle.Units(p.Compare.Count, string(p.Compare.Unit)) + " before"
	}
	switch {
	case l.Range == nil:
		return
	case shape == "":
		line(1, "within the range by %s", timeName(l.Range.Time))
		return
	case l.Range.Start == "":
		line(1, "before %s by %s", l.Range.End, timeName(l.Range.Time))
	default:
		line(1, "from %s to before %s by %s", l.Range.Start, l.Range.End, timeName(l.Range.Time))
	}
	of := "the range"
	if p.Grained() {
		of = "each bucket"
	}
	line(1, "of %s: %s", of, strings.TrimPrefix(shape, ", "))
}

func timeName(t *bundle.Time) string {
	if t.Role == "" {
		return t.Column
	}
	return t.Role + "." + t.Column
}

func (p *Plan) explainValue(v Value) string {
	switch v.Op {
	case bundle.ValueTerm:
		return p.Legs[v.Leg].Terms[v.Term].Name
	case bundle.ValueRatio:
		return p.explainPart(v.Args[0]) + " / " + p.explainPart(v.Args[1])
	}
	return bundle.Spell(v.Expr, func(i int) string { return p.explainPart(v.Args[i]) })
}

// explainPart puts what is more than a term into parentheses.
func (p *Plan) explainPart(v Value) string {
	if v.Op == bundle.ValueTerm {
		return p.explainValue(v)
	}
	return "(" + p.explainValue(v) + ")"
}

// explainShape tells what becomes of the rows.
func (p *Plan) explainShape(line func(int, string, ...any)) {
	for _, m := range p.Hidden {
		line(0, "%s = %s (%s), for having only", m.Name, p.explainValue(m.Value), m.Type)
	}
	if p.Fill != nil {
		line(0, "every bucket of the range, %d of them, for each group", len(p.Fill))
	}
	for _, h := range p.Having {
		text := p.Computed(h.Metric).Name + " " + strings.ReplaceAll(h.Op, "_", " ")
		if h.Value != "" {
			text += " " + h.Value
		}
		line(0, "having %s", text)
	}
	if t := p.Top; t != nil {
		first := map[bool]string{true: "largest", false: "smallest"}[t.Descending]
		line(0, "top %d by %s over the whole range, %s first, nulls last, ties by the groups' names", t.N, p.Metrics[t.Metric].Name, first)
		if t.Others {
			line(0, "beside them, what all other groups come to together")
		}
	}
	if p.Totals {
		line(0, "beside them, the totals of all groups")
	}
}

// String says a filter for people, values included.
func (f *Filter) String() string {
	null := ""
	if f.IncludeNull {
		null = " or null"
		if f.Op == question.OpNotIn {
			null = " and not null"
		}
	}
	if len(f.Values) == 0 {
		return f.Name + " " + strings.ReplaceAll(f.Op, "_", " ")
	}
	return fmt.Sprintf("%s %s (%s)%s", f.Name, strings.ReplaceAll(f.Op, "_", " "), strings.Join(f.Values, ", "), null)
}
