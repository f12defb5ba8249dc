package serve

import (
	"context"
	"strings"
	"sync"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
)

// TestSwap swaps bundles under load: every answer is of one bundle, none fails, and no source is closed while it is in use.
func TestSwap(t *testing.T) {
	db := memory(t)
	w := open(t, db, Options{Settings: settings.Serving{MaxConcurrent: 4, AdmissionTimeout: 1 << 40, RequestTimeout: 1 << 41}})
	one, other := compiled(t, shopCUE), compiled(t, shopCUE, marginCUE)
	digests := map[string]bool{one.Digest(): true, other.Digest(): true}
	stop := make(chan struct{})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				reply, err := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
				if err != nil || reply.Refused {
					t.Errorf("under a reload a question gets %+v, %v", reply, err)
					return
				}
				if a := reply.Value.(*answer.Answer); !digests[a.Provenance.Bundle.Digest] || a.Rows[0][0] != "25.75" {
					t.Errorf("an answer is of %s", a.Provenance.Bundle.Digest)
				}
			}
		})
	}
	old := []*gate{w.gate}
	for i := range 20 {
		b := one
		if i%2 == 1 {
			b = other
		}
		p, g := pinned(t, b, db)
		w.Swap(p)
		old = append(old, g)
	}
	close(stop)
	all.Wait()
	w.gate = old[len(old)-1]
	for i, g := range old[:len(old)-1] {
		if !g.closed.Load() || g.used.Load() {
			t.Errorf("sources %d: closed %v, used after that %v", i, g.closed.Load(), g.used.Load())
		}
	}
	if w.gate.closed.Load() || w.Reloads().Done != 20 {
		t.Errorf("the last sources are closed, or %+v", w.Reloads())
	}
	w.stop(t)
}

// TestRunningQuestionKeepsItsPin swaps while a question runs: it is answered by the bundle that it began with.
func TestRunningQuestionKeepsItsPin(t *testing.T) {
	db := memory(t)
	w := open(t, db, Options{})
	before := w.Status(t.Context()).Bundle.Digest
	free := w.gate.shut()
	got := make(chan string)
	go func() {
		reply, _ := w.Call(t.Context(), as("ann"), "ask_metric", []byte(revenueQ))
		a, _ := reply.Value.(*answer.Answer)
		got <- a.Provenance.Bundle.Digest
	}()
	<-w.gate.held
	p, g := pinned(t, compiled(t, shopCUE), db)
	w.Swap(p)
	if w.gate.closed.Load() {
		t.Error("the sources of a running question are closed")
	}
	free()
	if digest := <-got; digest != before {
		t.Errorf("it is answered by %s", digest)
	}
	w.slots.close()
	if !w.gate.closed.Load() {
		t.Error("the old sources stay open")
	}
	w.gate = g
	w.stop(t)
}

// TestVerify lists every reason at once.
func TestVerify(t *testing.T) {
	text := strings.Replace(shopCUE, `value: "25.75"`, `value: "26"`, 1)
	db := memory(t)
	verify := func(text, digest string, source warehouse.Source) diag.List {
		sources := map[string]warehouse.Source{}
		if source != nil {
			sources["db"] = source
		}
		p, found := Verify(t.Context(), Candidate{Bundle: compiled(t, text), Sources: sources, Digest: digest})
		if (p == nil) != found.HasErrors() {
			t.Errorf("a pin beside %v", found)
		}
		return found
	}
	for _, c := range []struct {
		what, text, digest string
		source             warehouse.Source
		codes              []diag.Code
	}{
		{"all is well", shopCUE, compiled(t, shopCUE).Digest(), db, nil},
		{"an anchor", text, "", db, []diag.Code{diag.ServeAnchor}},
		{"a digest and a table", strings.Replace(shopCUE, `["main", "orders"]`, `["main", "order"]`, 1), "sha256:" + strings.Repeat("0", 64), db,
			[]diag.Code{diag.SourceDrift, diag.ServeDigest}},
		{"a type and a key", strings.NewReplacer(`key: ["id"]`, `key: ["region"]`, `n: type: "integer"`, `n: type: "float"`).Replace(shopCUE), "", db,
			[]diag.Code{diag.SourceDrift, diag.SourceKeys, diag.SourceKeys}},
		{"no source", shopCUE, "", nil, []diag.Code{diag.SourceUnopened}},
		{"a source that does not answer", shopCUE, "", unreachable{db}, []diag.Code{diag.SourceUnopened}},
		{"a preview", shopCUE, "", preview{db}, []diag.Code{diag.SourceNotBuilt}},
	} {
		found := verify(c.text, c.digest, c.source)
		var got []diag.Code
		for _, f := range found {
			got = append(got, f.Code)
			if f.Message == "" || strings.Contains(f.Message+f.Hint, "secret") {
				t.Errorf("%s says %v", c.what, f)
			}
		}
		if len(got) != len(c.codes) {
			t.Errorf("%s gives %v", c.what, found)
			continue
		}
		for i := range got {
			if got[i] != c.codes[i] {
				t.Errorf("%s gives %v", c.what, found)
			}
		}
	}
}

