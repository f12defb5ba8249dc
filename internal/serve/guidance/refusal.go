package guidance

import (
	"strings"

	"sutura.dev/bundle/question"
)

// advice is what to do about a refusal, as the end of a sentence.
type advice struct {
	code question.Code
	do   string
}

const (
	takeDimension = "take one of `space`, or ask one metric at a time"
	takeValue     = "take a listed value, spelled as listed"
	takeGrain     = "take one of `space`"
	split         = "ask in several questions"
	once          = "name it once"
	apart         = "ask one metric at a time"
	less          = "take a coarser grain, a shorter range or fewer dimensions"
	noAccess      = "say that the person has no access; try no other way"
)

// refusals has a row for every code, in the order in which an agent meets them.
var refusals = [...]advice{
	{question.NotDefined, "give the reason; put no other metric in its place"},
	{question.MetricUnknown, "take a listed name"},
	{question.ObjectUnknown, "take a listed name"},
	{question.DimensionNotPermitted, takeDimension},
	{question.DimensionNotShared, takeDimension},
	{question.DimensionNotFilterable, "group by it, or filter by another"},
	{question.DimensionValueNotAllowed, takeValue},
	{question.FilterTypeMismatch, takeValue},
	{question.GrainNotSupported, takeGrain},
	{question.GrainRequired, takeGrain},
	{question.TimeRangeRequired, "say a range, and which you took"},
	{question.TimeRangeNotApplicable, "leave `range` out"},
	{question.TimeRangeEmpty, "let `end` be the day after the last"},
	{question.TimeRangeTooLong, "ask for ten years at a time"},
	{question.TimeRangeNotAligned, "take the suggested range"},
	{question.TooManyMetrics, split},
	{question.TooManyDimensions, split},
	{question.TooManyFilters, split},
	{question.TooManyValues, split},
	{question.DuplicateMetric, once},
	{question.DuplicateDimension, once},
	{question.CombinationNotSupported, "leave out one of the two parts named"},
	{question.MetricsNotCombinable, apart},
	{question.SpansSources, apart},
	{question.ZoneRulesDisagree, "take a range outside the interval named"},
	{question.ResultTooLarge, less},
	{question.DeadlineExceeded, less},
	{question.ResourcesExhausted, less},
	{question.SourceRefused, noAccess},
	{question.CredentialUnavailable, noAccess},
	{question.SourceUnavailable, "send it again later"},
	{question.BudgetExhausted, "send it again after the seconds named"},
}

// A code without advice does not compile, nor does advice for a code that is gone: the lengths differ.
var _ = [1]struct{}{}[len(refusals)-question.RefusalCount]

// refusalLines says what to do about every refusal, a line for each advice.
func refusalLines() string {
	var order []string
	codes := map[string][]string{}
	for _, r := range refusals {
		if codes[r.do] == nil {
			order = append(order, r.do)
		}
		codes[r.do] = append(codes[r.do], string(r.code))
	}
	var b strings.Builder
	for _, do := range order {
		b.WriteString("- " + strings.Join(codes[do], ", ") + ": " + do + ".\n")
	}
	return b.String()
}
