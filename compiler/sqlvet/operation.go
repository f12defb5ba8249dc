package sqlvet

import (
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

var (
	plainOperators = []string{"+", "-", "*", "/", "%", "||", "=", "<>", "<", "<=", ">", ">="}
	nullTests      = map[string]string{"IS_NULL": "is null", "IS_NOT_NULL": "is not null"}
	booleanTests   = map[string]string{"IS_TRUE": "is true", "IS_NOT_TRUE": "is not true", "IS_FALSE": "is false", "IS_NOT_FALSE": "is not false"}
	connectives    = map[string]string{"AND_EXPR": "and", "OR_EXPR": "or", "NOT_EXPR": "not"}
	// infix maps the parser's kind and operator to our word.
	infix = map[string]string{
		"AEXPR_DISTINCT=": "is distinct from", "AEXPR_NOT_DISTINCT=": "is not distinct from",
		"AEXPR_IN=": "in", "AEXPR_IN<>": "not in",
		"AEXPR_LIKE~~": "like", "AEXPR_LIKE!~~": "not like", "AEXPR_ILIKE~~*": "ilike", "AEXPR_ILIKE!~~*": "not ilike",
		"AEXPR_BETWEENBETWEEN": "between", "AEXPR_NOT_BETWEENNOT BETWEEN": "not between",
	}
)

func (w walker) operation(body value, depth int) (*Tree, *Problem) {
	t, i, ok := w.start(body, Operator, "")
	if !ok || !body.only("kind", "name", "lexpr", "rexpr") {
		return nil, w.unexpected(body)
	}
	kind, name := body.get("kind").text, joined(body.get("name").items())
	if len(body.get("name").items()) != 1 {
		return nil, t.problem(problem(diag.ExprQualified, 0, 0, "operators have no schema here", "Write the plain operator."))
	}
	switch {
	case kind == "AEXPR_NULLIF":
		t.Kind, t.Word = Call, "nullif"
		args, p := w.nodes([]value{body.get("lexpr"), body.get("rexpr")}, depth+1)
		if p != nil {
			return nil, p
		}
		return w.brackets(t.cover(args...), i+1), nil
	case kind == "AEXPR_OP":
		return w.plainOperator(t, name, body, depth)
	case infix[kind+name] != "":
		t.Word = infix[kind+name]
		return w.infix(t, body, depth)
	}
	return nil, w.refuse(kind, body)
}

// operatorHint says what an operator of another language is called here.
func operatorHint(name string) string {
	switch name {
	case "==", "===":
		return "Equal is written =."
	case "&&":
		return "Both is written AND."
	case "^", "**":
		return "Powers are written power(a, b)."
	case "//":
		return "Whole parts of a division are written floor(a / b)."
	case "<=>":
		return "Equal, or both null, is written IS NOT DISTINCT FROM."
	case "!", "!!":
		return "Not is written NOT."
	}
	return "Operators are + - * / % || = <> < <= > >=, and LIKE for patterns."
}

func (w walker) plainOperator(t *Tree, name string, body value, depth int) (*Tree, *Problem) {
	unary := !body.has("lexpr")
	switch {
	case strings.Contains(name, "~"):
		return nil, t.problem(problem(diag.ExprOperator, 0, 0, "there are no regular expressions", "Write s LIKE '%...%', starts_with(s, prefix), or several of them with OR."))
	case !slices.Contains(plainOperators, name):
		return nil, t.problem(problem(diag.ExprOperator, 0, 0, "there is no such operator", operatorHint(name)))
	case unary && name == "-":
		t.Word = "neg"
	case unary:
		return nil, t.problem(problem(diag.ExprOperator, 0, 0, "only minus stands before a value", "Remove the sign."))
	default:
		t.Word = name
	}
	sides := []value{body.get("rexpr")}
	if !unary {
		sides = []value{body.get("lexpr"), body.get("rexpr")}
	}
	args, p := w.nodes(sides, depth+1)
	if p != nil {
		return nil, p
	}
	return t.cover(args...), nil
}

// infix reads what has a list or a pattern on its right.
func (w walker) infix(t *Tree, body value, depth int) (*Tree, *Problem) {
	sides := []value{body.get("lexpr")}
	kind, right := body.get("rexpr").node()
	switch kind {
	case "List":
		sides = append(sides, right.get("items").items()...)
	case "FuncCall":
		if name := joined(right.get("funcname").items()); name == "pg_catalog.like_escape" || name == "pg_catalog.similar_to_escape" {
			return nil, t.problem(problem(diag.ExprPattern, 0, 0, "ESCAPE is not read: backslash is the escape sign", "Write \\% or \\_ for the signs themselves."))
		}
		sides = append(sides, body.get("rexpr"))
	default:
		sides = append(sides, body.get("rexpr"))
	}
	args, p := w.nodes(sides, depth+1)
	if p != nil {
		return nil, p
	}
	t.cover(args...)
	if i := w.find(t.End); kind == "List" && w.word(i) == ")" && (t.Word == "in" || t.Word == "not in") {
		t.End = w.list[i].end
	}
	return t, nil
}

func (w walker) connective(body value, depth int) (*Tree, *Problem) {
	t, _, ok := w.start(body, Operator, connectives[body.get("boolop").text])
	if !ok || t.Word == "" || !body.only("boolop", "args") {
		return nil, w.unexpected(body)
	}
	args, p := w.nodes(body.get("args").items(), depth+1)
	if p != nil {
		return nil, p
	}
	return t.cover(args...), nil
}

func (w walker) test(body value, field string, names map[string]string, depth int) (*Tree, *Problem) {
	t, i, ok := w.start(body, Operator, names[body.get(field).text])
	if !ok || !body.only("arg", field) {
		return nil, w.unexpected(body)
	}
	if t.Word == "" {
		return nil, t.problem(problem(diag.ExprConstruct, 0, 0, "IS UNKNOWN is not part of the language", "Write IS NULL or IS NOT NULL."))
	}
	arg, p := w.node(body.get("arg"), depth+1)
	if p != nil {
		return nil, p
	}
	for ; i < len(w.list) && slices.Contains([]string{"is", "not", "null", "true", "false", "isnull", "notnull"}, w.word(i)); i++ {
		t.End = w.list[i].end
	}
	return t.cover(arg), nil
}
