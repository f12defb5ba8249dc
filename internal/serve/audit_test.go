package serve

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/settings"
)

func TestAuditValues(t *testing.T) {
	const secret = "Jane Doe"
	calls := [][2]string{
		{"ask_metric", `{"metrics":["revenue"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["` + secret + `","EU"]}]}`},
		{"compile", `{"metrics":["revenue"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["` + secret + `"]}]}`},
		{"search", `{"query":"` + secret + `"}`},
		{"describe_catalog", `{"search":"` + secret + `"}`},
		{"match", `{"name":"` + secret + `"}`},
		{"ground_time", `{"text":"` + secret + `","context":{"reference":"2026-05-15"}}`},
		{"ground_geo", `{"text":"` + secret + `"}`},
	}
	for _, clear := range []bool{false, true} {
		w := open(t, memory(t), Options{Settings: settings.Serving{AuditClear: clear, Doors: doorNames()}})
		for _, c := range calls {
			if _, err := w.Call(t.Context(), as("ann"), c[0], []byte(c[1])); err != nil {
				t.Fatal(err)
			}
		}
		if n := strings.Count(w.audit.String(), secret); clear && n != len(calls) || !clear && n != 0 {
			t.Errorf("with clear %v the audit is\n%s", clear, w.audit)
		}
		lines := w.lines(t)
		if len(lines) != len(calls) {
			t.Errorf("there are %d lines", len(lines))
		}
		if !clear {
			one, two := fmt.Sprint(lines[0]["arguments"]), fmt.Sprint(lines[1]["arguments"])
			at := strings.Index(one, "hmac:")
			if at < 0 || !strings.Contains(two, one[at:at+29]) {
				t.Errorf("equal values are not equal in the audit:\n%s\n%s", one, two)
			}
		}
		w.stop(t)
	}
}

// torn takes half of a line, and then the rest of the world.
type torn struct {
	text  strings.Builder
	first bool
}

func (w *torn) Write(p []byte) (int, error) {
	if !w.first {
		w.first = true
		n, _ := w.text.Write(p[:len(p)/2])
		return n, errors.New("no room")
	}
	return w.text.Write(p)
}

// TestAuditTorn goes on in a new line after one that is there in part.
func TestAuditTorn(t *testing.T) {
	to := &torn{}
	a := newAudit(to, false)
	if a.write(line{Request: "one"}) == nil {
		t.Error("half a line is enough")
	}
	for range 2 {
		if err := a.write(line{Request: "two"}); err != nil {
			t.Error(err)
		}
	}
	if lines := strings.Split(to.text.String(), "\n"); len(lines) != 4 || !strings.HasPrefix(lines[1], `{"log":"audit"`) || !strings.HasPrefix(lines[2], `{"log":"audit"`) {
		t.Errorf("the audit is %q", lines)
	}
}

func TestBudget(t *testing.T) {
	now := time.Date(2026, 3, 3, 23, 59, 0, 0, time.UTC)
	w := open(t, memory(t), Options{Settings: settings.Serving{QuestionsPerMinute: 2, RowsPerDay: 8}, Clock: func() time.Time { return now }})
	defer w.stop(t)
	byRegion := `{"metrics":["revenue"],"range":{"period":"2026"},"dimensions":["region"]}` // four rows
	ask := func(who, tool string) Reply {
		t.Helper()
		reply, err := w.Call(t.Context(), as(who), tool, []byte(byRegion))
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	for range 2 {
		if r := ask("ann", "ask_metric"); r.Refused {
			t.Errorf("within the budget there is %s", r.JSON)
		}
	}
	now = now.Add(20 * time.Second)
	r := ask("ann", "ask_metric") // both are used up; a day is longer
	if r.Code != question.BudgetExhausted || r.RetryAfter != 40*time.Second || !strings.Contains(r.Value.(*answer.Refused).Detail, "8 rows of a day; ask the same question again in 40 seconds") {
		t.Errorf("over the rows there is %s, again in %s", r.JSON, r.RetryAfter)
	}
	if ask("ann", "compile").Refused || ask("bob", "ask_metric").Refused {
		t.Error("what costs nothing, or another caller, is refused")
	}
	now = now.Add(time.Minute) // the next day
	for i := range 3 {
		if r := ask("ann", "ask_metric"); r.Refused != (i == 2) {
			t.Errorf("question %d of the next day gives %s", i, r.JSON)
		} else if i == 2 && !strings.Contains(string(r.JSON), "rows of a day") {
			t.Errorf("says %s", r.JSON)
		}
	}
	ask("cid", "ask_metric")
	w.budget.rows = 6
	if r := ask("cid", "ask_metric"); r.Code != question.BudgetExhausted || r.RetryAfter == 0 || !strings.Contains(string(r.JSON), "has 4 rows, and 2 are left of the 6 rows of a day; ask for fewer") {
		t.Errorf("more rows than are left give %s", r.JSON)
	}
	w.budget.rows = 0
	now = now.Add(10 * time.Second)
	if r := ask("cid", "ask_metric"); r.RetryAfter != 50*time.Second || !strings.Contains(string(r.JSON), "the 2 questions of a minute; ask the same question again in 50 seconds") {
		t.Errorf("over the questions there is %s", r.JSON)
	}
}

// TestBudgetTogether: questions on their way at the same time do not pass the bound together.
func TestBudgetTogether(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{RowsPerDay: 10, MaxConcurrent: 16}})
	defer w.stop(t)
	var given atomic.Int64
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"},"dimensions":["region"]}`))
			a, answered := reply.Value.(*answer.Answer)
			if err != nil || !answered && reply.Code != question.BudgetExhausted {
				t.Errorf("gives %s, %v", reply.JSON, err)
			}
			if answered {
				given.Add(int64(len(a.Rows)))
			}
		})
	}
	group.Wait()
	if n := given.Load(); n != 8 {
		t.Errorf("%d rows of 10 were given, by fours", n)
	}
}

// TestFit refuses an answer whose text is too long, whole, and suggests what fits.
func TestFit(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{MaxTextBytes: 1024}})
	defer w.stop(t)
	render := func(value any) string {
		if a, ok := value.(*answer.Answer); ok {
			return strings.Repeat("x", 400*len(a.Rows))
		}
		return ""
	}
	reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"},"grain":"month","dimensions":["region"]}`), WithText(render))
	r, ok := reply.Value.(*answer.Refused)
	if err != nil || !ok || r.Code != question.ResultTooLarge || !strings.Contains(r.Detail, "a text of more than 1 KiB") || len(r.Suggestions) == 0 || r.Space == nil {
		t.Fatalf("gives %s, %v", reply.JSON, err)
	}
	for _, q := range r.Suggestions {
		if reply, err := w.Call(t.Context(), as("ann"), "ask_metric", question.Encode(q), WithText(render)); err != nil || reply.Refused {
			t.Errorf("the suggestion %+v gives %s, %v", q, reply.JSON, err)
		}
	}
	if reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"},"grain":"month","dimensions":["region"]}`)); err != nil || reply.Refused {
		t.Errorf("without a text there is %s, %v", reply.JSON, err)
	}
}
