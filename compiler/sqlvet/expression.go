package sqlvet

import (
	"errors"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// Both prefixes have the same length, so that locations in the two readings agree.
const (
	plain    = "SELECT  "
	wrapped  = "SELECT ("
	shift    = len(plain)
	maxDepth = 64
)

const languageHint = "The catalog reference lists the expression language."

// ParseExpression reads one value expression in PostgreSQL's grammar. It answers with a tree made only of the nodes
// that Kind lists, or with the first problem.
func ParseExpression(text string) (*Tree, *Problem) {
	toks, p := scan(text, maxExpression)
	if p != nil {
		return nil, p
	}
	if len(toks.list) == 0 {
		return nil, problem(diag.ExprText, 0, len(text), "the expression is empty", "Write a value, such as a column's name.")
	}
	if p := hidden(toks); p != nil {
		return nil, p
	}
	if p := backquoted(toks); p != nil {
		return nil, p
	}
	stmts, err := parse(plain + text)
	if err != nil {
		return nil, refusedSyntax(toks, err)
	}
	target, p := onlyTarget(toks, stmts)
	if p != nil {
		return nil, p
	}
	w := walker{toks, shift}
	tree, p := w.node(target, 1)
	if p != nil {
		return nil, p
	}
	// What reads otherwise inside brackets is not one value.
	again, err := parse(wrapped + text + ")")
	if err != nil {
		return nil, notOne(text)
	}
	if in, p := onlyTarget(toks, again); p != nil || !in.same(target) {
		return nil, notOne(text)
	}
	return tree, nil
}

// backquoted refuses the quotes of other databases, which PostgreSQL reads as signs of an operator.
func backquoted(toks tokens) *Problem {
	for _, t := range toks.list {
		if t.kind != tokenOperator {
			continue
		}
		if i := strings.IndexByte(toks.text[t.start:t.end], '`'); i >= 0 {
			return problem(diag.ExprSyntax, t.start+i, t.start+i+1, "this quote has no meaning here", namedHint)
		}
	}
	return nil
}

func notOne(text string) *Problem {
	return problem(diag.ExprSyntax, 0, len(text), "this is not one value", languageHint)
}

func refusedSyntax(toks tokens, err error) *Problem {
	at := len(toks.text)
	var syntax syntaxError
	if errors.As(err, &syntax) {
		at = min(max(syntax.at-shift, 0), at)
	}
	i := toks.find(at)
	if i == len(toks.list) {
		last := toks.list[len(toks.list)-1]
		return problem(diag.ExprSyntax, last.start, last.end, "the expression ends too early", endsHint(toks))
	}
	if first := toks.list[0]; toks.word(0) == "select" && len(toks.list) > 1 {
		return problem(diag.ExprSyntax, first.start, first.end, "this is a query, not a value", queryHint)
	}
	if p := reserved(toks, i); p != nil {
		return p
	}
	t := toks.list[i]
	return problem(diag.ExprSyntax, t.start, t.end, "this is not a value in PostgreSQL's grammar: it goes wrong here", wrongHint(toks, i))
}

const queryHint = "Write one value; conditions go to `where`, other tables to joins, and DISTINCT is the measure count_distinct."

// endsHint says what a text lacks at its end.
func endsHint(toks tokens) string {
	open := 0
	for i := range toks.list {
		switch toks.word(i) {
		case "case":
			open++
		case "end":
			open--
		}
	}
	if open > 0 {
		return "A CASE ends with END."
	}
	return "Something has to follow, or this has to go."
}

// wrongHint says what was meant where other languages write otherwise, by the sign that the parser stumbles at.
func wrongHint(toks tokens, at int) string {
	before := func(back int) string {
		if at < back {
			return ""
		}
		return toks.word(at - back)
	}
	switch word := toks.word(at); {
	case before(1) == "in", word == ")" && before(1) == "(" && before(2) == "in":
		return "IN takes a list in round brackets: IN ('web', 'store')."
	case word == "[" || word == "]":
		return "A column is written by its name alone, and lists stand in round brackets."
	case word == "," && before(2) == "(" && before(3) == "extract":
		return "Write extract(year FROM t)."
	case slices.ContainsFunc(toks.list[:at+1], func(t token) bool { return toks.text[t.start:t.end] == "?" }):
		return "Write CASE WHEN c THEN a ELSE b END."
	case word == "filter" || word == "where":
		return "Conditions go to `where`."
	}
	return languageHint
}

// reserved finds a word of SQL that stands for a name where the text goes wrong, or just before: quoted, the text reads.
func reserved(toks tokens, at int) *Problem {
	for i := at; i >= max(at-1, 0); i-- {
		t := toks.list[i]
		if t.kind != tokenWord {
			continue
		}
		word := toks.text[t.start:t.end]
		quoted := `"` + word + `"`
		if _, err := parse(plain + toks.text[:t.start] + quoted + toks.text[t.end:]); err == nil {
			return problem(diag.ExprSyntax, t.start, t.end, word+" is a word of SQL, and cannot be a name without quotes",
				"Write "+quoted+`; in CUE, #"..."# around the expression keeps such quotes readable.`)
		}
	}
	return nil
}

// onlyTarget takes the one value out of SELECT value, and refuses everything else a statement can have.
func onlyTarget(toks tokens, stmts []value) (value, *Problem) {
	whole := func(message, hint string) (value, *Problem) {
		return none, problem(diag.ExprSyntax, 0, len(toks.text), message, hint)
	}
	if len(stmts) != 1 {
		return whole("this is more than one statement", languageHint)
	}
	kind, sel := stmts[0].get("stmt").node()
	if kind == "SelectStmt" && sel.has("distinctClause") {
		return whole("a value of one row is not distinct", "Use the measure count_distinct.")
	}
	if kind != "SelectStmt" || !sel.only("targetList", "limitOption", "op") {
		return whole("this is a query, not a value", queryHint)
	}
	if len(sel.get("targetList").items()) != 1 {
		return whole("these are several values", "Write one value.")
	}
	_, target := sel.get("targetList").items()[0].node()
	if target.has("name") || !target.only("val") {
		return whole("a value has no alias here", "The definition's own name is its name.")
	}
	return target.get("val"), nil
}

// walker turns the parser's tree into ours. Whatever is not expected is refused.
type walker struct {
	tokens
	shift int // bytes before the text in what was parsed
}

func (w walker) node(v value, depth int) (*Tree, *Problem) {
	kind, body := v.node()
	if depth > maxDepth {
		return nil, problem(diag.ExprText, 0, len(w.text), "the expression is nested more than 64 levels", "Split it.")
	}
	switch kind {
	case "ColumnRef":
		return w.name(body)
	case "A_Const":
		return w.constant(body)
	case "A_Expr":
		return w.operation(body, depth)
	case "BoolExpr":
		return w.connective(body, depth)
	case "NullTest":
		return w.test(body, "nulltesttype", nullTests, depth)
	case "BooleanTest":
		return w.test(body, "booltesttype", booleanTests, depth)
	case "CaseExpr":
		return w.caseExpr(body, depth)
	case "CoalesceExpr":
		return w.form(body, "coalesce", depth)
	case "MinMaxExpr":
		return w.form(body, map[string]string{"IS_GREATEST": "greatest", "IS_LEAST": "least"}[body.get("op").text], depth)
	case "FuncCall":
		return w.call(body, depth)
	case "TypeCast":
		return w.cast(body, depth)
	}
	return nil, w.refuse(kind, body)
}

func (w walker) nodes(vs []value, depth int) ([]*Tree, *Problem) {
	var out []*Tree
	for _, v := range vs {
		t, p := w.node(v, depth)
		if p != nil {
			return nil, p
		}
		out = append(out, t)
	}
	return out, nil
}

// at is a node's location in the text; -1 when the parser did not say.
func (w walker) at(body value) int {
	if l := body.location(); l >= w.shift {
		return l - w.shift
	}
	return -1
}

// start makes a node at a location, as long as the token there; false when there is no such token.
func (w walker) start(body value, kind Kind, word string) (*Tree, int, bool) {
	i := w.exact(w.at(body))
	if i < 0 {
		return nil, 0, false
	}
	return &Tree{Kind: kind, Word: word, Start: w.list[i].start, End: w.list[i].end}, i, true
}

// cover widens a node to its arguments.
func (t *Tree) cover(args ...*Tree) *Tree {
	for _, a := range args {
		t.Start, t.End = min(t.Start, a.Start), max(t.End, a.End)
	}
	t.Args = append(t.Args, args...)
	return t
}

// brackets widens a node to the bracket that opens at token i or after it, if it opens there.
func (w walker) brackets(t *Tree, i int) *Tree {
	if i < len(w.list) && w.list[i].pair > i {
		t.End = w.list[w.list[i].pair].end
	}
	return t
}

func (w walker) name(body value) (*Tree, *Problem) {
	t, i, ok := w.start(body, Name, "")
	if !ok || !body.only("fields") {
		return nil, w.unexpected(body)
	}
	for n, f := range body.get("fields").items() {
		kind, s := f.node()
		if kind == "A_Star" {
			return nil, t.problem(problem(diag.ExprConstruct, 0, 0, "a star is not a value", "Name the column; counting rows is measure: count: \"*\"."))
		}
		if kind != "String" {
			return nil, w.unexpected(body)
		}
		t.Parts = append(t.Parts, s.get("sval").text)
		if j := i + 2*n; j < len(w.list) {
			t.End = w.list[j].end
		}
	}
	return t, nil
}

func (w walker) form(body value, word string, depth int) (*Tree, *Problem) {
	t, i, ok := w.start(body, Call, word)
	if !ok || word == "" || !body.only("args", "op") {
		return nil, w.unexpected(body)
	}
	args, p := w.nodes(body.get("args").items(), depth+1)
	if p != nil {
		return nil, p
	}
	return w.brackets(t.cover(args...), i+1), nil
}

func (w walker) caseExpr(body value, depth int) (*Tree, *Problem) {
	t, _, ok := w.start(body, Case, "")
	if !ok || !body.only("arg", "args", "defresult") {
		return nil, w.unexpected(body)
	}
	var parts []value
	if body.has("arg") {
		t.Word = "simple"
		parts = append(parts, body.get("arg"))
	}
	for _, when := range body.get("args").items() {
		kind, b := when.node()
		if kind != "CaseWhen" || !b.only("expr", "result") {
			return nil, w.unexpected(body)
		}
		parts = append(parts, b.get("expr"), b.get("result"))
	}
	if body.has("defresult") {
		parts = append(parts, body.get("defresult"))
	}
	args, p := w.nodes(parts, depth+1)
	if p != nil {
		return nil, p
	}
	t.cover(args...)
	for i := w.find(t.End); i < len(w.list); i++ {
		if w.word(i) == "end" {
			t.End = w.list[i].end
			break
		}
	}
	return t, nil
}

func words(vs []value) []string {
	var out []string
	for _, v := range vs {
		_, s := v.node()
		out = append(out, s.get("sval").text)
	}
	return out
}

func joined(vs []value) string { return strings.Join(words(vs), ".") }
