// Package catalog reads what authors write: CUE in, a typed Catalog with the place of everything in it out.
//
// Load evaluates the files as one instance, held to the embedded schema, and checks the rules that a type cannot say:
// names, references, paths, values. Every mistake is a diagnostic at the author's line and column, with a remedy; one
// mistake does not hide another. Nothing but the files is read: no registry, no environment, no clock, no caller.
// It does not read expressions: they stay text, for the compiler.
package catalog

import (
	"encoding/json"

	"sutura.dev/internal/diag"
)

// Catalog is what the authors wrote, unified with the schema, decoded, and with its places kept. Maps are keyed by
// name; read them in sorted order. Nothing here is resolved: names are names, expressions are text.
type Catalog struct {
	About     About              `json:"about"`
	Sources   map[string]*Source `json:"sources"`
	Models    map[string]*Model  `json:"models"`
	Metrics   map[string]*Metric `json:"metrics"`
	Knowledge Knowledge          `json:"knowledge"`

	places places
}

// About names the catalog and holds what is common to all of it.
type About struct {
	Name        string   `json:"name"`
	Version     string   `json:"version"` // semver
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Owner       string   `json:"owner"`
	Audience    []string `json:"audience"` // default of metrics
	Calendar    Calendar `json:"calendar"`
	Locale      string   `json:"locale"`
}

// Calendar is the catalog's one calendar. Defaults: UTC, monday, 1, start.
type Calendar struct {
	Timezone          string `json:"timezone"`
	WeekStart         string `json:"week_start"`
	FiscalYearStart   int    `json:"fiscal_year_start"`    // month, 1..12
	FiscalYearNamedBy string `json:"fiscal_year_named_by"` // start or end
}

// Source is a data system by its alias. Where it is belongs to the settings.
type Source struct {
	Dialect     string `json:"dialect"`
	Schema      string `json:"schema"` // default of tables
	Title       string `json:"title"`
	Description string `json:"description"`
}

// Prose is what people read and no number depends on.
type Prose struct {
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Owner       string          `json:"owner"`
	Tags        []string        `json:"tags"`
	Synonyms    []Term          `json:"synonyms"`
	I18n        map[string]I18n `json:"i18n"`
}

// I18n is prose in another locale.
type I18n struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Synonyms    []Term `json:"synonyms"`
}

// Term is a word or phrase and how it may be matched. Authored as a string or {text, match, lemma}.
type Term struct {
	Text  string `json:"text"`
	Match string `json:"match"` // "", EXACT, TOKENS, TYPOS(n)
	Lemma *bool  `json:"lemma"`
}

// Model is one table of facts or of a dimension's members.
type Model struct {
	Prose
	Source      string                `json:"source"`
	Table       []string              `json:"table"` // parts; authored dotted or as a list
	Key         []string              `json:"key"`
	Unique      [][]string            `json:"unique"`
	Time        string                `json:"time"` // a column, a to-one path, or "none"; "" when not said
	Columns     map[string]*Column    `json:"columns"`
	Where       []string              `json:"where"`
	Joins       map[string]*Join      `json:"joins"`
	Roles       map[string]string     `json:"roles"` // name -> dotted path of joins
	Self        string                `json:"self"`
	Dimensions  map[string]*Dimension `json:"dimensions"`
	Hierarchies map[string][]string   `json:"hierarchies"`
	Fresh       *Fresh                `json:"fresh"`
}

// Column is a declared column. Type is string, integer, decimal, float, boolean, date, timestamp or timestamptz.
type Column struct {
	Type        string `json:"type"`
	Precision   int    `json:"precision"`
	Scale       int    `json:"scale"`
	Nullable    *bool  `json:"nullable"` // nil is true
	Grain       string `json:"grain"`    // of time columns; "" is the type's default
	Zone        string `json:"zone"`     // of timestamps
	Unit        string `json:"unit"`
	Description string `json:"description"`
}

