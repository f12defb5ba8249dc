package rows

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Plain is a cell without any dress; null is empty.
func Plain(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case int:
		return strconv.Itoa(v)
	case float64:
		return Number(v)
	}
	return fmt.Sprint(cell)
}

// Shown is a cell for people, not yet escaped: null is null, and a text that could be taken for nothing, for null, for a
// longer one or for one in quotes is in quotes, its own doubled.
func Shown(cell any) string {
	switch v := cell.(type) {
	case nil:
		return "null"
	case string:
		if v == "" || v == "null" || v[0] == '"' || strings.TrimSpace(v) != v {
			return `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
		}
	}
	return Plain(cell)
}

// Number writes a double with the shortest digits that read back as the same double, as encoding/json does.
func Number(f float64) string {
	a := math.Abs(f)
	if a != 0 && (a < 1e-6 || a >= 1e21) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		if mantissa, exponent, ok := strings.Cut(s, "e-0"); ok {
			s = mantissa + "e-" + exponent
		}
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
