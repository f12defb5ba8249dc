package goldens

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// What a column of a type holds where nothing else is known: both signs and zero, text that only differs in case, that
// ends in a space, that is empty, of other scripts. Floats are sums of halves, so that they add up exactly in any order.
var (
	plainIntegers = []string{"5", "0", "-3", "12", "1", "40"}
	plainDecimals = []string{"10", "0", "-3.33", "0.01", "99.99", "12.5"}
	plainFloats   = []string{"10", "0", "-2.5", "0.5", "37.25", "120"}
	plainTexts    = []string{"alpha", "Alpha", "Žluťoučký kůň", "beta ", "", "東京"}
)

// maxLiterals bounds the values that a column takes from what it is compared with.
const maxLiterals = 12

// columnRef names a column of a table.
type columnRef struct {
	of   *relation
	name string
}

// literals are the values that the models' own expressions compare columns with, by column.
type literals map[columnRef][]string

// literalsOf reads them off every condition and dimension of every model; metrics are not asked, so that one more
// metric changes no row.
func literalsOf(b *bundle.Bundle, of map[string]*relation) literals {
	out := literals{}
	models := b.Models()
	for i := range models {
		m := &models[i]
		visit := func(tree *expr.Node) {
			tree.Walk(func(n *expr.Node) { out.compared(b, of, m, n) })
		}
		for j := range m.Where {
			visit(&m.Where[j])
		}
		for j := range m.Dimensions {
			visit(&m.Dimensions[j].Expr)
		}
	}
	return out
}

// compared adds the literals of one comparison with a column.
func (l literals) compared(b *bundle.Bundle, of map[string]*relation, m *bundle.Model, n *expr.Node) {
	var column *expr.Node
	var values []string
	for _, a := range n.Args {
		for a.Op == expr.OpCast {
			a = a.Args[0]
		}
		switch {
		case a.Op == expr.OpColumn && column == nil:
			column = a
		case a.IsLiteral() && a.Value != nil:
			values = append(values, *a.Value)
		default:
			return
		}
	}
	if column == nil || len(values) == 0 {
		return
	}
	switch n.Op {
	case expr.OpLike, expr.OpNotLike, expr.OpILike, expr.OpNotILike:
		values = []string{unpattern(values[0])}
	case expr.OpEq, expr.OpNe, expr.OpLt, expr.OpLe, expr.OpGt, expr.OpGe, expr.OpDistinct, expr.OpNotDistinct,
		expr.OpIn, expr.OpNotIn, expr.OpBetween, expr.OpOutside, expr.OpStartsWith, expr.OpNullIf, expr.OpCoalesce:
	default:
		return
	}
	ref := columnRef{of[b.At(m, column.Column.Role).Name], column.Column.Name}
	for _, v := range values {
		for _, near := range around(column.Type, v) {
			if !slices.Contains(l[ref], near) && len(l[ref]) < maxLiterals {
				l[ref] = append(l[ref], near)
			}
		}
	}
}

// around is a literal and its neighbours on both sides, as values of a column; nothing where the column cannot hold it.
func around(t expr.Type, literal string) []string {
	if t.Temporal() {
		return aroundMoment(t, literal)
	}
	if !t.Numeric() {
		if v, ok := expr.Value(t, literal); ok {
			return []string{v}
		}
		return nil
	}
	at, ok := new(big.Rat).SetString(literal)
	if !ok {
		return nil
	}
	var out []string
	for _, r := range []*big.Rat{at, new(big.Rat).Add(at, step(t)), new(big.Rat).Sub(at, step(t))} {
		if v, ok := number(t, r); ok {
			out = append(out, v)
		}
	}
	return out
}

// aroundMoment is a day and the one before, or a local time and the last moment before.
func aroundMoment(t expr.Type, literal string) []string {
	at, ok := calendar.ParseLocal(literal)
	if !ok || t.Kind == expr.TimestampTZ {
		return nil
	}
	if t.Kind == expr.Date {
		return []string{at.Date.String(), at.Date.AddDays(-1).String()}
	}
	before := calendar.Shift(at, -1, calendar.Hour)
	before.Time += time.Hour - time.Microsecond
	var out []string
	for _, l := range []calendar.Local{at, before} {
		if v, ok := expr.Value(t, l.String()); ok {
			out = append(out, v)
		}
	}
	return out
}

// number spells r for a column that holds it exactly.
func number(t expr.Type, r *big.Rat) (string, bool) {
	if t.Kind == expr.Float {
		f, _ := r.Float64()
		return expr.Value(t, strconv.FormatFloat(f, 'g', -1, 64))
	}
	if v := r.FloatString(t.Scale); exactly(v, r) {
		return expr.Value(t, v)
	}
	return "", false
}

func exactly(text string, r *big.Rat) bool {
	v, ok := new(big.Rat).SetString(text)
	return ok && v.Cmp(r) == 0
}

// unpattern is a text that a pattern of LIKE matches.
func unpattern(pattern string) string {
	var out strings.Builder
	escaped := false
	for _, r := range pattern {
		switch {
		case escaped:
			out.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == '_':
			out.WriteByte('x')
		case r != '%':
			out.WriteRune(r)
		}
	}
	return out.String()
}

// plain are the values of a column by its type alone.
func (m moments) plain(c bundle.Column) []string {
	var from []string
	switch c.Type.Kind {
	case expr.Boolean:
		return []string{"true", "false"}
	case expr.Date, expr.Timestamp, expr.TimestampTZ:
		return m.values(c, false)
	case expr.Integer:
		from = plainIntegers
	case expr.Decimal:
		from = append(slices.Clone(plainDecimals), plainIntegers...)
	case expr.Float:
		from = plainFloats
	case expr.String:
		from = plainTexts
	case expr.Null:
	}
	var out []string
	for _, v := range from {
		if v, ok := expr.Value(c.Type, v); ok && !slices.Contains(out, v) && len(out) < len(plainIntegers) {
			out = append(out, v)
		}
	}
	return out
}

// sequence are n different values of a column of which a table needs many, such as a key; fewer where its type has fewer.
func (m moments) sequence(c bundle.Column, n int) []string {
	var out []string
	add := func(v string, ok bool) {
		if ok && !slices.Contains(out, v) && len(out) < n {
			out = append(out, v)
		}
	}
	switch c.Type.Kind {
	case expr.Boolean:
		return []string{"true", "false"}
	case expr.Date, expr.Timestamp, expr.TimestampTZ:
		for _, v := range append(m.values(c, true), m.following(c, n)...) {
			add(v, true)
		}
	case expr.String:
		for i := range n {
			add(c.Name+"-"+strconv.Itoa(i+1), true)
		}
	case expr.Integer, expr.Decimal, expr.Float, expr.Null:
		for i := range n {
			add(expr.Value(c.Type, strconv.Itoa(i+1)))
		}
		for i := range n { // where few whole numbers fit, parts of one
			add(number(c.Type, new(big.Rat).Mul(big.NewRat(int64(i), 1), step(c.Type))))
		}
	}
	return out
}

// step is the smallest difference between two values of an exact type, and 1 for floats.
func step(t expr.Type) *big.Rat {
	s := big.NewRat(1, 1)
	for range t.Scale {
		s.Mul(s, big.NewRat(1, 10))
	}
	return s
}