// Join is a to-one step to another model.
type Join struct {
	To          string             `json:"to"`
	On          map[string]JoinKey `json:"on"` // left column -> right
	Cardinality string             `json:"cardinality"`
	During      *During            `json:"during"`
	Description string             `json:"description"`
}

// JoinKey is the right side of a pair. Authored as a column name or {right, truncate}.
type JoinKey struct {
	Right    string `json:"right"`
	Truncate string `json:"truncate"` // grain by which the left side is cut, or ""
}

// During joins history as of a time.
type During struct {
	At   string `json:"at"`
	From string `json:"from"`
	To   string `json:"to"`
}

// Fresh says which column shows how new the data is.
type Fresh struct {
	Column string  `json:"column"`
	Within *Period `json:"within"` // how old the newest row may be; nil: not said
}

// Dimension groups and filters.
type Dimension struct {
	Prose
	Column        string            `json:"column"` // default: its own name, when Expr is empty
	Expr          string            `json:"expr"`
	Values        []string          `json:"values"` // authored values in canonical text; nil when not closed
	Filter        string            `json:"filter"` // open, pinned or ""
	Pinned        []string          `json:"-"`      // of pinned ones, as values/MODEL.DIMENSION.json lists them
	Labels        map[string]string `json:"labels"`
	ValueSynonyms map[string][]Term `json:"value_synonyms"`
	Personal      bool              `json:"personal"`
	Conformed     string            `json:"conformed"`
	Unit          string            `json:"unit"`
}

// Metric is one number with a name.
type Metric struct {
	Prose
	Model      string      `json:"model"`
	Measure    Measure     `json:"measure"`
	Where      []string    `json:"where"`
	Time       string      `json:"time"`
	Grains     []string    `json:"grains"`
	Dimensions []string    `json:"dimensions"` // nil: the model's own and those of its roles
	Empty      string      `json:"empty"`      // "" or zero
	Exact      bool        `json:"exact"`
	Unit       string      `json:"unit"`
	Format     string      `json:"format"`
	Status     string      `json:"status"` // certified, draft, deprecated
	Deprecated *Deprecated `json:"deprecated"`
	Audience   []string    `json:"audience"`
	Caveats    []string    `json:"caveats"`
	Anchors    []Anchor    `json:"anchors"`
	Discloses  []string    `json:"discloses"`
}

// Deprecated says what to use instead, and until when this one stays.
type Deprecated struct {
	Use   string `json:"use"`
	Until string `json:"until"`
}

// Measure has exactly one of its fields set.
type Measure struct {
	Sum           string      `json:"sum"`
	Min           string      `json:"min"`
	Max           string      `json:"max"`
	Avg           string      `json:"avg"`
	Median        string      `json:"median"`
	Count         string      `json:"count"`
	CountDistinct string      `json:"count_distinct"`
	CountIf       string      `json:"count_if"`
	Percentile    *Percentile `json:"percentile"`
	Ratio         *Ratio      `json:"ratio"`
	Formula       *Formula    `json:"formula"` // authored as text, or {expr, terms}
	Cumulative    *Cumulative `json:"cumulative"`
	Shift         *Shift      `json:"shift"`
	Snapshot      *Snapshot   `json:"snapshot"`
}

// Percentile is a quantile of an expression's non-null values.
type Percentile struct {
	Expr     string  `json:"expr"`
	P        float64 `json:"p"`
	Discrete bool    `json:"discrete"`
}

// MetricTerm is another metric, or an inline measure.
type MetricTerm struct {
	Metric  string   `json:"metric"`
	Model   string   `json:"model"`
	Measure *Measure `json:"measure"`
	Where   []string `json:"where"`
	Time    string   `json:"time"`
}

// Ratio divides totals.
type Ratio struct {
	Numerator   MetricTerm `json:"numerator"`
	Denominator MetricTerm `json:"denominator"`
}

// Formula is arithmetic over metrics and inline terms.
type Formula struct {
	Expr  string                `json:"expr"`
	Terms map[string]MetricTerm `json:"terms"`
}

// Period is a count of units.
type Period struct {
	Count int    `json:"count"`
	Unit  string `json:"unit"`
}

