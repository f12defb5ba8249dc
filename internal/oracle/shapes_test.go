package oracle_test

import (
	"fmt"
	"strings"
)

// ratios divide numbers of one model or of two, or what is said in place.
func (c *drawn) ratios() {
	t := c.t
	for i := range t.number("ratios", 0, 3) {
		pool, exact := c.numeric, ""
		if chance(t, "exact ratio", 4) {
			pool, exact = c.exact, "exact: true, "
		}
		numerator, denominator := fmt.Sprintf("metric: %q", pick(t, "numerator", pool...)), fmt.Sprintf("metric: %q", pick(t, "denominator", pool...))
		if chance(t, "in place", 3) {
			denominator = pick(t, "place", `{model: "sales", measure: sum: "qty", where: ["ok IS NOT TRUE"]}`, `{model: "sales", measure: count_distinct: "code", time: "instant"}`,
				`{model: "sales", measure: snapshot: {measure: sum: "amount", take: "last"}}`)
		}
		c.metric(fmt.Sprintf("ratio_%d", i), fmt.Sprintf("%smeasure: ratio: {numerator: %s, denominator: %s}", exact, numerator, denominator))
		defer func() { c.numeric = append(c.numeric, fmt.Sprintf("ratio_%d", i)) }()
	}
}

// formulas compute with metrics, ratios among them, and with terms of their own.
func (c *drawn) formulas() {
	t := c.t
	for i := range t.number("formulas", 0, 3) {
		a, b := pick(t, "first", c.numeric...), pick(t, "second", c.numeric...)
		form := pick(t, "formula", "A - B", "(A + B) * 2", "A / B", "A * 0.5 + 1", "-A", "(A - B) / B", "A / 3 - B", "A - own", "own / (A + own)")
		terms := ""
		if strings.Contains(form, "own") {
			terms = `, terms: own: {model: "sales", measure: sum: "amount", where: ["ok"]}`
		}
		form = strings.NewReplacer("A", a, "B", b).Replace(form)
		c.metric(fmt.Sprintf("formula_%d", i), fmt.Sprintf("measure: formula: {expr: %q%s}", form, terms))
	}
	if chance(t, "formula of what may be 0", 4) {
		c.metric("formula_zero", `empty: "zero", measure: formula: {expr: "sales_count - 2 * own", terms: own: {model: "sales", measure: sum: "qty", where: ["ok"]}}`)
	}
}

// timeless are the metrics of which a part has no time, and so no window and no earlier bucket.
func (c *drawn) timeless() map[string]bool {
	out := map[string]bool{}
	for i, name := range c.names {
		out[name] = strings.Contains(c.metrics[i], `"stores"`)
		for other, is := range out {
			out[name] = out[name] || is && mentions(c.metrics[i], other)
		}
	}
	return out
}

// shapes show other rows than a bucket's own: windows, earlier buckets, last rows; of each other too.
func (c *drawn) shapes() {
	t := c.t
	var of, running []string
	timeless := c.timeless()
	for _, name := range c.names {
		if !timeless[name] {
			of = append(of, fmt.Sprintf("metric: %q", name))
		}
	}
	of = append(of, `model: "sales", measure: {sum: "amount"}`, `model: "sales", measure: {count_distinct: "code"}, where: ["ok"], time: "instant"`,
		`model: "sales", measure: snapshot: {measure: sum: "qty", take: "last", per: ["store_id"]}`)
	for i := range t.number("shapes", 1, 4) {
		name, body := fmt.Sprintf("shape_%d", i), ""
		switch inner := pick(t, "inner", append(of, running...)...); pick(t, "shape", "cumulative", "cumulative", "shift", "shift", "snapshot") {
		case "cumulative":
			body = fmt.Sprintf("measure: cumulative: {%s, %s}", pick(t, "inner of a window", of...), c.window())
		case "shift":
			body = fmt.Sprintf("measure: shift: {%s, %s}", inner, pick(t, "shift", `by: {count: 1, unit: "month"}`, `by: {count: 1, unit: "year"}`, `by: {count: 2, unit: "week"}`,
				`by: {count: 3, unit: "day"}`, `by: {count: 1, unit: "quarter"}`, `by: {count: 2, unit: "hour"}`, `to_start_of: "year"`, `to_start_of: "month"`, `to_start_of: "week"`,
				`to_start_of: "quarter"`, fmt.Sprintf("to_start_of: %q", c.fiscal("quarter")), fmt.Sprintf("to_start_of: %q", c.fiscal("year"))))
		default:
			per := pick(t, "per", "", "", `, per: ["store_id"]`, `, per: ["code", "channel"]`)
			where := pick(t, "where of a snapshot", "", "", `, where: ["ok"]`, `, time: "instant"`)
			body = fmt.Sprintf("model: \"sales\", measure: snapshot: {measure: %s, take: %q%s}%s",
				pick(t, "snapshot of", `sum: "amount"`, `count: "*"`, `max: "qty"`, `count_distinct: "code"`), pick(t, "take", "last", "first"), per, where)
		}
		c.metric(name, body)
		if !strings.Contains(body, "shift") {
			running = append(running, fmt.Sprintf("metric: %q", name))
		}
	}
}

