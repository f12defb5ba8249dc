package expr

// Op names an operation. Operators and functions are one set; operations.go says what each means.
type Op string

// Leaves and connectives.
const (
	OpColumn  Op = "column"  // Column
	OpLiteral Op = "literal" // Value; Args empty
	OpAnd     Op = "and"     // n >= 2 booleans
	OpOr      Op = "or"      // n >= 2 booleans
	OpNot     Op = "not"
)

// Operators.
const (
	OpAdd Op = "+"
	OpSub Op = "-"
	OpMul Op = "*"
	OpDiv Op = "/" // always double, null where the divisor is 0 or null
	OpMod Op = "%" // integers and decimals; null where the divisor is 0
	OpNeg Op = "neg"
	OpCat Op = "||" // strings; null if either is null

	OpEq          Op = "="
	OpNe          Op = "<>"
	OpLt          Op = "<"
	OpLe          Op = "<="
	OpGt          Op = ">"
	OpGe          Op = ">="
	OpDistinct    Op = "is distinct from"
	OpNotDistinct Op = "is not distinct from"

	OpIsNull     Op = "is null"
	OpIsNotNull  Op = "is not null"
	OpIsTrue     Op = "is true"
	OpIsNotTrue  Op = "is not true"
	OpIsFalse    Op = "is false"
	OpIsNotFalse Op = "is not false"

	OpIn      Op = "in"          // Args[0] against Args[1:], literals
	OpNotIn   Op = "not in"      // SQL's NOT IN: null stays null
	OpBetween Op = "between"     // both ends included
	OpOutside Op = "not between" // neither end included

	OpLike     Op = "like" // Args[1] is a literal pattern; backslash escapes
	OpNotLike  Op = "not like"
	OpILike    Op = "ilike"
	OpNotILike Op = "not ilike"
)

// Conditional forms and the cast.
const (
	OpCase     Op = "case" // condition, result, condition, result, ... and the ELSE last, when there is one
	OpCoalesce Op = "coalesce"
	OpNullIf   Op = "nullif"
	OpGreatest Op = "greatest" // null if any is null
	OpLeast    Op = "least"
	OpCast     Op = "cast" // to Node.Type
)

// Functions.
const (
	OpAbs   Op = "abs"
	OpRound Op = "round" // Args[1], when there, is an integer literal
	OpFloor Op = "floor"
	OpCeil  Op = "ceil"
	OpSign  Op = "sign"
	OpPower Op = "power"
	OpSqrt  Op = "sqrt"
	OpLn    Op = "ln"
	OpExp   Op = "exp"

	OpLower      Op = "lower"
	OpUpper      Op = "upper"
	OpTrim       Op = "trim"
	OpLTrim      Op = "ltrim"
	OpRTrim      Op = "rtrim"
	OpLength     Op = "length"
	OpLeft       Op = "left"
	OpRight      Op = "right"
	OpSubstring  Op = "substring"
	OpReplace    Op = "replace"
	OpStartsWith Op = "starts_with"
	OpConcat     Op = "concat"

	OpDateTrunc Op = "date_trunc" // Args[0] is a unit, a string literal
	OpExtract   Op = "extract"    // Args[0] is a field, a string literal
	OpDateDiff  Op = "date_diff"  // unit, from, to
	OpDateAdd   Op = "date_add"   // unit, count, time
)
