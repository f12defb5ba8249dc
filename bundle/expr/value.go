package expr

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Value reads a value that a person or a program spelled, such as a filter's, as type t, and returns its canonical
// spelling. It is false where the text is no value of t: a fraction for an integer, more digits than a decimal keeps,
// a day that does not exist, a float that is not finite. Numbers have no exponent but for floats.
func Value(t Type, text string) (string, bool) {
	switch t.Kind {
	case Integer, Decimal:
		return exactValue(t, text)
	case Float:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || strings.ContainsAny(text, "xX_pP") {
			return "", false
		}
		return floatText(f), true
	case Timestamp:
		n, misuse := TimestampLiteral(text)
		if misuse != nil {
			return "", false
		}
		return *n.Value, true
	case String, Boolean, Date:
		return text, canonical(t, text)
	case TimestampTZ, Null:
	}
	return "", false
}

func exactValue(t Type, text string) (string, bool) {
	unsigned, negative := strings.CutPrefix(text, "-")
	whole, fraction, hasPoint := strings.Cut(unsigned, ".")
	if !digits(whole) || hasPoint && !digits(fraction) {
		return "", false
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > t.Scale {
		return "", false
	}
	out := cmp.Or(strings.TrimLeft(whole, "0"), "0")
	if t.Scale > 0 {
		out += "." + fraction + strings.Repeat("0", t.Scale-len(fraction))
	}
	if negative && strings.Trim(out, "0.") != "" {
		out = "-" + out
	}
	return out, canonical(t, out)
}
