package numformat

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	for _, c := range []struct{ pattern, number, want string }{
		{"0", "0", "0"},
		{"0", "1234.5", "1235"},
		{"0", "-0.5", "-1"},
		{"0", "-0.4", "0"},
		{"00", "7", "07"},
		{"0.0%", "0.763205", "76.3%"},
		{"0%", "-0.005", "-1%"},
		{"0.00", "1e-7", "0.00"},
		{"0.00", "2.675", "2.68"},
		{"#.0", "0.25", ".3"},
		{"#,##0", "999", "999"},
		{"#,##0", "1000", "1,000"},
		{"#,##0", "-1234567", "-1,234,567"},
		{"#,##0.00", "18000000000000000000.005", "18,000,000,000,000,000,000.01"},
		{"0.0#", "1.5", "1.5"},
		{"0.0#", "1", "1.0"},
		{"0.##", "1", "1"},
		{"0.##", "1.256", "1.26"},
		{"$#,##0.00", "-12345.6", "-$12,345.60"},
		{"#,##0 km", "1200", "1,200 km"},
		{"€ 0.00", "3", "€ 3.00"},
		{`0.0" % of all"`, "3", "3.0 % of all"},
		{"#", "0", "0"},
		{"#,###", "0.4", "0"},
		{"#.##", "0", "0"},
		{"$0.00a", "1", "$1.00a"},
	} {
		p, err := Parse(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if got, ok := p.Write(c.number); !ok || got != c.want {
			t.Errorf("%s of %s is %q, %v, want %q", c.pattern, c.number, got, ok, c.want)
		}
	}
}

func TestNoPattern(t *testing.T) {
	for _, text := range []string{"", "usd", "percent_1", "%", "0%%", "0.0.0", "%0", "0;0", "[red]0", `"0`, "0,0", "0E+00", "@", "0." + strings.Repeat("0", 40), "# ?/?", "0 0", "0.",
		"10", "1.0", "0.01", "10%", "-0.0", "+0", "−0", "(0)", `"-"0`, `0"1"`, "٣0", "1,000.00", "0 m2"} {
		if p, err := Parse(text); err == nil {
			t.Errorf("%q is taken for a pattern: %+v", text, p)
		}
	}
	p, _ := Parse("0.0")
	for _, text := range []string{"", "null", "NaN", "Infinity", "1/3", "x"} {
		if got, ok := p.Write(text); ok {
			t.Errorf("%q is written %q", text, got)
		}
	}
}

// A pattern with enough places gives the number back, and one with fewer the nearest that it can write.
func TestNear(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for range 5000 {
		places, v := random.IntN(8), (random.Float64()-0.5)*math.Pow10(random.IntN(12))
		p, err := Parse(strings.TrimSuffix("#,##0."+strings.Repeat("0", places), "."))
		if err != nil {
			t.Fatal(err)
		}
		text, ok := p.Write(strconv.FormatFloat(v, 'g', -1, 64))
		got, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
		if !ok || err != nil || math.Abs(got-v) > 0.5*math.Pow10(-places)+1e-15*math.Abs(v) {
			t.Fatalf("%v with %d places is %s", v, places, text)
		}
	}
}
