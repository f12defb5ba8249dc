package coverage

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

func audited(day, subject, tool, outcome, code, statement string) string {
	l := map[string]any{"log": "audit", "time": day + "T10:00:00.5Z", "subject": subject, "capability": tool, "outcome": outcome, "request": "x", "waited_ms": 0.1}
	if code != "" {
		l["code"] = code
	}
	if statement != "" {
		l["arguments"] = map[string]any{"statement": statement}
	}
	text, err := json.Marshal(l)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

func TestReport(t *testing.T) {
	r := New()
	lines := audited("2026-03-01", "ann", "ask_metric", "answer", "", "") +
		audited("2026-03-01", "ann", "ask_metric", "refusal", "grain_not_supported", "") +
		audited("2026-03-03", "bob", "run_sql", "ungoverned", "", "SELECT region, sum(amount) FROM shop.orders WHERE day > '2026-01-01' GROUP BY 1") +
		audited("2026-03-03", "ann", "run_sql", "ungoverned", "", "select region, SUM(amount) from shop.orders where day > '2026-02-02' group by 1 -- again\n") +
		audited("2026-03-03", "ann", "run_sql", "ungoverned", "", "SELECT sum(o.amount), count(*) FROM shop.orders o WHERE secret = 'hunter2'") +
		audited("2026-03-03", "ann", "run_sql", "ungoverned", "", "FROM shop.orders SELECT 'hunter2' LIMIT 7") +
		audited("2026-03-03", "ann", "run_sql", "not_run", "not_a_select", "DROP TABLE t") +
		audited("2026-03-03", "", "", "unknown", "", "") +
		`{"level":"INFO","msg":"another log"}` + "\n" + "no json\n" + `{"log":"audit","time":"yesterday","outcome":"answer"}` + "\n\n   \n" +
		strings.Repeat("x", maxLine+10) + "\n" + strings.TrimSuffix(audited("2026-03-04", "ann", "ask_metric", "answer", "", ""), "\n")
	if err := r.Read(strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	got := r.Report()
	if got.Lines.Calls != 9 || got.Lines.Broken != 3 || got.Lines.Strange != 1 {
		t.Errorf("lines are %+v", got.Lines)
	}
	if got.From != "2026-03-01" || got.To != "2026-03-04" || got.Grain != "day" || len(got.Time) != 4 || got.Time[1].Certified != nil || *got.Time[3].Certified != 1 || *got.Total.Certified != 0.3333 {
		t.Errorf("over time it is %+v", got)
	}
	if got.Callers[0].Name != "ann" || got.Callers[0].Answers != 2 || got.Callers[0].Ungoverned != 3 || got.Tools[0].Name != "run_sql" || got.Tools[2].Name != "(none)" {
		t.Errorf("callers %+v, tools %+v", got.Callers, got.Tools)
	}
	if fmt.Sprint(got.Refused, got.NotRun) != "[{grain_not_supported 1}] [{not_a_select 1}]" {
		t.Errorf("codes %v %v", got.Refused, got.NotRun)
	}
	var said []string
	for _, c := range got.Candidates {
		said = append(said, fmt.Sprint(c.Aggregate, c.Relations, c.Statements, c.Callers, c.Shapes))
	}
	if want := "sum(amount)[shop.orders] 3 2 2; count(*)[shop.orders] 1 1 1"; strings.Join(said, "; ") != want {
		t.Errorf("candidates are %s, want %s", strings.Join(said, "; "), want)
	}
	if len(got.Shapes) != 3 || got.Shapes[0].Statements != 2 || got.Shapes[0].Text != "select region, sum(amount) from shop.orders where day > ? group by ?" || !got.Shapes[0].Read {
		t.Errorf("shapes are %+v", got.Shapes)
	}
	if all, _ := json.Marshal(got); strings.Contains(string(all), "hunter2") {
		t.Errorf("a constant is kept: %s", all)
	}
}

func TestWords(t *testing.T) {
	for statement, want := range map[string]string{
		"SELECT 1;": "select ?",
		"select  'it''s' ,\n\t\"Odd Name\" -- c\n from /* x */ t": `select ?, "Odd Name" from t`,
		"SELECT $x$secret$x$, $1, e'a', 1e5, 0x1F, a1":            "select ?, $?, e?, ?, ?, a1",
		"SELECT 'never closed":                                    "select ?",
		"SELECT $$never":                                          "select ?",
		"PIVOT t ON a USING sum(b)":                               "pivot t on a using sum(b)",
		"":                                                        "",
		strings.Repeat("a ", 900):                                 strings.Repeat("a ", 200) + "...",
	} {
		if got := Words(statement); got != want {
			t.Errorf("%.60q gives %q, want %q", statement, got, want)
		}
	}
}

func TestGrains(t *testing.T) {
	for days, want := range map[string]string{"2026-01-01 2026-03-01": "day 60", "2026-01-01 2026-06-01": "week 23", "2020-05-05 2026-01-01": "month 69"} {
		r := New()
		for day := range strings.FieldsSeq(days) {
			if err := r.Read(strings.NewReader(audited(day, "a", "ask_metric", "answer", "", ""))); err != nil {
				t.Fatal(err)
			}
		}
		got := r.Report()
		if is := fmt.Sprint(got.Grain, " ", len(got.Time)); is != want {
			t.Errorf("%s gives %s, want %s", days, is, want)
		}
		if got.Time[0].Answers != 1 || got.Time[len(got.Time)-1].Answers != 1 {
			t.Errorf("%s loses its ends: %+v", days, got.Time)
		}
	}
}

// TestBounds reads many different names, shapes and statements: what is kept does not grow with them.
func TestBounds(t *testing.T) {
	r := New()
	in, out := io.Pipe()
	const n = 20_000
	go func() {
		for i := range n {
			statement := fmt.Sprintf("SELECT c%d FROM t%d WHERE x = 'v%d'", i, i, i)
			if _, err := io.WriteString(out, audited("2026-03-01", fmt.Sprintf("caller %d", i), "run_sql", "ungoverned", "", statement)); err != nil {
				break
			}
		}
		_ = out.Close()
	}()
	if err := r.Read(in); err != nil {
		t.Fatal(err)
	}
	got := r.Report()
	if len(got.Callers) != maxNames+1 || got.Callers[0].Name != Others || got.Callers[0].Ungoverned != n-maxNames {
		t.Errorf("%d callers, first %+v", len(got.Callers), got.Callers[0])
	}
	if len(got.Shapes) != maxShapes || got.Unshaped != n-maxShapes {
		t.Errorf("%d shapes, %d left", len(got.Shapes), got.Unshaped)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 256<<20 {
		t.Errorf("%d MiB are kept", m.HeapAlloc>>20)
	}
	runtime.KeepAlive(r)
}
