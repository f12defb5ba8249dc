package bundle

import (
	"cmp"
	"slices"
	"strings"
)

// Reason is one thing that changed and what it does.
type Reason struct {
	Code  Code  `json:"code"`
	Class Class `json:"class"`
	// Origin is the definition that changed, as a dotted path (models.orders.where), where it is not the metric's own.
	Origin string `json:"origin,omitempty"`
	// Subject is what of it changed: a dimension, a column, a side of a ratio.
	Subject string `json:"subject,omitempty"`
	// Before and After spell it as it was and is, expressions close to how an author writes them.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Exposes says that somebody may see the metric who might not before.
	Exposes bool `json:"exposes,omitempty"`
	// Text is the reason as a sentence without its stop.
	Text string `json:"text"`
}

// Code says which kind of change a reason is. Codes are stable.
type Code string

// The closed set of reasons.
const (
	MetricRemoved        Code = "metric_removed"
	MetricRenamed        Code = "metric_renamed"
	MetricWithdrawn      Code = "metric_withdrawn"
	AudienceNarrowed     Code = "audience_narrowed"
	DimensionRemoved     Code = "dimension_removed"
	DimensionRenamed     Code = "dimension_renamed"
	DimensionTypeChanged Code = "dimension_type_changed"
	FilteringLost        Code = "filtering_lost"
	ValueRemoved         Code = "value_removed"
	GrainRemoved         Code = "grain_removed"
	TimeAdded            Code = "time_added"
	TimeRemoved          Code = "time_removed"
	TimeCoarser          Code = "time_coarser"
	SharingLost          Code = "sharing_lost"
	CombinationLost      Code = "combination_lost"
	QueryRemoved         Code = "query_removed"

	MeasureChanged       Code = "measure_changed"
	ExpressionChanged    Code = "expression_changed"
	FilterAdded          Code = "filter_added"
	FilterRemoved        Code = "filter_removed"
	FilterChanged        Code = "filter_changed"
	RowsChanged          Code = "rows_changed"
	TableChanged         Code = "table_changed"
	ColumnTypeChanged    Code = "column_type_changed"
	JoinChanged          Code = "join_changed"
	PathChanged          Code = "path_changed"
	TimeChanged          Code = "time_changed"
	DimensionRedefined   Code = "dimension_redefined"
	DimensionUnitChanged Code = "dimension_unit_changed"
	UnitChanged          Code = "unit_changed"
	EmptyChanged         Code = "empty_changed"
	WindowChanged        Code = "window_changed"
	ExactChanged         Code = "exact_changed"
	TimezoneChanged      Code = "timezone_changed"
	WeekStartChanged     Code = "week_start_changed"
	FiscalYearChanged    Code = "fiscal_year_changed"
	SourceChanged        Code = "source_changed"
	DialectChanged       Code = "dialect_changed"
	QueryChanged         Code = "query_changed"
	DefinitionChanged    Code = "definition_changed"

	MetricAdded       Code = "metric_added"
	MetricPublished   Code = "metric_published"
	MetricDeprecated  Code = "metric_deprecated"
	AudienceWidened   Code = "audience_widened"
	DimensionAdded    Code = "dimension_added"
	FilteringGained   Code = "filtering_gained"
	ValueAdded        Code = "value_added"
	GrainAdded        Code = "grain_added"
	TimeFiner         Code = "time_finer"
	SharingGained     Code = "sharing_gained"
	CombinationGained Code = "combination_gained"
	QueryAdded        Code = "query_added"

	MetricRestored     Code = "metric_restored"
	DeprecationChanged Code = "deprecation_changed"
	ProseChanged       Code = "prose_changed"
	FormatChanged      Code = "format_changed"
	CaveatsChanged     Code = "caveats_changed"
	AnchorsChanged     Code = "anchors_changed"
	PersonalChanged    Code = "personal_changed"
	KnowledgeChanged   Code = "knowledge_changed"
	DefinitionAdded    Code = "definition_added"
	DefinitionRemoved  Code = "definition_removed"
	DefinitionEdited   Code = "definition_edited"
)

// moves says which digest of a metric a reason moves.
type moves int

