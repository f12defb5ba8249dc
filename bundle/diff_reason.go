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
	{MetricRenamed, Breaking, movesNone, "the metric is named {after} now, and was {before}; it means the same"},
	{MetricWithdrawn, Breaking, movesProse, "it is a draft now, and was {before}; drafts are served only where they are asked for"},
	{AudienceNarrowed, Breaking, movesProse, "only {after} may see it now; before, {before} might"},
	{DimensionRemoved, Breaking, movesBoth, "it can no longer be asked by {subject}"},
	{DimensionRenamed, Breaking, movesMeaning, "the dimension {before} is named {after} now; it means the same"},
	{DimensionTypeChanged, Breaking, movesMeaning, "{subject} is filtered by values of type {after} now, and was by {before}"},
	{FilteringLost, Breaking, movesMeaning, "{subject} filters by {after} now, and filtered by {before}"},
	{ValueRemoved, Breaking, movesMeaning, "{subject} can no longer be filtered by {before}"},
	{GrainRemoved, Breaking, movesMeaning, "it can no longer be asked by {subject}"},
	{TimeAdded, Breaking, movesMeaning, "its rows are placed in time by {after} now, so every question must say a range"},
	{TimeRemoved, Breaking, movesMeaning, "its rows are no longer placed in time, so no question may say a range; it was by {before}"},
	{TimeCoarser, Breaking, movesMeaning, "its time is recorded by {after} now, and was by {before}; no range may cut a {after}"},
	{SharingLost, Breaking, movesNone, "it can no longer be asked by {subject} beside {before}"},
	{CombinationLost, Breaking, movesNone, "it can no longer be asked beside {before}: they lie in different sources now"},
	{QueryRemoved, Breaking, movesNone, "the saved question is gone"},

	{MeasureChanged, MeaningChanged, movesMeaning, "it measures {after} now, and measured {before}"},
	{ExpressionChanged, MeaningChanged, movesMeaning, "it measures {after} now, and measured {before}"},
	{FilterAdded, MeaningChanged, movesMeaning, "it counts only rows where {after} now"},
	{FilterRemoved, MeaningChanged, movesMeaning, "it no longer counts only rows where {before}"},
	{FilterChanged, MeaningChanged, movesMeaning, "it counts rows where {after} now, and counted rows where {before}"},
	{RowsChanged, MeaningChanged, movesMeaning, "it measures rows of {after} now, and measured rows of {before}"},
	{TableChanged, MeaningChanged, movesMeaning, "{subject} is the table {after} now, and was {before}"},
	{ColumnTypeChanged, MeaningChanged, movesMeaning, "the column {subject} is {after} now, and was {before}"},
	{JoinChanged, MeaningChanged, movesMeaning, "the join {subject} is to {after} now, and was to {before}"},
	{PathChanged, MeaningChanged, movesMeaning, "the role {subject} goes by {after} now, and went by {before}"},
	{TimeChanged, MeaningChanged, movesMeaning, "rows are placed in time by {after} now, and were by {before}"},
	{DimensionRedefined, MeaningChanged, movesMeaning, "the dimension {subject} is {after} now, and was {before}"},
	{DimensionUnitChanged, MeaningChanged, movesMeaning, "the unit of the dimension {subject} is {after} now, and was {before}"},
	{UnitChanged, MeaningChanged, movesMeaning, "its unit is {after} now, and was {before}"},
	{EmptyChanged, MeaningChanged, movesMeaning, "over no rows it is {after} now, and was {before}"},
	{ExactChanged, MeaningChanged, movesMeaning, "its quotient is {after} now, and was {before}"},
	{TimezoneChanged, MeaningChanged, movesMeaning, "days begin by the clock of {after} now, and began by that of {before}"},
	{WeekStartChanged, MeaningChanged, movesMeaning, "weeks start on {after} now, and started on {before}"},
	{FiscalYearChanged, MeaningChanged, movesMeaning, "the fiscal year is {after} now, and was {before}"},
	{SourceChanged, MeaningChanged, movesMeaning, "its rows lie in the source {after} now, and lay in {before}"},
	{DialectChanged, MeaningChanged, movesMeaning, "the source {subject} speaks {after} now, and spoke {before}"},
	{QueryChanged, MeaningChanged, movesNone, "the saved question asks something else"},
	{DefinitionChanged, MeaningChanged, movesMeaning, "its definition changed"},

	{MetricAdded, Additive, movesBoth, "the metric is new"},
	{MetricPublished, Additive, movesProse, "it is {after} now, and was a draft"},
	{MetricDeprecated, Additive, movesProse, "it is deprecated now: {after}"},
	{AudienceWidened, Additive, movesProse, "{after} may see it now; before, only {before} might"},
	{DimensionAdded, Additive, movesBoth, "it can be asked by {subject} now"},
	{FilteringGained, Additive, movesMeaning, "{subject} filters by {after} now, and filtered by {before}"},
	{ValueAdded, Additive, movesMeaning, "{subject} can be filtered by {after} now"},
	{GrainAdded, Additive, movesMeaning, "it can be asked by {subject} now"},
	{TimeFiner, Additive, movesMeaning, "its time is recorded by {after} now, and was by {before}"},
	{SharingGained, Additive, movesNone, "it can be asked by {subject} beside {after} now"},
	{CombinationGained, Additive, movesNone, "it can be asked beside {after} now"},
	{QueryAdded, Additive, movesNone, "the saved question is new"},

	{MetricRestored, ProseOnly, movesProse, "it is no longer deprecated"},
	{DeprecationChanged, ProseOnly, movesProse, "its deprecation says {after} now, and said {before}"},
	{ProseChanged, ProseOnly, movesProse, "the {subject} changed"},
	{FormatChanged, ProseOnly, movesProse, "its format is {after} now, and was {before}"},
	{CaveatsChanged, ProseOnly, movesProse, "its caveats changed"},
	{AnchorsChanged, ProseOnly, movesProse, "the published values that it is held to changed"},
	{PersonalChanged, ProseOnly, movesProse, "the values of {subject} are said to be {after} now"},
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
