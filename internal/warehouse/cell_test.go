package warehouse

import (
	"errors"
	"math"
	"math/big"
	"testing"
	"time"
)

func whole(t *testing.T, digits string) *big.Int {
	t.Helper()
	v, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		t.Fatalf("%q is no integer", digits)
	}
	return v
}

func TestIntegerCell(t *testing.T) {
	for _, c := range []struct {
		digits string
		want   Cell
	}{
		{"0", int64(0)},
		{"-1", int64(-1)},
		{"9223372036854775807", int64(math.MaxInt64)},
		{"9223372036854775808", "9223372036854775808"},
		{"-9223372036854775808", int64(math.MinInt64)},
		{"-9223372036854775809", "-9223372036854775809"},
		{"170141183460469231731687303715884105727", "170141183460469231731687303715884105727"},
		{"-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"},
	} {
		if got := IntegerCell(whole(t, c.digits)); got != c.want {
			t.Errorf("%s gives %v (%T)", c.digits, got, got)
		}
	}
}

func TestDecimalCell(t *testing.T) {
	for _, c := range []struct {
		unscaled    string
		scale, want int
		cell        string
		err         error
	}{
		{"30000", 2, 2, "300.00", nil},
		{"300", 0, 2, "300.00", nil},
		{"-5", 2, 2, "-0.05", nil},
		{"-5", 2, 4, "-0.0500", nil},
		{"-50", 3, 2, "-0.05", nil},
		{"-55", 3, 2, "", ErrScale},
		{"0", 2, 2, "0.00", nil},
		{"0", 38, 0, "0", nil},
		{"5", 38, 38, "0.00000000000000000000000000000000000005", nil},
		{"99999999999999999999999999999999999999", 38, 38, "0.99999999999999999999999999999999999999", nil},
		{"99999999999999999999999999999999999999", 0, 0, "99999999999999999999999999999999999999", nil},
		{"99999999999999999999999999999999999999", 0, 2, "99999999999999999999999999999999999999.00", nil},
		{"9223372036854775808", 1, 1, "922337203685477580.8", nil},
		{"-170141183460469231731687303715884105728", 10, 10, "-17014118346046923173168730371.5884105728", nil},
		{"1000", 3, 0, "1", nil},
		{"1001", 3, 0, "", ErrScale},
	} {
		unscaled := whole(t, c.unscaled)
		got, err := DecimalCell(unscaled, c.scale, c.want)
		if !errors.Is(err, c.err) || (err == nil && got != c.cell) {
			t.Errorf("%s at scale %d as scale %d gives %v, %v", c.unscaled, c.scale, c.want, got, err)
		}
		if unscaled.String() != c.unscaled {
			t.Errorf("the argument %s was changed to %s", c.unscaled, unscaled)
		}
	}
}

func TestFloatCell(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := FloatCell(v); !errors.Is(err, ErrNotFinite) {
			t.Errorf("%v gives %v, %v", v, got, err)
		}
	}
	got, err := FloatCell(math.Copysign(0, -1))
	if err != nil || math.Signbit(got.(float64)) {
		t.Errorf("-0 gives %v, %v", got, err)
	}
	if got, err := FloatCell(-math.MaxFloat64); err != nil || got != -math.MaxFloat64 {
		t.Errorf("the smallest double gives %v, %v", got, err)
	}
}

func TestTimeCells(t *testing.T) {
	prague := time.FixedZone("", 3600)
	for _, c := range []struct {
		name string
		cell func(time.Time) (Cell, error)
		at   time.Time
		want Cell
		err  error
	}{
		{"date", DateCell, time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC), "2026-03-08", nil},
		{"first day", DateCell, time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), "0001-01-01", nil},
		{"last day", DateCell, time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC), "9999-12-31", nil},
		{"too late", DateCell, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), nil, ErrYear},
		{"too early", TimestampCell, time.Date(0, 12, 31, 23, 0, 0, 0, time.UTC), nil, ErrYear},
		{"whole second", TimestampCell, time.Date(2026, 3, 8, 5, 6, 7, 0, time.UTC), "2026-03-08T05:06:07", nil},
		{"half a second", TimestampCell, time.Date(2026, 3, 8, 5, 6, 7, 5e8, time.UTC), "2026-03-08T05:06:07.5", nil},
		{"nanoseconds are cut", TimestampCell, time.Date(2026, 3, 8, 23, 59, 59, 999999999, time.UTC), "2026-03-08T23:59:59.999999", nil},
		{"instant", TimestampTZCell, time.Date(2026, 3, 8, 0, 30, 0, 0, prague), "2026-03-07T23:30:00Z", nil},
	} {
		got, err := c.cell(c.at)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s gives %v, %v", c.name, got, err)
		}
	}
}
