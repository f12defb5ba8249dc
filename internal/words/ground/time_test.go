package ground_test

import (
	"os"
	"strings"
	"testing"

	"sutura.dev/bundle/calendar"
	"sutura.dev/internal/words/ground"
)

// prague is the calendar of the tables; its fiscal years start in April.
func prague(t testing.TB) *calendar.Calendar {
	t.Helper()
	c, err := calendar.New(calendar.Rules{Timezone: "Europe/Prague", FiscalYearStart: 4})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const reference = "2026-05-15T12:00+02:00"

// row is a line of a table: "words | what they mean", below a line "# language rule".
type row struct{ place, language, rule, text, want string }

// table reads a table of spans.
func table(t testing.TB, name string) []row {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []row
	language, rule := "", ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		switch head, isHead := strings.CutPrefix(line, "# "); {
		case line == "":
		case isHead:
			language, rule, _ = strings.Cut(head, " ")
		default:
			text, want, ok := strings.Cut(line, " | ")
			if !ok {
				t.Fatalf("%s: no row: %s", name, line)
			}
			out = append(out, row{name, language, rule, text, strings.TrimSpace(want)})
		}
	}
	return out
}

// spelled is an outcome as the tables spell it.
func spelled(r *ground.Times) string {
	join := func(list []ground.Interval) string {
		var out []string
		for _, i := range list {
			out = append(out, i.Start+"/"+i.End)
		}
		return strings.Join(out, ",")
	}
	switch r.Outcome {
	case ground.OK:
		return join(r.Intervals)
	case ground.Ask:
		var out []string
		for _, o := range r.Options {
			out = append(out, join(o.Intervals))
		}
		return "ask " + strings.Join(out, " or ")
	}
	return "none"
}

func locale(language string) string {
	if strings.Contains(language, "-") {
		return language
	}
	return ""
}

// Every row of the tables, in no locale but the one that its block names.
func TestTime(t *testing.T) {
	rows := table(t, "time.txt")
	for _, c := range rows {
		r, err := ground.Time(c.text, ground.TimeContext{Reference: reference, Locale: locale(c.language), Calendar: prague(t)})
		if err != nil {
			t.Fatal(err)
		}
		if got := spelled(r); got != c.want {
			t.Errorf("%s: %q is %s, not %s (%v %s)", c.language, c.text, got, c.want, r.Rules, r.Why)
		}
		if c.rule != "" && r.Outcome != ground.Ungroundable && !strings.Contains(" "+strings.Join(r.Rules, ",")+",", c.rule) {
			t.Errorf("%q is read by %v, not %s", c.text, r.Rules, c.rule)
		}
	}
	if len(rows) < 400 {
		t.Errorf("%d rows", len(rows))
	}
}
