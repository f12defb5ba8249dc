package oracle_test

import (
	"fmt"
	"math/big"
	"strconv"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

var (
	text        = expr.Type{Kind: expr.String}
	integer     = expr.Type{Kind: expr.Integer}
	float       = expr.Type{Kind: expr.Float}
	boolean     = expr.Type{Kind: expr.Boolean}
	date        = expr.Type{Kind: expr.Date}
	timestamp   = expr.Type{Kind: expr.Timestamp}
	timestamptz = expr.Type{Kind: expr.TimestampTZ}
	money       = expr.Type{Kind: expr.Decimal, Precision: 12, Scale: 2}
)

// What goes wrong lives at edges: ties, nulls, orphans, ends of months and years, hours that a zone skips or repeats,
// integers beyond 53 bits, text that only differs in case, accent, form or a trailing space. Doubles are sums of powers
// of two, which every order of adding gives alike; the heavy ones are not.
var (
	texts    = []any{nil, nil, "", "a", "A", "a ", " a", "ä", "ä", "é", "日本", "😀", "O'Neil", `"q"`, "%", "_", `\`, "z", "a%b"}
	unpadded = []any{nil, "", "a", "A", "ä", "ä", "é", "日本", "O'Neil", `"q"`, "%", "_", `\`, "z"}
	keys     = []any{"k1", "K1", "é", "日本", "k 1", "k'2"}
	channels = []any{nil, "web", "store", "ü'x", "web"}
	flags    = []any{nil, true, false}
	integers = anyOf([]any{nil, rat("0"), rat("1"), rat("2"), rat("3"), rat("-4"), rat("5"), rat("5"), rat("-7"), rat("9007199254740993"), rat("4611686018427387904"), rat("-9223372036854775807")})
	decimals = anyOf([]any{nil, rat("0"), rat("0.1"), rat("0.2"), rat("10"), rat("10"), rat("10.01"), rat("-3.33"), rat("0.05"), rat("9999999999.99")})
	rates    = anyOf([]any{nil, rat("0"), rat("1.19"), rat("0.3333"), rat("-12345.6789")})
	scores   = anyOf([]any{nil, 0.0, 0.25, 0.5, 0.75, 1.5, 2.5, -2.0, -2.5})
	heavies  = anyOf([]any{nil, 0.1, 0.2, 0.3, 1e15, -1e15, 3.3e-7, 1234567.891, 1e200})
)

func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

// numbersTo are 1 to most, and null where wanted.
func numbersTo(most int, nulls bool) values {
	var of []any
	if nulls {
		of = append(of, nil)
	}
	for i := range most {
		of = append(of, new(big.Rat).SetInt64(int64(i+1)))
	}
	return anyOf(of)
}

func keyTexts(most int, nulls bool) values {
	of := append([]any{}, keys[:most]...)
	if nulls {
		of = append(of, nil)
	}
	return anyOf(of)
}

// times are the moments of a zone at which answers go wrong.
type times struct {
	days                    []string
	changes                 []string // days on which clocks change
	dates, locals, instants values
}

var edges = []string{"2024-02-29", "2025-02-28", "2025-03-01", "2025-03-31", "2025-04-01", "2025-12-28", "2025-12-31", "2026-01-01", "2026-01-04", "2026-01-05", "2026-01-31", "2026-03-31", "2026-04-01", "2027-01-03"}

func timesOf(zone string) times {
	location, err := calendar.LoadZone(zone)
	if err != nil {
		panic(err)
	}
	out := times{days: append([]string{}, edges...)}
	instants := []any{nil}
	for _, at := range transitions(location) {
		for _, by := range []time.Duration{-90 * time.Minute, -30 * time.Minute, -time.Microsecond, 0, 30 * time.Minute, 90 * time.Minute} {
			instants = append(instants, at.Add(by))
		}
		day := at.In(location)
		out.changes = append(out.changes, day.Format(time.DateOnly))
		for by := range 3 {
			out.days = append(out.days, day.AddDate(0, 0, by-1).Format(time.DateOnly))
		}
	}
	dates, locals := []any{nil}, []any{nil}
	for _, day := range out.days {
		d, _ := calendar.ParseDate(day)
		midnight := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, location)
		dates = append(dates, d)
		instants = append(instants, midnight, midnight.Add(-time.Microsecond), midnight.Add(time.Hour))
		for _, at := range []time.Duration{0, 90 * time.Minute, 150 * time.Minute, 24*time.Hour - time.Microsecond} {
			locals = append(locals, calendar.Local{Date: d, Time: at})
		}
	}
	out.dates, out.locals, out.instants = anyOf(dates), anyOf(locals), anyOf(instants)
	return out
}

// transitions are the moments in 2025 and 2026 at which the zone's distance from UTC changes.
func transitions(zone *time.Location) []time.Time {
	var out []time.Time
	offset := func(t time.Time) int { _, o := t.In(zone).Zone(); return o }
	for t := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC); t.Year() < 2027; t = t.Add(30 * time.Minute) {
		if offset(t) != offset(t.Add(-30*time.Minute)) {
			out = append(out, t)
		}
	}
	return out
}

// spelled is a value as databases read it; null has none.
func spelled(v any, t expr.Type) string {
	switch v := v.(type) {
	case *big.Rat:
		return v.FloatString(t.Scale)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return v.UTC().Format("2006-01-02T15:04:05.999999Z07:00")
	}
	return fmt.Sprint(v)
}