const (
	movesNone moves = iota
	movesMeaning
	movesProse
	movesBoth
)

// reasonKind is a row of the table of reasons. In a sentence, {subject}, {before} and {after} stand for those fields.
type reasonKind struct {
	code     Code
	class    Class
	moves    moves
	sentence string
}

var reasonKinds = []reasonKind{
	{MetricRemoved, Breaking, movesBoth, "the metric is gone"},
	{MetricRenamed, Breaking, movesNone, "renamed: {before} -> {after}; it means the same"},
	{MetricWithdrawn, Breaking, movesProse, "status: {before} -> {after}; drafts are served only where they are asked for"},
	{AudienceNarrowed, Breaking, movesProse, "narrower audience: {before} -> {after}"},
	{DimensionRemoved, Breaking, movesBoth, "it can no longer be asked by {subject}"},
	{DimensionRenamed, Breaking, movesMeaning, "the dimension is renamed: {before} -> {after}; it means the same"},
	{DimensionTypeChanged, Breaking, movesMeaning, "{subject} is filtered by values of another type: {before} -> {after}"},
	{FilteringLost, Breaking, movesMeaning, "{subject} filters by less: {before} -> {after}"},
	{ValueRemoved, Breaking, movesMeaning, "{subject} can no longer be filtered by {before}"},
	{GrainRemoved, Breaking, movesMeaning, "it can no longer be asked by {subject}"},
	{TimeAdded, Breaking, movesMeaning, "time: {before} -> {after}; every question must say a range"},
	{TimeRemoved, Breaking, movesMeaning, "time: {before} -> {after}; no question may say a range"},
	{TimeCoarser, Breaking, movesMeaning, "grain of its time: {before} -> {after}; no range may cut a {after}"},
	{SharingLost, Breaking, movesNone, "it can no longer be asked by {subject} beside {before}"},
	{CombinationLost, Breaking, movesNone, "it can no longer be asked beside {before}: they lie in different sources"},
	{QueryRemoved, Breaking, movesNone, "the saved question is gone"},

	{MeasureChanged, MeaningChanged, movesMeaning, "measure: {before} -> {after}"},
	{ExpressionChanged, MeaningChanged, movesMeaning, "measure: {before} -> {after}"},
	{FilterAdded, MeaningChanged, movesMeaning, "new condition: only rows where {after}"},
	{FilterRemoved, MeaningChanged, movesMeaning, "dropped condition: only rows where {before}"},
	{FilterChanged, MeaningChanged, movesMeaning, "condition: rows where {before} -> rows where {after}"},
	{RowsChanged, MeaningChanged, movesMeaning, "rows of: {before} -> {after}"},
	{TableChanged, MeaningChanged, movesMeaning, "table of {subject}: {before} -> {after}"},
	{ColumnTypeChanged, MeaningChanged, movesMeaning, "type of the column {subject}: {before} -> {after}"},
	{JoinChanged, MeaningChanged, movesMeaning, "the join {subject}: to {before} -> to {after}"},
	{PathChanged, MeaningChanged, movesMeaning, "the role {subject}: by {before} -> by {after}"},
	{TimeChanged, MeaningChanged, movesMeaning, "time: {before} -> {after}"},
	{DimensionRedefined, MeaningChanged, movesMeaning, "the dimension {subject}: {before} -> {after}"},
	{DimensionUnitChanged, MeaningChanged, movesMeaning, "unit of the dimension {subject}: {before} -> {after}"},
	{UnitChanged, MeaningChanged, movesMeaning, "unit: {before} -> {after}"},
	{EmptyChanged, MeaningChanged, movesMeaning, "over no rows: {before} -> {after}"},
	{WindowChanged, MeaningChanged, movesMeaning, "which rows a bucket shows: {before} -> {after}"},
	{ExactChanged, MeaningChanged, movesMeaning, "its quotient: {before} -> {after}"},
	{TimezoneChanged, MeaningChanged, movesMeaning, "the clock by which days begin: {before} -> {after}"},
	{WeekStartChanged, MeaningChanged, movesMeaning, "start of weeks: {before} -> {after}"},
	{FiscalYearChanged, MeaningChanged, movesMeaning, "fiscal year: {before} -> {after}"},
	{SourceChanged, MeaningChanged, movesMeaning, "source: {before} -> {after}"},
	{DialectChanged, MeaningChanged, movesMeaning, "dialect of the source {subject}: {before} -> {after}"},
	{QueryChanged, MeaningChanged, movesNone, "the saved question asks something else"},
	{DefinitionChanged, MeaningChanged, movesMeaning, "its definition changed"},

	{MetricAdded, Additive, movesBoth, "the metric is new"},
	{MetricPublished, Additive, movesProse, "status: {before} -> {after}"},
	{MetricDeprecated, Additive, movesProse, "deprecated: {after}"},
	{AudienceWidened, Additive, movesProse, "wider audience: {before} -> {after}"},
	{DimensionAdded, Additive, movesBoth, "it can be asked by {subject}, too"},
	{FilteringGained, Additive, movesMeaning, "{subject} filters by more: {before} -> {after}"},
	{ValueAdded, Additive, movesMeaning, "{subject} can be filtered by {after}, too"},
	{GrainAdded, Additive, movesMeaning, "it can be asked by {subject}, too"},
	{TimeFiner, Additive, movesMeaning, "grain of its time: {before} -> {after}"},
	{SharingGained, Additive, movesNone, "it can be asked by {subject} beside {after}, too"},
	{CombinationGained, Additive, movesNone, "it can be asked beside {after}, too"},
	{QueryAdded, Additive, movesNone, "the saved question is new"},

	{MetricRestored, ProseOnly, movesProse, "it is no longer deprecated"},
	{DeprecationChanged, ProseOnly, movesProse, "deprecation: {before} -> {after}"},
	{ProseChanged, ProseOnly, movesProse, "the {subject} changed"},
	{FormatChanged, ProseOnly, movesProse, "format: {before} -> {after}"},
	{CaveatsChanged, ProseOnly, movesProse, "its caveats changed"},
	{AnchorsChanged, ProseOnly, movesProse, "the published values that it is held to: {before} -> {after}"},
	{PersonalChanged, ProseOnly, movesProse, "values of {subject}: {before} -> {after}"},
	{KnowledgeChanged, ProseOnly, movesNone, "the {subject} changed"},
	{DefinitionAdded, ProseOnly, movesNone, "it is new, and no answer changes"},
	{DefinitionRemoved, ProseOnly, movesNone, "it is gone, and no answer changes"},
	{DefinitionEdited, ProseOnly, movesNone, "it is written otherwise, and no answer changes"},
}

