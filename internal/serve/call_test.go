package serve

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/settings"
)

func TestCall(t *testing.T) {
	w := open(t, memory(t), Options{})
	defer w.stop(t)
	reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ), WithText(func(any) string { return "text" }))
	if err != nil {
		t.Fatal(err)
	}
	a := reply.Value.(*answer.Answer)
	if a.Rows[0][0] != "25.75" || reply.Text != "text" || reply.Refused || !strings.HasPrefix(string(reply.JSON), `{"outcome":"answer"`) || reply.Request == "" {
		t.Errorf("the reply is %+v", reply)
	}
	reply, err = w.Call(t.Context(), as("ann"), "compile", []byte(strings.TrimSuffix(revenueQ, "}")+`,"target_dialect":"postgresql"}`))
	if err != nil {
		t.Fatal(err)
	}
	p := reply.Value.(*answer.Preview)
	if !p.OK || p.Dialect != "postgres" || len(p.ParameterPlan) != 3 || p.ParameterPlan[0].Bound != "2026-01-01" || p.ParameterPlan[0].Name != "$1" {
		t.Errorf("the preview is %+v", p)
	}
	for _, l := range w.lines(t) {
		if l["subject"] != "ann" || l["bundle"] == nil || l["statement"] == nil {
			t.Errorf("the audit says %v", l)
		}
	}
}

// TestCallDecides walks what is decided before anything runs, each with its line in the audit.
func TestCallDecides(t *testing.T) {
	w := open(t, memory(t), Options{})
	defer w.stop(t)
	reader := as("ann")
	reader.Scopes = []Scope{CatalogRead}
	large := []byte(`{"metrics":["` + strings.Repeat("a", MaxArguments) + `"]}`)
	for _, c := range []struct {
		caller    Caller
		name, arg string
		want      error
		outcome   Outcome
	}{
		{as("ann"), "run_sql", `{}`, &Unknown{}, OutcomeUnknown},
		{as("ann"), "match", `{}`, &Unknown{}, OutcomeUnknown},
		{reader, "ask_metric", `{"metrics":`, &Denied{}, OutcomeDenied}, // before the shape is looked at
		{reader, "compile", revenueQ, &Denied{}, OutcomeDenied},
		{as("ann"), "ask_metric", `{"metrics":["revenue"],"sql":"drop"}`, &question.Malformed{}, OutcomeMalformed},
		{as("ann"), "ask_metric", string(large), &question.Malformed{}, OutcomeMalformed},
		{as("ann"), "compile", `{"metrics":["revenue"],"target_dialect":"klingon"}`, &question.Malformed{}, OutcomeMalformed},
		{as("ann"), "search", `{}`, &question.Malformed{}, OutcomeMalformed},
		{as("ann"), "describe_catalog", `{"metrics":"revenue"}`, &question.Malformed{}, OutcomeMalformed},
	} {
		reply, err := w.Call(t.Context(), c.caller, c.name, []byte(c.arg))
		lines := w.lines(t)
		last := lines[len(lines)-1]
		if err == nil || reply.Value != nil || outcomeName(err) != outcomeName(c.want) || last["outcome"] != string(c.outcome) || last["request"] != reply.Request {
			t.Errorf("%s %.60s gives %v, %v", c.name, c.arg, err, last)
		}
		if strings.Contains(err.Error(), "klingon") {
			t.Errorf("a value comes back: %v", err)
		}
	}
	if granted := w.Granted(reader); !slices.Equal(names(granted), []string{"describe_catalog", "search", "resolve_bind"}) {
		t.Errorf("a reader is shown %v", names(granted))
	}
	if got := names(w.Granted(as("ann"), DoorModel)); !slices.Equal(got, []string{"search", "resolve_bind"}) {
		t.Errorf("behind the door of the model are %v", got)
	}
}

// outcomeName is the kind of an error.
func outcomeName(err error) Outcome { o, _ := outcomeOf(Reply{}, err); return o }

func TestPanicAndFailure(t *testing.T) {
	w := open(t, memory(t), Options{})
	defer w.stop(t)
	for what, plant := range map[string]func(bool){
		"a panic":   func(on bool) { w.gate.panics.Store(on) },
		"a failure": func(on bool) { w.gate.fails.Store(on) },
	} {
		plant(true)
		reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
		plant(false)
		failed, ok := errors.AsType[*Failed](err)
		if !ok || reply.Value != nil || strings.Contains(err.Error(), "secret") || failed.Request != reply.Request || !strings.Contains(err.Error(), reply.Request) {
			t.Errorf("%s gives %+v, %v", what, reply, err)
		}
		if !strings.Contains(w.log.String(), reply.Request) || !strings.Contains(w.log.String(), "secret of the source") {
			t.Errorf("%s is logged as %s", what, w.log)
		}
		if strings.Contains(w.audit.String(), "secret") {
			t.Errorf("%s is audited as %s", what, w.audit)
		}
	}
	if _, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ)); err != nil {
		t.Errorf("after a panic there is %v", err)
	}
}