// Cumulative has one of Unbounded, SinceStartOf and Rolling.
type Cumulative struct {
	MetricTerm
	Unbounded    bool    `json:"unbounded"`
	SinceStartOf string  `json:"since_start_of"`
	Rolling      *Period `json:"rolling"`
}

// Shift has one of By and ToStartOf.
type Shift struct {
	MetricTerm
	By        *Period `json:"by"`
	ToStartOf string  `json:"to_start_of"`
}

// Snapshot takes the rows of the last or first time.
type Snapshot struct {
	Measure Measure  `json:"measure"`
	Take    string   `json:"take"`
	Per     []string `json:"per"`
}

// Anchor is a published value that the metric must give.
type Anchor struct {
	Range   *AnchorRange   `json:"range"`
	Filters []AnchorFilter `json:"filters"`
	Value   string         `json:"value"`  // exact digits
	Within  string         `json:"within"` // either way; "0" when not said
	On      string         `json:"on"`     // source or fixtures
	Source  string         `json:"source"` // where it was published
}

// AnchorRange is half-open.
type AnchorRange struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// AnchorFilter restricts an anchor to values of a dimension.
type AnchorFilter struct {
	Dimension   string   `json:"dimension"`
	Op          string   `json:"op"`
	Values      []string `json:"values"`
	IncludeNull bool     `json:"include_null"`
}

// Knowledge is descriptive; it never selects what executes. Its lists keep their authored order.
type Knowledge struct {
	Glossary   []Entry          `json:"glossary"`
	NotDefined []NotDefined     `json:"not_defined"`
	Caveats    []Caveat         `json:"caveats"`
	Queries    map[string]Query `json:"queries"`
	Examples   []Example        `json:"examples"`
	Places     map[string]Place `json:"places"`
}

// Entry of the glossary.
type Entry struct {
	Term     Term   `json:"term"`
	Synonyms []Term `json:"synonyms"`
	Means    Means  `json:"means"`
}

// Means says what a term stands for; Dimension with Value is a value.
type Means struct {
	Metric    string `json:"metric"`
	Dimension string `json:"dimension"`
	Value     string `json:"value"`
}

// NotDefined records words that have no meaning here, deliberately.
type NotDefined struct {
	Phrase string `json:"phrase"`
	Why    string `json:"why"`
}

// Caveat belongs to metrics.
type Caveat struct {
	Text    string   `json:"text"`
	Metrics []string `json:"metrics"`
}

// RawQuestion is a question as its JSON; the strict decoder of bundle/question reads it.
type RawQuestion = json.RawMessage

// Query is a saved question; parameters fill filter values or the range.
type Query struct {
	Title       string               `json:"title"`
	Description string               `json:"description"`
	Question    RawQuestion          `json:"question"`
	Parameters  map[string]Parameter `json:"parameters"`
}

// Parameter of a saved question.
type Parameter struct {
	Fills     string `json:"fills"`     // range or filter
	Dimension string `json:"dimension"` // of a filter
	Default   string `json:"default"`
	Required  bool   `json:"required"`

	Description string `json:"description"`
}

// Example is a phrase and the question it means.
type Example struct {
	Phrase   string      `json:"phrase"`
	Locale   string      `json:"locale"`
	Question RawQuestion `json:"question"`
}

// Place of the gazetteer.
type Place struct {
	Names  []string `json:"names"`
	Lat    float64  `json:"lat"`
	Lon    float64  `json:"lon"`
	Radius float64  `json:"radius"` // kilometres
	Kind   string   `json:"kind"`   // point, radius, area
	Within string   `json:"within"`
}

// Range returns the place of a definition, or of the nearest enclosing one that has a place. Elements of lists are
// named by their index: Range("models", "flights", "where", "0").
func (c *Catalog) Range(path ...string) diag.Range { return c.places.at(path) }

// Inside returns the place of bytes [start, end) of the string at path, through CUE's escapes and multi-line forms.
func (c *Catalog) Inside(path []string, start, end int) diag.Range {
	return c.places.inside(path, start, end)
}
