package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// usual is what most dialects say; a dialect that differs says it for itself.
type usual struct{}

// spelled is a parameter before its cast, where the database reads other spellings than a Bind has.
func (usual) spelled(parameter string, _ expr.Type) string { return parameter }

// session is what the statements count on.
func (usual) session() string { return "a session whose zone is UTC" }

// tried says what has executed the statements of a preview: nothing.
func (usual) tried() string { return "" }

// ending is a line that each statement ends with: none.
func (usual) ending() string { return "" }

// nullable is a value of a type that has a null.
func (usual) nullable(x string) string { return x }

// joint is what stands for a dot in a column's name.
func (usual) joint() string { return "." }

// comparable and shown change no text: it is compared with every character.
func (usual) comparable(x string) string { return x }
func (usual) shown(x string) string      { return x }

// keepsScale tells that a sum, difference or product of decimals of these scales keeps every digit after the point.
func (usual) keepsScale(expr.Op, int, int) bool { return true }

// among is IN or NOT IN.
func (usual) among(x string, items []string, opposite bool) string {
	in := " IN ("
	if opposite {
		in = " NOT IN ("
	}
	return x + in + strings.Join(items, ", ") + ")"
}

// oneZero is a double as it is grouped: zeros of both signs are one value.
func (usual) oneZero(x string) string { return x }

// power is x to the y-th.
func (usual) power(x, y string) string { return "power(" + x + ", " + y + ")" }

// rescaled is an exact number with more digits after the point.
func (usual) rescaled(x string, _, _ int, to string) string { return "CAST(" + x + " AS " + to + ")" }

// floor is the whole number below a decimal or a double, or the number itself.
func (usual) floor(x string) string { return "floor(" + x + ")" }

// wholeDouble is a double x without fraction, which floor, ceil or cut have made whole.
func (usual) wholeDouble(_, whole string) string { return whole }

// doubleText tells that a double's text is its shortest digits.
func (usual) doubleText() bool { return true }

// likeEscape is what LIKE escapes with, and the characters besides % and _ that it takes for more than themselves.
func (usual) likeEscape() (rune, string) { return '!', "" }

// called is a column of a join, whose name is that of the column outside the SELECT too.
func (usual) called(column, _ string) string { return column }

// numbered is the number of a row as an integer, which has a sign.
func (usual) numbered(x string) string { return x }

// mostDigits is how many digits a product may have at most, where more would wrap around; 0 where more is an error.
func (usual) mostDigits() int { return 0 }
