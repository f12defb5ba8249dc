package expression

import (
	"slices"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// Lister is a Scope that may know the values of a column.
type Lister interface {
	Scope
	// Values lists the values of a column of text that may be asked for; nil where they are not listed.
	Values(role, name string) []string
}

// comparisons are true or false of a value exactly.
var comparisons = []expr.Op{expr.OpEq, expr.OpNe, expr.OpDistinct, expr.OpNotDistinct, expr.OpIn, expr.OpNotIn}

// unlisted warns of literals that a column is compared with and that are not among its values, but near to one: a slip of
// the pen that is true of no row. What is near to none may be a value that nobody is to ask for.
func (c *compiler) unlisted(op expr.Op, trees []*sqlvet.Tree) {
	l, ok := c.scope.(Lister)
	if !ok || !slices.Contains(comparisons, op) {
		return
	}
	column := slices.IndexFunc(trees, func(t *sqlvet.Tree) bool { return t.Kind == sqlvet.Name && len(t.Parts) <= 2 })
	if column < 0 {
		return
	}
	role, name := "", trees[column].Parts[len(trees[column].Parts)-1]
	if len(trees[column].Parts) == 2 {
		role = trees[column].Parts[0]
	}
	values := l.Values(role, name)
	for _, t := range trees {
		if t.Kind != sqlvet.String || slices.Contains(values, t.Text) {
			continue
		}
		if near, ok := nearest.Name(t.Text, values); ok {
			c.problems = append(c.problems, Problem{
				Code: diag.ExprUnlisted, Message: name + " lists no value of this spelling, and one that is nearly alike",
				Hint: "Did you mean '" + near + "'? If the column has both, list this one too.", Start: t.Start, End: t.End, Warning: true,
			})
		}
	}
}
