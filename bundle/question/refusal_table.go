package question

import "slices"

// RefusalInfo is a refusal's page in the documentation, and its status over plain HTTP.
type RefusalInfo struct {
	Code   Code
	Status int
	// When says when a question is refused with it.
	When string
	// Remedy says what to ask instead.
	Remedy string
}

// Refusals returns every refusal that exists, in the order in which a question is checked.
func Refusals() []RefusalInfo { return slices.Clone(refusals[:]) }

// RefusalCount is how many refusals there are: a table elsewhere that has a row for each is held to it by the compiler.
const RefusalCount = len(refusals)

var refusals = [...]RefusalInfo{
	{TooManyMetrics, 422, "More than 8 metrics.", "Ask in two questions."},
	{TooManyDimensions, 422, "More than 4 dimensions.", "Group by fewer."},
	{TooManyFilters, 422, "More than 16 filters.", "Filter by fewer."},
	{TooManyValues, 422, "More than 64 values in one filter.", "Filter by a coarser dimension."},
	{DuplicateMetric, 422, "A metric is named twice.", "Name it once."},
	{DuplicateDimension, 422, "A dimension is named twice.", "Name it once."},
	{MetricUnknown, 404, "There is no such metric for this caller. One that may not be seen looks exactly like one that does not exist.", "Ask for one that is listed."},
	{TimeRangeRequired, 422, "A metric lives in time, and no range is said. Nothing is assumed.", "Say the range."},
	{TimeRangeNotApplicable, 422, "A range is said, and none of the metrics has a time.", "Leave the range out."},
	{TimeRangeEmpty, 422, "The range ends where it begins, or before.", "The end is the first day that does not count."},
	{TimeRangeTooLong, 422, "The range is longer than 3,653 days.", "Ask for ten years at a time."},
	{TimeRangeNotAligned, 422, "The time column is coarser than a day, and a bound cuts one of its units: part of a month cannot be told from it.", "Take the range that encloses it, which is suggested."},
	{GrainNotSupported, 422, "A metric is not answered at this grain.", "Take one of its grains."},
	{GrainRequired, 422, "What is asked is said of buckets of time, and there are none.", "Say a grain."},
	{DimensionNotPermitted, 403, "The metric has no such dimension.", "Group by one that it has."},
	{DimensionNotShared, 422, "One of several metrics lacks the dimension, or means another thing by its name.", "Leave out the dimension, or ask in two questions."},
	{DimensionNotFilterable, 403, "The dimension groups and does not filter: its values are not declared, or it is local time of another zone than the calendar's.", "Group by it, or filter by another."},
	{FilterTypeMismatch, 422, "The operator, or a value, does not fit the dimension's type.", "Write values as the type is written."},
	{DimensionValueNotAllowed, 403, "The dimension's values are declared, and this is none of them. Zero rows would look like an answer.", "Take a declared value; the nearest are suggested."},
	{CombinationNotSupported, 422, "Two parts of the question have no right number together.", "Leave one of them out."},
	{MetricsNotCombinable, 409, "Two metrics have no common rows to meet on.", "Ask for them one at a time."},
	{SpansSources, 409, "The metrics live in different data systems.", "Ask for them one at a time."},
	{ZoneRulesDisagree, 409, "The data system's rules of the time zone differ from sutura's at times that the question reads: its days are other days.", "Take a range outside of the interval that is named, or leave out what reads other times than the metric's own; or update the older rules."},
	{ResultTooLarge, 413, "The answer has more than 10,000 rows, or 8 MiB. Nothing was cut.", "Take a coarser grain, a shorter range, fewer dimensions, or the top."},
	{DeadlineExceeded, 422, "The statement took too long; the data system has stopped it.", "Take a shorter range or fewer dimensions."},
	{ResourcesExhausted, 422, "The statement needed more than the data system allows one.", "Take a shorter range or fewer dimensions."},
	{SourceUnavailable, 503, "The data system cannot be reached.", "Ask the same question later."},
	{SourceRefused, 403, "The data system denied the identity that the statement ran as.", "Ask whoever grants access there."},
	{CredentialUnavailable, 403, "The asker has no identity at the data system. There is no fallback to another's.", "Ask whoever grants access there."},
	{BudgetExhausted, 429, "The caller's questions of the minute, or rows of the day, are used up.", "Ask the same question after the seconds that are named."},
	{ObjectUnknown, 404, "The catalog has nothing of this name for this caller, such as a saved question. What may not be seen looks exactly like what does not exist.", "Ask for one that is listed."},
	{NotDefined, 404, "The words are recorded as deliberately not defined.", "Read the reason, and ask for what is defined."},
}
