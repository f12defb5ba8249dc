package http_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	web "net/http"
	"strings"
	"testing"
	"time"

	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
)

func TestDemonstration(t *testing.T) {
	w := open(t, func(s *settings.Serving) {
		s.Doors = []string{"metrics", "query", "model", "lexicon", "grounding", "sql"}
	})
	for name, test := range map[string]func(*testing.T, *world){
		"answers": answers, "refusals": refusals, "problems": problems, "source": source, "gone": gone, "document": openAPI, "page": page, "capabilities": capabilities, "sql": sql,
	} {
		t.Run(name, func(t *testing.T) { w.t = t; test(t, w) })
	}
	w.t = t
}

func answers(t *testing.T, w *world) {
	got := w.ask(`{"metrics":["flights"],"range":{"period":"2013"},"dimensions":["origin"],"order":[{"by":"flights","direction":"desc"}]}`)
	if got.StatusCode != 200 || got.body["outcome"] != "answer" || fmt.Sprint(got.body["rows"]) != "[[EWR 120835] [JFK 111279] [LGA 104662]]" {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	if digest := got.body["provenance"].(map[string]any)["bundle"].(map[string]any)["digest"]; digest != compiled().Digest() {
		t.Errorf("%v", digest)
	}
	got = w.send(request{method: "POST", path: "/v1/compile", body: `{"metrics":["flights"],"range":{"period":"2013"},"target_dialect":"postgres"}`})
	if got.StatusCode != 200 || got.body["outcome"] != "preview" || got.body["ok"] != true || !strings.Contains(fmt.Sprint(got.body["sql"]), "SELECT") {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	for path, body := range map[string][2]string{
		"/v1/match":        {`{"name":"cancelled flight"}`, `"id":"metric.cancelled_flights"`},
		"/v1/ground/time":  {`{"text":"last summer","context":{"reference":"2014-01-01T12:00-05:00"}}`, `"range":{"start":"2013-06-01","end":"2013-09-01"}`},
		"/v1/ground/money": {`{"text":"over 1.2M"}`, `{"op":"gt","values":["1200000"]}`},
		"/v1/ground/geo":   {`{"text":"within 20 km of Newark"}`, `"place":"newark","kind":"radius"`},
	} {
		if got := w.send(request{method: "POST", path: path, body: body[0]}); got.StatusCode != 200 || !strings.Contains(got.text, body[1]) {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.text)
		}
	}
	got = w.send(request{method: "POST", path: "/v1/search", body: `{"query":"cancelations","limit":1}`})
	if got.StatusCode != 200 || got.body["outcome"] != "found" || !strings.Contains(got.text, `"metric.cancelled_flights"`) {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	for query, count := range map[string]int{
		"":                          23,
		"?metrics=flights,carriers": 2, "?metrics=flights,+carriers": 2,
		"?metrics=flights&metrics=carriers&metrics=wet_hours": 3,
		"?search=delay": -1,
	} {
		got := w.send(request{method: "GET", path: "/v1/catalog" + query})
		if n := len(got.body["metrics"].([]any)); got.StatusCode != 200 || got.body["outcome"] != "catalog" || n != count && count >= 0 || n == 0 {
			t.Errorf("%s: %d, %d metrics", query, got.StatusCode, n)
		}
	}
}

// Refusals that the demonstration reaches come with their status, and are the outcome.
func refusals(t *testing.T, w *world) {
	year := `"range":{"period":"2013"}`
	for _, c := range []struct {
		body, code string
		status     int
	}{
		{`{"metrics":["revenue"],` + year + `}`, "metric_unknown", 404},
		{`{"metrics":["flights"]}`, "time_range_required", 422},
		{`{"metrics":["registered_aircraft"],` + year + `}`, "time_range_not_applicable", 422},
		{`{"metrics":["flights"],"range":{"start":"2013-01-01","end":"2013-01-01"}}`, "time_range_empty", 422},
		{`{"metrics":["flights"],"range":{"start":"1990-01-01","end":"2013-01-01"}}`, "time_range_too_long", 422},
		{`{"metrics":["registered_aircraft"],"grain":"hour"}`, "grain_not_supported", 422},
		{`{"metrics":["flights"],"dimensions":["wet"],` + year + `}`, "dimension_not_permitted", 403},
		{`{"metrics":["flights","wet_hours"],"dimensions":["carrier"],` + year + `}`, "dimension_not_shared", 422},
		{`{"metrics":["flights"],"filters":[{"dimension":"origin_airport.name","values":["x"]}],` + year + `}`, "dimension_not_filterable", 403},
		{`{"metrics":["flights"],"filters":[{"dimension":"carrier","values":["ZZ"]}],` + year + `}`, "dimension_value_not_allowed", 403},
		{`{"metrics":["flights"],"filters":[{"dimension":"plane.built","op":"gt","values":["old"]}],` + year + `}`, "filter_type_mismatch", 422},
		{`{"metrics":["flights","flights"],` + year + `}`, "duplicate_metric", 422},
		{`{"metrics":["flights"],"dimensions":["carrier","origin","dest","haul","late"],` + year + `}`, "too_many_dimensions", 422},
		{`{"metrics":["flights"],"dimensions":["carrier","dest"],"grain":"day",` + year + `}`, "result_too_large", 413},
	} {
		got := w.ask(c.body)
		if got.StatusCode != c.status || got.body["outcome"] != "refusal" || got.body["code"] != c.code {
			t.Errorf("%s: %d %s", c.body, got.StatusCode, got.text)
		}
	}
}

// What is no question, no path, no method or no JSON says what would be.
func problems(t *testing.T, w *world) {
	question := `{"metrics":["flights"],"range":{"period":"2013"}}`
	post := func(path, body string, header web.Header) request {
		return request{method: "POST", path: path, body: body, header: header}
	}
	for _, c := range []struct {
		in     request
		status int
		kind   string
		with   string // in the body
		header string // NAME: value
	}{
		{post("/v1/ask", `{"metrics":["flights"],"rang":{"period":"2013"}}`, nil), 400, "malformed", `"nearest":"range"`, ""},
		{post("/v1/ask", `{"metrics":["flights"],"filters":[{"dimension":"origin","op":"secret","values":["x"]}]}`, nil), 400, "malformed", `"path":"filters[0].op"`, ""},
		{post("/v1/ask", `{"metrics":["flights"],"filters":[{"dimension":"origin","values":[{"sql":"secret"}]}]}`, nil), 400, "malformed", `"path":"filters[0].values[0]"`, ""},
		{post("/v1/ask", ``, nil), 400, "malformed", `"accepted":`, ""},
		{post("/v1/ask", `[]`, nil), 400, "malformed", `"accepted":`, ""},
		{post("/v1/ask", `{"metrics":["flights"]`, nil), 400, "malformed", `"accepted":`, ""},
		{post("/v1/ask", strings.Repeat("[", 1000), nil), 400, "malformed", `"accepted":`, ""},
		{post("/v1/ask", question+question, nil), 400, "malformed", `"accepted":`, ""},
		{post("/v1/ask?metrics=flights", question, nil), 400, "malformed", "query parameters", ""},
		{post("/v1/search", `{"query":"x","kinds":["table"]}`, nil), 400, "malformed", `"path":"kinds[0]"`, ""},
		{request{method: "GET", path: "/v1/catalog?cursor=secret"}, 400, "malformed", `"path":"cursor"`, ""},
		{request{method: "GET", path: "/v1/catalog?metric=flights"}, 400, "malformed", `"nearest":"metrics"`, ""},
		{request{method: "GET", path: "/v1/catalog?search=a&search=b"}, 400, "malformed", `"path":"search"`, ""},
		{request{method: "GET", path: "/v1/catalog?search=%zz"}, 400, "malformed", "query parameters", ""},
		{request{method: "GET", path: "/v1/ask"}, 405, "method", "POST", "Allow: POST"},
		{request{method: "DELETE", path: "/v1/catalog"}, 405, "method", "GET", "Allow: GET"},
		{request{method: "OPTIONS", path: "/v1/ask"}, 405, "method", "POST", "Allow: POST"},
		{request{method: "POST", path: "/openapi.json"}, 405, "method", "GET", "Allow: GET"},
		{post("/v1/nothing", question, nil), 404, "unknown", "/openapi.json", ""},
		{post("/v1/ask/", question, nil), 404, "unknown", "", ""},
		{request{method: "GET", path: "/"}, 404, "unknown", "", ""},
		{post("/v1/ask", question, web.Header{"Content-Type": {"text/plain"}}), 415, "media_type", "application/json", "Accept-Post: application/json"},
		{post("/v1/ask", question, web.Header{"Content-Type": {"application/x-www-form-urlencoded"}}), 415, "media_type", "", ""},
		{post("/v1/ask", question, web.Header{"Content-Type": {"application/json; charset=latin1"}}), 415, "media_type", "", ""},
		{post("/v1/ask", question, web.Header{"Content-Type": {""}}), 415, "media_type", "", ""},
		{post("/v1/ask", question, web.Header{"Content-Encoding": {"gzip"}}), 415, "media_type", "", ""},
		{post("/v1/ask", `{"metrics":["flights"],"grain":"`+strings.Repeat("x", 2<<20)+`"}`, nil), 413, "too_large", "1 MiB", ""},
		{request{method: "POST", path: "/v1/ask", body: question, token: "none"}, 401, "unauthenticated", "Authorization", "WWW-Authenticate: Bearer"},
		{request{method: "POST", path: "/v1/ask", body: question, token: "another"}, 401, "unauthenticated", "", `WWW-Authenticate: Bearer error="invalid_token"`},
		{request{method: "GET", path: "/openapi.json", token: "none"}, 401, "unauthenticated", "", ""},
		{request{method: "POST", path: "/v1/ask", body: question, token: reader}, 403, "denied", `"scope":"metrics.ask"`, `WWW-Authenticate: Bearer error="insufficient_scope", scope="metrics.ask"`},
		{request{method: "POST", path: "/v1/compile", body: question, token: reader}, 403, "denied", `"scope":"sql.preview"`, ""},
		{post("/v1/ask", question, web.Header{"Origin": {"https://evil.example.net"}}), 403, "origin", "", ""},
		{post("/v1/ask", question, web.Header{"Sec-Fetch-Site": {"cross-site"}}), 403, "origin", "", ""},
		{post("/v1/ask", question, web.Header{"Host": {"evil.example.net"}}), 403, "host", "", ""},
	} {
		got := w.send(c.in)
		name := fmt.Sprintf("%s %s %.60s %v", c.in.method, c.in.path, c.in.body, c.in.header)
		if got.StatusCode != c.status || got.body["kind"] != c.kind || !strings.Contains(got.text, c.with) {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.text)
		}
		if strings.Contains(got.text, "secret") {
			t.Errorf("%s: a value is echoed: %s", name, got.text)
		}
		if header, value, ok := strings.Cut(c.header, ": "); ok && got.Header.Get(header) != value {
			t.Errorf("%s: %s is %q", name, header, got.Header.Get(header))
		}
	}
	for _, in := range []request{
		post("/v1/ask", question, web.Header{"Content-Type": {"application/json; charset=UTF-8"}}),
		post("/v1/ask", question, web.Header{"Origin": {"https://tools.example.org"}, "Sec-Fetch-Site": {"cross-site"}}),
		post("/v1/ask", question, web.Header{"Origin": {w.URL}}),
	} {
		if got := w.send(in); got.StatusCode != 200 {
			t.Errorf("%v: %d %s", in.header, got.StatusCode, got.text)
		}
	}
}

// A door that is closed looks like a path that there is not, and the document leaves it out.
func TestSwitchedOff(t *testing.T) {
	w := open(t, func(s *settings.Serving) { s.Doors = []string{"query"} })
	if got := w.ask(`{"metrics":["flights"],"range":{"period":"2013"}}`); got.StatusCode != 404 || got.body["kind"] != "unknown" {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	got := w.send(request{method: "GET", path: "/openapi.json"})
	if paths := got.body["paths"].(map[string]any); len(paths) != 2 || paths["/v1/compile"] == nil || paths["/v1/query"] == nil {
		t.Errorf("%v", paths)
	}
}

// What breaks at the source is told by its status, and no word of it leaves.
func source(t *testing.T, w *world) {
	question := `{"metrics":["flights"],"range":{"period":"2013"}}`
	for _, c := range []struct {
		err    error
		status int
		says   string
	}{
		{&warehouse.Error{Kind: warehouse.Unavailable, Err: errors.New("secret")}, 503, `"code":"source_unavailable"`},
		{&warehouse.Error{Kind: warehouse.Refused, Err: errors.New("secret")}, 403, `"code":"source_refused"`},
		{&warehouse.Error{Kind: warehouse.Exhausted, Err: errors.New("secret")}, 422, `"code":"resources_exhausted"`},
		{&warehouse.Error{Kind: warehouse.Failed, Err: errors.New("secret")}, 500, `"kind":"failed"`},
		{errors.New("secret"), 500, `"kind":"failed"`},
	} {
		w.source.breaks.Store(&c.err)
		got := w.ask(question)
		if got.StatusCode != c.status || !strings.Contains(got.text, c.says) || strings.Contains(got.text, "secret") {
			t.Errorf("%v: %d %s", c.err, got.StatusCode, got.text)
		}
	}
	w.source.breaks.Store(nil)
	w.source.panics.Store(true)
	got := w.ask(question)
	if got.StatusCode != 500 || strings.Contains(got.text, "secret") || !strings.Contains(w.log.String(), "secret of the source") {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	if id := fmt.Sprint(got.body["request"]); !strings.Contains(w.log.String(), id) || !strings.Contains(got.body["error"].(string), id) || !strings.Contains(w.audit.String(), id) {
		t.Errorf("the request %s is not in the sentence, the log and the audit", id)
	}
	w.source.panics.Store(false)
	if got := w.ask(question); got.StatusCode != 200 {
		t.Errorf("afterwards: %d %s", got.StatusCode, got.text)
	}
}

func TestBudget(t *testing.T) {
	w := open(t, func(s *settings.Serving) { s.QuestionsPerMinute = 1 })
	question := `{"metrics":["flights"],"range":{"period":"2013"}}`
	if got := w.ask(question); got.StatusCode != 200 {
		t.Fatalf("%d %s", got.StatusCode, got.text)
	}
	got := w.ask(question)
	if wait := got.Header.Get("Retry-After"); got.StatusCode != 429 || got.body["code"] != "budget_exhausted" || wait == "" || wait == "0" {
		t.Errorf("%d, again after %q: %s", got.StatusCode, wait, got.text)
	}
}

func TestBusy(t *testing.T) {
	w := open(t, func(s *settings.Serving) { s.MaxConcurrent, s.AdmissionTimeout = 1, 20*time.Millisecond })
	release := w.source.close()
	defer release()
	first := make(chan reply, 1)
	go func() { first <- w.ask(`{"metrics":["flights"],"range":{"period":"2013"}}`) }()
	<-w.source.waiting
	got := w.ask(`{"metrics":["carriers"],"range":{"period":"2013"}}`)
	if got.StatusCode != 503 || got.body["kind"] != "busy" || got.Header.Get("Retry-After") != "1" {
		t.Errorf("%d %v %s", got.StatusCode, got.Header, got.text)
	}
	release()
	if got := <-first; got.StatusCode != 200 {
		t.Errorf("the first: %d %s", got.StatusCode, got.text)
	}
}

// A statement is stopped before the request's time is over; a source that does not stop is given up on.
func TestDeadline(t *testing.T) {
	w := open(t, func(s *settings.Serving) { s.RequestTimeout = 1300 * time.Millisecond })
	release := w.source.close()
	defer release()
	question := `{"metrics":["flights"],"range":{"period":"2013"}}`
	if got := w.ask(question); got.StatusCode != 422 || got.body["code"] != "deadline_exceeded" {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	w.source.deaf.Store(true)
	if got := w.ask(question); got.StatusCode != 504 || got.body["kind"] != "stuck" {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
}

// A client that goes away takes its statement with it.
func gone(t *testing.T, w *world) {
	defer w.source.close()()
	ctx, leave := context.WithCancel(context.Background())
	r, err := web.NewRequestWithContext(ctx, "POST", w.URL+"/v1/ask", strings.NewReader(`{"metrics":["flights"],"range":{"period":"2013"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+everything)
	done := make(chan error, 1)
	go func() {
		res, err := w.Client().Do(r)
		if err == nil {
			_ = res.Body.Close()
		}
		done <- err
	}()
	<-w.source.waiting
	leave()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := <-w.source.stopped; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A body that does not arrive is not waited for, and holds no slot.
func TestSlowClient(t *testing.T) {
	w := open(t, nil, func(s *web.Server) { s.ReadTimeout = 300 * time.Millisecond })
	conn, err := net.Dial("tcp", w.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/ask HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"metrics\":", w.Listener.Addr(), everything)
	r, err := web.NewRequest("POST", w.URL+"/v1/ask", nil)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	res, err := web.ReadResponse(in, r)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.read(res); got.StatusCode != 408 || got.body["kind"] != "slow" {
		t.Errorf("%d %s", got.StatusCode, got.text)
	}
	if _, err := in.ReadByte(); err != io.EOF {
		t.Errorf("the connection stays open: %v", err)
	}
}