// window is that of a running total.
func (c *drawn) window() string {
	t := c.t
	return pick(t, "window", "unbounded: true", `since_start_of: "month"`, `since_start_of: "year"`, `since_start_of: "week"`, `since_start_of: "quarter"`,
		fmt.Sprintf("since_start_of: %q", c.fiscal("quarter")), fmt.Sprintf("since_start_of: %q", c.fiscal("year")), `rolling: {count: 7, unit: "day"}`, `rolling: {count: 2, unit: "week"}`,
		`rolling: {count: 3, unit: "month"}`, `rolling: {count: 1, unit: "year"}`, `rolling: {count: 2, unit: "quarter"}`, `rolling: {count: 36, unit: "hour"}`)
}

// fiscal is a unit of the fiscal year, where that is not the calendar's.
func (c *drawn) fiscal(unit string) string {
	if strings.Contains(c.about, "fiscal_year_start: 1,") {
		return unit
	}
	return "fiscal_" + unit
}

// nested are measures of measures over time: their ratios and formulas, and a family.
func (c *drawn) nested() {
	t := c.t
	of := "sales_count"
	if chance(t, "formula of shapes", 5) {
		c.metric("shaped_0", fmt.Sprintf("measure: cumulative: {metric: %q, rolling: {count: 2, unit: \"month\"}}", of))
		c.metric("shaped_1", fmt.Sprintf("measure: shift: {metric: %q, by: {count: 1, unit: \"month\"}}", of))
		c.metric("shaped_2", fmt.Sprintf("measure: formula: %q", pick(t, "formula of shapes", "shaped_0 / shaped_1 - 1", of+" - shaped_1", of+" / shaped_0", "shaped_0 - shaped_1")))
		c.metric("shaped_3", `measure: ratio: {numerator: metric: "shaped_1", denominator: metric: "shaped_0"}`)
		c.metric("shaped_4", fmt.Sprintf(`measure: cumulative: {metric: "shaped_ratio", since_start_of: %q}`, pick(t, "since", "month", "year")))
		c.metric("shaped_ratio", fmt.Sprintf(`exact: true, measure: ratio: {numerator: {model: "sales", measure: sum: "qty"}, denominator: metric: %q}`, of))
		c.metric("shaped_5", fmt.Sprintf(`measure: shift: {metric: "shaped_ratio", %s}`, pick(t, "shift of a ratio", `by: {count: 1, unit: "month"}`, `by: {count: 1, unit: "year"}`)))
		c.metric("shaped_6", `measure: ratio: {numerator: metric: "shaped_0", denominator: {model: "sales", measure: snapshot: {measure: count: "*", take: "last"}}}`)
		c.metric("shaped_7", `measure: shift: {metric: "shaped_4", by: {count: 1, unit: "year"}}`)
	}
	if chance(t, "family", 3) {
		for _, relative := range []string{"year_to_date", "last_year", "rolling_28_days", "growth"} { // each says all four, which CUE takes as one
			c.names = append(c.names, of+"_"+relative)
			c.metrics = append(c.metrics, fmt.Sprintf("metrics: (families.#OverTime & {of: %q, title: \"Sales\"}).metrics\n", of))
		}
	}
}
