package mysql

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// cell turns what the driver gave for a column of its type native into a cell of the plan's type. Exact numbers convert
// to exact numbers; every other difference between the two types is an error.
func cell(raw any, native string, want expr.Type) (warehouse.Cell, error) {
	if raw == nil {
		return nil, nil
	}
	switch want.Kind {
	case expr.String:
		switch native {
		case "CHAR", "VARCHAR", "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT", "ENUM", "SET":
			if text, ok := raw.([]byte); ok {
				return string(text), nil
			}
		}
	case expr.Boolean:
		switch raw {
		case int64(0), int64(1):
			return raw == int64(1), nil
		}
	case expr.Integer:
		switch v := raw.(type) {
		case int64:
			return v, nil
		case []byte: // a decimal, or an unsigned integer beyond 63 bits
			return wholeCell(string(v), native)
		}
	case expr.Decimal:
		switch v := raw.(type) {
		case int64:
			return decimalCell(strconv.FormatInt(v, 10), want.Scale)
		case []byte:
			if native == "DECIMAL" || strings.HasPrefix(native, "UNSIGNED") {
				return decimalCell(string(v), want.Scale)
			}
		}
	case expr.Float:
		switch v := raw.(type) {
		case float64:
			return warehouse.FloatCell(v)
		case float32:
			return warehouse.FloatCell(float64(v))
		}
	case expr.Date:
		if t, err := timeOf(raw, native == "DATE", "2006-01-02"); err == nil {
			return warehouse.DateCell(t)
		}
	case expr.Timestamp:
		if t, err := timeOf(raw, native == "DATETIME" || native == "TIMESTAMP", "2006-01-02 15:04:05"); err == nil {
			return warehouse.TimestampCell(t)
		}
	case expr.TimestampTZ:
		if t, err := timeOf(raw, native == "DATETIME" || native == "TIMESTAMP", "2006-01-02 15:04:05"); err == nil {
			return warehouse.TimestampTZCell(t)
		}
	case expr.Null:
	}
	return nil, fmt.Errorf("a %T of type %s where the plan has %s", raw, native, want)
}

// timeOf reads a spelled time; a zero date is none.
func timeOf(raw any, fits bool, layout string) (time.Time, error) {
	text, ok := raw.([]byte)
	if !ok || !fits {
		return time.Time{}, fmt.Errorf("a %T", raw)
	}
	return time.Parse(layout, string(text))
}

// wholeCell reads a decimal's text as an integer; digits after the point may only be zeros.
func wholeCell(text, native string) (warehouse.Cell, error) {
	if native != "DECIMAL" && !strings.HasPrefix(native, "UNSIGNED") {
		return nil, fmt.Errorf("a %s where the plan has an integer", native)
	}
	digits, err := decimalCell(text, 0)
	if err != nil {
		return nil, err
	}
	whole, ok := new(big.Int).SetString(digits.(string), 10)
	if !ok {
		return nil, fmt.Errorf("a decimal that cannot be read")
	}
	return warehouse.IntegerCell(whole), nil
}

// decimalCell spells a decimal's text with scale digits after the point.
func decimalCell(text string, scale int) (warehouse.Cell, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	unscaled, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return nil, fmt.Errorf("a decimal that cannot be read")
	}
	return warehouse.DecimalCell(unscaled, len(fraction), scale)
}
