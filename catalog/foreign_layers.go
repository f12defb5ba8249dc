package catalog

import "slices"

// layerWord is what a word of another semantic layer is said with here, where no field has its meaning alone: it stands elsewhere,
// is a matter of the question, or is not measured at all. `at` is a field by which the place is known.
type layerWord struct {
	words []string
	at    string
	hint  string
}

var layerWords = []layerWord{
	{[]string{"conversion", "conversions", "funnel", "retention", "cohort"}, "sum",
		"No measure follows one event to another. Make a view with a row for each first event that says whether the other followed; its share is a ratio."},
	{[]string{"reaggregate", "distribution"}, "sum",
		"Groups of another metric are not aggregated again. Over all rows the average is a ratio; else a view has a row for each group."},
	{[]string{"stddev", "stddev_samp", "stddev_pop", "variance", "var_samp", "var_pop", "corr", "covar_samp", "covar_pop", "mode", "rank"}, "sum",
		"There is no such measure; a view may compute it. A variance is a formula of sums and a count."},
	{[]string{"offset_window", "comparison_type", "base_metric"}, "measure",
		`An earlier period is a metric of its own: measure: shift: {metric: "revenue", by: {count: 1, unit: "year"}}. Or a question says compare.`},
	{[]string{"window", "trailing", "rolling_window", "grain_to_date"}, "measure",
		`It belongs to the measure: measure: cumulative: {metric: "revenue", rolling: {count: 7, unit: "day"}}.`},
	{[]string{"non_additive_dimension", "semiadditive"}, "measure",
		`A measure of the last time says so: measure: snapshot: {measure: sum: "on_hand", take: "last"}.`},
	{[]string{"having"}, "measure", "A question says it, in having; conditions on rows are where."},
	{[]string{"segments"}, "joins", `A segment is a dimension that is a condition: dimensions: paid: expr: "status = 'paid'".`},
	{[]string{"fill_nulls_with"}, "empty", `Write empty: "zero" for a sum; a count is 0 by itself.`},
	{[]string{"join_to_timespine", "join_to_time_spine"}, "where", "Leave it out: a question shows the buckets without rows with fill."},
	{[]string{"period_agg"}, "rolling", "Leave it out: a window ends where the question's bucket ends, whatever the grain."},
	{[]string{"window_choice"}, "take", `Write take: "last" for max, take: "first" for min.`},
	{[]string{"use_approximate_percentile", "approximate"}, "discrete", "Leave it out: percentiles are exact."},
	{[]string{"metrics", "input_metrics"}, "terms",
		"Leave it out: expr names the metrics themselves. What has a filter of its own stands under terms, and an earlier value is a metric with shift."},
	{[]string{"alias"}, "metric", "Leave it out: a formula calls a metric by its name, and a term by its label under terms."},
	{[]string{"type_params", "agg_params", "cumulative_type_params", "conversion_type_params"}, "sum", "Leave it out, and write here what it holds."},
	{[]string{"type_params"}, "measure", `Leave it out: what it holds belongs to the measure, such as measure: sum: "amount".`},
	{[]string{"type_params"}, "expr", `Leave it out. How fine a column really is belongs to the column: grain: "month".`},
	{[]string{"cumulative_type_params"}, "rolling", "Leave it out, and write here what it holds."},
	{[]string{"create_metric"}, "measure", "Leave it out: each measure is a metric's."},
	{[]string{"defaults"}, "columns", `Its parts are the model's own fields, such as time: "ordered_at".`},
	{[]string{"measures", "metrics"}, "columns", `They stand beside the models: metrics: revenue: {model: "orders", measure: sum: "amount"}.`},
	{[]string{"is_partition"}, "expr", `Leave it out. A join that must stay in its partition says so: on: {user_id: "id", day: "day"}.`},
	{[]string{"validity_params"}, "expr", `Leave it out. Who joins says it: during: {at: "ordered_at", from: "valid_from", to: "valid_to"}.`},
	{[]string{"saved_queries", "queries"}, "knowledge", "They stand under knowledge: queries."},
}

// ofLayer is the hint for a word of another semantic layer at a place of these fields, empty for others.
func ofLayer(word string, fields []string) string {
	for _, w := range layerWords {
		if slices.Contains(w.words, word) && slices.Contains(fields, w.at) {
			return w.hint
		}
	}
	return ""
}
