package sqlvet

import (
	"slices"
	"strings"

	"github.com/pganalyze/pg_query_go/v5/parser"

	"sutura.dev/internal/diag"
)

// Outline is what a statement that sutura did not write is about: enough to hold it to one SELECT, and to put it beside
// others that ask the same. Lists are sorted, without repeats.
type Outline struct {
	// Statements is how many there are.
	Statements int
	// Reads says that it is one SELECT which neither writes, nor makes a table, nor locks rows, in any of its parts.
	Reads bool
	// Shape is as Fingerprint.
	Shape string
	// Relations are the tables and views, dotted as written; common table expressions are left out.
	Relations []string
	// Functions are the names of everything that is called, dotted as written.
	Functions []string
	// Aggregates are the aggregate calls in words for people, such as sum(amount); constants are shown as ?.
	Aggregates []string
}

// Bounds of a statement for Outline. Every level of a tree takes two characters, brackets apart, so that none gets
// deeper than the parser can walk, whatever the text's quotes and comments hide.
const (
	MaxOutline         = 16 << 10
	maxOutlineBrackets = 1000
)

// ReadOutline reads text with PostgreSQL's parser. The problem says where it is no SQL of PostgreSQL's, or is too long or
// too deep for a parser.
func ReadOutline(text string) (*Outline, *Problem) {
	if p := bounded(text, MaxOutline); p != nil {
		return nil, p
	}
	if strings.Count(text, "(")+strings.Count(text, "[") > maxOutlineBrackets {
		return nil, problem(diag.ExprText, 0, 0, "the text has too many brackets", "Split it.")
	}
	statements, err := parse(text)
	if err != nil {
		at := 0
		if wrong, ok := err.(syntaxError); ok {
			at = wrong.at
		}
		return nil, problem(diag.ExprSyntax, at, at, "the text is not PostgreSQL's grammar", "")
	}
	o := &outliner{Outline: Outline{Statements: len(statements), Reads: len(statements) == 1}}
	for _, s := range statements {
		if kind, _ := s.get("stmt").node(); kind != "SelectStmt" {
			o.Reads = false
		}
		o.visit(s)
	}
	if o.Shape, err = parser.FingerprintToHexStr(text); err != nil {
		o.Shape = ""
	}
	o.Relations = distinct(slices.DeleteFunc(o.Relations, func(name string) bool { return slices.Contains(o.named, name) }))
	o.Functions, o.Aggregates = distinct(o.Functions), distinct(o.Aggregates)
	return &o.Outline, nil
}

func distinct(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

type outliner struct {
	Outline
	named []string // common table expressions
}

// visit walks everything: a node of a kind that is not known is walked like any other.
func (o *outliner) visit(v value) {
	switch v.name {
	case "SelectStmt", "larg", "rarg":
		if v.has("intoClause") || v.has("lockingClause") {
			o.Reads = false
		}
	case "CommonTableExpr":
		o.named = append(o.named, v.get("ctename").text)
	case "RangeVar":
		o.Relations = append(o.Relations, relationName(v))
	case "FuncCall":
		name := lastName(v.get("funcname"))
		o.Functions = append(o.Functions, dotted(v.get("funcname")))
		if slices.Contains(aggregates, name) && !v.has("over") {
			o.Aggregates = append(o.Aggregates, inWords(v, 0))
		}
	default:
		if strings.HasSuffix(v.name, "Stmt") && v.name != "stmt" {
			o.Reads = false
		}
	}
	for _, k := range v.kids {
		o.visit(k)
	}
}

// aggregates are those that a person would make a metric of, and their kin.
var aggregates = []string{
	"any_value", "approx_count_distinct", "approx_quantile", "array_agg", "avg", "bool_and", "bool_or", "corr", "count", "count_if", "every", "first", "last", "max", "mean", "median", "min",
	"mode", "percentile_cont", "percentile_disc", "quantile", "quantile_cont", "quantile_disc", "stddev", "stddev_pop", "stddev_samp", "string_agg", "sum", "var_pop", "var_samp", "variance",
}

func relationName(v value) string {
	parts := []string{}
	for _, part := range []string{"catalogname", "schemaname", "relname"} {
		if text := v.get(part).text; text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ".")
}

// dotted is a list of names as written.
func dotted(list value) string {
	var parts []string
	for _, n := range list.items() {
		_, body := n.node()
		parts = append(parts, body.get("sval").text)
	}
	return strings.Join(parts, ".")
}

// lastName is the last of a list of names.
func lastName(list value) string {
	names := list.items()
	if len(names) == 0 {
		return ""
	}
	_, body := names[len(names)-1].node()
	return body.get("sval").text
}

// inWords labels an expression for people, without any constant of it.
func inWords(v value, depth int) string {
	const deepest = 6
	if depth > deepest {
		return "..."
	}
	in := func(v value) string {
		kind, body := v.node()
		body.name = kind
		return inWords(body, depth+1)
	}
	switch v.name {
	case "ColumnRef":
		if list := v.get("fields").items(); len(list) > 0 {
			if kind, _ := list[len(list)-1].node(); kind == "A_Star" {
				return "*"
			}
		}
		return lastName(v.get("fields"))
	case "A_Const":
		return "?"
	case "TypeCast":
		return in(v.get("arg"))
	case "A_Expr":
		if v.get("kind").text == "AEXPR_OP" && v.has("lexpr") {
			return in(v.get("lexpr")) + " " + lastName(v.get("name")) + " " + in(v.get("rexpr"))
		}
	case "FuncCall":
		var args []string
		for _, a := range v.get("args").items() {
			args = append(args, in(a))
		}
		inside := strings.Join(args, ", ")
		if v.has("agg_star") {
			inside = "*"
		}
		if v.has("agg_distinct") {
			inside = "distinct " + inside
		}
		return lastName(v.get("funcname")) + "(" + inside + ")"
	}
	return "..."
}
