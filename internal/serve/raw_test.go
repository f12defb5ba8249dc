package serve

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/internal/answer"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// worker is the first argument of a run of this test program that is a process for one statement.
const worker = "duckdb-statement"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == worker {
		os.Exit(duckdb.WorkRaw(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// rawShop is the shop as a file that run_sql may ask.
func rawShop(t testing.TB) (raw warehouse.Raw, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "shop.duckdb")
	if err := duckdb.Create(context.Background(), path, shopSQL); err != nil {
		t.Fatal(err)
	}
	raw, err := duckdb.OpenRaw(context.Background(), duckdb.RawOptions{Path: path, Worker: []string{os.Args[0], worker}})
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	return raw, path
}

// TestRawIsNoAnswer holds the types of run_sql apart from those of certified outcomes: no field, no key, at any depth,
// and nothing that a digest or a provenance could stand in.
func TestRawIsNoAnswer(t *testing.T) {
	certified, raw := map[string]bool{}, map[string]bool{}
	for _, of := range []reflect.Type{reflect.TypeFor[answer.Answer](), reflect.TypeFor[answer.Refused](), reflect.TypeFor[answer.Preview]()} {
		fieldsOf(of, certified, map[reflect.Type]bool{})
	}
	for _, of := range []reflect.Type{reflect.TypeFor[Ungoverned](), reflect.TypeFor[NotRun]()} {
		fieldsOf(of, raw, map[reflect.Type]bool{})
	}
	if len(certified) < 40 || len(raw) < 8 {
		t.Fatalf("found only %d and %d words", len(certified), len(raw))
	}
	for word := range raw {
		if certified[word] {
			t.Errorf("run_sql shares %s with certified outcomes", word)
		}
		for _, never := range []string{"digest", "provenance", "outcome", "statement", "bundle", "metric", "certified"} {
			if strings.Contains(strings.ToLower(word), never) {
				t.Errorf("run_sql has a field %s", word)
			}
		}
	}
	// Neither can be converted to the other, and no interface that an outcome meets is met.
	for _, of := range []reflect.Type{reflect.TypeFor[*Ungoverned](), reflect.TypeFor[*NotRun]()} {
		if of.Implements(reflect.TypeFor[answer.Outcome]()) || of.Elem().ConvertibleTo(reflect.TypeFor[answer.Answer]()) || of.Elem().ConvertibleTo(reflect.TypeFor[answer.Refused]()) {
			t.Errorf("%s passes for an outcome", of)
		}
	}
}

// fieldsOf gathers the names and keys of a type's fields, at every depth.
func fieldsOf(of reflect.Type, into map[string]bool, seen map[reflect.Type]bool) {
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}, of.Kind()) {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || seen[of] {
		return
	}
	seen[of] = true
	for i := range of.NumField() {
		f := of.Field(i)
		into[f.Name] = true
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			into[key] = true
		}
		fieldsOf(f.Type, into, seen)
	}
}

// TestRawSwitch: without the door, or without a source for it, there is no such tool; without the scope it is not listed,
// and denied by name.
func TestRawSwitch(t *testing.T) {
	for what, doors := range map[string][]string{"without its door": {"metrics"}, "without a source": {"metrics", "sql"}} {
		p, g := pinned(t, compiled(t, shopCUE, marginCUE), memory(t))
		w := &world{gate: g, log: &guarded{}, audit: &guarded{}}
		w.Service = New(p, Options{Settings: settings.Serving{Doors: doors}, Audit: w.audit})
		if _, err := w.Call(t.Context(), as("ann"), rawName, []byte(`{"statement":"SELECT 1"}`)); outcomeName(err) != OutcomeUnknown {
			t.Errorf("%s it gives %v", what, err)
		}
		if slices.Contains(names(w.Granted(as("ann"))), rawName) {
			t.Errorf("%s it is listed", what)
		}
		w.stop(t)
	}
	w := open(t, memory(t), Options{Settings: settings.Serving{Doors: []string{"metrics", "sql"}}})
	defer w.stop(t)
	if !slices.Contains(names(w.Granted(as("ann"))), rawName) {
		t.Error("with both it is not listed")
	}
	reader := as("ann")
	reader.Scopes = []Scope{CatalogRead, MetricsAsk, SQLPreview, CatalogPropose}
	_, err := w.Call(t.Context(), reader, rawName, []byte(`{"statement":"SELECT 1"}`))
	if denied, ok := errors.AsType[*Denied](err); !ok || denied.Scope != SQLRun || slices.Contains(names(w.Granted(reader)), rawName) {
		t.Errorf("without the scope it gives %v", err)
	}
}

