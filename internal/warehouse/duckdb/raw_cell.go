package duckdb

import (
	"encoding/hex"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"sutura.dev/internal/warehouse"
)

// rawCell spells what the driver returned for a column of DuckDB's type native; nil is null.
func rawCell(v any, native string) *string {
	if v == nil {
		return nil
	}
	return new(rawText(v, native))
}

func rawText(v any, native string) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case *big.Int:
		return v.String()
	case duckdb.Decimal:
		exact, _ := warehouse.DecimalCell(v.Value, int(v.Scale), int(v.Scale)) // no digit is dropped
		return exact.(string)
	case time.Time:
		return rawTime(v, native)
	case []byte:
		if native == "UUID" && len(v) == 16 {
			h := hex.EncodeToString(v)
			return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
		}
		return `\x` + hex.EncodeToString(v)
	case duckdb.Interval:
		return fmt.Sprintf("%d months %d days %d microseconds", v.Months, v.Days, v.Micros)
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = rawText(e, "")
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any: // a struct
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name+": "+rawText(v[name], ""))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case duckdb.OrderedMap:
		parts := make([]string, v.Len())
		for i, key := range v.Keys() {
			parts[i] = rawText(key, "") + ": " + rawText(v.Values()[i], "")
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case duckdb.Union:
		return rawText(v.Value, "")
	}
	return fmt.Sprint(v) // integers of every width, and what the driver has no type of its own for
}

func rawTime(t time.Time, native string) string {
	switch native {
	case "DATE":
		return t.Format("2006-01-02")
	case "TIME", "TIMETZ":
		return t.Format("15:04:05.999999")
	case "TIMESTAMPTZ":
		return t.UTC().Format("2006-01-02T15:04:05.999999Z")
	}
	return t.Format("2006-01-02T15:04:05.999999999")
}
