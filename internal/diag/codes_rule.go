package diag

// Codes of a catalog's rules (SUT040 to SUT099).
const (
	NamesFold          Code = "SUT040"
	NameTaken          Code = "SUT041"
	UnknownSource      Code = "SUT042"
	UnknownModel       Code = "SUT043"
	UnknownColumn      Code = "SUT044"
	UnknownStep        Code = "SUT045"
	UnknownDimension   Code = "SUT046"
	UnknownMetric      Code = "SUT047"
	ToMany             Code = "SUT048"
	PathOutOfBounds    Code = "SUT049"
	NotOneKey          Code = "SUT050"
	TermForm           Code = "SUT051"
	ModelUnsaid        Code = "SUT052"
	ConditionMisplaced Code = "SUT053"
	EmptyMisplaced     Code = "SUT054"
	ExactMisplaced     Code = "SUT055"
	MetricCycle        Code = "SUT056"
	TimeUnsaid         Code = "SUT057"
	TableForm          Code = "SUT058"
	ColumnName         Code = "SUT059"
	DecimalDigits      Code = "SUT060"
	ColumnTime         Code = "SUT061"
	KeyForm            Code = "SUT062"
	JoinNotToOne       Code = "SUT063"
	JoinTypes          Code = "SUT064"
	HistoryJoin        Code = "SUT065"
	DimensionForm      Code = "SUT066"
	ValueText          Code = "SUT067"
	LabelWithoutValue  Code = "SUT068"
	OverBound          Code = "SUT069"
	ConformedDiffer    Code = "SUT070"
	AudienceWider      Code = "SUT071"
	DeprecatedForm     Code = "SUT072"
	AnchorForm         Code = "SUT073"
	PhraseTwice        Code = "SUT074"
	KnowledgeForm      Code = "SUT075"
	ListForm           Code = "SUT076"
	UnknownZone        Code = "SUT077"
	PinnedMissing      Code = "SUT078"
	PinnedStale        Code = "SUT079"

	MetricsAlike     Code = "SUT090"
	JoinedConditions Code = "SUT091"
	ZoneUndeclared   Code = "SUT092"
	ModelUnused      Code = "SUT093"
	NoDescription    Code = "SUT094"
	FormatUnread     Code = "SUT095"
)

