package catalog

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"sutura.dev/catalog/schema"
)

// What authors who come from another tool write. A word that is near to no field of ours is often the other tool's word
// for one, and the nearest by letters would be another thing (agg is no avg).

// ownFields are our words for fields of other tools, the first that there is at the place is meant.
func ownFields(word string) []string {
	switch word {
	case "label", "display_name", "view_label":
		return []string{"title"}
	case "comment", "desc":
		return []string{"description"}
	case "sql", "expression", "sql_expression":
		return []string{"expr"}
	case "sql_table", "sql_table_name", "relation", "base_table", "node_relation":
		return []string{"table"}
	case "filter", "filters", "where", "sql_where", "condition", "sql_always_where":
		return []string{"where", "filters"}
	case "by", "group_by":
		return []string{"dimensions"}
	case "limit":
		return []string{"top"}
	case "with", "references", "target_model", "join_to", "joinTo":
		return []string{"to"}
	case "percent", "quantile":
		return []string{"p"}
	case "primary_key", "primary_entity":
		return []string{"key"}
	case "unique_keys":
		return []string{"unique"}
	case "sql_on", "foreign_key", "foreign_keys", "relationship_columns", "join_pairs":
		return []string{"on"}
	case "relationship":
		return []string{"cardinality"}
	case "agg_time_dimension", "time_dimension", "timestamp", "timeseries":
		return []string{"time"}
	case "grain_to_date":
		return []string{"since_start_of"}
	case "window", "range", "trailing", "rolling_window":
		return []string{"rolling", "cumulative"}
	case "offset_window", "offset":
		return []string{"by"}
	case "offset_to_grain":
		return []string{"to_start_of"}
	case "value_format", "value_format_name":
		return []string{"format"}
	case "granularity", "time_granularity", "timeframes":
		return []string{"grain", "grains"}
	case "fields", "facts":
		return []string{"columns"}
	case "cubes", "views", "explores", "semantic_models", "datasets", "logical_tables":
		return []string{"models"}
	case "measures":
		return []string{"metrics"}
	case "count_distinct_approx", "approx_count_distinct", "countd", "distinct_count", "countDistinct", "nunique", "entity_count":
		return []string{"count_distinct"}
	case "running_total", "runningTotal", "period_to_date", "to_date":
		return []string{"cumulative"}
	case "prior_period", "previous_period", "period_over_period", "time_comparison", "time_shift", "lag", "lead":
		return []string{"shift"}
	case "first", "last", "first_value", "last_value", "latest":
		return []string{"snapshot"}
	case "derived", "number", "calculation":
		return []string{"formula"}
	case "average", "mean":
		return []string{"avg"}
	case "sum_boolean", "count_where":
		return []string{"count_if"}
	case "window_groupings":
		return []string{"per"}
	case "percentile":
		return []string{"p"}
	case "name":
		return []string{"metric"}
	case "semiadditive", "non_additive_dimension":
		return []string{"snapshot"}
	case "entities", "relationships", "join_one", "join_many":
		return []string{"joins"}
	case "week_start_day", "fiscal_month_offset":
		return []string{"calendar"}
	}
	return nil
}

// foreignField is a hint for a field that another tool has, empty for others.
func foreignField(word string, fields []string) string {
	for _, own := range ownFields(word) {
		if slices.Contains(fields, own) {
			return fmt.Sprintf("It is called %s here.", own)
		}
	}
	if hint := ofLayer(word, fields); hint != "" {
		return hint
	}
	has := func(own string) bool { return slices.Contains(fields, own) }
	switch {
	case slices.Contains(measureKeys(), word) && has("measure"): // of a metric, a term, a snapshot
		return fmt.Sprintf("It belongs into the measure: measure: %s: ...", word)
	case slices.Contains([]string{"sql", "expr", "expression", "sql_expression", "agg", "aggregation", "type_params"}, word) && has("measure"):
		return `The measure says what is computed: measure: sum: "amount"; conditions belong into where.`
	case slices.Contains([]string{"sql", "expression", "query", "derived_table", "select"}, word) && has("table"):
		return "A model is a table, or a view of the source, by its name: what a query makes is a view there."
	case slices.Contains([]string{"host", "port", "user", "username", "password", "url", "dsn", "dsn_env", "path", "database", "connection", "account"}, word) && has("dialect"):
		return "Where a source is, and how to get in, is said in sutura.yaml: sources: shop: {path: data}, or {dsn_env: SHOP_DSN}."
	case word == "model" && has("cardinality"):
		return "It is called to here."
	case word == "agg" && has("sum"), word == "type" && has("sum"):
		return `The field is the aggregate's own name, such as sum: "amount".`
	case word == "type" && has("expr"):
		return "Leave it out: a dimension has the type of its column or expression."
	case word == "type" && has("measure"):
		return "Leave it out: the measure's own key says what kind it is."
	case word == "type" && has("cardinality"):
		return "Leave it out: a join never drops a row and never adds one."
	case slices.Contains([]string{"granularity", "time_granularity", "timeframes"}, word):
		return `Leave it out: a question names the grain. How fine a column really is belongs to the column: grain: "month".`
	case word == "tiers" && has("expr"):
		return `Write the bounds as an expression: expr: "CASE WHEN price < 10 THEN '0 to 10' ... END".`
	case word == "hidden" || word == "public" || word == "access_modifier":
		return "What nobody should ask is left out, or has an audience."
	case word == "take" && has("snapshot"):
		return `It belongs to a snapshot: snapshot: {measure: sum: "on_hand", take: "last"}.`
	}
	return ""
}

