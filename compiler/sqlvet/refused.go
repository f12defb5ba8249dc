package sqlvet

import "sutura.dev/internal/diag"

// refused names what an author may well write and the language leaves out, by the parser's kind of node.
var refused = map[string]Problem{
	"SubLink":               {Code: diag.ExprSubquery, Message: "an expression has no subqueries", Hint: "Declare a join and use role.column, or declare a metric."},
	"ParamRef":              {Code: diag.ExprParameter, Message: "a definition has no parameters", Hint: "Write the literal, or ask with a filter."},
	"SQLValueFunction":      {Code: diag.ExprClock, Message: "a definition reads neither the clock nor the session", Hint: "Use the question's range, such as last."},
	"GroupingFunc":          {Code: diag.ExprAggregate, Message: "an expression speaks of one row, and this of many", Hint: "Use the measure."},
	"RowExpr":               {Code: diag.ExprConstruct, Message: "a row of several values is not a value", Hint: "Write one value."},
	"A_ArrayExpr":           {Code: diag.ExprConstruct, Message: "arrays are not part of the language", Hint: "IN takes a list of literals."},
	"A_Indirection":         {Code: diag.ExprConstruct, Message: "subscripts and fields are not part of the language", Hint: "A column of a join is role.column."},
	"CollateClause":         {Code: diag.ExprConstruct, Message: "COLLATE is not part of the language", Hint: "Text is always compared by code point."},
	"NamedArgExpr":          {Code: diag.ExprConstruct, Message: "arguments have no names here", Hint: "Write them in their order."},
	"SetToDefault":          {Code: diag.ExprConstruct, Message: "DEFAULT is not a value", Hint: "Write the value."},
	"AEXPR_SIMILAR":         {Code: diag.ExprPattern, Message: "SIMILAR TO is not part of the language", Hint: "Use LIKE."},
	"AEXPR_BETWEEN_SYM":     {Code: diag.ExprConstruct, Message: "BETWEEN SYMMETRIC is not part of the language", Hint: "Write BETWEEN with the smaller bound first."},
	"AEXPR_NOT_BETWEEN_SYM": {Code: diag.ExprConstruct, Message: "BETWEEN SYMMETRIC is not part of the language", Hint: "Write NOT BETWEEN with the smaller bound first."},
	"AEXPR_OP_ANY":          {Code: diag.ExprConstruct, Message: "ANY is not part of the language", Hint: "Use IN with a list of literals."},
	"AEXPR_OP_ALL":          {Code: diag.ExprConstruct, Message: "ALL is not part of the language", Hint: "Use NOT IN with a list of literals."},
}

// refuse answers for a node that is not part of the language, at its place.
func (w walker) refuse(kind string, body value) *Problem {
	p, ok := refused[kind]
	if !ok {
		return w.unexpected(body)
	}
	p.Start, p.End = w.span(body)
	return &p
}

func (w walker) unexpected(body value) *Problem {
	start, end := w.span(body)
	return problem(diag.ExprConstruct, start, end, "this is not part of the language", languageHint)
}

// span is the token at a node's location, or at the first location below it, or the whole text.
func (w walker) span(body value) (int, int) {
	if i := w.exact(w.firstAt(body)); i >= 0 {
		return w.list[i].start, w.list[i].end
	}
	return 0, len(w.text)
}

func (w walker) firstAt(v value) int {
	if at := w.at(v); at >= 0 {
		return at
	}
	for _, k := range v.kids {
		if at := w.firstAt(k); at >= 0 {
			return at
		}
	}
	return -1
}
