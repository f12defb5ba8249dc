package duckdb

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// cell turns what the driver returned for a column of DuckDB's type native into a cell of the plan's type. Exact numbers
// convert to exact numbers; every other difference between the two types is an error. What is a cell already is passed
// on as it is, which costs nothing.
func cell(v any, native string, want expr.Type) (warehouse.Cell, error) {
	if v == nil {
		return nil, nil
	}
	switch want.Kind {
	case expr.String:
		return stringCell(v, native)
	case expr.Boolean:
		if _, ok := v.(bool); ok {
			return v, nil
		}
	case expr.Integer:
		switch n := v.(type) {
		case int64:
			return v, nil
		case int32:
			return int64(n), nil
		}
		if n, scale, ok := exact(v); ok && scale == 0 {
			return warehouse.IntegerCell(n), nil
		}
	case expr.Decimal:
		if n, scale, ok := exact(v); ok {
			return warehouse.DecimalCell(n, scale, want.Scale)
		}
	case expr.Float:
		switch f := v.(type) {
		case float64:
			return warehouse.FloatCell(f)
		case float32:
			return warehouse.FloatCell(float64(f))
		}
	case expr.Date, expr.Timestamp, expr.TimestampTZ:
		if t, ok := v.(time.Time); ok {
			return timeCell(t, native, want)
		}
	case expr.Null:
	}
	return nil, fmt.Errorf("%s (%T) where the plan has %s", native, v, want)
}

func stringCell(v any, native string) (warehouse.Cell, error) {
	switch s := v.(type) {
	case string:
		if native == "VARCHAR" || native == "ENUM" {
			return v, nil
		}
	case []byte:
		if native == "UUID" && len(s) == 16 {
			h := hex.EncodeToString(s)
			return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-"), nil
		}
	}
	return nil, fmt.Errorf("%s (%T) where the plan has string", native, v)
}

// exact returns v as unscaled / 10^scale if it is an exact number.
func exact(v any) (unscaled *big.Int, scale int, ok bool) {
	switch n := v.(type) {
	case int8:
		return big.NewInt(int64(n)), 0, true
	case int16:
		return big.NewInt(int64(n)), 0, true
	case int32:
		return big.NewInt(int64(n)), 0, true
	case int64:
		return big.NewInt(n), 0, true
	case uint8:
		return big.NewInt(int64(n)), 0, true
	case uint16:
		return big.NewInt(int64(n)), 0, true
	case uint32:
		return big.NewInt(int64(n)), 0, true
	case uint64:
		return new(big.Int).SetUint64(n), 0, true
	case *big.Int:
		return n, 0, true
	case duckdb.Decimal:
		return n.Value, int(n.Scale), true
	}
	return nil, 0, false
}

// timeCell spells a time of the plan's kind. DuckDB's infinities are the extremes of its counters, which the driver
// passes on as years far away, or, counting nanoseconds, as a moment of 1677 or 2262.
func timeCell(t time.Time, native string, want expr.Type) (warehouse.Cell, error) {
	var kind expr.Kind
	var infinite bool
	switch native {
	case "DATE":
		days := t.Unix() / 86400
		kind, infinite = expr.Date, days == math.MaxInt32 || days == -math.MaxInt32
	case "TIMESTAMP":
		kind, infinite = expr.Timestamp, extreme(t.UnixMicro())
	case "TIMESTAMP_S":
		kind, infinite = expr.Timestamp, extreme(t.Unix())
	case "TIMESTAMP_MS":
		kind, infinite = expr.Timestamp, extreme(t.UnixMilli())
	case "TIMESTAMP_NS":
		kind, infinite = expr.Timestamp, extreme(t.UnixNano())
	case "TIMESTAMPTZ":
		kind, infinite = expr.TimestampTZ, extreme(t.UnixMicro())
	}
	switch {
	case kind != want.Kind:
		return nil, fmt.Errorf("%s where the plan has %s", native, want)
	case infinite:
		return nil, warehouse.ErrNotFinite
	case kind == expr.Date:
		return warehouse.DateCell(t)
	case kind == expr.TimestampTZ:
		return warehouse.TimestampTZCell(t)
	}
	return warehouse.TimestampCell(t)
}

func extreme(count int64) bool { return count == math.MaxInt64 || count == -math.MaxInt64 }
