package answer_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

const head = `package catalog
about: {name: "test", version: "1.2.3", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
`

var now = time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC)

// engine answers from a catalog over rows in memory.
func engine(t testing.TB, cue, setup string) *answer.Engine {
	t.Helper()
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(head + cue)}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	source, err := duckdb.OpenMemory(context.Background(), setup)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
	return &answer.Engine{
		View: b.View(nil, true), Sources: map[string]warehouse.Source{"db": source}, Clock: clock.Fixed(now), Version: "v0",
	}
}

// decode reads a question.
func decode(t testing.TB, text string) question.Question {
	t.Helper()
	q, err := question.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// answered expects an answer.
func answered(t testing.TB, e *answer.Engine, q question.Question) *answer.Answer {
	t.Helper()
	o, err := e.Ask(t.Context(), q)
	a, ok := o.(*answer.Answer)
	if !ok {
		t.Fatalf("%s: %+v %v", question.Encode(q), o, err)
	}
	return a
}

// failed expects a failure that says this.
func failed(t testing.TB, e *answer.Engine, text, says string) {
	t.Helper()
	o, err := e.Ask(t.Context(), decode(t, text))
	var f *answer.Failure
	if !errors.As(err, &f) || o != nil || !strings.Contains(f.Detail, says) {
		t.Errorf("%s gives %+v, %v; it must fail with %q", text, o, err, says)
	}
}

const rows = `
models: t: {
	source: "db", table: "t", time: "day", key: ["id"]
	columns: {id: type: "integer", day: type: "date", f: type: "float", d: {type: "decimal", precision: 38, scale: 0}, s: type: "string"}
	dimensions: {id: {}, s: filter: "open"}
}
metrics: rows: {model: "t", measure: count: "*"}
metrics: f: {model: "t", measure: sum: "f"}
metrics: f_max: {model: "t", measure: max: "f"}
metrics: d: {model: "t", measure: sum: "d"}
metrics: big: {model: "t", measure: sum: "id * 4000000000000000000"}
metrics: huge: {model: "t", measure: sum: "id * 4000000000000000000 * 4000000000000000000 * 20"}
`

// table is the model's table with n rows, a day each.
func table(n int) string {
	return fmt.Sprintf(`CREATE TABLE t AS SELECT CAST(i AS INTEGER) AS id, DATE '2026-01-01' + CAST(i %% 31 AS INTEGER) AS day,
	CAST(1.5 AS DOUBLE) AS f, CAST(1 AS DECIMAL(38,0)) AS d, 's' || i AS s FROM range(%d) AS r(i)`, n)
}

// TestNothingIsCut: the largest answer is whole, a larger one is refused, and what is offered instead is answered.
func TestNothingIsCut(t *testing.T) {
	const asked = `{"metrics": ["rows"], "dimensions": ["id"], "range": {"period": "2026-01"}}`
	whole := engine(t, rows, table(question.MaxRows))
	if a := answered(t, whole, decode(t, asked)); len(a.Rows) != question.MaxRows {
		t.Errorf("%d rows", len(a.Rows))
	}
	e := engine(t, rows, table(question.MaxRows+1))
	for _, text := range []string{asked, `{"metrics": ["rows"], "grain": "day", "dimensions": ["s"], "range": {"period": "2026-01"}}`} {
		o, err := e.Ask(t.Context(), decode(t, text))
		r, ok := o.(*answer.Refused)
		if !ok || r.Code != question.ResultTooLarge || len(r.Suggestions) == 0 {
			t.Fatalf("%s: %+v %v", text, o, err)
		}
		for _, s := range r.Suggestions {
			answered(t, e, s)
		}
	}
}

// TestOneLevelUp: a question whose answer is too large is offered by the level above the one it asked by.
func TestOneLevelUp(t *testing.T) {
	ways := strings.Replace(rows, `dimensions: {id: {}, s: filter: "open"}`, `dimensions: {id: {}, s: filter: "open", half: expr: "id % 2"}
	hierarchies: {other: ["s", "half"], way: ["half", "s", "id"]}`, 1)
	e := engine(t, ways, table(question.MaxRows+1))
	o, err := e.Ask(t.Context(), decode(t, `{"metrics": ["rows"], "dimensions": ["s"], "range": {"period": "2026-01"}}`))
	r, ok := o.(*answer.Refused)
	if !ok || len(r.Suggestions) == 0 || !slices.Equal(r.Suggestions[0].Dimensions, []string{"half"}) {
		t.Fatalf("%+v %v", o, err)
	}
	if a := answered(t, e, r.Suggestions[0]); len(a.Rows) != 2 {
		t.Errorf("%v", a.Rows)
	}
}

// TestNoWrongNumber: what has no exact or finite value fails, naming the column where it can.
func TestNoWrongNumber(t *testing.T) {
	const of = `{"metrics": ["%s"], "range": {"period": "2026-01"}}`
	for _, c := range []struct{ metric, change, says string }{
		{"f", "UPDATE t SET f = CAST('inf' AS DOUBLE) WHERE id = 1", "f comes out as no finite"},
		{"f_max", "UPDATE t SET f = CAST('nan' AS DOUBLE) WHERE id = 1", "f_max comes out as no finite"},
		{"f", "UPDATE t SET f = 1e308", "f comes out as no finite"},
		{"d", "UPDATE t SET d = 99999999999999999999999999999999999999", "too large"},
		{"huge", "", "too large"},
	} {
		e := engine(t, rows, table(20)+";"+c.change)
		failed(t, e, fmt.Sprintf(of, c.metric), c.says)
	}
	a := answered(t, engine(t, rows, table(20)), decode(t, fmt.Sprintf(of, "big")))
	if a.Rows[0][0] != "760000000000000000000" { // 4e18 times 0 + 1 + ... + 19
		t.Errorf("a sum beyond 64 bits is %v", a.Rows[0][0])
	}
}

// TestDrift: tables that are not what the catalog says give a failure, never a number.
func TestDrift(t *testing.T) {
	const q = `{"metrics": ["rows"], "range": {"period": "2026-01"}}`
	for _, c := range []struct{ setup, says string }{
		{"CREATE TABLE u (id INTEGER)", "there is no table main.t"},
		{"CREATE TABLE t (id INTEGER, day DATE, f DOUBLE, d DECIMAL(38,0))", "column s is not there"},
		{"CREATE TABLE t (id INTEGER, day VARCHAR, f DOUBLE, d DECIMAL(38,0), s VARCHAR)", "column day is declared date"},
		{"CREATE TABLE t (id DOUBLE, day DATE, f DOUBLE, d DECIMAL(38,0), s VARCHAR)", "column id is declared integer"},
		{"CREATE TABLE t (id INTEGER, day TIMESTAMP, f DOUBLE, d DECIMAL(38,0), s VARCHAR)", "column day is declared date"},
		{"CREATE TABLE t (id INTEGER, day DATE, f DOUBLE, d DECIMAL(38,2), s VARCHAR)", "column d is declared decimal(38,0)"},
	} {
		failed(t, engine(t, rows, c.setup), q, c.says)
	}
	e := engine(t, rows, "CREATE TABLE t (id BIGINT, day DATE, f REAL, d BIGINT, s VARCHAR, more INTEGER)")
	if a := answered(t, e, decode(t, q)); a.Rows[0][0] != int64(0) {
		t.Errorf("an empty table of compatible types has %v rows", a.Rows[0][0])
	}
	e.Sources = nil
	failed(t, e, q, "the source db is not opened here")
}

// TestDriftBehindAJoin: a joined table is held to its declaration too.
func TestDriftBehindAJoin(t *testing.T) {
	e := engine(t, `
models: t: {source: "db", table: "t", time: "none", columns: p: type: "integer", joins: p: {to: "p", on: p: "id"}}
models: p: {source: "db", table: "p", time: "none", key: ["id"], columns: {id: type: "integer", n: type: "string"}, dimensions: n: {}}
metrics: rows: {model: "t", measure: count: "*"}
`, "CREATE TABLE t (p INTEGER); INSERT INTO t VALUES (1); CREATE TABLE p (id INTEGER, n INTEGER)")
	answered(t, e, decode(t, `{"metrics": ["rows"]}`))
	failed(t, e, `{"metrics": ["rows"], "dimensions": ["p.n"]}`, "model p: column n is declared string")
}

// TestReplay: the question that an answer carries gives the same statement and rows on another day.
func TestReplay(t *testing.T) {
	e := engine(t, rows, table(100))
	for _, text := range []string{
		`{"metrics": ["rows", "f"], "grain": "week", "range": {"last": {"count": 2, "unit": "month"}}}`,
		`{"metrics": ["rows"], "range": {"period": "2026-Q1"}, "filters": [{"dimension": "s", "values": ["s1", "s2"]}]}`,
		`{"metrics": ["rows"], "range": {"last": {"count": 1, "unit": "week", "include_current": true}}, "dimensions": ["s"], "order": [{"by": "rows", "direction": "desc"}]}`,
	} {
		first := answered(t, e, decode(t, text))
		later := &answer.Engine{View: e.View, Sources: e.Sources, Clock: clock.Fixed(now.AddDate(3, 1, 1)), Version: "v1"}
		again := answered(t, later, first.Question)
		if first.Provenance.Statement != again.Provenance.Statement || !reflect.DeepEqual(first.Rows, again.Rows) ||
			!reflect.DeepEqual(first.Question, again.Question) || *first.Provenance.Bounds != *again.Provenance.Bounds {
			t.Errorf("%s\nis not the same on another day:\n%+v\n%+v", text, first, again)
		}
	}
}

// TestProvenance says where the numbers come from.
func TestProvenance(t *testing.T) {
	e := engine(t, rows, table(100))
	a := answered(t, e, decode(t, `{"metrics": ["rows", "f"], "range": {"period": "2026-01"}, "dimensions": ["s"]}`))
	p := a.Provenance
	b := e.View.Bundle
	if p.Bundle != (answer.BundleID{Name: "test", Version: "1.2.3", Digest: b.Digest()}) || p.Sutura != "v0" || p.Renderer != answer.Renderer || p.Clock != "2026-02-03T10:00:00Z" {
		t.Errorf("%+v", p)
	}
	if len(p.Metrics) != 2 || p.Metrics[1] != (answer.MetricID{Name: "f", Meaning: b.MetricDigests("f").Meaning, Status: "certified"}) {
		t.Errorf("%+v", p.Metrics)
	}
	if *p.Bounds != (answer.Bounds{Start: "2025-12-31T23:00:00Z", End: "2026-01-31T23:00:00Z", Zone: "Europe/Prague"}) {
		t.Errorf("%+v", p.Bounds)
	}
	if len(p.Legs) != 1 || p.Legs[0].Rows != 100 || p.Legs[0].Source != "db" || p.Legs[0].Dialect != "duckdb" || p.Legs[0].Milliseconds <= 0 {
		t.Errorf("%+v", p.Legs)
	}
	other := answered(t, e, decode(t, `{"metrics": ["rows", "f"], "range": {"period": "2026-02"}, "dimensions": ["s"]}`)).Provenance
	if other.Shape != p.Shape || p.Shape == "" || other.Statement == p.Statement {
		t.Error("another value changes the shape, or not the statement")
	}
}

// TestCancelled: a caller who goes away gets the reason, not an outcome.
func TestCancelled(t *testing.T) {
	e := engine(t, rows, table(1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o, err := e.Ask(ctx, decode(t, `{"metrics": ["rows"], "range": {"period": "2026-01"}}`)); o != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%+v %v", o, err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	o, err := e.Ask(ctx, decode(t, `{"metrics": ["rows"], "range": {"period": "2026-01"}}`))
	if r, ok := o.(*answer.Refused); !ok || r.Code != question.DeadlineExceeded {
		t.Errorf("%+v %v", o, err)
	}
	answered(t, e, decode(t, `{"metrics": ["rows"], "range": {"period": "2026-01"}}`)) // the engine goes on
}

// TestTogether: one engine serves many callers at once.
func TestTogether(t *testing.T) {
	e := engine(t, rows, table(500))
	var group sync.WaitGroup
	for i := range 32 {
		group.Go(func() {
			q := question.Question{
				Metrics: []string{"rows"}, Range: &question.Range{Period: "2026-01"}, Filters: []question.Filter{{Dimension: "s", Values: []string{fmt.Sprintf("s%d", i), "none"}}},
			}
			o, err := e.Ask(t.Context(), q)
			if a, ok := o.(*answer.Answer); !ok || a.Rows[0][0] != int64(1) {
				t.Errorf("%d: %+v %v", i, o, err)
			}
		})
	}
	group.Wait()
}

// TestAnchors holds published values to the source, exactly or within a distance.
func TestAnchors(t *testing.T) {
	e := engine(t, strings.Replace(rows, `metrics: f: {model: "t", measure: sum: "f"}`, `metrics: f: {model: "t", measure: sum: "f", anchors: [
		{range: {start: "2026-01-01", end: "2026-02-01"}, value: "150"},
		{range: {start: "2026-01-01", end: "2026-02-01"}, value: "150.2", within: "0.2"},
		{range: {start: "2026-01-01", end: "2026-02-01"}, value: "150.2", within: "0.1"},
		{range: {start: "2026-01-01", end: "2026-02-01"}, filters: [{dimension: "s", values: ["s1"]}], value: 1.5},
		{range: {start: "2027-01-01", end: "2027-02-01"}, value: "0"},
		{range: {start: "2026-01-01", end: "2026-02-01"}, value: "1", on: "fixtures"},
	]}`, 1), table(100))
	results, err := e.Anchors(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprintf("%s %d %s %t", r.Metric, r.Index, r.Actual, r.OK))
	}
	want := []string{"f 0 150 true", "f 1 150 true", "f 2 150 false", "f 3 1.5 true", "f 4 null false"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// TestZoneRulesDisagree: British Columbia gave up changing its clocks in 2026; where the data system does not know it
// yet, a question about those hours is refused, and others are answered.
func TestZoneRulesDisagree(t *testing.T) {
	vancouver := strings.Replace(head, "Europe/Prague", "America/Vancouver", 1)
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(vancouver + `
models: t: {source: "db", table: "t", time: "at", columns: {"at": type: "timestamptz", day: type: "date"}}
metrics: rows: {model: "t", measure: count: "*"}
metrics: by_day: {model: "t", measure: count: "*", time: "day"}
`)}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	source, err := duckdb.OpenMemory(t.Context(), `CREATE TABLE t ("at" TIMESTAMPTZ, day DATE)`)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	e := &answer.Engine{View: b.View(nil, true), Sources: map[string]warehouse.Source{"db": source}, Clock: clock.Fixed(now)}
	answered(t, e, decode(t, `{"metrics": ["rows"], "range": {"period": "2025"}}`))
	answered(t, e, decode(t, `{"metrics": ["by_day"], "range": {"period": "2026"}}`))
	at := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	theirs, err := source.Offsets(t.Context(), "America/Vancouver", []time.Time{at})
	if err != nil {
		t.Fatal(err)
	}
	_, ours := at.In(b.Calendar().Zone()).Zone()
	agree := theirs[0] == time.Duration(ours)*time.Second
	o, err := e.Ask(t.Context(), decode(t, `{"metrics": ["rows"], "range": {"period": "2026-12"}}`))
	r, refused := o.(*answer.Refused)
	if err != nil || refused == agree || refused && r.Code != question.ZoneRulesDisagree {
		t.Errorf("the rules agree: %t; the outcome is %+v %v", agree, o, err)
	}
}
