package warehouse

import (
	"math"
	"testing"
	"time"

	"sutura.dev/compiler/dialect"
)

func TestCheckBinds(t *testing.T) {
	for _, b := range []dialect.Bind{{}, {Value: "x"}, {Value: int64(1)}, {Value: 1.5}, {Value: true}, {Value: []string{"x"}, List: true}, {Value: []string{}, List: true}} {
		if err := CheckBinds([]dialect.Bind{b}); err != nil {
			t.Errorf("%T, list %t gives %v", b.Value, b.List, err)
		}
	}
	for _, b := range []dialect.Bind{
		{Value: "x", List: true}, {Value: []string{"x"}}, {Value: "a\x00b"}, {Value: []string{"a\x00b"}, List: true}, {Value: 1}, {Value: int32(1)},
		{Value: math.NaN()}, {Value: math.Inf(1)}, {Value: time.Minute}, {Value: []byte("x")}, {Value: int64(1), List: true}, {Value: true, List: true},
	} {
		if err := CheckBinds([]dialect.Bind{{Value: "before"}, b}); err == nil {
			t.Errorf("%T, list %t passes", b.Value, b.List)
		}
	}
}