// TestDeadline lets a real statement run into its deadline: DuckDB stops, and so the answer is a refusal.
func TestDeadline(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{RequestTimeout: 2 * time.Second}})
	reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(foreverQ))
	if err != nil || reply.Code != question.DeadlineExceeded || !reply.Refused {
		t.Errorf("gives %+v, %v", reply, err)
	}
	w.stop(t)
}

// TestCancel takes a call back whose statement runs: it stops at the source.
func TestCancel(t *testing.T) {
	w := open(t, memory(t), Options{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for w.Slots().Running == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	reply, err := w.Call(ctx, as("ann"), "ask_metric", []byte(foreverQ))
	if !errors.Is(err, context.Canceled) || reply.Value != nil {
		t.Errorf("gives %+v, %v", reply, err)
	}
	if l := w.lines(t); len(l) != 1 || l[0]["outcome"] != "cancelled" {
		t.Errorf("the audit says %v", l)
	}
	idle := w.slots.close() // the slot is the work's until DuckDB has stopped
	<-idle
	w.stop(t)
}

// TestStuck has a source that does not stop: the caller is told in time, and the slot stays taken.
func TestStuck(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{RequestTimeout: 50 * time.Millisecond, MaxConcurrent: 1, AdmissionTimeout: time.Millisecond}})
	free := w.gate.shut()
	w.gate.deaf.Store(true)
	reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
	if _, ok := errors.AsType[*Stuck](err); !ok || reply.Value != nil {
		t.Errorf("gives %+v, %v", reply, err)
	}
	if _, err := w.Call(t.Context(), as("bob"), "describe_catalog", []byte("{}")); outcomeName(err) != OutcomeBusy {
		t.Errorf("while the source is stuck another call gives %v", err)
	}
	if w.Slots().Running != 1 {
		t.Error("the slot was given back while the source still runs")
	}
	free()
	w.stop(t)
	if !strings.Contains(w.log.String(), "stopped long after its deadline") || !strings.Contains(w.log.String(), reply.Request) {
		t.Errorf("the log says %s", w.log)
	}
}

// TestAuditFull has no room for the audit: nothing is returned that is not in it.
func TestAuditFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	w := open(t, memory(t), Options{Audit: full})
	defer w.stop(t)
	for _, c := range [][2]string{{"ask_metric", revenueQ}, {"describe_catalog", "{}"}, {"compile", revenueQ}, {"ask_metric", "{"}, {"no_such", "{}"}} {
		reply, err := w.Call(t.Context(), as("ann"), c[0], []byte(c[1]))
		if _, ok := errors.AsType[*Failed](err); !ok || reply.Value != nil || reply.JSON != nil || reply.Text != "" {
			t.Errorf("%s without an audit gives %+v, %v", c[0], reply, err)
		}
	}
	if !strings.Contains(w.log.String(), "no space left") {
		t.Errorf("the log says %s", w.log)
	}
}

// TestStopFinishes is told to stop with ten questions running: they are answered, and nobody else is.
func TestStopFinishes(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{MaxConcurrent: 10}})
	free := w.gate.shut()
	outcomes := w.ten(t)
	stopped := make(chan bool)
	go func() { stopped <- w.Stop(context.Background(), context.Background()) }()
	for !w.slots.stopping() {
		time.Sleep(time.Millisecond)
	}
	if _, err := w.Call(t.Context(), as("late"), "ask_metric", []byte(revenueQ)); outcomeName(err) != OutcomeBusy {
		t.Errorf("who comes late gets %v", err)
	}
	free()
	if !<-stopped {
		t.Error("it did not stop")
	}
	for range 10 {
		if err := <-outcomes; err != nil {
			t.Errorf("a running question gets %v", err)
		}
	}
	w.stop(t)
}

// TestStopCancels is told to stop, and its grace is over: the ten are cancelled at the source.
func TestStopCancels(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{MaxConcurrent: 10}})
	defer w.gate.shut()()
	outcomes := w.ten(t)
	w.stop(t)
	for range 10 {
		if err := <-outcomes; outcomeName(err) != OutcomeBusy {
			t.Errorf("a cancelled question gets %v", err)
		}
	}
}

// ten asks ten questions and returns once all of them run.
func (w *world) ten(t *testing.T) <-chan error {
	out := make(chan error, 10)
	for range 10 {
		go func() {
			_, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
			out <- err
		}()
	}
	for range 10 {
		<-w.gate.held
	}
	return out
}

// TestLoad has 32 callers ask for a while with 4 slots; nothing fails, and no more than 4 run at once.
func TestLoad(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{MaxConcurrent: 4, AdmissionTimeout: time.Minute, RequestTimeout: 2 * time.Minute}})
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			for range 5 {
				name, arg := "ask_metric", revenueQ
				if i%4 == 0 {
					name, arg = "describe_catalog", "{}"
				}
				if reply, err := w.Call(t.Context(), as(string(rune('a'+i))), name, []byte(arg)); err != nil || reply.Refused {
					t.Errorf("%+v, %v", reply, err)
				}
			}
		})
	}
	all.Wait()
	if s := w.Slots(); s.Peak != 4 || s.Running != 0 {
		t.Errorf("slots are %+v", s)
	}
	if len(w.lines(t)) != 160 {
		t.Errorf("the audit has %d lines", len(w.lines(t)))
	}
	w.stop(t)
}
