package diag

// Codes of compiling (SUT140 to SUT199).
const (
	NotLowered        Code = "SUT140"
	MeasureType       Code = "SUT141"
	ExactType         Code = "SUT142"
	NoSharedKey       Code = "SUT143"
	NotAnswerable     Code = "SUT144"
	StatementRefused  Code = "SUT145"
	IdentifierUnfit   Code = "SUT146"
	DimensionValues   Code = "SUT147"
	DimensionMissing  Code = "SUT148"
	TimeUnknown       Code = "SUT149"
	TermShape         Code = "SUT150"
	SourcesDiffer     Code = "SUT151"
	GrainNotOffered   Code = "SUT152"
	DimensionNameMeet Code = "SUT153"
	LockDiffers       Code = "SUT154"
	LockUnreadable    Code = "SUT155"
	VersionTooSmall   Code = "SUT156"
	AnchorDiffers     Code = "SUT157"
	NotCompared       Code = "SUT158"
	NullBeside        Code = "SUT159"
	ShapeMeaning      Code = "SUT175"
	HierarchyOrder    Code = "SUT176"
	LockForm          Code = "SUT177"
	DialectLacks      Code = "SUT180"
)

// Compiling: paths, types of measures, statements, the bundle and its lock (SUT140 to SUT199).
var compilingCodes = []Info{
	{NotLowered, "not compiled by this version",
		"The schema has this form, and this version of sutura does not turn it into a statement yet. It refuses, since half of a definition would be a wrong number.",
		"Leave the definition out for now, or write it with what is compiled: see the plan in docs/plan.md."},
	{MeasureType, "measure over the wrong type",
		"A measure says how rows become one value, and this one does not apply to values of that type: sums and averages need numbers, min and max an order, count_if a condition.",
		"Use a measure that applies, or CAST in the expression."},
	{ExactType, "exact where nothing is exact",
		"`exact: true` asks for a decimal quotient, which only exists for averages and ratios of integers and decimals.",
		"Leave `exact` out, or CAST the inputs to decimal."},
	{NoSharedKey, "sides that share no dimension",
		"A ratio divides totals at the same keys. Its sides have no dimension in common although one of them has some, so it could never be grouped.",
		"Give the models a role of the same name to the same model, or say `dimensions: []` when only the total is meant."},
	{NotAnswerable, "a question that would be refused",
		"A saved query or an example is a promise: the question must be answerable by this catalog.",
		"Mend the question as the message says, or the definition that it needs."},
	{StatementRefused, "a statement that fails verification",
		"Each metric's statement is parsed again before the bundle is made: one SELECT over declared tables, every value a bind, within the bounds.",
		"Simplify the definition; if it is simple already, please report it."},
	{IdentifierUnfit, "a name that the database would change",
		"PostgreSQL cuts names at 63 bytes, and DuckDB takes names that differ in case only as one, so the statement could read another column.",
		"Give the table a view with shorter or more distinct names, and declare that."},
	{DimensionValues, "values that the dimension cannot have",
		"The closed values of a dimension must be values of its type, each once.",
		"Spell them as the type is spelled: 42, 1.50, true, 2026-01-31."},
	{DimensionMissing, "a dimension that the metric cannot be asked by",
		"Every model that the metric reads must reach the dimension, and mean the same by it.",
		"Take it out of `dimensions`, or give the other model a role of the same name to the same model."},
	{TimeUnknown, "a time that is no time column",
		"A metric's rows are placed in time by a column of type date, timestamp or timestamptz of its model, or one to-one path away.",
		"Name such a column, or say \"none\" for a model without time."},
	{TermShape, "a measure of too many parts",
		"A formula or a ratio may be made of others, and each sum, count or average below it is computed apart. One statement has room for 24 of them, in 8 levels.",
		"Make it of fewer metrics, or compute a part in the source."},
	{SourcesDiffer, "a definition over two data systems",
		"One statement runs in one data system. A join or a ratio cannot cross them.",
		"Bring the tables into one source."},
	{GrainNotOffered, "a grain that the time column does not support",
		"A column that records days cannot tell hours, and one that records weeks cannot be put into months.",
		"Leave the grain out, or declare how fine the column really is with `grain`."},
	{DimensionNameMeet, "two dimensions asked by one name",
		"A question names a dimension by one name: the model's own, or role.dimension. Two definitions lead to the same one.",
		"Rename the role or the dimension."},
	{LockDiffers, "not what is pinned",
		"sutura.lock pins what each metric means and how it reads. What the catalog compiles to now is something else: a metric moved, came or went, or the catalog's name or version did.",
		"Read what changed (`sutura check --against` a branch shows it); if it is meant, `sutura compile --pin` and commit the lock with the change."},
	{LockUnreadable, "sutura.lock cannot be read",
		"The lock is not as sutura writes it: edited, or merged with marks of a conflict left in.",
		"Merge the catalog, then write the lock again: `sutura compile --pin`."},
	{VersionTooSmall, "a version too small for the change",
		"`about.version` tells those who ask how much changed: a major step where an answer changes or a question is no longer answered, a minor one for new questions, a patch for prose. Before 1.0.0 each is one step smaller.",
		"Set the version that the message names, or a later one."},
	{AnchorDiffers, "an anchor that the fixtures do not give",
		"An anchor with `on: \"fixtures\"` says what the metric must give over the rows in fixtures/. It gives something else.",
		"Correct the metric, the fixtures, or the anchor; whichever is wrong."},
	{NotCompared, "nothing to compare with",
		"`check --against` found no catalog there, or one with problems, so what the change does was not looked at.",
		"Compare with a revision whose catalog this sutura compiles."},
	{NullBeside, "a formula that is null where one side has no rows",
		"The formula adds or subtracts a sum over other rows. A sum over no rows is null, and so is all that is added to it: a region with sales and without returns would have no net sales.",
		"Say `empty: \"zero\"` on that sum, or on the formula, if no rows mean 0. If they mean that nothing is known, the warning may stay."},
	{ShapeMeaning, "a window or an offset that means nothing",
		"A running total runs over rows, and a shift is applied to buckets, once. A running total of a running total would count rows many times, one of what has no time has no window, and a window that ends within a unit of its time column would cut rows in two.",
		"Take the metric underneath, and combine the results in a formula; a shift of a running total is one."},
	{HierarchyOrder, "a hierarchy that does not go from coarse to fine",
		"The level above is a key: each of its values is one row, and this level is read from that row. There is nothing below it to see.",
		"List the levels from coarse to fine, the key last."},
	{LockForm, "a lock of another form",
		"The first line of sutura.lock says in which form its digests were made. This sutura makes them in another form, so that each differs although nothing that is defined does.",
		"After an update of sutura, write the lock again: `sutura compile --pin`. Where the lock is the newer one, use the sutura that wrote it."},
	{DialectLacks, "what the warehouse cannot compute",
		"A number is the same on every warehouse, or there is none. The warehouse of the metric's source lacks something that the metric needs: docs/dialects.md lists what.",
		"Use another measure, or bring the table into a warehouse that has it."},
}
