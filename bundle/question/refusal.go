package question

import (
	"slices"
	"strconv"
)

// Code is why a question is not answered. Codes are stable.
type Code string

// The closed set of refusals.
const (
	MetricUnknown            Code = "metric_unknown"
	DimensionNotPermitted    Code = "dimension_not_permitted"
	DimensionNotShared       Code = "dimension_not_shared"
	DimensionNotFilterable   Code = "dimension_not_filterable"
	DimensionValueNotAllowed Code = "dimension_value_not_allowed"
	FilterTypeMismatch       Code = "filter_type_mismatch"
	GrainNotSupported        Code = "grain_not_supported"
	GrainRequired            Code = "grain_required"
	TimeRangeRequired        Code = "time_range_required"
	TimeRangeNotApplicable   Code = "time_range_not_applicable"
	TimeRangeTooLong         Code = "time_range_too_long"
	TimeRangeEmpty           Code = "time_range_empty"
	TimeRangeNotAligned      Code = "time_range_not_aligned"
	TooManyMetrics           Code = "too_many_metrics"
	TooManyDimensions        Code = "too_many_dimensions"
	TooManyFilters           Code = "too_many_filters"
	TooManyValues            Code = "too_many_values"
	DuplicateMetric          Code = "duplicate_metric"
	DuplicateDimension       Code = "duplicate_dimension"
	CombinationNotSupported  Code = "combination_not_supported"
	MetricsNotCombinable     Code = "metrics_not_combinable"
	SpansSources             Code = "spans_sources"
	ZoneRulesDisagree        Code = "zone_rules_disagree"
	ResultTooLarge           Code = "result_too_large"
	DeadlineExceeded         Code = "deadline_exceeded"
	ResourcesExhausted       Code = "resources_exhausted"
	SourceUnavailable        Code = "source_unavailable"
	SourceRefused            Code = "source_refused"
	CredentialUnavailable    Code = "credential_unavailable"
	BudgetExhausted          Code = "budget_exhausted"
	ObjectUnknown            Code = "object_unknown"
	NotDefined               Code = "not_defined"
)

// Refusal is an outcome: a question was understood, and the answer is no. It says what to change.
type Refusal struct {
	Code Code `json:"code"`
	// Detail is one sentence for a person. It never holds a value that the caller sent.
	Detail string `json:"detail"`
	// About lists names that this caller may see.
	About []string `json:"about"`
	// Suggestions are complete questions that would be answered, nearest first, four at most.
	Suggestions []Question `json:"suggestions"`
	// Space is what can be asked with the metrics of the question; nil when no metric of it is known.
	Space *Space `json:"space,omitempty"`
}

// Space is what a set of metrics can be asked by, together.
type Space struct {
	Metrics    []string   `json:"metrics"`
	Grains     []string   `json:"grains"`     // fine to coarse
	Dimensions []SpaceDim `json:"dimensions"` // shared by all of Metrics, sorted
	Combines   []string   `json:"combines"`   // metrics that can be asked beside these, sorted; of many, the first
	// CombinesMore is how many more can be, beyond those of Combines.
	CombinesMore int `json:"combines_more,omitempty"`
}

// Beside lists Combines for people, with a last word on those that it leaves out.
func (s *Space) Beside() []string {
	if s.CombinesMore == 0 {
		return s.Combines
	}
	return append(slices.Clip(s.Combines), "and "+strconv.Itoa(s.CombinesMore)+" more")
}

// SpaceDim is a dimension as a question names it, and how it filters.
type SpaceDim struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Filter string   `json:"filter"` // none, closed, open, pinned
	Values []string `json:"values,omitempty"`
}

// Malformed says that something is not a question: where, and what would be accepted. It never echoes the value.
type Malformed struct {
	Path     string `json:"path"`     // such as filters[0].op; empty for the whole
	Accepted string `json:"accepted"` // a sentence
	Nearest  string `json:"nearest,omitempty"`
	Code     string `json:"code,omitempty"` // stable, where a program may want to tell it from other faults of the field
}

// Error implements error.
func (m *Malformed) Error() string {
	where := m.Path
	if where == "" {
		where = "question"
	}
	if m.Nearest != "" {
		return where + ": " + m.Accepted + "; the nearest is " + m.Nearest
	}
	return where + ": " + m.Accepted
}
