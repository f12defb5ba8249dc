package clickhousetest

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// cell turns what came back for a column of ClickHouse's type native into a cell of the plan's type. Exact numbers convert
// to exact numbers; every other difference between the two types is an error.
func cell(raw any, native string, want expr.Type) (warehouse.Cell, error) {
	if raw == nil {
		return nil, nil
	}
	base := native
	for _, wrapper := range []string{"LowCardinality(", "Nullable("} {
		if inner, ok := strings.CutPrefix(base, wrapper); ok {
			base = strings.TrimSuffix(inner, ")")
		}
	}
	base, _, _ = strings.Cut(base, "(")
	text := fmt.Sprint(raw)
	exact := strings.HasPrefix(base, "Int") || strings.HasPrefix(base, "UInt") || base == "Decimal"
	switch {
	case want.Kind == expr.String && base == "String":
		return text, nil
	case want.Kind == expr.Boolean && base == "Bool":
		return raw == true, nil
	case want.Kind == expr.Integer && exact:
		return wholeCell(text)
	case want.Kind == expr.Decimal && exact:
		return decimalCell(text, want.Scale)
	case want.Kind == expr.Float && (base == "Float64" || base == "Float32"):
		bits := 64
		if base == "Float32" {
			bits = 32
		}
		v, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return nil, err
		}
		return warehouse.FloatCell(v)
	case want.Kind == expr.Date && (base == "Date" || base == "Date32"):
		t, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return nil, err
		}
		return warehouse.DateCell(t)
	case want.Kind == expr.Timestamp && base == "DateTime64", want.Kind == expr.TimestampTZ && base == "DateTime64":
		_, after, _ := strings.Cut(native, "'")
		name, _, _ := strings.Cut(after, "'")
		zone, err := calendar.LoadZone(name)
		if err != nil {
			return nil, err
		}
		t, err := time.ParseInLocation(time.DateTime, text, zone)
		switch {
		case err != nil:
			return nil, err
		case want.Kind == expr.TimestampTZ:
			return warehouse.TimestampTZCell(t)
		case name == "UTC":
			return warehouse.TimestampCell(t)
		}
	}
	return nil, fmt.Errorf("a %T of type %s where the plan has %s", raw, native, want)
}

// wholeCell reads an exact number as an integer; digits after the point may only be zeros.
func wholeCell(text string) (warehouse.Cell, error) {
	digits, err := decimalCell(text, 0)
	if err != nil {
		return nil, err
	}
	whole, ok := new(big.Int).SetString(digits.(string), 10)
	if !ok {
		return nil, fmt.Errorf("a number that cannot be read")
	}
	return warehouse.IntegerCell(whole), nil
}

// decimalCell spells an exact number's text with scale digits after the point.
func decimalCell(text string, scale int) (warehouse.Cell, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	unscaled, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return nil, fmt.Errorf("a number that cannot be read")
	}
	return warehouse.DecimalCell(unscaled, len(fraction), scale)
}
