package diag

// Codes of expressions (SUT100 to SUT139).
const (
	ExprSyntax          Code = "SUT100"
	ExprText            Code = "SUT101"
	ExprComment         Code = "SUT102"
	ExprString          Code = "SUT103"
	ExprSubquery        Code = "SUT104"
	ExprAggregate       Code = "SUT105"
	ExprParameter       Code = "SUT106"
	ExprConstruct       Code = "SUT107"
	ExprClock           Code = "SUT108"
	ExprQualified       Code = "SUT109"
	ExprUnknownFunction Code = "SUT110"
	ExprOperator        Code = "SUT111"
	ExprNotYet          Code = "SUT112"
	ExprUnknownColumn   Code = "SUT113"
	ExprUnknownRole     Code = "SUT114"
	ExprTypes           Code = "SUT115"
	ExprArguments       Code = "SUT116"
	ExprNullComparison  Code = "SUT117"
	ExprLiteral         Code = "SUT118"
	ExprInList          Code = "SUT119"
	ExprCast            Code = "SUT120"
	ExprUntypedNull     Code = "SUT121"
	ExprTextAsTime      Code = "SUT122"
	ExprZone            Code = "SUT123"
	ExprCondition       Code = "SUT124"
	ExprDigits          Code = "SUT125"
	ExprPattern         Code = "SUT126"
	ExprUnit            Code = "SUT127"
	ExprUnlisted        Code = "SUT128"
)

// Expressions (SUT100 to SUT139).
var expressionCodes = []Info{
	{ExprSyntax, "not a value expression",
		"An expression is one value in PostgreSQL's grammar: no list, no alias, no clause, no statement.",
		"Write one value, such as amount - discount; conditions go to `where`, names to the definition's own name."},
	{ExprText, "text out of bounds",
		"An expression is at most 4 KiB of UTF-8 without NUL, nested at most 64 levels, and not empty. What is larger is not read.",
		"Split it: move a part to a dimension or to `where`, or compute it in the source."},
	{ExprComment, "comment in an expression",
		"Comments inside an expression are not kept and could hide what it says.",
		"Write the comment in CUE, with //, beside the definition."},
	{ExprString, "unsupported form of string",
		"Only plain '...' strings are read, because escapes and dollar quotes differ between databases.",
		"Write the text in single quotes and double any quote inside."},
	{ExprSubquery, "subquery in an expression",
		"An expression speaks of one row. A subquery could add rows, or read what the catalog does not declare.",
		"Declare a join and use role.column, or declare a metric."},
	{ExprAggregate, "aggregate or window in an expression",
		"An expression speaks of one row; the measure says how rows are added up.",
		"Use the measure: sum, avg, count, count_if, cumulative, snapshot."},
	{ExprParameter, "parameter in an expression",
		"A definition has no parameters: its number must not depend on who asks.",
		"Write the literal, or ask with a filter."},
	{ExprConstruct, "construct outside the language",
		"The expression language is a closed list; what is not on it is refused, because databases disagree about it.",
		"Use the constructs of the catalog reference, or compute the column in the source."},
	{ExprClock, "expression reads the clock",
		"A definition that reads the clock gives another number on every run.",
		"Use the question's range (`last`, or start and end)."},
	{ExprQualified, "qualified function or operator",
		"Functions and operators are sutura's own, by plain name; a schema would name something of one database.",
		"Write the plain name."},
	{ExprUnknownFunction, "unknown function",
		"Only functions of the closed table exist, each with one meaning on every dialect.",
		"Use a function of the table, or compute the column in the source."},
	{ExprOperator, "unknown operator",
		"Only these operators exist: + - * / % || = <> < <= > >=.",
		"Use one of them, or a function of the table."},
	{ExprNotYet, "not supported yet",
		"The catalog's language has this, and this version of sutura does not.",
		"Write it another way for now, or compute the column in the source."},
	{ExprUnknownColumn, "unknown column",
		"The name is no declared column of the model, or of the role's model; in a formula, no metric and no term.",
		"Correct the name, or declare the column."},
	{ExprUnknownRole, "unknown role",
		"A dotted name is role.column, and the first part is no role or join of the model.",
		"Correct the name, or declare the join or role; a path of several joins needs a role."},
	{ExprTypes, "types do not go together",
		"The operation is not defined for these types, and nothing is converted silently.",
		"Compare or compute like with like; write CAST(... AS type) where a conversion is meant."},
	{ExprArguments, "wrong arguments",
		"The operation takes another number of arguments, or needs a literal here.",
		"See the operation's syntax in the catalog reference."},
	{ExprNullComparison, "comparison with NULL",
		"A comparison with NULL is never true, so no row would ever match.",
		"Write IS NULL or IS NOT NULL."},
	{ExprLiteral, "malformed literal",
		"A literal must be exact: at most 38 digits, a date that exists, a time without a zone.",
		"Write 123, 1.50, DATE '2026-01-31' or TIMESTAMP '2026-01-31 15:04:05'."},
	{ExprInList, "IN takes literals",
		"IN takes a list of literals without NULL: NOT IN with NULL is never true.",
		"List the values; add OR x IS NULL where missing values count; compare columns with =."},
	{ExprCast, "cast that is not allowed",
		"The cast would depend on the database, the session or the zone, or names a type the catalog does not have.",
		"Cast to string, integer, decimal(p,s), float, boolean, date or timestamp, from a type that allows it."},
	{ExprUntypedNull, "NULL without a type",
		"Nothing beside this NULL says what type it has.",
		"Write CAST(NULL AS type), or leave it out."},
	{ExprTextAsTime, "text beside a date or time",
		"A plain string is text; how it would be read as a date differs between databases.",
		"Write DATE '2026-01-31' or TIMESTAMP '2026-01-31 15:04:05'."},
	{ExprZone, "times of two clocks",
		"A timestamptz is an instant; a date or timestamp is local time. Comparing them would use the session's zone. Local times of two zones " +
			"are compared by nothing that is right: ten o'clock in New York is later than ten o'clock in Prague.",
		"Compare instants with instants and local times of one zone, or declare the column's zone and type."},
	{ExprCondition, "condition needed",
		"AND, OR, NOT, WHEN and `where` take booleans only; numbers and text are not truth values.",
		"Write a comparison, such as quantity > 0."},
	{ExprDigits, "too many digits",
		"Exact numbers keep 38 digits; this operation could need more, and would be cut.",
		"Round an operand first, or CAST it to a decimal with fewer decimals, or to float."},
	{ExprPattern, "malformed pattern",
		"The pattern of LIKE is a literal, and backslash escapes the sign after it; it may not come last.",
		"Write the pattern as a plain string; double a backslash that is meant literally."},
	{ExprUnit, "unknown unit of time",
		"The function takes one of a closed list of units, and not every unit applies to a date.",
		"Use a unit the message lists."},
	{ExprUnlisted, "value that is not listed, near to one that is",
		"A dimension lists all values of this column that may be asked for, and the condition compares it with another that is spelled nearly alike. Where that is a slip, the condition is true of no row, or of every row, and the number is wrong in silence.",
		"Correct the spelling; or list the value, where the column has it."},
}
