package clickhousetest

import (
	"errors"
	"fmt"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// TestParametersTravelBeside asks for values that would end a text or a list if they were part of the statement.
func TestParametersTravelBeside(t *testing.T) {
	e := Open(t)
	for _, text := range []string{"", "a", `\`, `\N`, "'", `\'`, "a\tb\nc\rd", "é日😀", "{p1:String}", "NULL", "]", `'],['`} {
		for placeholder, b := range map[string]dialect.Bind{
			"{p1:Nullable(String)}": {Type: expr.Type{Kind: expr.String}, Value: text},
			"{p1:Array(String)}[1]": {Type: expr.Type{Kind: expr.String}, List: true, Value: []string{text, "b"}},
		} {
			got, err := e.run("SELECT "+placeholder+" AS x", map[string]string{"p1": spell(b)})
			if err != nil || len(got.cells) != 1 || got.cells[0][0] != text {
				t.Errorf("%s of %q: %v, %v", placeholder, text, got, err)
			}
		}
	}
	for want, b := range map[string]dialect.Bind{
		"<nil>": {}, "-9223372036854775808": {Value: int64(-1 << 63)}, "true": {Value: true}, "1e300": {Value: 1e300},
	} {
		kind := map[string]string{"<nil>": "String", "-9223372036854775808": "Int64", "true": "Bool", "1e300": "Float64"}[want]
		got, err := e.run("SELECT {p1:Nullable("+kind+")} AS x", map[string]string{"p1": spell(b)})
		if err != nil || fmt.Sprint(got.cells[0][0]) != want {
			t.Errorf("%v: %v, %v", b.Value, got, err)
		}
	}
}

// TestFailureLeavesNothing: what a statement had written when it failed is not part of the next one's rows.
func TestFailureLeavesNothing(t *testing.T) {
	e := Open(t)
	_, err := e.run("SELECT number, throwIf(number = 3) FROM numbers(10) SETTINGS max_block_size = 1", nil)
	if r, ok := errors.AsType[*Refusal](err); !ok || r.Name != "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO" {
		t.Fatalf("%v", err)
	}
	got, err := e.run("SELECT 1", nil)
	if err != nil || len(got.types) != 1 || len(got.cells) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestCells reads a value of each type.
func TestCells(t *testing.T) {
	e := Open(t)
	for _, c := range []struct {
		text string
		kind expr.Kind
		want warehouse.Cell
	}{
		{"CAST('a' AS LowCardinality(Nullable(String)))", expr.String, "a"},
		{"CAST('9223372036854775808' AS Decimal(76, 0))", expr.Integer, "9223372036854775808"},
		{"CAST(18446744073709551615 AS UInt64)", expr.Integer, "18446744073709551615"},
		{"CAST(7 AS Int16)", expr.Decimal, "7.00"},
		{"CAST('3.1' AS Decimal(12, 4))", expr.Decimal, "3.10"},
		{"-0e0", expr.Float, 0.0},
		{"CAST(0.1 AS Float32)", expr.Float, float64(float32(0.1))},
		{"CAST(1 AS Bool)", expr.Boolean, true},
		{"CAST('2026-03-08' AS Date32)", expr.Date, "2026-03-08"},
		{"CAST('2026-03-08 01:02:03.5' AS DateTime64(6, 'UTC'))", expr.Timestamp, "2026-03-08T01:02:03.5"},
		{"CAST('2026-03-08 09:00:00' AS DateTime64(6, 'Asia/Tokyo'))", expr.TimestampTZ, "2026-03-08T00:00:00Z"},
		{"NULL", expr.Integer, nil},
	} {
		got, err := e.run("SELECT "+c.text+" AS x", nil)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if is, err := cell(got.cells[0][0], got.types[0], expr.Type{Kind: c.kind, Scale: 2}); err != nil || is != c.want {
			t.Errorf("%s: %v, %v", c.text, is, err)
		}
	}
	for text, kind := range map[string]expr.Kind{
		"1": expr.String, "'1'": expr.Integer, "1.5": expr.Integer, "CAST('1.5' AS Decimal(2, 1))": expr.Integer, "CAST(1 AS UInt8)": expr.Boolean,
		"CAST('2026-03-08 09:00:00' AS DateTime64(6, 'Asia/Tokyo'))": expr.Timestamp, "1 / 0": expr.Float,
	} {
		got, err := e.run("SELECT "+text+" AS x", nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if is, err := cell(got.cells[0][0], got.types[0], expr.Type{Kind: kind}); err == nil {
			t.Errorf("%s is read as %s: %v", text, kind, is)
		}
	}
}
