package serve

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle/question"
)

const takingsCUE = `metrics: till: {title: "Till", description: "What the till took.", synonyms: ["takings"], model: "orders", measure: sum: "amount"}
metrics: hidden_till: {title: "Hidden till", description: "Another.", audience: ["finance"], synonyms: ["takings"], model: "orders", measure: sum: "amount / 2"}
metrics: third_till: {title: "Third till", description: "A third.", synonyms: ["takings"], model: "orders", measure: sum: "amount / 3"}
`

// hours is a clock that a test moves.
type hours struct{ now time.Time }

func (h *hours) read() time.Time { return h.now }

// resolving is a service over a catalog whose words mean several things.
func resolving(t *testing.T, at *hours, secrets ...string) *world {
	t.Helper()
	p, g := pinned(t, compiled(t, shopCUE, marginCUE, takingsCUE), memory(t))
	w := &world{gate: g, log: &guarded{}, audit: &guarded{}}
	o := Options{Audit: w.audit, Clock: at.read}
	for _, s := range secrets {
		o.ResumeSecrets = append(o.ResumeSecrets, []byte(s))
	}
	w.Service = New(p, o)
	t.Cleanup(func() { w.stop(t) })
	return w
}

// asks sends words or a choice, and returns what comes back.
func (w *world) asks(t *testing.T, c Caller, arguments map[string]string) (Resolved, string, error) {
	t.Helper()
	text, _ := json.Marshal(arguments)
	reply, err := w.Call(t.Context(), c, "resolve.bind:v1", text)
	var out Resolved
	if err == nil {
		if err := json.Unmarshal(reply.JSON, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out, string(reply.JSON), err
}

var began = time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)

// A choice goes on from where the words stopped, and gives the same bytes whenever it is made within the hour.
func TestResume(t *testing.T) {
	at := &hours{began}
	w := resolving(t, at)
	ann := as("ann")
	first, _, err := w.asks(t, ann, map[string]string{"text": "takings by region in December", "reference": "2026-03-03", "conversation_id": "c1"})
	if err != nil || first.Outcome != "clarification" || len(first.Options) != 2 || len(first.Token) > MaxResumeToken || first.Unclear.Text != "takings" {
		t.Fatalf("%+v %v", first, err)
	}
	if raw, _ := base64.RawURLEncoding.DecodeString(first.Token); strings.Contains(string(raw), "takings") {
		t.Error("the token holds words")
	}
	choice := map[string]string{"resume_token": first.Token, "selected_option_id": "metric.till", "conversation_id": "c1"}
	second, bytes, err := w.asks(t, ann, choice)
	if err != nil || second.Outcome != "clarification" || len(second.Options) != 2 || !strings.HasPrefix(second.Options[0].ID, "range=") {
		t.Fatalf("%+v %v", second, err)
	}
	at.now = began.Add(59 * time.Minute)
	if _, again, err := w.asks(t, ann, choice); again != bytes || err != nil {
		t.Errorf("the same choice gives %s (%v), and before %s", again, err, bytes)
	}
	last, _, err := w.asks(t, ann, map[string]string{"resume_token": second.Token, "selected_option_id": second.Options[0].ID, "conversation_id": "c1"})
	if err != nil || last.Question == nil || last.Question.Metrics[0] != "till" || last.Question.Dimensions[0] != "region" || last.Question.Range.Start != "2026-12-01" {
		t.Fatalf("%+v %v", last, err)
	}
	if reply, err := w.Call(t.Context(), ann, "ask_metric", question.Encode(*last.Question)); err != nil || reply.Refused {
		t.Errorf("its question is not answered: %s, %v", reply.JSON, err)
	}
	at.now = began.Add(time.Hour)
	for _, c := range []map[string]string{choice, {"resume_token": second.Token, "selected_option_id": second.Options[0].ID, "conversation_id": "c1"}} {
		if _, _, err := w.asks(t, ann, c); err == nil {
			t.Error("a token outlives its hour")
		}
	}
}

// Whatever is wrong with a token, it is refused with one message.
func TestResumeRefuses(t *testing.T) {
	at := &hours{began}
	w := resolving(t, at)
	ann := as("ann", "finance")
	first, _, err := w.asks(t, ann, map[string]string{"text": "takings in 2026", "locale": "en"})
	if err != nil || len(first.Options) != 3 {
		t.Fatalf("%+v %v", first, err)
	}
	refused := func(name string, w *world, c Caller, token string, more ...string) {
		t.Helper()
		arguments := map[string]string{"resume_token": token, "selected_option_id": "metric.hidden_till"}
		for i := 0; i+1 < len(more); i += 2 {
			arguments[more[i]] = more[i+1]
		}
		_, _, err := w.asks(t, c, arguments)
		m, ok := errors.AsType[*question.Malformed](err)
		if !ok || *m != malformedToken {
			t.Errorf("%s: %v", name, err)
		}
	}
	if last, _, err := w.asks(t, ann, map[string]string{"resume_token": first.Token, "selected_option_id": "metric.hidden_till", "locale": "en"}); err != nil || last.Question == nil {
		t.Fatalf("%+v %v", last, err)
	}
	through := ann
	through.Door = DoorModel
	refused("another caller", w, as("bob", "finance"), first.Token)
	refused("another door", w, through, first.Token)
	refused("another conversation", w, ann, first.Token, "conversation_id", "c2")
	refused("another locale", w, ann, first.Token, "locale", "de")
	refused("another process", resolving(t, at), ann, first.Token)
	refused("who may not see it any more", w, as("ann"), first.Token)
	raw, _ := base64.RawURLEncoding.DecodeString(first.Token)
	for i := range raw {
		forged := append([]byte{}, raw...)
		forged[i] ^= 1
		refused("forged", w, ann, base64.RawURLEncoding.EncodeToString(forged))
	}
	for _, token := range []string{"x", "AAAA", first.Token[:len(first.Token)-1], first.Token + "A", strings.Repeat("A", MaxResumeToken+1), first.Token + "\n"} {
		refused("no token", w, ann, token)
	}
	for _, option := range []string{"metric.revenue", "metric.margin", "range=2026-01-01/2027-01-01", "till"} {
		_, _, err := w.asks(t, ann, map[string]string{"resume_token": first.Token, "selected_option_id": option})
		if m, ok := errors.AsType[*question.Malformed](err); !ok || m.Path != "selected_option_id" {
			t.Errorf("%s can be picked: %v", option, err)
		}
	}
	next, _ := pinned(t, compiled(t, shopCUE, marginCUE, takingsCUE, `metrics: fourth: {title: "Fourth", description: "One more.", model: "orders", measure: count: "*"}`), memory(t))
	w.Swap(next)
	refused("another bundle", w, ann, first.Token)
	at.now = began.Add(time.Hour)
	refused("expired", w, ann, first.Token)
}

// Processes that share secrets go on from each other's tokens, and give the same bytes; the first secret signs.
func TestResumeSecrets(t *testing.T) {
	at := &hours{began}
	one, two := strings.Repeat("one", 12), strings.Repeat("two", 12)
	a, b, rotated, dropped := resolving(t, at, one), resolving(t, at, one), resolving(t, at, two, one), resolving(t, at, two)
	ann := as("ann")
	first, _, err := a.asks(t, ann, map[string]string{"text": "takings in December", "reference": "2026-03-03"})
	if err != nil {
		t.Fatal(err)
	}
	choice := map[string]string{"resume_token": first.Token, "selected_option_id": "metric.till"}
	_, bytes, err := a.asks(t, ann, choice)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []*world{b, rotated} {
		if _, same, err := w.asks(t, ann, choice); err != nil || same != bytes {
			t.Errorf("%s, %v", same, err)
		}
	}
	if _, _, err := dropped.asks(t, ann, choice); err == nil {
		t.Error("a secret that was dropped is still taken")
	}
	if fresh, _, _ := rotated.asks(t, ann, map[string]string{"text": "takings in December", "reference": "2026-03-03"}); fresh.Token == first.Token {
		t.Error("the second secret signs")
	}
}

// Secrets that are made here rotate, and what they signed holds for its hour.
func TestResumeRotates(t *testing.T) {
	at := &hours{began}
	w := resolving(t, at)
	ann := as("ann")
	words := map[string]string{"text": "takings in 2026"}
	first, _, _ := w.asks(t, ann, words)
	at.now = began.Add(30 * time.Minute)
	late, _, _ := w.asks(t, ann, words)
	at.now = began.Add(61 * time.Minute)
	third, _, _ := w.asks(t, ann, words)
	if len(w.seals.keys) != 2 {
		t.Errorf("%d keys", len(w.seals.keys))
	}
	for name, c := range map[string]struct {
		token string
		holds bool
	}{"the first, of another hour": {first.Token, false}, "that of half an hour ago": {late.Token, true}, "this one": {third.Token, true}} {
		_, _, err := w.asks(t, ann, map[string]string{"resume_token": c.token, "selected_option_id": "metric.till"})
		if (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
	at.now = began.Add(4 * time.Hour)
	_, _, _ = w.asks(t, ann, words)
	if len(w.seals.keys) > 2 {
		t.Errorf("%d keys are kept", len(w.seals.keys))
	}
}

// Arguments that are neither words nor a choice say what is accepted.
func TestResolveArguments(t *testing.T) {
	w := resolving(t, &hours{began})
	for arguments, path := range map[string]string{
		`{}`:          "text",
		`{"text":""}`: "text",
		`{"text":"` + strings.Repeat("a ", 129) + `"}`:             "text",
		`{"text":"x","resume_token":"x"}`:                          "selected_option_id",
		`{"selected_option_id":"x"}`:                               "resume_token",
		`{"text":"x","resume_token":"x","selected_option_id":"x"}`: "text",
		`{"text":"x","reference":"soon"}`:                          "reference",
		`{"text":"x","sql":"x"}`:                                   "sql",
	} {
		_, err := w.Call(t.Context(), as("ann"), "resolve_bind", []byte(arguments))
		if m, ok := errors.AsType[*question.Malformed](err); !ok || m.Path != path {
			t.Errorf("%.60s: %v", arguments, err)
		}
	}
}

// FuzzResume reads anything as a token.
func FuzzResume(f *testing.F) {
	s := newSealer((&hours{began}).read, [][]byte{[]byte(strings.Repeat("k", 32))})
	token, err := s.seal(s.signing(), resumed{Expires: began.Add(time.Hour).Unix()}, []string{"a"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(token)
	f.Add("")
	f.Fuzz(func(t *testing.T, other string) {
		if _, _, err := s.open(other, []string{"a"}); err == nil && other != token {
			t.Errorf("%q is taken for a token", other)
		}
	})
}