func (w *world) raw(t testing.TB, statement string) (Reply, error) {
	t.Helper()
	arguments, err := json.Marshal(rawRequest{statement})
	if err != nil {
		t.Fatal(err)
	}
	return w.Call(t.Context(), as("ann"), rawName, arguments, WithText(func(any) string { return "text" }))
}

// TestRaw runs statements, and sees what is said and written down about each.
func TestRaw(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{Doors: []string{"sql"}}})
	defer w.stop(t)
	const statement = "SELECT region AS \"a\tb\", sum(amount) AS total, max(day) FROM main.orders GROUP BY 1 ORDER BY 1 NULLS FIRST -- why"
	reply, err := w.raw(t, statement)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"ungoverned":"cells","warning":"` + RawWarning + `","headings":[{"heading":"a\tb","native":"VARCHAR"},{"heading":"total","native":"DECIMAL(38,2)"},{"heading":"max(\"day\")","native":"DATE"}],` +
		`"cells":[[null,"3.00","2026-02-02"],["APAC","2.00","2026-02-01"],["EU","16.50","2026-02-03"],["US","4.25","2026-01-20"]],"fetched":4}`
	if string(reply.JSON) != want || reply.Text != "text" || reply.Refused {
		t.Errorf("gives %s\nwant  %s", reply.JSON, want)
	}
	reply, err = w.raw(t, "SELECT secret FROM nowhere")
	if n, ok := reply.Value.(*NotRun); err != nil || !ok || n.Why != warehouse.RawWrong || strings.Contains(string(reply.JSON), "nowhere") || reply.Refused {
		t.Errorf("a wrong statement gives %s, %v", reply.JSON, err)
	}
	lines := w.lines(t)
	for i, of := range [][3]string{{statement, "ungoverned", ""}, {"SELECT secret FROM nowhere", "not_run", "statement_does_not_fit"}} {
		l := lines[i]
		if l["arguments"].(map[string]any)["statement"] != of[0] || l["outcome"] != of[1] || l["subject"] != "ann" || l["capability"] != rawName || l["statement"] != nil {
			t.Errorf("the audit says %v", l)
		}
		if code, _ := l["code"].(string); code != of[2] {
			t.Errorf("the audit's code is %v", l["code"])
		}
	}
	if lines[0]["rows"] != 4.0 {
		t.Errorf("the audit counts %v", lines[0]["rows"])
	}
	if !strings.Contains(RawWarning, "UNGOVERNED") || !strings.Contains(string(reply.JSON), "UNGOVERNED") {
		t.Error("it is not said")
	}
}

// TestRawBounds: each bound of the certified path holds, and nothing is cut.
func TestRawBounds(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{Doors: []string{"sql"}, RequestTimeout: 20 * time.Second, RowsPerDay: 15_000}})
	defer w.stop(t)
	for statement, why := range map[string]warehouse.RawCode{
		"SELECT * FROM range(10001)":                         warehouse.RawRowsMany,
		"SELECT repeat('x', 1000000) FROM range(7)":          warehouse.RawBytesMany,
		"SELECT repeat('\x01', 1000000) FROM range(4)":       warehouse.RawBytesMany, // larger as JSON than is sent
		"SELECT " + strings.Repeat("1, ", 6000) + "1":        warehouse.RawTooLong,
		"SELECT 1 + '" + strings.Repeat("9", 400) + "'::INT": warehouse.RawValue,
	} {
		reply, err := w.raw(t, statement)
		if n, ok := reply.Value.(*NotRun); err != nil || !ok || n.Why != why {
			t.Errorf("%.60s gives %.200s, %v", statement, reply.JSON, err)
		}
	}
	for i, why := range []warehouse.RawCode{"", warehouse.RawBudget} {
		reply, err := w.raw(t, "SELECT * FROM range(10000)")
		if n, ok := reply.Value.(*NotRun); err != nil || ok != (i == 1) || ok && n.Why != why {
			t.Errorf("%d gives %.200s, %v", i, reply.JSON, err)
		}
	}
	short := open(t, memory(t), Options{Settings: settings.Serving{Doors: []string{"sql"}, MaxConcurrent: 1, AdmissionTimeout: time.Millisecond, QuestionsPerMinute: 2}})
	defer short.stop(t)
	began := make(chan struct{})
	ended := make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		close(began)
		_, err := short.Call(ctx, as("bob"), rawName, []byte(`{"statement":"SELECT max(a.range * b.range) FROM range(100000000) a, range(100000000) b"}`))
		ended <- err
	}()
	<-began
	for short.Slots().Running == 0 {
		time.Sleep(time.Millisecond)
	}
	if _, err := short.raw(t, "SELECT 1"); outcomeName(err) != OutcomeBusy {
		t.Errorf("without a slot there is %v", err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("taken back there is %v", err)
	}
	<-short.slots.close()
}
