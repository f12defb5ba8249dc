package postgres

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// scan reads every row into cells of the columns' types.
func scan(result *pgconn.ResultReader, columns []dialect.Column) ([][]warehouse.Cell, error) {
	var out [][]warehouse.Cell
	var natives []uint32
	for result.NextRow() {
		if natives == nil {
			for _, f := range result.FieldDescriptions() {
				natives = append(natives, f.DataTypeOID)
			}
			if len(natives) != len(columns) {
				return nil, fmt.Errorf("%d columns came back where the plan has %d", len(natives), len(columns))
			}
		}
		row := make([]warehouse.Cell, len(columns))
		for i, raw := range result.Values() {
			c, err := cell(raw, natives[i], columns[i].Type)
			switch {
			case err == warehouse.ErrNotFinite:
				return nil, &warehouse.Error{Kind: warehouse.NotFinite, Column: columns[i].Name, Err: err}
			case err != nil:
				return nil, fmt.Errorf("column %q: %w", columns[i].Name, err)
			}
			row[i] = c
		}
		out = append(out, row)
	}
	return out, nil
}

// Forms in which PostgreSQL sends a value.
const (
	asText   = int16(pgtype.TextFormatCode)
	asBinary = int16(pgtype.BinaryFormatCode)
)

// formatOf is the form in which a column of the plan's kind is asked for: exact in it, and the same under any setting.
func formatOf(k expr.Kind) int16 {
	switch k {
	case expr.Float, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Boolean:
		return asBinary
	case expr.String, expr.Integer, expr.Decimal, expr.Null:
	}
	return asText
}

// cell turns what the server sent, in the form of formatOf, for a column of its type native into a cell of the plan's
// type. Exact numbers convert to exact numbers; every other difference between the two types is an error.
func cell(raw []byte, native uint32, want expr.Type) (warehouse.Cell, error) {
	if raw == nil {
		return nil, nil
	}
	switch want.Kind {
	case expr.String:
		switch native {
		case pgtype.TextOID, pgtype.VarcharOID, pgtype.NameOID, pgtype.UUIDOID:
			return string(raw), nil
		}
	case expr.Boolean:
		if native == pgtype.BoolOID && len(raw) == 1 {
			return raw[0] != 0, nil
		}
	case expr.Integer:
		switch native {
		case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
			return strconv.ParseInt(string(raw), 10, 64)
		case pgtype.NumericOID:
			return wholeCell(string(raw))
		}
	case expr.Decimal:
		switch native {
		case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.NumericOID:
			return decimalCell(string(raw), want.Scale)
		}
	case expr.Float:
		switch {
		case native == pgtype.Float8OID && len(raw) == 8:
			return warehouse.FloatCell(math.Float64frombits(binary.BigEndian.Uint64(raw)))
		case native == pgtype.Float4OID && len(raw) == 4:
			return warehouse.FloatCell(float64(math.Float32frombits(binary.BigEndian.Uint32(raw))))
		}
	case expr.Date:
		if native == pgtype.DateOID && len(raw) == 4 {
			return dateCell(int32(binary.BigEndian.Uint32(raw)))
		}
	case expr.Timestamp, expr.TimestampTZ:
		if native == timestampOID(want.Kind) && len(raw) == 8 {
			return timestampCell(int64(binary.BigEndian.Uint64(raw)), want.Kind)
		}
	case expr.Null:
	}
	return nil, fmt.Errorf("a type with OID %d where the plan has %s", native, want)
}

func timestampOID(k expr.Kind) uint32 {
	if k == expr.TimestampTZ {
		return pgtype.TimestamptzOID
	}
	return pgtype.TimestampOID
}

// wholeCell reads numeric's text as an integer; digits after the point may only be zeros.
func wholeCell(text string) (warehouse.Cell, error) {
	digits, err := decimalCell(text, 0)
	if err != nil {
		return nil, err
	}
	whole, ok := new(big.Int).SetString(digits.(string), 10)
	if !ok {
		return nil, fmt.Errorf("a numeric that cannot be read")
	}
	return warehouse.IntegerCell(whole), nil
}

// decimalCell spells numeric's text with scale digits after the point. Numeric's text is exact, and has no exponent.
func decimalCell(text string, scale int) (warehouse.Cell, error) {
	switch text {
	case "NaN", "Infinity", "-Infinity":
		return nil, warehouse.ErrNotFinite
	}
	whole, fraction, _ := strings.Cut(text, ".")
	switch missing := scale - len(fraction); {
	case missing >= 0:
		fraction += strings.Repeat("0", missing)
	case strings.Trim(fraction[scale:], "0") != "":
		return nil, warehouse.ErrScale
	default:
		fraction = fraction[:scale]
	}
	if whole == "-0" && strings.Trim(fraction, "0") == "" {
		whole = "0" // cut from -0.000, which numeric does not write
	}
	if fraction == "" {
		return whole, nil
	}
	return whole + "." + fraction, nil
}

// epoch is where PostgreSQL counts dates and times from.
const epoch = 946_684_800 // 2000-01-01T00:00:00Z in seconds since 1970

func dateCell(days int32) (warehouse.Cell, error) {
	if days == math.MaxInt32 || days == math.MinInt32 {
		return nil, warehouse.ErrNotFinite
	}
	return warehouse.DateCell(time.Unix(epoch+int64(days)*86_400, 0).UTC())
}

func timestampCell(micros int64, k expr.Kind) (warehouse.Cell, error) {
	if micros == math.MaxInt64 || micros == math.MinInt64 {
		return nil, warehouse.ErrNotFinite
	}
	t := time.UnixMicro(micros).Add(epoch * time.Second).UTC() // within 292 years of a Duration
	if k == expr.TimestampTZ {
		return warehouse.TimestampTZCell(t)
	}
	return warehouse.TimestampCell(t)
}
