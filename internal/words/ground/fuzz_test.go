package ground_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"sutura.dev/bundle/calendar"
	"sutura.dev/internal/words/ground"
)

// parts holds what was read to the words: in order, within them, and apart.
func parts(t *testing.T, text string, list []ground.Part) {
	t.Helper()
	last := 0
	for _, p := range list {
		if p.From < last || p.To <= p.From || p.To > utf8.RuneCountInString(strings.ToValidUTF8(text, "\uFFFD")) {
			t.Errorf("parts %v of %q", list, text)
		}
		last = p.To
	}
}

// same holds two readings of the same words to the same bytes.
func same(t *testing.T, read func() any) {
	t.Helper()
	one, err := json.Marshal(read())
	two, again := json.Marshal(read())
	if err != nil || again != nil || string(one) != string(two) {
		t.Errorf("%s, and again %s (%v)", one, two, err)
	}
}

// Whatever the words are, a time is read without a panic, twice the same, and its intervals end after they start.
func FuzzTime(f *testing.F) {
	for i, c := range table(f, "time.txt") {
		if i%7 == 0 {
			f.Add(c.text, reference, c.language)
		}
	}
	f.Add("from from until 31.12.9999 to 1.1.0001", "9998-12-31", "xx")
	f.Add("last 9999 years", "0002-01-01", "en-US")
	f.Add(strings.Repeat("od do ", 42), "2026-05-15", "")
	cal := prague(f)
	f.Fuzz(func(t *testing.T, text, at, locale string) {
		context := ground.TimeContext{Reference: at, Locale: locale, Calendar: cal}
		r, err := ground.Time(text, context)
		if err != nil {
			return
		}
		same(t, func() any { r, _ := ground.Time(text, context); return r })
		if (r.Outcome == ground.OK) != (len(r.Intervals) > 0) || (r.Outcome == ground.Ask) != (len(r.Options) > 1) || (r.Outcome == ground.Ungroundable) != (r.Why != "") {
			t.Errorf("%q: %+v", text, r)
		}
		parts(t, text, r.Parts)
		check := func(list []ground.Interval) {
			for _, i := range list {
				start, ok := calendar.ParseLocal(i.Start)
				end, too := calendar.ParseLocal(i.End)
				if !ok || !too || !start.Before(end) {
					t.Errorf("%q: %+v", text, i)
				}
			}
		}
		check(r.Intervals)
		for _, o := range r.Options {
			check(o.Intervals)
		}
	})
}

// Amounts are decimal numbers, bands in order.
func FuzzMoney(f *testing.F) {
	for i, c := range table(f, "money.txt") {
		if i%3 == 0 {
			f.Add(c.text, c.language)
		}
	}
	f.Add(strings.Repeat("9", 40)+" million million", "en")
	f.Add("-−-5 €€ -0", "")
	f.Fuzz(func(t *testing.T, text, locale string) {
		r := ground.Money(text, ground.MoneyContext{Locale: locale})
		same(t, func() any { return ground.Money(text, ground.MoneyContext{Locale: locale}) })
		if (r.Outcome == ground.OK) != (len(r.Amounts) > 0) || (r.Outcome == ground.Ask) != (len(r.Options) > 1) || (r.Outcome == ground.Ungroundable) != (r.Why != "") {
			t.Errorf("%q: %+v", text, r)
		}
		parts(t, text, r.Parts)
		for _, a := range r.Amounts {
			if n := len(a.Values); n != 1 && (n != 2 || a.Op != "between") {
				t.Errorf("%q: %+v", text, a)
			}
			for _, v := range a.Values {
				if digits := strings.Trim(v, "-.0123456789"); digits != "" || v == "" || strings.HasSuffix(v, ".") || strings.HasPrefix(v, ".") {
					t.Errorf("%q: %s", text, v)
				}
			}
		}
	})
}

func FuzzGeo(f *testing.F) {
	for _, c := range table(f, "geo.txt") {
		f.Add(c.text)
	}
	g := gazetteer()
	f.Fuzz(func(t *testing.T, text string) {
		r := ground.Geo(text, g)
		same(t, func() any { return ground.Geo(text, g) })
		if (r.Outcome == ground.OK) != (r.Area != nil) || (r.Outcome == ground.Ask) != (len(r.Options) > 1) || (r.Outcome == ground.Ungroundable) != (r.Why != "") {
			t.Errorf("%q: %+v", text, r)
		}
		parts(t, text, r.Parts)
	})
}