// Rules of a catalog that a type cannot say: names, references, values (SUT040 to SUT099).
var ruleCodes = []Info{
	{NamesFold, "two names that differ in case only",
		"Some data systems take such names as one, so a statement could read the wrong column there.",
		"Give the table a view with distinct names, and declare that."},
	{NameTaken, "a name that is taken",
		"Questions name dimensions, metrics and the time (period) side by side, and a dot leads through a role. A name that means two of these could not be asked.",
		"Rename one of them; a dimension may show any column: `column:`."},
	{UnknownSource, "an unknown source",
		"The model's source is not among `sources`.",
		"Declare the source, or correct the name."},
	{UnknownModel, "an unknown model",
		"The model is not among `models`.",
		"Declare the model, or correct the name."},
	{UnknownColumn, "an unknown column",
		"The catalog reads declared columns only.",
		"Declare the column with its type, or correct the name."},
	{UnknownStep, "an unknown join or role",
		"A path goes from a model over its joins, and the model has no join or role of that name.",
		"Declare the join, or correct the name."},
	{UnknownDimension, "an unknown dimension",
		"The model has no dimension of that name, of its own or by way of a role.",
		"Declare the dimension on the model that has its column, or correct the name."},
	{UnknownMetric, "an unknown metric",
		"The metric is not among `metrics`.",
		"Declare the metric, or correct the name."},
	{ToMany, "a path that goes to many rows",
		"Paths go from many to one, so that a fact is never counted twice. This step would go from one row to several.",
		"Measure on the model at the many end, or ask the metrics of both models together: they meet on shared dimensions."},
	{PathOutOfBounds, "a path that is too long or runs in a circle",
		"A path has one to four joins, and none of them twice.",
		"Shorten it; a view in the data system can join what lies deeper."},
	{NotOneKey, "not exactly one of the possible forms",
		"A measure has one key that says what it measures; a cumulative one window, a shift one offset. None says nothing, and two contradict each other.",
		"Keep one. Two measures are two metrics."},
	{TermForm, "a malformed term",
		"A term is another metric, `{metric: \"x\"}`, or an inline measure, `{model, measure, where, time}`, never both; an inline measure is simple or a snapshot.",
		"Give the inline measure a name of its own in `metrics`, or leave out what does not belong."},
	{ModelUnsaid, "a measure without a model",
		"A simple measure reads the rows of one model.",
		"Say `model`."},
	{ConditionMisplaced, "conditions on a metric made of metrics",
		"Ratios, formulas, cumulative and shifted metrics have no rows of their own: `where` and `time` belong to their terms, so that conditions of one never reach another.",
		"Move it into the term, or into the metric that the term names."},
	{EmptyMisplaced, "`empty: \"zero\"` where nothing is not zero",
		"Over no rows a sum may be said to be 0. An average, a median or a ratio of nothing is not 0, and a count already is.",
		"Leave `empty` out."},
	{ExactMisplaced, "`exact` where nothing is divided",
		"`exact` asks for a decimal quotient. Sums, counts, minima and maxima of exact numbers are exact anyway.",
		"Leave `exact` out."},
	{MetricCycle, "metrics that are made of each other",
		"A metric that is, by way of others, made of itself has no value.",
		"Break the circle."},
	{TimeUnsaid, "a model without a word on time",
		"When its rows happened is what a model's ranges and grains are about. A forgotten time would make every metric timeless.",
		"Say `time: \"column\"`, or `time: \"none\"` where rows have no time."},
	{TableForm, "a malformed table",
		"A table has one to three parts, none of them empty, with no control characters.",
		"Write \"table\", \"schema.table\" or \"database.schema.table\"; where a part holds a dot, write a list of parts."},
	{ColumnName, "a malformed column name",
		"Columns may have any name that is visible text.",
		"Give the table a view with a proper name, and declare that."},
	{DecimalDigits, "digits of a decimal",
		"A decimal's precision and scale are the declared ones, never the driver's: they decide the digits of every answer.",
		"Say `precision` and `scale`, the scale no larger; leave them out of other types."},
	{ColumnTime, "grain or zone of a column that has none",
		"Only dates and timestamps have a grain; a date is no finer than a day. Only timestamps have a zone: a timestamptz is an instant and needs none.",
		"Leave it out, or correct the column's type."},
	{KeyForm, "a malformed key",
		"A key is a list of one or more columns of the model, each once.",
		"List the columns whose values together are unique."},
	{JoinNotToOne, "a join that may go to many rows",
		"A join never adds or drops a fact: the right side of its pairs must be the joined model's key, or one of its unique sets.",
		"Declare the key of the joined model, or join by it."},
	{JoinTypes, "a join of columns that cannot be equal",
		"The sides of a pair have types that do not compare without a cast, and some data systems would cast silently.",
		"Correct the types, or give the table a view that casts."},
	{HistoryJoin, "a malformed join of history",
		"`during` picks the row that held at a time: `at` is a time of this model, `from` and `to` are times of the joined one, whose key includes `from`.",
		"Name such columns, and add `from` to the joined model's key."},
	{DimensionForm, "a dimension that says two things",
		"A dimension shows a column or an expression, and its values are closed, pinned or open. Booleans are closed by their type; values that identify people are never pinned.",
		"Keep one."},
	{ValueText, "a value that cannot be told apart",
		"Values are exact text. Empty text, control characters, and characters that are invisible or change the direction of text would make two values look like one.",
		"Write the value as it is seen; clean the column in a view where it holds such characters."},
	{LabelWithoutValue, "a label of no value",
		"Labels and synonyms belong to values that may be asked for.",
		"Correct the value, or add it to `values`."},
	{OverBound, "more than is allowed",
		"Bounds keep answers, prompts and pages readable: 10,000 metrics, 1,000 closed values, 4 KiB a description, 256 characters a value.",
		"Shorten it."},
	{ConformedDiffer, "conformed dimensions that disagree",
		"Dimensions with the same `conformed` name are asked as one, so their types and closed values must be the same.",
		"Make them agree, or give one another name."},
	{AudienceWider, "an audience wider than that of an input",
		"Who sees a metric learns about what it is made of. A metric may not be seen by more audiences than each of its inputs, unless it says so.",
		"Narrow `audience`, or name the inputs that are shown on purpose in `discloses`."},
	{DeprecatedForm, "a deprecation that does not hold together",
		"A deprecated metric says what to use instead, and that must be another metric that is not deprecated itself.",
		"Say `status: \"deprecated\"` and `deprecated: {use, until}` together."},
	{AnchorForm, "a malformed anchor",
		"An anchor is a published number, a tolerance of 0 or more, and a range that ends after it starts, where the metric has a time.",
		"Correct it."},
	{PhraseTwice, "a phrase that is claimed twice",
		"A word of the glossary means one thing, and a word that is not defined means none.",
		"Drop one of the claims."},
	{KnowledgeForm, "malformed knowledge",
		"An entry means a metric, or a dimension with or without a value; a parameter fills the range, or the filter of a dimension, and no other parameter fills the same; a place has coordinates where its kind needs them.",
		"Say exactly that."},
	{ListForm, "an empty or repeating list",
		"The list must have entries, each once and none of them empty.",
		"Correct the list."},
	{UnknownZone, "an unknown time zone",
		"Zones are names of the tz database, in their exact spelling.",
		"Write a name such as \"Europe/Prague\" or \"UTC\"."},

	{PinnedMissing, "pinned values that were not read",
		"A pinned dimension filters by the values that its source had when somebody read them. They lie in values/, are reviewed like the rest of the catalog, and are not there.",
		"Read them with `sutura values`, look at the file, and commit it."},
	{PinnedStale, "a file of pinned values that does not serve",
		"The file is no list of different texts, or no dimension is pinned by it: its model or dimension has another name now, or is not pinned any more.",
		"Read the values again with `sutura values`, or remove the file."},
	{MetricsAlike, "metrics that are equal in all but name",
		"Two names for one number drift apart, and nobody knows which one to ask.",
		"Keep one, and give it synonyms; or deprecate the other."},
	{JoinedConditions, "conditions of a joined model that are not applied",
		"A model's `where` restricts its own metrics. Where another model joins it, its rows are joined whether they pass or not, so that no fact is lost.",
		"If facts of such rows must not count, say so in `where` of the model that joins. Otherwise leave it."},
	{ZoneUndeclared, "a local time without a declared zone",
		"A timestamp has no zone of its own. Without `zone` it is taken as local time of the calendar's zone, which is wrong where the column holds UTC.",
		"Say `zone`, if only to state the calendar's."},
	{ModelUnused, "a model that nothing uses",
		"No metric measures it and no used model joins it.",
		"Remove it, or measure it."},
	{NoDescription, "a metric without a description",
		"People and agents choose metrics by their descriptions.",
		"Say in a sentence or two what is counted, and what is left out."},
	{FormatUnread, "a number format that is none",
		"`format` says how tables and charts for people show a metric's numbers: digits as a spreadsheet writes them, a percent sign, text around. Another text is passed over, and the numbers are shown as they are.",
		"Write it as in 0.0%, #,##0, $#,##0.00 or #,##0.0 \"km\"."},
}