// theSchema is the schema's shape, read once.
var theSchema = sync.OnceValue(schema.Root)

// measureKeys are the fields of a measure, of which it has one.
func measureKeys() []string {
	m, _ := theSchema().Step("metrics")
	return m.Elem.Fields[slices.IndexFunc(m.Elem.Fields, func(f schema.Field) bool { return f.Name == "measure" })].Shape.Names()
}

// foreignValue is a hint for a value that another tool has in an enumeration's place, empty for others.
func foreignValue(text string, values []string) string {
	has := func(own string) bool { return slices.Contains(values, own) }
	switch {
	case has("timestamptz"):
		return foreignType(strings.ToLower(text))
	case has("many_to_one"):
		return "A join leads to at most one row. Declare the join in the other model, from the many rows to this one, and measure there."
	}
	var begins []string
	for _, v := range values {
		if len(text) >= 3 && strings.HasPrefix(v, strings.ToLower(text)) {
			begins = append(begins, v)
		}
	}
	if len(begins) == 1 {
		return fmt.Sprintf("Did you mean %s?", begins[0])
	}
	return ""
}

// foreignType is a hint for a column type of another system.
func foreignType(name string) string {
	name, _, _ = strings.Cut(name, "(")
	own := ""
	switch strings.TrimSpace(name) {
	case "varchar", "text", "char", "character varying", "categorical", "uuid", "nvarchar", "enum":
		own = `"string"`
	case "int", "bigint", "smallint", "tinyint", "int64", "int32", "long", "hugeint", "serial":
		own = `"integer"`
	case "number", "numeric", "money", "bignumeric":
		own = `"decimal" with its precision and scale, "integer" where it has no decimals, or "float"`
	case "double", "real", "float64", "float8", "double precision":
		own = `"float"`
	case "bool", "yesno":
		own = `"boolean"`
	case "datetime", "timestamp_ntz", "datetime2":
		own = `"timestamp"`
	case "timestamp_tz", "timestamp_ltz", "timestamp with time zone", "datetimeoffset":
		own = `"timestamptz"`
	case "time":
		own = `"date" for days, "timestamp" for local times, or "timestamptz" for instants`
	default:
		return ""
	}
	return "Write " + own + "."
}

// instead says what stands where a struct is needed and text was written: for a term of a measure how it is written, else
// what the schema says of the field.
func (r *reporter) instead(path []string, text string, shape *schema.Shape) string {
	if len(path) == 0 {
		return ""
	}
	s := shape.Arm(schema.Struct)
	switch label := path[len(path)-1]; {
	case s != nil && slices.Contains(s.Names(), "metric") && slices.Contains(s.Names(), "measure") && len(text) < 64:
		return fmt.Sprintf("Write {metric: %q}, or the measure itself: {measure: sum: \"amount\"}.", text)
	case ownForm(path) != "":
		return ownForm(path)
	case label == "measure":
		return `Write what is done and of what: measure: sum: "amount".`
	}
	if first := leading(s); first != "" && len(text) < 64 {
		return fmt.Sprintf("Write {%s: %q}.", first, text)
	}
	if f, ok := r.fieldOf(path); ok && f.Doc != "" {
		return strings.ReplaceAll(f.Doc, "\n", " ")
	}
	return ""
}

// leading is the field of a struct that a text in its place was most likely meant for; empty where no one field is.
func leading(s *schema.Shape) string {
	if s == nil {
		return ""
	}
	for _, first := range []string{"column", "metric"} {
		if _, ok := s.Field(first); ok {
			return first
		}
	}
	var required []string
	for _, f := range s.Fields {
		if f.Required {
			required = append(required, f.Name)
		}
	}
	if len(required) == 1 {
		return required[0]
	}
	return ""
}