// kindOf returns the row of a code.
func kindOf(c Code) reasonKind {
	return reasonKinds[slices.IndexFunc(reasonKinds, func(k reasonKind) bool { return k.code == c })]
}

// newReason makes a reason with its class and sentence.
func newReason(c Code, origin, subject, before, after string) Reason {
	k := kindOf(c)
	text := fill(k.sentence, map[string]string{"subject": subject, "before": cmp.Or(before, "none"), "after": cmp.Or(after, "none")})
	return Reason{
		Code: c, Class: k.class, Origin: origin, Subject: subject, Before: before, After: after,
		Exposes: c == AudienceWidened, Text: text,
	}
}

// fill writes values for the {names} of a sentence. What stands in a value is no name.
func fill(sentence string, values map[string]string) string {
	var out strings.Builder
	for {
		text, rest, found := strings.Cut(sentence, "{")
		out.WriteString(text)
		if !found {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(values[name])
		sentence = after
	}
}

// sortReasons puts the worst first, then those of one kind together.
func sortReasons(reasons []Reason) {
	order := func(c Code) int { return slices.IndexFunc(reasonKinds, func(k reasonKind) bool { return k.code == c }) }
	slices.SortFunc(reasons, func(a, b Reason) int {
		return cmp.Or(
			cmp.Compare(order(a.Code), order(b.Code)), strings.Compare(a.Origin, b.Origin), strings.Compare(a.Subject, b.Subject),
			strings.Compare(a.Before, b.Before), strings.Compare(a.After, b.After),
		)
	})
}
