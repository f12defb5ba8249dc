package sqlvet

import (
	"strings"

	"sutura.dev/internal/diag"
)

// grammarForms are functions that the grammar itself writes: by the parser's name and the number of arguments, what
// an author calls them. TRIM with signs of its own, POSITION, OVERLAY and the like are not among them.
var grammarForms = map[string]map[int]string{
	"btrim":     {1: "trim"},
	"ltrim":     {1: "ltrim"},
	"rtrim":     {1: "rtrim"},
	"substring": {2: "substring", 3: "substring"},
	"extract":   {2: "extract"},
}

func (w walker) call(body value, depth int) (*Tree, *Problem) {
	names := words(body.get("funcname").items())
	t, i, ok := w.start(body, Call, names[len(names)-1])
	if !ok {
		return nil, w.unexpected(body)
	}
	grammar := body.get("funcformat").text == "COERCE_SQL_SYNTAX"
	switch p := w.callShape(t, body, grammar, len(names)); {
	case p != nil:
		return nil, t.problem(p)
	case grammar:
		if t.Word = grammarForms[t.Word][len(body.get("args").items())]; t.Word == "" {
			return nil, t.problem(problem(diag.ExprConstruct, 0, 0, "this form is not part of the language", languageHint))
		}
	}
	var args []*Tree
	for n, a := range body.get("args").items() {
		if t.Word == "extract" && n == 0 {
			args = append(args, w.extractField(a, i))
			continue
		}
		arg, p := w.node(a, depth+1)
		if p != nil {
			return nil, p
		}
		args = append(args, arg)
	}
	return w.brackets(t.cover(args...), i+1), nil
}

// callShape refuses what makes a call more than a function of its arguments.
func (w walker) callShape(t *Tree, body value, grammar bool, parts int) *Problem {
	switch {
	case body.has("over") || body.has("agg_filter") || body.has("agg_order") || body.has("agg_within_group") ||
		body.has("agg_star") || body.has("agg_distinct"):
		return problem(diag.ExprAggregate, 0, 0, "an expression speaks of one row, and "+t.Word+" of many", aggregateHint(body))
	case grammar && t.Word == "timezone":
		return problem(diag.ExprConstruct, 0, 0, "AT TIME ZONE is not part of the language", "Declare the column's zone; times are read in the calendar's.")
	case !grammar && parts > 1:
		return problem(diag.ExprQualified, 0, 0, "functions have no schema here", "Write the plain name.")
	case body.has("func_variadic"):
		return problem(diag.ExprConstruct, 0, 0, "VARIADIC is not part of the language", "Write each argument.")
	case !body.only("funcname", "args", "funcformat"):
		return problem(diag.ExprConstruct, 0, 0, "this form of call is not part of the language", "Write name(argument, ...).")
	}
	return nil
}

// MeasureHint says where rows are added up.
const MeasureHint = `The measure says it: sum: "amount", with the condition in where; of two measures a ratio or a formula is made.`

// aggregateHint says which measure is what a call of an aggregate means.
func aggregateHint(body value) string {
	switch {
	case body.has("over"):
		return "Windows are the measures cumulative, shift and snapshot; a share of the whole is read off a question with totals."
	case body.has("agg_star"):
		return `The measure says it: count: "*".`
	case body.has("agg_distinct"):
		return `The measure says it: count_distinct: "customer_id".`
	case body.has("agg_filter"):
		return `The measure says it, with the condition in where: measure: sum: "amount", where: ["paid"].`
	}
	return MeasureHint
}

// extractField is the word after EXTRACT's bracket, as a string.
func (w walker) extractField(a value, call int) *Tree {
	_, c := a.node()
	t := &Tree{Kind: String, Text: strings.ToLower(c.get("sval").get("sval").text)}
	if i := call + 2; i < len(w.list) {
		t.Start, t.End = w.list[i].start, w.list[i].end
	}
	return t
}

