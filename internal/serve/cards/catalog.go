package cards

import (
	"sutura.dev/bundle/question"
)

// Request asks what is measured: nothing for a list, or one of the three.
type Request struct {
	Metrics []string `json:"metrics"`
	Search  string   `json:"search"`
	Cursor  string   `json:"cursor"`
}

// Fields is the table of a request's fields.
func Fields() []question.Field {
	return []question.Field{
		{Name: "metrics", Kind: question.Texts, Accepts: "a list of 1 to 8 names of metrics, to see all about them and what can be asked of them together"},
		{Name: "search", Kind: question.Text, Accepts: "words to look for among the metrics, in place of metrics and cursor"},
		{Name: "cursor", Kind: question.Text, Accepts: "the cursor of the list before, as it came, to see the metrics after it"},
	}
}

// Catalog is what a caller can ask about.
type Catalog struct {
	Outcome  string   `json:"outcome" jsonschema:"always catalog"`
	Bundle   Bundle   `json:"bundle" jsonschema:"the definitions that answers come from"`
	Calendar Calendar `json:"calendar" jsonschema:"how days, weeks and years are cut"`
	// Count is of all, or of those that the words found; the list may hold fewer.
	Count   int    `json:"count" jsonschema:"how many metrics there are, or how many the words found; the list may hold fewer"`
	Metrics []Card `json:"metrics" jsonschema:"the metrics, by name, as named, or best match first: name, title, unit and grains of each, and all about it where it was asked for"`
	// Groups and Dimensions are of the full cards: most metrics are asked by the same dimensions, which are said once.
	Groups     []Group         `json:"groups,omitempty" jsonschema:"by which dimensions the metrics are asked; those of one group can all be asked together"`
	Dimensions []Dimension     `json:"dimensions,omitempty" jsonschema:"the dimensions that groups name, each once"`
	Space      *question.Space `json:"space,omitempty" jsonschema:"what the named metrics can be asked by together"`
	Unknown    []Unknown       `json:"unknown,omitempty" jsonschema:"the names that are no metric here"`
	NotDefined []NotDefined    `json:"not_defined,omitempty" jsonschema:"phrases that have no meaning here, and why"`
	Cursor     string          `json:"cursor,omitempty" jsonschema:"send it to see the metrics after these"`
	Next       string          `json:"next" jsonschema:"what to do with this, a sentence"`
}

// Bundle names the definitions.
type Bundle struct {
	Name        string `json:"name" jsonschema:"the catalog's name"`
	Version     string `json:"version" jsonschema:"the catalog's version"`
	Digest      string `json:"digest" jsonschema:"the digest that an answer's provenance names too"`
	Title       string `json:"title,omitempty" jsonschema:"what people call the catalog"`
	Description string `json:"description,omitempty" jsonschema:"what the catalog is about, in its author's words"`
}

// Calendar has the facts by which ranges are read.
type Calendar struct {
	Timezone          string `json:"timezone" jsonschema:"the zone whose days are meant"`
	Today             string `json:"today" jsonschema:"today in that zone"`
	WeekStart         string `json:"week_start" jsonschema:"the first day of a week"`
	FiscalYearStart   int    `json:"fiscal_year_start" jsonschema:"the month in which fiscal years start, 1 to 12"`
	FiscalYearNamedBy string `json:"fiscal_year_named_by" jsonschema:"whether a fiscal year is named by the year of its start or of its end"`
}

// Card is a metric. A short one has the first fields only.
type Card struct {
	Name   string   `json:"name" jsonschema:"how a question names it"`
	Title  string   `json:"title,omitempty" jsonschema:"what people call it"`
	Unit   string   `json:"unit,omitempty" jsonschema:"what its number counts"`
	Grains []string `json:"grains" jsonschema:"the buckets of time, fine to coarse; none: it has no time and takes no range of its own"`
	Status string   `json:"status,omitempty" jsonschema:"draft or deprecated; left out when certified"`
	// What follows is on full cards only; they all have a type.
	Description string   `json:"description,omitempty" jsonschema:"what it means, in its author's words"`
	Type        string   `json:"type,omitempty" jsonschema:"the type of its number; only on a full card"`
	Use         string   `json:"use,omitempty" jsonschema:"the metric to ask instead of a deprecated one"`
	Until       string   `json:"until,omitempty" jsonschema:"the day after which a deprecated metric may be gone"`
	Caveats     []string `json:"caveats,omitempty" jsonschema:"what to say beside the number, in the author's words"`
	Checked     *Span    `json:"checked,omitempty" jsonschema:"a range in which the number was held to a published one, so that there is data"`
}

// Group is metrics that are asked by the same dimensions.
type Group struct {
	Metrics    []string `json:"metrics" jsonschema:"the metrics"`
	Dimensions []string `json:"dimensions" jsonschema:"the names of dimensions to group and filter by"`
	// Hierarchies are of the dimensions, which they name.
	Hierarchies []Hierarchy `json:"hierarchies,omitempty" jsonschema:"ways down, from a coarse dimension to finer ones"`
	Source      string      `json:"source,omitempty" jsonschema:"the data system; said where there are several: metrics of two are not asked together"`
}

// Hierarchy is dimensions that are groups of one another.
type Hierarchy struct {
	Name   string   `json:"name" jsonschema:"what the way down is called"`
	Levels []string `json:"levels" jsonschema:"names of dimensions, coarse to fine"`
}

// Span is a half-open range of days.
type Span struct {
	Start string `json:"start" jsonschema:"the first day"`
	End   string `json:"end" jsonschema:"the day after the last"`
}

// Dimension groups, and filters as Filter says.
type Dimension struct {
	Name        string   `json:"name" jsonschema:"how a question names it"`
	Title       string   `json:"title,omitempty" jsonschema:"what people call it"`
	Description string   `json:"description,omitempty" jsonschema:"what it means, in its author's words"`
	Type        string   `json:"type" jsonschema:"the type of its values"`
	Unit        string   `json:"unit,omitempty" jsonschema:"what its number counts"`
	Filter      string   `json:"filter" jsonschema:"closed: filter by the listed values; open: by any value; none: it groups only"`
	Values      []Value  `json:"values,omitempty" jsonschema:"the values that a filter takes"`
	More        int      `json:"more_values,omitempty" jsonschema:"how many further values there are; search finds them"`
	Metrics     []string `json:"metrics,omitempty" jsonschema:"which metrics mean it; said where another dimension has the same name, and metrics of the two are not grouped by it together"`
}

// Value is a value of a dimension.
type Value struct {
	Value string `json:"value" jsonschema:"as a filter takes it"`
	Label string `json:"label,omitempty" jsonschema:"what people call it"`
}

// Unknown is a name that is no metric here.
type Unknown struct {
	Argument string   `json:"argument" jsonschema:"its place among the arguments"`
	Nearest  []string `json:"nearest" jsonschema:"the nearest names that are"`
}

// NotDefined is a phrase without a meaning.
type NotDefined struct {
	Phrase string `json:"phrase" jsonschema:"the words"`
	Why    string `json:"why" jsonschema:"why they have no meaning here, in the author's words"`
}
