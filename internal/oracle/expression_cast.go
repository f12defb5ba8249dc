package oracle

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// What text must look like to be a number or a day; any other text casts to null.
var (
	integerText = regexp.MustCompile(`^ *[+-]?[0-9]+ *$`)
	decimalText = regexp.MustCompile(`^ *[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+) *$`)
	doubleText  = regexp.MustCompile(`^ *[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)? *$`)
)

// cast converts a value that is not null.
func cast(v value, from, to expr.Type) value {
	switch to.Kind {
	case expr.String:
		return spell(v, from)
	case expr.Integer, expr.Decimal:
		n := number(v, to.Kind)
		if n == nil {
			return nil
		}
		return inPrecision(roundTo(n, to.Scale), to)
	case expr.Float:
		if text, ok := v.(string); ok {
			if !doubleText.MatchString(text) {
				return nil
			}
			return readDouble(text)
		}
		return toFloat(v)
	case expr.Date:
		switch v := v.(type) {
		case calendar.Local:
			return v.Date
		case string:
			if d, ok := calendar.ParseDate(v); ok {
				return d
			}
			return nil
		}
	case expr.Timestamp:
		return v.(calendar.Date).Local()
	case expr.Boolean, expr.TimestampTZ, expr.Null:
	}
	panic("there is no cast from " + from.String() + " to " + to.String())
}

// readDouble reads the spelling of one.
func readDouble(text string) float64 {
	f, _ := strconv.ParseFloat(strings.Trim(text, " "), 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	return finite(reached(f, !strings.ContainsAny(mantissa, "123456789")))
}

// number reads an exact number; nil where text is none. A double is taken at its shortest digits, and so is text with an
// exponent.
func number(v value, to expr.Kind) *big.Rat {
	switch v := v.(type) {
	case *big.Rat:
		return v
	case bool:
		return whole(bit(v))
	case float64:
		if to == expr.Integer {
			v = math.Round(v)
		}
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
		return r
	case string:
		switch {
		case to == expr.Decimal && !decimalText.MatchString(v) && doubleText.MatchString(v):
			return number(readDouble(v), to)
		case to == expr.Decimal && !decimalText.MatchString(v), to == expr.Integer && !integerText.MatchString(v):
			return nil
		}
		r, _ := new(big.Rat).SetString(strings.TrimPrefix(strings.Trim(v, " "), "+"))
		return r
	}
	panic("this is no number")
}

// inPrecision fails where the digits have no room.
func inPrecision(v *big.Rat, t expr.Type) *big.Rat {
	if t.Kind == expr.Decimal && len(new(big.Int).Abs(scaled(v, t.Scale)).String()) > t.Precision && v.Sign() != 0 {
		fail(TooLarge)
	}
	return inRoom(v, t.Scale)
}

// spell writes a value as text: decimals padded to their scale.
func spell(v value, t expr.Type) string {
	switch v := v.(type) {
	case *big.Rat:
		return v.FloatString(t.Scale)
	case bool:
		return strconv.FormatBool(v)
	case calendar.Date:
		return v.String()
	}
	panic("there is no text of a " + t.String())
}
