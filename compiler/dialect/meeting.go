package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// resultAlias names what the final SELECT reads.
const resultAlias = "r"

// meeting writes legs that are not the answer by themselves: each leg as an expression, their union by the keys where
// there are several, and the final SELECT that computes the metrics. Null keys meet because grouping takes nulls as
// equal, which joins do not.
func (r *renderer) meeting(legs []*leg) {
	columns := scope{}
	keys := make([]string, len(r.plan.Keys))
	for i, k := range r.plan.Keys {
		keys[i] = columns.name(k.Name)
	}
	terms := make([][]string, len(legs)) // names of the terms' columns, by leg
	names := make([]string, len(legs))
	for i, g := range legs {
		for j := range g.leg.Terms {
			terms[i] = append(terms[i], columns.name(g.leg.Terms[j].Name))
		}
		g.writeRows()
		names[i] = r.ctes.name(aggregateName(r.plan, g.leg))
		r.with(names[i])
		g.writeAggregates("  ", func(j int) string { return terms[i][j] })
		r.endWith()
	}
	from := names[0]
	if len(legs) > 1 {
		from = r.meet(legs, names, keys, terms)
	}
	r.final(from, keys, terms)
}

// aggregateName says what a leg's aggregates are: flights_by_month_and_carrier.
func aggregateName(p *plan.Plan, l *plan.Leg) string {
	if len(p.Keys) == 0 {
		return l.Model.Name + "_total"
	}
	words := make([]string, len(p.Keys))
	for i, k := range p.Keys {
		words[i] = strings.ReplaceAll(k.Name, ".", "_")
		if k.Dimension == nil {
			words[i] = string(k.Grain)
		}
	}
	return l.Model.Name + "_by_" + strings.Join(words, "_and_")
}

// meet writes the union of the legs' rows, and one row a key of it.
func (r *renderer) meet(legs []*leg, names, keys []string, terms [][]string) string {
	union := r.ctes.name("met")
	r.with(union)
	for i, g := range legs {
		if i > 0 {
			r.out.WriteString("\n  UNION ALL\n")
		}
		r.out.WriteString("  SELECT")
		var items []string
		for k, name := range keys {
			items = append(items, column("l", g.keys[k], name))
		}
		for j, of := range terms {
			for n, name := range of {
				if i == j {
					items = append(items, "l."+quote(name))
					continue
				}
				items = append(items, "CAST(NULL AS "+r.termType(&legs[j].leg.Terms[n])+") AS "+quote(name))
			}
		}
		r.lines("    ", items)
		r.out.WriteString("\n  FROM " + quote(names[i]) + " AS l")
	}
	r.endWith()
	combined := r.ctes.name("combined")
	r.with(combined)
	r.out.WriteString("  SELECT")
	var items, group []string
	for _, k := range keys {
		items = append(items, "m."+quote(k))
	}
	group = items[:len(items):len(items)]
	for j, of := range terms {
		for n, name := range of {
			text := "max(m." + quote(name) + ")"
			if legs[j].leg.Terms[n].Zero {
				text = "coalesce(" + text + ", 0)"
			}
			items = append(items, text+" AS "+quote(name))
		}
	}
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + quote(union) + " AS m")
	if len(group) > 0 {
		r.out.WriteString("\n  GROUP BY")
		r.lines("    ", group)
	}
	r.endWith()
	return combined
}

// column reads a column, under another name where it has one.
func column(alias, name, as string) string {
	text := alias + "." + quote(name)
	if name != as {
		text += " AS " + quote(as)
	}
	return text
}

// termType is the type of a NULL that stands for a leg's term, wide enough for what another leg computes.
func (r *renderer) termType(t *plan.Term) string {
	if t.Type.Kind == expr.Integer {
		return r.wideInteger()
	}
	return typeName(t.Type)
}

// final writes the SELECT that computes the metrics, sorts and caps.
func (r *renderer) final(from string, keys []string, terms [][]string) {
	read := func(name string) string { return resultAlias + "." + quote(name) }
	r.out.WriteString("\nSELECT")
	var items []string
	for _, k := range keys {
		items = append(items, read(k))
	}
	values := make([]string, len(r.plan.Metrics))
	for i, m := range r.plan.Metrics {
		values[i] = r.value(m.Value, func(l, t int) string { return read(terms[l][t]) })
		if values[i] == read(m.Name) {
			items = append(items, values[i])
			continue
		}
		items = append(items, values[i]+" AS "+quote(m.Name))
	}
	r.lines("  ", items)
	r.out.WriteString("\nFROM " + quote(from) + " AS " + resultAlias)
	r.tail(func(column int) string {
		if column < len(keys) {
			return read(keys[column])
		}
		return values[column-len(keys)]
	})
}
