package expr

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sutura.dev/internal/diag"
)

// A literal has one spelling a value and type:
//
//	string     the text itself, UTF-8 without NUL
//	integer    0, 42, -7: no leading zeros, at most 38 digits
//	decimal    as integer, with exactly Scale digits after the point: 1.50
//	float      the shortest digits that round-trip, as strconv's 'g'; finite; never -0
//	boolean    true, false
//	date       2026-01-31, years 0001 to 9999
//	timestamp  2026-01-31T15:04:05, then .5 to .123456 when there is a fraction, without trailing zeros
//
// A timestamptz has no literals. NULL has no text.

const (
	dateLayout      = "2006-01-02"
	timestampLayout = "2006-01-02T15:04:05.999999"
)

// IsNull reports whether n is the literal NULL.
func (n *Node) IsNull() bool { return n.Op == OpLiteral && n.Value == nil }

// IsLiteral reports whether n is a literal, NULL included.
func (n *Node) IsLiteral() bool { return n.Op == OpLiteral }

// Number makes a literal from authored digits with at most one point: an integer, or a decimal with the digits after
// the point as its scale.
func Number(digits string, negative bool) (*Node, *Misuse) {
	whole, fraction, isDecimal := strings.Cut(digits, ".")
	whole = strings.TrimLeft(whole, "0")
	if len(whole)+len(fraction) > MaxPrecision {
		return nil, misuse(diag.ExprLiteral, -1, "Exact numbers keep 38 digits.", "the number has more than %d digits", MaxPrecision)
	}
	text, t := cmp.Or(whole, "0"), Type{Kind: Integer}
	if isDecimal {
		t = Type{Kind: Decimal, Precision: max(1, len(whole)+len(fraction)), Scale: len(fraction)}
		if fraction != "" {
			text += "." + fraction
		}
	}
	if negative && strings.Trim(text, "0.") != "" {
		text = "-" + text
	}
	return Lit(t, text), nil
}

// DateLiteral makes a date from authored text, which must be an ISO date that exists.
func DateLiteral(text string) (*Node, *Misuse) {
	if t := (Type{Kind: Date}); canonical(t, text) {
		return Lit(t, text), nil
	}
	return nil, misuse(diag.ExprLiteral, -1, "Write DATE '2026-01-31'.", "this is no ISO date that exists")
}

// TimestampLiteral makes a local date-time from authored text: an ISO date, T or a space, hours and minutes, and
// seconds with at most six digits of fraction when wanted.
func TimestampLiteral(text string) (*Node, *Misuse) {
	local := text
	if len(local) > len(dateLayout) && local[len(dateLayout)] == ' ' {
		local = local[:len(dateLayout)] + "T" + local[len(dateLayout)+1:]
	}
	if len(local) == len("2006-01-02T15:04") {
		local += ":00"
	}
	if whole, fraction, ok := strings.Cut(local, "."); ok && digits(fraction) && len(fraction) <= 6 {
		local = strings.TrimSuffix(whole+"."+strings.TrimRight(fraction, "0"), ".")
	}
	if t := (Type{Kind: Timestamp}); canonical(t, local) {
		return Lit(t, local), nil
	}
	return nil, misuse(diag.ExprLiteral, -1, "Write TIMESTAMP '2026-01-31 15:04:05', without a zone.",
		"this is no ISO date and time that exists, or has a zone")
}

// canonical reports whether text is the one spelling of a literal of type t.
func canonical(t Type, text string) bool {
	switch t.Kind {
	case String:
		return utf8.ValidString(text) && !strings.Contains(text, "\x00")
	case Integer, Decimal:
		return canonicalExact(t, text)
	case Float:
		f, err := strconv.ParseFloat(text, 64)
		return err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) && floatText(f) == text
	case Boolean:
		return text == "true" || text == "false"
	case Date:
		at, err := time.Parse(dateLayout, text)
		return err == nil && at.Year() >= 1 && at.Format(dateLayout) == text
	case Timestamp:
		at, err := time.Parse(timestampLayout, text)
		return err == nil && at.Year() >= 1 && at.Format(timestampLayout) == text
	case TimestampTZ, Null:
	}
	return false
}

func canonicalExact(t Type, text string) bool {
	unsigned, negative := strings.CutPrefix(text, "-")
	whole, fraction, hasPoint := strings.Cut(unsigned, ".")
	if !digits(whole) || hasPoint != (t.Scale > 0) || len(fraction) != t.Scale || (hasPoint && !digits(fraction)) {
		return false
	}
	if len(whole) > 1 && whole[0] == '0' {
		return false
	}
	if negative && strings.Trim(unsigned, "0.") == "" {
		return false
	}
	return wholeDigits(whole) <= wholeRoom(t)
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// wholeDigits counts the digits before the point that matter: none in 0.5.
func wholeDigits(whole string) int { return len(strings.TrimLeft(whole, "0")) }

// wholeRoom is how many digits before the point a type keeps.
func wholeRoom(t Type) int {
	if t.Kind == Integer {
		return MaxPrecision
	}
	return t.Precision - t.Scale
}

func floatText(f float64) string {
	if f == 0 {
		f = 0 // never -0
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// retype gives a literal another type without changing its value; ok is false where the type cannot say it. Floats
// take the nearest binary64.
func retype(n *Node, to Type) (_ *Node, ok bool) {
	if n.Type == to {
		return n, true
	}
	if n.Value == nil {
		return &Node{Op: OpLiteral, Type: to}, true
	}
	text := *n.Value
	switch {
	case n.Type.Exact() && to.Kind == Decimal && to.Scale >= n.Type.Scale:
		if to.Scale > 0 && n.Type.Scale == 0 {
			text += "."
		}
		text += strings.Repeat("0", to.Scale-n.Type.Scale)
	case n.Type.Exact() && to.Kind == Float:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, false
		}
		text = floatText(f)
	case n.Type.Kind == Date && to.Kind == Timestamp:
		text += "T00:00:00"
	default:
		return nil, false
	}
	return Lit(to, text), canonical(to, text)
}
