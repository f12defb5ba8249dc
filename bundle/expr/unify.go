package expr

import (
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// One type for several arguments. Only these meet: equal kinds; integers, decimals and floats among each other; a date
// and a timestamp (the date is its midnight). NULL takes its neighbours' type.

// common is the type that holds the values of every argument: of decimals the widest, of NULLs the others'.
func common(args []*Node) (Type, *Misuse) {
	kind, m := commonKind(args)
	if m != nil || kind != Decimal {
		return Type{Kind: kind}, m
	}
	whole, scale := 0, 0
	for _, a := range args {
		whole, scale = max(whole, wholeOf(a)), max(scale, a.Type.Scale)
	}
	t := Type{Kind: Decimal, Precision: min(MaxPrecision, max(1, whole+scale)), Scale: scale}
	for i, a := range args {
		if _, ok := retype(a, t); a.IsLiteral() && !ok {
			return Type{}, misuse(diag.ExprDigits, i, "Write fewer decimals.", "this number has no room beside %d decimals: exact numbers keep %d digits", scale, MaxPrecision)
		}
	}
	return t, nil
}

// commonKind joins the kinds of the arguments.
func commonKind(args []*Node) (Kind, *Misuse) {
	kind, first := Null, 0
	for i, a := range args {
		joined, ok := joinKinds(kind, a.Type.Kind)
		if !ok {
			return "", mismatch(args[first], a, i)
		}
		if kind == Null && joined != Null {
			first = i
		}
		kind = joined
	}
	if kind == Null {
		return "", misuse(diag.ExprUntypedNull, 0, "Write CAST(NULL AS type), or leave it out.", "nothing here gives NULL a type")
	}
	return kind, nil
}

var numericRank = []Kind{Integer, Decimal, Float}

func joinKinds(a, b Kind) (Kind, bool) {
	switch {
	case a == b || b == Null:
		return a, true
	case a == Null:
		return b, true
	}
	if i, j := slices.Index(numericRank, a), slices.Index(numericRank, b); i >= 0 && j >= 0 {
		return numericRank[max(i, j)], true
	}
	if (a == Date && b == Timestamp) || (a == Timestamp && b == Date) {
		return Timestamp, true
	}
	return "", false
}

// localDay is how an instant is compared with days.
const localDay = "date_trunc('day', x) is the local day of an instant x, in the calendar's zone."

// mismatch explains why a and b do not meet; b is argument i.
func mismatch(a, b *Node, i int) *Misuse {
	s, t := a.Type, b.Type
	switch {
	case s.Temporal() && t.Temporal():
		return misuse(diag.ExprZone, i, "A timestamptz is an instant; a date or timestamp is local time. "+localDay, "%s and %s do not go together", s, t)
	case s.Kind == String && a.IsLiteral() && t.Temporal(), t.Kind == String && b.IsLiteral() && s.Temporal():
		if s.Kind == TimestampTZ || t.Kind == TimestampTZ {
			return misuse(diag.ExprTextAsTime, i, "An instant has no literal; use the question's range.", "a plain string is text, not an instant")
		}
		return misuse(diag.ExprTextAsTime, i, "Write DATE '2026-01-31' or TIMESTAMP '2026-01-31 15:04:05'.", "a plain string is text, not a date or time")
	}
	return misuse(diag.ExprTypes, i, castHint(a, b), "%s and %s do not go together", s, t)
}

// castHint says how two types meet: the literal of the two is written otherwise, and where neither is one, a cast says
// which is meant.
func castHint(a, b *Node) string {
	for _, pair := range [][2]*Node{{a, b}, {b, a}} {
		text, number := pair[0], pair[1]
		if text.Type.Kind != String || !number.Type.Numeric() {
			continue
		}
		switch {
		case text.IsLiteral():
			return "Write the number without quotes."
		case number.IsLiteral():
			return "Write text in single quotes: '" + *number.Value + "'; or CAST(... AS " + castName(number.Type) + ") of the text."
		}
		return "CAST(... AS " + castName(number.Type) + ") makes a number of text."
	}
	return "Compare or compute like with like."
}

func castName(t Type) string {
	if t.Kind == Decimal {
		return strings.ReplaceAll(t.String(), ",", ", ")
	}
	return string(t.Kind)
}

// wholeOf is how many digits before the point a value can have.
func wholeOf(n *Node) int {
	if n.IsLiteral() && n.Value != nil && n.Type.Kind == Integer {
		return wholeDigits(strings.TrimPrefix(*n.Value, "-"))
	}
	if n.Type.Kind == Null {
		return 0
	}
	return wholeRoom(n.Type)
}

// asDecimal is the type of an exact number that stands beside decimals: its own, or for integers without decimals.
func asDecimal(n *Node) Type {
	if n.Type.Kind == Decimal {
		return n.Type
	}
	return Type{Kind: Decimal, Precision: max(1, wholeOf(n))}
}

// bring converts n to type t, which typing chose so that nothing is lost but what a float cannot hold.
func bring(n *Node, t Type) (*Node, bool) {
	if n.Type == t {
		return n, true
	}
	if n.IsLiteral() {
		return retype(n, t)
	}
	return Call(OpCast, t, n), true
}
