package expression

import (
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// column resolves a name: a column of the model, or role.column.
func (c *compiler) column(t *sqlvet.Tree) *expr.Node {
	role, name := "", t.Parts[len(t.Parts)-1]
	switch len(t.Parts) {
	case 1:
	case 2:
		role = t.Parts[0]
	default:
		return c.report(t, diag.ExprUnknownRole, "a column is written role.column, and this has "+strconv.Itoa(len(t.Parts))+" parts",
			"Give the path a name under `roles`, and write that name.")
	}
	if typ, ok := c.scope.Column(role, name); ok {
		if typ.Kind == "" { // its declaration is wrong, which is reported there
			return nil
		}
		return expr.Col(role, name, typ)
	}
	columns := c.scope.Columns(role)
	if role != "" && columns == nil {
		return c.unknownRole(t, role, name)
	}
	if role == "" && c.scope.Metric(name) {
		return c.notMetric(t, name)
	}
	place := "the model"
	if role != "" {
		place = "the role " + role
	}
	hint := ""
	if k, ok := c.scope.(Knower); ok {
		hint = k.Known(role, name)
	}
	if hint == "" {
		hint = suggestion(name, columns, otherName(t, name))
	}
	return c.report(t, diag.ExprUnknownColumn, place+" has no column "+name, hint)
}

func (c *compiler) notMetric(t *sqlvet.Tree, name string) *expr.Node {
	return c.report(t, diag.ExprUnknownColumn, name+" is a metric, a number of many rows, and an expression speaks of one",
		"Put metrics together with ratio or formula; for rows by such a number, declare it as a column, in a view of the table.")
}

// units are what functions of time take as their first argument, in quotes.
var units = []string{"second", "minute", "hour", "day", "week", "month", "quarter", "year"}

// otherName says what a name that no column is near to was probably meant to be.
func otherName(t *sqlvet.Tree, name string) string {
	switch {
	case slices.Contains(units, name):
		return "A unit of time comes first, in single quotes: date_trunc('" + name + "', ordered_at)."
	case t.End-t.Start == len(name)+2 && len(name) < 64 && !strings.ContainsAny(name, `'"`): // it stands in double quotes
		return "In double quotes it is a column's name; text stands in single quotes: '" + name + "'."
	}
	return "Declare it under `columns`; text stands in single quotes."
}

func (c *compiler) unknownRole(t *sqlvet.Tree, role, name string) *expr.Node {
	if (role == "metrics" || role == "metric") && c.scope.Metric(name) {
		return c.notMetric(t, name)
	}
	hint := "Declare the join or the role."
	if k, ok := c.scope.(Knower); ok {
		if known := k.KnownRole(role, name); known != "" {
			return c.report(t, diag.ExprUnknownRole, "the model has no role or join "+role, known)
		}
	}
	if _, ok := c.scope.Column("", name); ok {
		hint = "The model's own columns are written without its name: " + quote(name) + "."
	}
	return c.report(t, diag.ExprUnknownRole, "the model has no role or join "+role, suggestion(role, c.scope.Roles(), hint))
}

// suggestion names the nearest of the names there are, as an author would write it.
func suggestion(word string, names []string, otherwise string) string {
	for _, n := range names {
		if strings.EqualFold(n, word) && n != word {
			return "Did you mean " + quote(n) + "? Names without quotes are read in lower case."
		}
	}
	if n, ok := nearest.Name(word, names); ok {
		return "Did you mean " + quote(n) + "?"
	}
	return otherwise
}

// quote puts quotes around a name that would be read otherwise without them.
func quote(name string) string {
	for i, r := range name {
		if r == '_' || (r >= 'a' && r <= 'z') || (i > 0 && r >= '0' && r <= '9') {
			continue
		}
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}

func castType(t sqlvet.TypeName) (expr.Type, *expr.Misuse) {
	out := expr.Type{Kind: expr.Kind(t.Name)}
	if out.Kind != expr.Decimal {
		return out, nil
	}
	digits := make([]int, 2)
	for i, d := range t.Digits {
		n, err := strconv.Atoi(d)
		if err != nil || i > 1 {
			return expr.Type{}, decimalDigits()
		}
		digits[i] = n
	}
	out.Precision, out.Scale = digits[0], digits[1]
	if out.Precision < 1 || out.Precision > expr.MaxPrecision || out.Scale < 0 || out.Scale > out.Precision {
		return expr.Type{}, decimalDigits()
	}
	return out, nil
}

func decimalDigits() *expr.Misuse {
	return &expr.Misuse{Code: diag.ExprCast, Arg: -1, Message: "a decimal says its digits: 1 to 38 in all, of which at most all are decimals", Hint: "Write decimal(12, 2)."}
}
