package oracle_test

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

func (c *drawn) metric(name, body string) {
	c.names = append(c.names, name)
	c.metrics = append(c.metrics, fmt.Sprintf("metrics: %s: {%s}\n", name, body))
}

// quote is a column as an expression names it.
func quote(name string) string {
	if name == "order" || name == "to" {
		return `"` + name + `"`
	}
	return name
}

// metricsOf draws measures of every kind that the columns take.
func (c *drawn) metricsOf(m *model, columns []string) {
	t := c.t
	c.metric(m.name+"_count", fmt.Sprintf(`model: %q, measure: count: "*"`, m.name))
	for i := range t.number("metrics of "+m.name, 2, 6) {
		name := pick(t, "column", columns...)
		at := slices.IndexFunc(m.columns, func(c column) bool { return c.name == name })
		col := m.columns[at]
		body := []string{fmt.Sprintf("model: %q", m.name)}
		f, of := c.measure(m, col)
		body = append(body, fmt.Sprintf("measure: %s: %q", f, of))
		switch {
		case f == "percentile":
			discrete := ""
			if !col.t.Numeric() || chance(t, "discrete", 5) {
				discrete = ", discrete: true"
			}
			body[1] = fmt.Sprintf("measure: percentile: {expr: %q, p: %s%s}", of, pick(t, "p", "0.9", "0.1", "0.25", "0.07", "0.5", "0.999"), discrete)
		case f == "sum" && chance(t, "zero", 4):
			body = append(body, `empty: "zero"`)
		case f == "avg" && col.t.Kind != expr.Float && chance(t, "exact", 5):
			body = append(body, "exact: true")
		}
		if where := c.conditions(m); len(where) > 0 {
			body = append(body, "where: ["+quoted(where)+"]")
		}
		if m.times != nil && chance(t, "own time", 3) {
			body = append(body, fmt.Sprintf("time: %q", pick(t, "own time", m.times...)))
		}
		if m.times != nil && chance(t, "held", 1) {
			body = append(body, pick(t, "held to", `grains: ["month", "year"]`, `dimensions: ["channel"]`, `grains: ["week"]`))
		}
		name = fmt.Sprintf("%s_%d", m.name, i)
		c.metric(name, strings.Join(body, ", "))
		if strings.HasPrefix(f, "count") || col.t.Numeric() && col.name != "heavy" {
			c.numeric = append(c.numeric, name)
		}
		if strings.HasPrefix(f, "count") || col.t.Exact() && f != "median" && f != "percentile" && (f != "avg" || slices.Contains(body, "exact: true")) {
			c.exact = append(c.exact, name)
		}
	}
	c.numeric, c.exact = append(c.numeric, m.name+"_count"), append(c.exact, m.name+"_count")
}

// measure draws a function that applies to a column, and its input: the column, or an expression over it.
func (c *drawn) measure(m *model, col column) (f, of string) {
	t := c.t
	of = quote(col.name)
	functions := []string{"count", "count_distinct", "count_distinct", "min", "max", "percentile"}
	if col.t.Numeric() {
		functions = append(functions, "sum", "sum", "sum", "avg", "avg", "count_if", "median")
	}
	f = pick(t, "function", functions...)
	if f == "count_if" {
		return f, of + pick(t, "condition", " > 1", " <> 2", " BETWEEN -3 AND 3", " IS NULL", " IN (0, 1, 3)")
	}
	if !chance(t, "expression", 4) || col.name == "heavy" {
		return f, of
	}
	switch col.t.Kind {
	case expr.Integer:
		return f, fmt.Sprintf(pick(t, "of integers", "%s + 1", "%s * 2 - 1", "abs(%s)", "-%s", "%s %% 4", "COALESCE(%s, 7)", "NULLIF(%s, 2)", "CASE WHEN %s > 1 THEN 3 END", "GREATEST(%s, 1)"), of)
	case expr.Decimal:
		return f, fmt.Sprintf(pick(t, "of decimals", "%s * 1.19", "%s - 0.005", "round(%s, 1)", "floor(%s)", "CAST(%s AS integer)", "%s * %[1]s", "sign(%s)", "LEAST(%s, 1)"), of)
	case expr.Float:
		return f, fmt.Sprintf(pick(t, "of floats", "%s * 2", "%s + 0.25", "abs(%s)", "round(%s)", "CAST(%s AS decimal(12, 2))", "floor(%s)"), of)
	case expr.String:
		if f == "count" || f == "count_distinct" || f == "min" || f == "max" {
			return f, fmt.Sprintf(pick(t, "of text", "ltrim(%s)", "trim(%s)", "%s || '!'", "left(%s, 1)", "replace(%s, 'a', '')", "concat(%s, 'x')", "substring(%s, 0, 2)", "right(%s, -1)"), of)
		}
	case expr.Date, expr.Timestamp:
		return f, fmt.Sprintf(pick(t, "of times", "date_trunc('week', %s)", "date_add('month', 1, %s)", "date_trunc('quarter', %s)", "date_add('day', -3, %s)"), of)
	case expr.Boolean, expr.TimestampTZ, expr.Null:
	}
	return f, of
}

func (c *drawn) conditions(m *model) []string {
	if !chance(c.t, "conditioned", 4) {
		return nil
	}
	pool := []string{"price > 0", "name IS NOT NULL"}
	switch m.name {
	case "sales", "returns", "visits":
		pool = []string{"ok", "NOT ok", "amount > 10", "code IN (1, 2)", "store.name IS NOT NULL", "score > 0.5 OR ok", `"order" LIKE '%a%'`, "channel = 'web'",
			"day < DATE '2026-01-01'", "local >= TIMESTAMP '2025-10-26 02:30'", "store.region_id = 1", "qty NOT BETWEEN -3 AND 3", "channel <> 'web'"}
	case "lines":
		pool = []string{"price > 0", "sale.ok", "store.name IS NULL", "qty <> 0"}
	}
	out := []string{pick(c.t, "condition", pool...)}
	if second := pick(c.t, "condition", pool...); second != out[0] && chance(c.t, "second condition", 3) {
		out = append(out, second)
	}
	return out
}