// unreachable answers nothing.
type unreachable struct{ warehouse.Source }

func (unreachable) Tables(context.Context) ([]warehouse.Table, error) {
	return nil, &warehouse.Error{Kind: warehouse.Unavailable, Err: errPlanted}
}

// preview speaks a dialect that is not proven.
type preview struct{ warehouse.Source }

func (preview) Dialect() string { return "snowflake" }

// TestVisibility holds a caller who may not see a metric to one for whom it does not exist: the same bytes everywhere.
func TestVisibility(t *testing.T) {
	db := memory(t)
	hidden := open(t, db, Options{})
	defer hidden.stop(t)
	p, g := pinned(t, compiled(t, shopCUE), db)
	absent := &world{Service: New(p, Options{Audit: &guarded{}}), gate: g, log: &guarded{}, audit: &guarded{}}
	defer absent.stop(t)
	digests := strings.NewReplacer(compiled(t, shopCUE, marginCUE).Digest(), "DIGEST", compiled(t, shopCUE).Digest(), "DIGEST")
	asked := [][2]string{{"describe_catalog", `{}`}, {"describe_catalog", `{"search":"margin"}`}, {"describe_catalog", `{"search":"left"}`}, {"describe_catalog", `{"metrics":["margin"]}`},
		{"describe_catalog", `{"metrics":["margin","revenue"]}`}, {"search", `{"query":"margin"}`}, {"search", `{"query":"What is left"}`}, {"search", `{"query":"margn"}`}}
	for _, q := range []string{
		`{"metrics":["margin"],"range":{"period":"2026"}}`,
		`{"metrics":["margn"],"range":{"period":"2026"}}`,
		`{"metrics":["revenue","margin"],"range":{"period":"2026"}}`,
		`{"metrics":["revenue"],"range":{"period":"2026"},"dimensions":["margin"]}`,
		`{"metrics":["revenue"],"range":{"period":"2026"},"dimensions":["region"],"having":[{"metric":"margin","op":"gt","value":"1"}]}`,
		`{"metrics":["revenue"],"range":{"period":"2026"},"dimensions":["region"],"top":{"n":1,"by":"margin"}}`,
		`{"metrics":["revenue"],"range":{"period":"2026"},"order":[{"by":"margin"}]}`,
		`{"metrics":["revenue"]}`,
	} {
		asked = append(asked, [2]string{"ask_metric", q}, [2]string{"compile", q})
	}
	for _, audiences := range [][]string{{}, {"sales"}} {
		for _, c := range asked {
			one, err := hidden.Call(t.Context(), as("ann", audiences...), c[0], []byte(c[1]))
			two, wrong := absent.Call(t.Context(), as("ann", audiences...), c[0], []byte(c[1]))
			if digests.Replace(string(one.JSON)) != digests.Replace(string(two.JSON)) || said(err) != said(wrong) {
				t.Errorf("%s %s differs:\n%s %v\n%s %v", c[0], c[1], one.JSON, err, two.JSON, wrong)
			}
		}
	}
	q := `{"metrics":["margin"],"range":{"period":"2026"}}`
	if reply, err := hidden.Call(t.Context(), as("fay", "finance"), "ask_metric", []byte(q)); err != nil || reply.Refused {
		t.Errorf("finance gets %+v, %v", reply, err)
	}
	if reply, err := hidden.Call(t.Context(), as("ann"), "ask_metric", []byte(q)); err != nil || reply.Code != question.MetricUnknown {
		t.Errorf("after finance has asked, others get %+v, %v", reply, err)
	}
	if hidden.Instructions(as("ann")) != absent.Instructions(as("ann")) {
		t.Error("the instructions differ")
	}
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
