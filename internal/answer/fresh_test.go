package answer_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// counting counts the statements of a source that ask how new its data is.
type counting struct {
	warehouse.Source
	asked *int
}

func (c counting) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	if strings.Contains(s.Text(), "max(") {
		*c.asked++
	}
	return c.Source.Query(ctx, s)
}

const freshCatalog = `
models: events: {
	source: "db", table: "events", time: "day"
	columns: {day: type: "date", at: type: "timestamptz", here: type: "timestamp", there: {type: "timestamp", zone: "America/New_York"}, month: {type: "date", grain: "month"}}
	fresh: FRESH
}
models: other: {source: "db", table: "other", time: "day", columns: {day: type: "date", n: type: "integer"}, fresh: column: "day"}
metrics: events: {model: "events", measure: count: "*"}
metrics: others: {model: "other", measure: count: "*"}
`

const freshRows = `CREATE TABLE events (day DATE, "at" TIMESTAMPTZ, here TIMESTAMP, there TIMESTAMP, month DATE);
CREATE TABLE other (day DATE, n BIGINT);
INSERT INTO other VALUES (DATE '2026-01-20', 1);
`

// What the newest value is, when it is too old, and what is said where it cannot be known; now is 2026-02-03 11:00 in Prague.
func TestFresh(t *testing.T) {
	const rows = `INSERT INTO events VALUES (DATE '2026-01-31', TIMESTAMPTZ '2026-01-31 23:30:00Z', TIMESTAMP '2026-02-01 00:30:00', TIMESTAMP '2026-01-31 18:30:00', DATE '2026-01-01'),
		(DATE '2026-02-02', NULL, NULL, NULL, NULL)`
	for _, c := range []struct{ name, fresh, rows, until, note string }{
		{"of any age", `column: "day"`, rows, "2026-02-02", ""},
		{"a day is over at its end", `{column: "day", within: {count: 11, unit: "hour"}}`, rows, "2026-02-02", ""},
		{"an hour too old", `{column: "day", within: {count: 10, unit: "hour"}}`, rows, "2026-02-02", "stale_data: The data of events reaches to 2026-02-02, and is older than the 10 hours that it may be."},
		{"an instant", `{column: "at", within: {count: 2, unit: "day"}}`, rows, "2026-01-31T23:30:00Z", "stale_data: The data of events reaches to 2026-01-31T23:30:00Z, and is older than the 2 days that it may be."},
		{"an instant, in time", `{column: "at", within: {count: 3, unit: "day"}}`, rows, "2026-01-31T23:30:00Z", ""},
		{"a local time", `column: "here"`, rows, "2026-01-31T23:30:00Z", ""},
		{"a local time of its own zone", `column: "there"`, rows, "2026-01-31T23:30:00Z", ""},
		{"a month is over at its end", `{column: "month", within: {count: 3, unit: "day"}}`, rows, "2026-01-01", ""},
		{"a month", `{column: "month", within: {count: 2, unit: "day"}}`, rows, "2026-01-01", "stale_data: The data of events reaches to 2026-01-01, and is older than the 2 days that it may be."},
		{"no row", `{column: "day", within: {count: 1, unit: "day"}}`, "", "", "freshness_unknown: How new the data of events is cannot be told: no row says it."},
		{"no date that there is", `column: "day"`, `INSERT INTO events VALUES (DATE 'infinity', NULL, NULL, NULL, NULL)`, "", "freshness_unknown: How new the data of events is cannot be told: the source did not say."},
	} {
		e := engine(t, strings.Replace(freshCatalog, "FRESH", c.fresh, 1), freshRows+c.rows)
		a := answered(t, e, decode(t, `{"metrics":["events"],"range":{"period":"2026-02-02"}}`))
		note := ""
		for _, n := range a.Notes {
			if strings.Contains(n.Code, "stale") || strings.Contains(n.Code, "fresh") {
				note += n.Code + ": " + n.Text
			}
		}
		if a.Provenance.DataUntil != c.until || note != c.note {
			t.Errorf("%s: until %q, %q; want %q, %q", c.name, a.Provenance.DataUntil, note, c.until, c.note)
		}
	}
}

// Of several models the one counts that reaches least far, and where one cannot say, nobody does.
func TestFreshOfSeveral(t *testing.T) {
	q := decode(t, `{"metrics":["events","others"],"range":{"period":"2026"}}`)
	of := func(rows string) string {
		return answered(t, engine(t, strings.Replace(freshCatalog, "FRESH", `column: "at"`, 1), freshRows+rows), q).Provenance.DataUntil
	}
	if got := of(`INSERT INTO events VALUES (NULL, TIMESTAMPTZ '2026-01-31 12:00:00Z', NULL, NULL, NULL)`); got != "2026-01-20" {
		t.Errorf("until %q", got)
	}
	if got := of(`INSERT INTO events VALUES (NULL, TIMESTAMPTZ '2026-01-19 12:00:00Z', NULL, NULL, NULL)`); got != "2026-01-19T12:00:00Z" {
		t.Errorf("until %q", got)
	}
	if got := of(""); got != "" {
		t.Errorf("until %q, though events cannot say", got)
	}
}

// A source is asked once a minute, whoever asks; an answer's numbers and statement are those without it.
func TestFreshIsAskedOnceAMinute(t *testing.T) {
	e := engine(t, strings.Replace(freshCatalog, "FRESH", `column: "day"`, 1), freshRows+"INSERT INTO events (day) VALUES (DATE '2026-02-01')")
	asked, at := 0, now
	e.Sources["db"] = counting{e.Sources["db"], &asked}
	e.Clock = func() time.Time { return at }
	q := decode(t, `{"metrics":["events"],"range":{"period":"2026"}}`)
	for i, c := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {0, 1}, {59 * time.Second, 1}, {time.Minute, 2}} {
		at = now.Add(c.after)
		if a := answered(t, e.As(e.View), q); a.Provenance.DataUntil != "2026-02-01" || asked != c.want {
			t.Errorf("%d: until %q after %d statements, want %d", i, a.Provenance.DataUntil, asked, c.want)
		}
	}
	if got := e.Freshness(t.Context()); len(got) != 2 || got[0].Until != "2026-02-01" || got[1].Until != "2026-01-20" || asked != 3 {
		t.Errorf("%+v after %d statements", got, asked)
	}
	without := engine(t, strings.Replace(freshCatalog, "fresh: FRESH", "", 1), freshRows+"INSERT INTO events (day) VALUES (DATE '2026-02-01')")
	if a, b := answered(t, e, q), answered(t, without, q); a.Provenance.Statement != b.Provenance.Statement || b.Provenance.DataUntil != "" {
		t.Errorf("the statement depends on it: %+v, %+v", a.Provenance, b.Provenance)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	again := engine(t, strings.Replace(freshCatalog, "FRESH", `column: "day"`, 1), freshRows)
	if got := again.Freshness(ctx); !got[0].Unknown {
		t.Errorf("a caller who left is told %+v", got)
	}
	if got := again.Freshness(t.Context()); got[0].Unknown || got[1].Until != "2026-01-20" {
		t.Errorf("after one who left others are told %+v", got)
	}
}
