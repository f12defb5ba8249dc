package cards

import (
	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
)

// The kinds of objects, which begin their ids: metric.revenue, dimension.orders.region.name.
const (
	KindArea      = "area"
	KindDimension = "dimension"
	KindGlossary  = "glossary"
	KindMetric    = "metric"
	KindModel     = "model"
	KindQuery     = "query"
	KindRole      = "role"
)

// ObjectKinds lists them, sorted.
func ObjectKinds() []string {
	return []string{KindArea, KindDimension, KindGlossary, KindMetric, KindModel, KindQuery, KindRole}
}

// Object is all about one thing of the catalog. Which fields it has is up to its kind.
type Object struct {
	Outcome     string   `json:"outcome" jsonschema:"object, or refusal"`
	ID          string   `json:"id" jsonschema:"its id"`
	Kind        string   `json:"kind" jsonschema:"metric, model, dimension, role, query, glossary or area"`
	Name        string   `json:"name" jsonschema:"how a question names it; of a model, role, term or area, its name"`
	Title       string   `json:"title,omitempty" jsonschema:"what people call it"`
	Description string   `json:"description,omitempty" jsonschema:"what it means, in its author's words"`
	Owner       string   `json:"owner,omitempty" jsonschema:"who answers for it"`
	Synonyms    []string `json:"synonyms,omitempty" jsonschema:"other words for it"`
	Areas       []string `json:"areas,omitempty" jsonschema:"names of the areas that it belongs to"`

	Unit     string   `json:"unit,omitempty" jsonschema:"what its number counts"`
	Type     string   `json:"type,omitempty" jsonschema:"the type of its values"`
	Grains   []string `json:"grains,omitempty" jsonschema:"buckets of time, fine to coarse"`
	Status   string   `json:"status,omitempty" jsonschema:"certified, draft or deprecated"`
	Use      string   `json:"use,omitempty" jsonschema:"the metric to ask instead of a deprecated one"`
	Until    string   `json:"until,omitempty" jsonschema:"the day after which a deprecated metric may be gone"`
	Caveats  []string `json:"caveats,omitempty" jsonschema:"what to say beside the number"`
	Checked  *Span    `json:"checked,omitempty" jsonschema:"a range in which the number was held to a published one"`
	Meaning  string   `json:"meaning,omitempty" jsonschema:"the digest of what a metric's number depends on"`
	Model    string   `json:"model,omitempty" jsonschema:"the id of the model that it is of"`
	To       string   `json:"to,omitempty" jsonschema:"the id of the model that a role leads to"`
	Filter   string   `json:"filter,omitempty" jsonschema:"closed: filter by the listed values; open: by any value; none: it groups only"`
	Values   []Value  `json:"values,omitempty" jsonschema:"the values that a filter takes"`
	More     int      `json:"more_values,omitempty" jsonschema:"how many further values there are; search finds them"`
	Means    string   `json:"means,omitempty" jsonschema:"the id of what a term means"`
	Value    string   `json:"value,omitempty" jsonschema:"the value of that dimension which a term means"`
	Metrics  []string `json:"metrics,omitempty" jsonschema:"names of the metrics of it, or asked by it"`
	MoreThat int      `json:"more_metrics,omitempty" jsonschema:"how many further metrics there are; list_objects names them"`

	Dimensions  []string           `json:"dimensions,omitempty" jsonschema:"names of dimensions to group and filter by"`
	Roles       []string           `json:"roles,omitempty" jsonschema:"names of a model's roles"`
	Hierarchies []Hierarchy        `json:"hierarchies,omitempty" jsonschema:"ways down, from a coarse dimension to finer ones"`
	Question    *question.Question `json:"question,omitempty" jsonschema:"what a saved query asks"`
	Parameters  []bundle.Parameter `json:"parameters,omitempty" jsonschema:"what a saved query takes"`
	Physical    *Physical          `json:"physical,omitempty" jsonschema:"where it is read from; only where the deployment shows it"`
}

// Physical is where an object is read from. It is shown by the setting expose_physical only.
type Physical struct {
	Source     string   `json:"source,omitempty"`
	Table      []string `json:"table,omitempty"`
	Key        []string `json:"key,omitempty"`
	Columns    []Column `json:"columns,omitempty"`
	Conditions []string `json:"conditions,omitempty"`
	Expression string   `json:"expression,omitempty"`
	Joins      []string `json:"joins,omitempty"`
}

// Column is a column of a model's table.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Listed is an object in a list.
type Listed struct {
	ID    string `json:"id" jsonschema:"what get_object takes"`
	Kind  string `json:"kind" jsonschema:"metric, model, dimension, role, query, glossary or area"`
	Title string `json:"title,omitempty" jsonschema:"what people call it"`
}

// Objects is a page of the list of objects.
type Objects struct {
	Outcome string   `json:"outcome" jsonschema:"always objects"`
	Count   int      `json:"count" jsonschema:"how many there are; the list may hold fewer"`
	Objects []Listed `json:"objects" jsonschema:"by id"`
	Cursor  string   `json:"cursor,omitempty" jsonschema:"send it to see the objects after these"`
}

// Queries are saved questions.
type Queries struct {
	Outcome string       `json:"outcome" jsonschema:"always queries"`
	Count   int          `json:"count" jsonschema:"how many there are; the list may hold fewer: list_objects lists all"`
	Queries []SavedQuery `json:"queries" jsonschema:"by name"`
}

// SavedQuery is a saved question in a list.
type SavedQuery struct {
	ID          string             `json:"id" jsonschema:"what get_object takes"`
	Name        string             `json:"name" jsonschema:"its name"`
	Title       string             `json:"title,omitempty" jsonschema:"what people call it"`
	Description string             `json:"description,omitempty" jsonschema:"what it answers, in its author's words"`
	Metrics     []string           `json:"metrics" jsonschema:"the metrics that it asks"`
	Parameters  []bundle.Parameter `json:"parameters" jsonschema:"what it takes"`
}

// Area is what a word for an area comes to.
type Area struct {
	Outcome string   `json:"outcome" jsonschema:"always area"`
	Found   bool     `json:"found" jsonschema:"whether there is such an area"`
	ID      string   `json:"id,omitempty" jsonschema:"its id"`
	Name    string   `json:"name,omitempty" jsonschema:"its name, as other tools take it"`
	Metrics int      `json:"metrics" jsonschema:"how many metrics it has"`
	Objects int      `json:"objects" jsonschema:"how many objects it has; list_objects lists them"`
	Nearest []string `json:"nearest,omitempty" jsonschema:"names of the nearest areas, where there is none"`
}
