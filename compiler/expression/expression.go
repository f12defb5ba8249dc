// Package expression compiles authored text into the closed, typed tree of bundle/expr.
//
// Compile reads a value expression over the columns of a model and its roles, CompileFormula arithmetic over metrics.
// Both parse with PostgreSQL's grammar (compiler/sqlvet), resolve names, type every node by the one table of
// bundle/expr, and spell literals canonically. Conversions are nodes of the tree, so that a dialect infers nothing.
// Whatever is not in the table is refused at its place, with what to write instead. Nothing here makes SQL.
package expression

import (
	"slices"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/diag"
)

// Scope is what an expression may name.
type Scope interface {
	// Column returns a column's type. The role is empty for the model's own columns.
	Column(role, name string) (expr.Type, bool)
	// Columns lists the columns of the model, or of a role's model; nil where there is no such role.
	Columns(role string) []string
	// Roles lists the roles and joins.
	Roles() []string
	// Metric reports whether a metric has the name: no part of an expression, which those who try are told.
	Metric(name string) bool
}

// Knower is a Scope that may know what else a name is which is no column, or no role: a dimension, a column elsewhere, a model.
type Knower interface {
	Scope
	// Known says what to write for the name, as a sentence; empty where it is nothing else either.
	Known(role, name string) string
	// KnownRole says what to write for role.name where there is no such role; empty where the role is nothing else either.
	KnownRole(role, name string) string
}

// Problem is one finding, at bytes [Start, End) of the text.
type Problem struct {
	Code       diag.Code
	Message    string
	Hint       string
	Start, End int
	Warning    bool // it is worth reading, and the tree stands
}

// errors reports whether any problem is more than a warning.
func errors(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool { return !p.Warning })
}

// Compile types an expression. It returns the tree, with warnings at most, or every problem it finds. The tree passes
// expr.Check over the scope's columns.
func Compile(text string, scope Scope) (*expr.Node, []Problem) {
	tree, p := sqlvet.ParseExpression(text)
	if p != nil {
		return nil, []Problem{refusal(p)}
	}
	c := compiler{scope: scope}
	n := c.node(tree)
	if n != nil {
		c.finish(n, tree)
	}
	if errors(c.problems) {
		return nil, c.problems
	}
	return n, c.problems
}

// CompileCondition is Compile for `where`, count_if and the like: the value must be a boolean.
func CompileCondition(text string, scope Scope) (*expr.Node, []Problem) {
	n, problems := Compile(text, scope)
	if n == nil || n.Type.Kind == expr.Boolean {
		return n, problems
	}
	return nil, []Problem{{Code: diag.ExprCondition, Message: "a condition is needed here, and this is " + n.Type.String(),
		Hint: "Write a comparison, such as quantity > 0.", End: len(text)}}
}

func refusal(p *sqlvet.Problem) Problem {
	return Problem{Code: p.Code, Message: p.Message, Hint: p.Hint, Start: p.Start, End: p.End}
}

type compiler struct {
	scope    Scope
	problems []Problem
}

func (c *compiler) report(t *sqlvet.Tree, code diag.Code, message, hint string) *expr.Node {
	c.problems = append(c.problems, Problem{Code: code, Message: message, Hint: hint, Start: t.Start, End: t.End})
	return nil
}

// misused reports at the argument at fault.
func (c *compiler) misused(t *sqlvet.Tree, args []*sqlvet.Tree, m *expr.Misuse) *expr.Node {
	if m.Arg >= 0 && m.Arg < len(args) {
		t = args[m.Arg]
	}
	return c.report(t, m.Code, m.Message, m.Hint)
}

// finish checks what only the whole tree shows.
func (c *compiler) finish(n *expr.Node, t *sqlvet.Tree) {
	depth, nodes := n.Size()
	switch {
	case n.Type.Kind == expr.Null:
		c.report(t, diag.ExprUntypedNull, "nothing here gives NULL a type", "Write CAST(NULL AS type), or leave it out.")
	case depth > expr.MaxDepth:
		c.report(t, diag.ExprText, "the expression is nested more than 64 levels", "Split it.")
	case nodes > expr.MaxNodes:
		c.report(t, diag.ExprText, "the expression has too many parts", "Split it.")
	}
}

// node compiles a tree; nil after a problem was reported.
func (c *compiler) node(t *sqlvet.Tree) *expr.Node {
	switch t.Kind {
	case sqlvet.Name:
		return c.column(t)
	case sqlvet.Number, sqlvet.Typed:
		return c.parsed(t)
	case sqlvet.String:
		return expr.Lit(expr.Type{Kind: expr.String}, t.Text)
	case sqlvet.Boolean:
		return expr.Lit(expr.Type{Kind: expr.Boolean}, t.Text)
	case sqlvet.Null:
		return &expr.Node{Op: expr.OpLiteral, Type: expr.Type{Kind: expr.Null}}
	case sqlvet.Operator:
		return c.apply(t, expr.Op(t.Word), t.Args)
	case sqlvet.Case:
		return c.caseWhen(t)
	case sqlvet.Call:
		return c.call(t)
	case sqlvet.Cast:
		return c.cast(t)
	}
	return nil
}

func (c *compiler) nodes(trees []*sqlvet.Tree) ([]*expr.Node, bool) {
	var out []*expr.Node
	for _, t := range trees {
		out = append(out, c.node(t))
	}
	return out, !slices.Contains(out, nil)
}

func (c *compiler) apply(t *sqlvet.Tree, op expr.Op, trees []*sqlvet.Tree) *expr.Node {
	args, ok := c.nodes(trees)
	if !ok {
		return nil
	}
	n, m := expr.Apply(op, args...)
	if m != nil {
		return c.misused(t, trees, m)
	}
	c.unlisted(op, trees)
	return n
}

// parsed makes the literals whose text has rules of its own.
func (c *compiler) parsed(t *sqlvet.Tree) *expr.Node {
	var n *expr.Node
	var m *expr.Misuse
	switch {
	case t.Kind == sqlvet.Number:
		n, m = expr.Number(t.Text, t.Negative)
	case t.Word == "date":
		n, m = expr.DateLiteral(t.Text)
	default:
		n, m = expr.TimestampLiteral(t.Text)
	}
	if m != nil {
		return c.misused(t, nil, m)
	}
	return n
}

// caseWhen compiles CASE. The form that compares one value with many is written out, so the value is a column: a
// value that is computed would be computed again for each.
func (c *compiler) caseWhen(t *sqlvet.Tree) *expr.Node {
	args := t.Args
	if t.Word == "simple" {
		if args[0].Kind != sqlvet.Name {
			return c.report(args[0], diag.ExprArguments, "CASE compares a column here, and this is computed", "Write CASE WHEN ... = ... THEN ... END.")
		}
		args = slices.Clone(args[1:])
		for i := 0; i+1 < len(args); i += 2 {
			args[i] = &sqlvet.Tree{Kind: sqlvet.Operator, Word: "=", Args: []*sqlvet.Tree{t.Args[0], args[i]}, Start: args[i].Start, End: args[i].End}
		}
	}
	return c.apply(t, expr.OpCase, args)
}

func (c *compiler) cast(t *sqlvet.Tree) *expr.Node {
	n := c.node(t.Args[0])
	to, m := castType(t.To)
	if m != nil {
		return c.report(&sqlvet.Tree{Start: t.To.Start, End: t.To.End}, m.Code, m.Message, m.Hint)
	}
	if n == nil {
		return nil
	}
	out, m := expr.Cast(n, to)
	if m != nil {
		return c.misused(t, t.Args, m)
	}
	return out
}
