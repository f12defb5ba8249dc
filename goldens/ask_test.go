package goldens

import (
	"slices"

	"pgregory.net/rapid"

	"sutura.dev/bundle/question"
)

// What can be asked of the world, by model.
var (
	modelMetrics = map[string][]string{
		"orders": {"orders", "orders_ok", "orders_local", "orders_instant", "qty", "qty_zero", "amount", "worth", "avg_qty", "avg_amount",
			"avg_score", "min_amount", "max_name", "first_day", "products_sold", "names_sold", "amounts", "high"},
		"returns":  {"returns", "returned"},
		"both":     {"return_rate", "return_share"},
		"products": {"stock", "products"},
	}
	sharedDimensions = []string{"channel", "product.name", "product.category", "product.price"}
	productsOnly     = []string{"product.name", "product.category", "product.price"}
	ordersDimensions = append([]string{"code", "paid", "ok", "day", "rest"}, sharedDimensions...)
	grains           = []string{"", "day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year"}
	dates            = []string{"2024-02-29", "2025-02-28", "2025-03-30", "2025-03-31", "2025-04-01", "2025-10-26", "2026-01-01", "2026-01-05", "2026-01-08", "2026-04-02"}
)

// filterable are values, ascending, that a dimension's filter takes, and the operators that it takes beside in and not_in.
type filterable struct{ values, ops []string }

var nullOps = []string{"in", "not_in", "is_null", "is_not_null"}

var ordered = append([]string{"lt", "lte", "gt", "gte", "between"}, nullOps...)

var filters = map[string]filterable{
	"channel":       {[]string{"web", "store", "ü'x"}, nullOps},
	"product.name":  {[]string{"", "%", "A", "O'Neil", `\`, "_", "a", "a ", "nobody", "ä", "é", "日本"}, append([]string{"starts_with", "contains"}, ordered...)},
	"product.price": {[]string{"0.01", "1.5", "99.99", "12345678.90"}, ordered},
	"code":          {[]string{"-7", "1", "2", "3"}, ordered},
	"paid":          {[]string{"-3.33", "0", "0.10", "10", "10.01", "9999999999.99"}, ordered},
	"ok":            {[]string{"true", "false"}, nullOps},
	"day":           {[]string{"2024-02-29", "2025-03-30", "2026-01-01", "2026-01-02"}, ordered},
	"rest":          {[]string{"-1", "0", "1", "2"}, ordered},
}

// subset draws up to most different elements, in any order.
func subset(t *rapid.T, label string, of []string, least, most int) []string {
	return rapid.Permutation(of).Draw(t, label)[:rapid.IntRange(least, min(most, len(of))).Draw(t, label+" count")]
}

// drawQuestion asks metrics that meet, by dimensions, filters and a grain that they share.
func drawQuestion(t *rapid.T, metrics []string) question.Question {
	q := question.Question{}
	if metrics == nil {
		pool := slices.Concat(modelMetrics["orders"], modelMetrics["returns"], modelMetrics["both"], modelMetrics["products"])
		metrics = subset(t, "metrics", pool, 1, 4)
	}
	q.Metrics = metrics
	has := func(model string) bool {
		return slices.ContainsFunc(q.Metrics, func(m string) bool { return slices.Contains(modelMetrics[model], m) })
	}
	dimensions := ordersDimensions
	switch {
	case has("products"):
		dimensions = productsOnly
	case has("returns") || has("both"):
		dimensions = sharedDimensions
	}
	q.Dimensions = subset(t, "dimensions", dimensions, 0, 3)
	for _, d := range subset(t, "filters", dimensions, 0, 2) {
		if f, ok := filters[d]; ok {
			q.Filters = append(q.Filters, drawFilter(t, d, f))
		}
	}
	temporal := has("orders") || has("returns") || has("both")
	if !temporal {
		return q
	}
	q.Range = drawRange(t)
	if !has("products") {
		q.Grain = rapid.SampledFrom(grains).Draw(t, "grain")
	}
	return q
}

func drawRange(t *rapid.T) *question.Range {
	from := rapid.IntRange(0, len(dates)-2).Draw(t, "from")
	to := rapid.IntRange(from+1, len(dates)-1).Draw(t, "to")
	return &question.Range{Start: dates[from], End: dates[to]}
}

func drawFilter(t *rapid.T, dimension string, f filterable) question.Filter {
	out := question.Filter{Dimension: dimension, Op: rapid.SampledFrom(f.ops).Draw(t, "op")}
	least, most := 1, 1
	switch out.Op {
	case "in", "not_in":
		most = 3
		out.IncludeNull = rapid.Bool().Draw(t, "include null")
	case "between":
		least, most = 2, 2
	case "is_null", "is_not_null":
		return out
	}
	out.Values = subset(t, "values", f.values, least, most)
	if out.Op == "between" { // the lower bound first, which is where it stands among the values
		slices.SortFunc(out.Values, func(a, b string) int { return slices.Index(f.values, a) - slices.Index(f.values, b) })
	}
	if (out.Op == "starts_with" || out.Op == "contains") && out.Values[0] == "" {
		out.Values[0] = "a"
	}
	return out
}