// constant reads a literal from the text, never from the parser: its JSON loses the value of negative integers.
func (w walker) constant(body value) (*Tree, *Problem) {
	t, i, ok := w.start(body, Number, "")
	if !ok {
		return nil, w.unexpected(body)
	}
	// A minus sign before a literal moves its location to the sign, and is folded into numbers, through brackets.
	for ; i < len(w.list)-1 && (w.word(i) == "-" || w.word(i) == "("); i++ {
		t.Negative = t.Negative != (w.word(i) == "-")
	}
	kind := w.list[i].kind
	switch {
	case body.has("isnull") && w.word(i) == "null":
		t.Kind = Null
	case body.has("boolval") && (w.word(i) == "true" || w.word(i) == "false"):
		t.Kind, t.Text = Boolean, w.word(i)
	case body.has("sval") && kind == tokenString:
		t.Kind, t.Text = String, w.literal(i)
	case (body.has("ival") || body.has("fval")) && kind == tokenNumber:
		t.Text, t.End = w.text[w.list[i].start:w.list[i].end], w.list[i].end
		return t, nil
	default:
		return nil, w.unexpected(body)
	}
	t.Negative, t.Start, t.End = false, w.list[i].start, w.list[i].end
	return t, nil
}

// castTypes maps the grammar's names of types to the catalog's. SQL's own words for the same are taken too; an integer
// has no width here.
var castTypes = map[string]string{
	"string": "string", "text": "string", "pg_catalog.varchar": "string",
	"pg_catalog.int4": "integer", "pg_catalog.int8": "integer", "pg_catalog.numeric": "decimal", "pg_catalog.float8": "float",
	"pg_catalog.bool": "boolean", "date": "date", "pg_catalog.timestamp": "timestamp",
}

func (w walker) cast(body value, depth int) (*Tree, *Problem) {
	typeName := body.get("typeName")
	at := w.exact(w.at(typeName))
	kind, arg := body.get("arg").node()
	if at < 0 || !body.only("arg", "typeName") {
		return nil, w.unexpected(body)
	}
	if body.location() < 0 && kind == "A_Const" && arg.has("sval") {
		return w.typedLiteral(typeName, body.get("arg"), at)
	}
	t, i, ok := w.start(body, Cast, "")
	if !ok {
		return nil, w.unexpected(body)
	}
	to, p := w.typeName(typeName, at)
	if p != nil {
		return nil, p
	}
	inner, p := w.node(body.get("arg"), depth+1)
	if p != nil {
		return nil, p
	}
	t.To, t.End = to, max(t.End, to.End)
	return w.brackets(t.cover(inner), i+1), nil
}

func (w walker) typedLiteral(typeName, arg value, at int) (*Tree, *Problem) {
	word := castTypes[joined(typeName.get("names").items())]
	t := &Tree{Kind: Typed, Word: word, Start: w.list[at].start, End: w.list[at].end}
	if strings.HasSuffix(joined(typeName.get("names").items()), "interval") {
		return nil, t.problem(problem(diag.ExprLiteral, 0, 0, "there are no intervals", "Write date_add('day', -7, t), or date_diff('day', from, to)."))
	}
	if (word != "date" && word != "timestamp") || !typeName.only("names", "typemod") || w.word(at) != word {
		return nil, t.problem(problem(diag.ExprLiteral, 0, 0, "this kind of literal is not part of the language", "Write DATE '2026-01-31', TIMESTAMP '2026-01-31 15:04:05', or CAST(... AS type)."))
	}
	_, body := arg.node()
	text, p := w.constant(body)
	if p != nil {
		return nil, p
	}
	t.Text, t.End = text.Text, text.End
	return t, nil
}

func (w walker) typeName(v value, at int) (TypeName, *Problem) {
	to := TypeName{Name: castTypes[joined(v.get("names").items())], Start: w.list[at].start, End: w.list[at].end}
	refused := func(message string) (TypeName, *Problem) {
		return to, problem(diag.ExprCast, to.Start, to.End, message, "Types are string, integer, decimal(p, s), float, boolean, date and timestamp.")
	}
	if w.word(at) == "pg_catalog" {
		return refused("types have no schema here")
	}
	if v.has("arrayBounds") {
		return refused("arrays are not part of the language")
	}
	if to.Name == "" || !v.only("names", "typemod", "typmods") || w.list[at].kind != tokenWord {
		return refused("there is no such type")
	}
	for _, m := range v.get("typmods").items() {
		_, c := m.node()
		d, p := w.constant(c)
		if p != nil || d.Kind != Number {
			return refused("there is no such type")
		}
		to.Digits = append(to.Digits, d.Text)
	}
	if len(to.Digits) == 0 {
		return to, nil
	}
	if to.Name != "decimal" {
		return refused("only decimals have digits to say")
	}
	to.End = w.list[w.list[at+1].pair].end
	return to, nil
}
