package oracle_test

import (
	"slices"
	"testing"
)

// dice draw at random, each side as likely as another. What is drawn under a label depends on the seed, the label and how
// often it was drawn before, so that a draw more or less elsewhere changes nothing else.
type dice struct {
	seed  uint64
	drawn map[string]uint64
}

func diceOf(seed ...int) *dice {
	d := &dice{drawn: map[string]uint64{}}
	for _, s := range seed {
		d.seed = mixed(d.seed ^ uint64(s))
	}
	return d
}

// mixed is SplitMix64's step: every bit of x moves half of the bits.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below draws one of 0 to n-1.
func (d *dice) below(label string, n int) int {
	x := d.seed
	for _, c := range []byte(label) {
		x = (x ^ uint64(c)) * 0x100000001b3
	}
	d.drawn[label]++
	return int(mixed(x^mixed(d.drawn[label])) % uint64(n))
}

// number draws one of low to high.
func (d *dice) number(label string, low, high int) int { return low + d.below(label, high-low+1) }

// chance is true so many times in ten.
func chance(d *dice, label string, tenths int) bool { return d.below(label, 10) < tenths }

func pick[T any](d *dice, label string, of ...T) T { return of[d.below(label, len(of))] }

// several draws up to n of a list, in any order.
func several[T any](d *dice, label string, n int, of []T) []T {
	of = slices.Clone(of)
	n = min(n, len(of))
	for i := range n {
		at := d.number(label, i, len(of)-1)
		of[i], of[at] = of[at], of[i]
	}
	return of[:n:n]
}

// some draws a subset, in order.
func some(d *dice, label string, tenths int, of []string) []string {
	var out []string
	for _, s := range of {
		if chance(d, label+" "+s, tenths) {
			out = append(out, s)
		}
	}
	return out
}

// values draw what a column may hold.
type values func(d *dice, label string) any

func anyOf(of []any) values { return func(d *dice, label string) any { return pick(d, label, of...) } }

// Each side comes up about as often as another, and a label has its own draws.
func TestDice(t *testing.T) {
	sides, alone := make([]int, 7), diceOf(3, 5)
	for seed := range 1000 {
		d := diceOf(seed, 1)
		for range 7 {
			sides[d.below("side", 7)]++
		}
	}
	for i, n := range sides {
		if n < 900 || n > 1100 {
			t.Errorf("side %d came up %d times in 7,000", i, n)
		}
	}
	among := diceOf(3, 5)
	for range 100 {
		among.below("other", 3)
		if a, b := alone.below("side", 1000), among.below("side", 1000); a != b {
			t.Fatalf("%d alone, and %d among others", a, b)
		}
	}
}
