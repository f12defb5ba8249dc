package bundle

import (
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// Format is the version of the form in which definitions are written and digested. Bundles and locks say it, and a reader
// takes its own only. What moves the digest of a catalog that did not change is another form, and needs another number.
const Format = 1

// Definitions is everything a bundle pins. Lists of named things are sorted by name, so that neither the order nor the
// files that an author chose can be seen here. Expressions are typed trees; a column's role is the dotted path of
// joins from the model that the tree belongs to.
type Definitions struct {
	About     About     `json:"about"`
	Sources   []Source  `json:"sources"`
	Models    []Model   `json:"models"`
	Metrics   []Metric  `json:"metrics"`
	Knowledge Knowledge `json:"knowledge"`
}

// About names the catalog.
type About struct {
	Name        string `json:"name"`
	Version     string `json:"version"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Owner       string `json:"owner,omitempty"`
	Locale      string `json:"locale,omitempty"`
	// Calendar is the zone and the starts of weeks and fiscal years by which every period is cut.
	Calendar calendar.Rules `json:"calendar"`
}

// Source is a data system by its alias; where it is belongs to the deployment.
type Source struct {
	Name    string `json:"name"`
	Dialect string `json:"dialect"`
	Title   string `json:"title,omitempty"`
}

// Prose is what people read and no number depends on.
type Prose struct {
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Owner       string            `json:"owner,omitempty"`
	Tags        []string          `json:"tags,omitempty"`
	Synonyms    []Term            `json:"synonyms,omitempty"`
	Locales     []Locale          `json:"locales,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"`         // of a dimension's values
	ValueWords  map[string][]Term `json:"value_synonyms,omitempty"` // of a dimension's values
}

// Term is a word and how it may be matched.
type Term struct {
	Text  string `json:"text"`
	Match string `json:"match,omitempty"`
	Lemma *bool  `json:"lemma,omitempty"`
}

// Locale is prose in another language.
type Locale struct {
	Locale      string `json:"locale"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Synonyms    []Term `json:"synonyms,omitempty"`
}

// Model is one table. Table is the full list of identifier parts, schema included.
type Model struct {
	Name        string      `json:"name"`
	Prose       Prose       `json:"prose"`
	Source      string      `json:"source"`
	Table       []string    `json:"table"`
	Key         []string    `json:"key,omitempty"`
	Unique      [][]string  `json:"unique,omitempty"`
	Columns     []Column    `json:"columns"`
	Time        *Time       `json:"time,omitempty"` // nil: atemporal
	Where       []expr.Node `json:"where,omitempty"`
	Joins       []Join      `json:"joins,omitempty"`
	Roles       []Role      `json:"roles,omitempty"`
	Self        string      `json:"self,omitempty"`
	Dimensions  []Dimension `json:"dimensions,omitempty"`
	Hierarchies []Hierarchy `json:"hierarchies,omitempty"`
	Fresh       *Fresh      `json:"fresh,omitempty"`
}

// Fresh says which of a model's columns shows how new its data is, and how old its newest value may be. No number depends
// on it.
type Fresh struct {
	Column string `json:"column"`
	Count  int    `json:"count,omitempty"` // 0: of any age
	Unit   string `json:"unit,omitempty"`
}

// Column is a declared column of the table.
type Column struct {
	Name     string    `json:"name"`
	Type     expr.Type `json:"type"`
	Required bool      `json:"required,omitempty"` // declared never null
	Grain    string    `json:"grain,omitempty"`    // of time columns
	Zone     string    `json:"zone,omitempty"`     // of timestamps; empty: the calendar's
	Unit     string    `json:"unit,omitempty"`
}

// Time is the column by which a model's or a metric's rows are placed in time.
type Time struct {
	Role   string    `json:"role,omitempty"` // dotted path of joins
	Column string    `json:"column"`
	Type   expr.Type `json:"type"`
	Grain  string    `json:"grain"` // how fine the column really is
	Zone   string    `json:"zone,omitempty"`
}

// Join is a to-one step. Its right side is a key of the target, with From of During where there is one.
type Join struct {
	Name   string  `json:"name"`
	To     string  `json:"to"`
	On     []Pair  `json:"on"`
	During *During `json:"during,omitempty"`
}

// Pair equates a column of the left model, or Period, with one of the right.
type Pair struct {
	Left     string `json:"left"`
	Right    string `json:"right"`
	Truncate string `json:"truncate,omitempty"` // the grain to which the left side is cut, by the calendar
}

// During keeps the row of the target that holds at a time of the left model: From <= At < To, where a null To is open.
type During struct {
	At   string `json:"at"`   // a column, or Period
	From string `json:"from"` // columns of the target
	To   string `json:"to"`
}

// Period stands for a column on the left of a join: the time of the metric that is asked.
const Period = "period"

// Role is a named to-one path; every join is a role of its own name.
type Role struct {
	Name string   `json:"name"`
	Path []string `json:"path"` // names of joins
	To   string   `json:"to"`
}

// How a dimension's values may be filtered.
const (
	FilterNone   = "none"
	FilterClosed = "closed"
	FilterOpen   = "open"
)

// Dimension groups, and filters as Filter says.
type Dimension struct {
	Name      string    `json:"name"`
	Prose     Prose     `json:"prose"`
	Expr      expr.Node `json:"expr"`
	Filter    string    `json:"filter"`
	Values    []string  `json:"values,omitempty"` // closed ones, in the author's order
	Personal  bool      `json:"personal,omitempty"`
	Conformed string    `json:"conformed,omitempty"`
	Unit      string    `json:"unit,omitempty"`
}

// Hierarchy is a list of dimensions, coarse to fine.
type Hierarchy struct {
	Name   string   `json:"name"`
	Levels []string `json:"levels"`
}

// Statuses of a metric.
const (
	Certified  = "certified"
	Draft      = "draft"
	Deprecated = "deprecated"
)

// Metric is one number with a name.
type Metric struct {
	Name       string    `json:"name"`
	Prose      Prose     `json:"prose"`
	Unit       string    `json:"unit,omitempty"`
	Format     string    `json:"format,omitempty"`
	Status     string    `json:"status"`
	Use        string    `json:"use,omitempty"`   // of a deprecated metric
	Until      string    `json:"until,omitempty"` // of a deprecated metric
	Audience   []string  `json:"audience"`
	Caveats    []string  `json:"caveats,omitempty"`
	Type       expr.Type `json:"type"`
	Measure    Measure   `json:"measure"`
	Grains     []string  `json:"grains,omitempty"` // fine to coarse; none: atemporal
	Dimensions []string  `json:"dimensions,omitempty"`
	Anchors    []Anchor  `json:"anchors,omitempty"`
}

// Measure is a value computed from terms, each of which is aggregated alone at the question's keys.
type Measure struct {
	Terms []Aggregate `json:"terms"`
	Value Value       `json:"value"`
}

// Value is arithmetic over terms.
type Value struct {
	Op   string  `json:"op"`             // "term", "ratio" or "formula"
	Term int     `json:"term,omitempty"` // index, of "term"
	Args []Value `json:"args,omitempty"`
	// Exact asks for DECIMAL(38,10), rounded once, half away from zero, instead of a double. Of "ratio".
	Exact bool `json:"exact,omitempty"`
	// Expr is the arithmetic of a "formula"; its columns are named after the places of Args: 0, 1, ...
	Expr *expr.Node `json:"expr,omitempty"`
}

// Operations of a Value.
const (
	ValueTerm    = "term"
	ValueRatio   = "ratio"
	ValueFormula = "formula"
)

// Anchor is a published value that the metric must give.
type Anchor struct {
	Start   string         `json:"start,omitempty"`
	End     string         `json:"end,omitempty"`
	Filters []AnchorFilter `json:"filters,omitempty"`
	Value   string         `json:"value"`
	Within  string         `json:"within,omitempty"`
	On      string         `json:"on"`
	Source  string         `json:"source,omitempty"`
}

// AnchorFilter is a question's filter.
type AnchorFilter struct {
	Dimension   string   `json:"dimension"`
	Op          string   `json:"op,omitempty"`
	Values      []string `json:"values,omitempty"`
	IncludeNull bool     `json:"include_null,omitempty"`
}

// Knowledge is descriptive; it selects nothing that executes.
type Knowledge struct {
	Glossary   []Entry      `json:"glossary,omitempty"`
	NotDefined []NotDefined `json:"not_defined,omitempty"`
	Caveats    []Caveat     `json:"caveats,omitempty"`
	Queries    []Query      `json:"queries,omitempty"`
	Examples   []Example    `json:"examples,omitempty"`
	Places     []Place      `json:"places,omitempty"`
}
