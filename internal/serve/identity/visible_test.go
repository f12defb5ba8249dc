package identity_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	web "net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/serve"
	rest "sutura.dev/internal/serve/http"
	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

const openCUE = `package catalog
about: {name: "shop", version: "1.2.3", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: orders: {
	source: "db", table: "orders", key: ["id"], time: "day"
	columns: {id: type: "integer", day: type: "date", region: type: "string", amount: type: "integer"}
	dimensions: region: {title: "Region", filter: "open"}
}
metrics: {
	revenue: {title: "Revenue", unit: "EUR", tags: ["sales"], description: "What was paid.", model: "orders", measure: sum: "amount"}
	orders: {title: "Orders", description: "How many.", model: "orders", measure: count: "*"}
}
knowledge: {
	glossary: [{term: "turnover", means: metric: "revenue"}, _terms]
	caveats: [{text: "Returns are not in it.", metrics: ["revenue"]}, _caveats]
	examples: [{phrase: "revenue in 2026", question: {metrics: ["revenue"], range: period: "2026"}}, _examples]
	queries: by_region: {title: "By region", question: {metrics: ["revenue"], dimensions: ["region"], range: period: "2026"}}
	not_defined: [{phrase: "profit", why: "There are no costs."}]
}
`

// secretCUE is what the people of hr see besides: a metric of a model of its own and one beside the others, and what the
// catalog says about them.
const secretCUE = `package catalog
models: orders: columns: bonus: type: "integer"
models: staff: {
	source: "db", table: "staff", key: ["id"], time: "day"
	columns: {id: type: "integer", day: type: "date", grade: type: "string", pay: type: "integer"}
	dimensions: grade: {title: "Grade", filter: "open"}
}
metrics: {
	payroll: {title: "Payroll", unit: "CHF", tags: ["wages"], audience: ["hr"], description: "What people earn.", model: "staff", measure: sum: "pay", synonyms: ["salaries"]}
	bonuses: {title: "Bonuses", tags: ["sales"], audience: ["hr"], description: "What is paid on top.", model: "orders", measure: sum: "bonus"}
	quota: {title: "Quota", audience: ["hr"], description: "A share.", measure: ratio: {numerator: {metric: "bonuses"}, denominator: {metric: "orders"}}}
}
knowledge: queries: payroll_of_grades: {title: "Payroll of grades", question: {metrics: ["payroll"], dimensions: ["grade"], range: period: "2026"}}
`

// secrets are elements of the lists of openCUE.
func secrets() map[string]string {
	return map[string]string{
		", _terms":    `, {term: "compensation", means: metric: "payroll"}, {term: "top earners", means: {dimension: "grade", value: "senior"}}`,
		", _caveats":  `, {text: "Payroll is confidential.", metrics: ["payroll"]}`,
		", _examples": `, {phrase: "what do people earn in 2026", question: {metrics: ["payroll"], range: period: "2026"}}`,
	}
}

const visibleSQL = `CREATE TABLE orders (id BIGINT, day DATE, region VARCHAR, amount BIGINT, bonus BIGINT);
INSERT INTO orders VALUES (1, '2026-01-05', 'EU', 10, 1), (2, '2026-01-20', 'US', 4, 2);
CREATE TABLE staff (id BIGINT, day DATE, grade VARCHAR, pay BIGINT); INSERT INTO staff VALUES (1, '2026-01-05', 'senior', 5)`

var morning = time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)

// house is a service that a stranger to every audience reaches over both transports, and over lines.
type house struct {
	service *serve.Service
	mcp     string
	http    string
	paths   map[string][2]string // method and path by capability
	line    func(message string) string
}

func openHouse(t testing.TB, extra string) *house {
	t.Helper()
	text := openCUE
	for place, more := range secrets() {
		if extra == "" {
			more = ""
		}
		text = strings.Replace(text, place, more, 1)
	}
	files := map[string][]byte{"catalog/a.cue": []byte(text)}
	if extra != "" {
		files["catalog/b.cue"] = []byte(extra)
	}
	b, found := compiler.Build(catalog.InMemory(files))
	if b == nil || found.HasErrors() {
		t.Fatal(found.Sorted().String())
	}
	return houseOf(t, b)
}

func houseOf(t testing.TB, b *bundle.Bundle) *house {
	t.Helper()
	db, err := duckdb.OpenMemory(context.Background(), visibleSQL)
	if err != nil {
		t.Fatal(err)
	}
	pin, problems := serve.Verify(context.Background(), serve.Candidate{Bundle: b, Sources: map[string]warehouse.Source{"db": db}, Close: func() { _ = db.Close() }, Clock: clock.Fixed(morning), Version: "v0"})
	if pin == nil {
		t.Fatal(problems.String())
	}
	var doors []string
	for _, d := range serve.Doors() {
		doors = append(doors, string(d))
	}
	h := &house{paths: map[string][2]string{}}
	h.service = serve.New(pin, serve.Options{Settings: settings.Serving{Doors: doors}, Audit: io.Discard, Clock: clock.Fixed(morning)})
	stranger := serve.Caller{Subject: "stranger", Audiences: []string{}, Transport: "test"}
	surface := mcp.New(h.service, mcp.Options{Version: "v0"})
	agents := httptest.NewServer(surface.Handler(func(*web.Request) serve.Caller { return stranger }))
	programs := httptest.NewServer(rest.Handler(h.service, func(*web.Request) serve.Caller { return stranger }, rest.Options{Version: "v0"}))
	in, write := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- surface.Serve(context.Background(), stranger, in, out); _ = out.Close() }()
	t.Cleanup(func() {
		_ = write.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		agents.Close()
		programs.Close()
		h.service.Stop(context.Background(), context.Background())
	})
	lines := bufio.NewReader(read)
	h.line = func(message string) string {
		if _, err := io.WriteString(write, message+"\n"); err != nil {
			t.Fatal(err)
		}
		text, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	h.line(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	h.mcp, h.http = agents.URL+"/mcp", programs.URL
	var doc struct {
		Paths map[string]map[string]struct {
			ID string `json:"operationId"`
		}
	}
	text := h.get(t, "/openapi.json")
	if err := json.Unmarshal([]byte(text[strings.IndexByte(text, '{'):]), &doc); err != nil {
		t.Fatal(err)
	}
	for path, methods := range doc.Paths {
		for method, operation := range methods {
			h.paths[operation.ID] = [2]string{strings.ToUpper(method), path}
		}
	}
	return h
}

func (h *house) get(t testing.TB, path string) string { return send(t, web.MethodGet, h.http+path, "") }

func send(t testing.TB, method, url, body string) string {
	t.Helper()
	r, err := web.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := web.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	head := resp.Header.Clone()
	head.Del("Date")
	head.Del("X-Request-Id")
	head.Del("Content-Length") // times are in some bodies
	return fmt.Sprint(resp.StatusCode, head, string(text))
}

// calls are what comes back of one call, by transport.
func (h *house) calls(t testing.TB, name string, arguments map[string]any) map[string]string {
	t.Helper()
	text := encoded(t, arguments)
	message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + string(text) + `}}`
	out := map[string]string{"mcp": send(t, web.MethodPost, h.mcp, message), "lines": h.line(message)}
	at, ok := h.paths[name]
	switch {
	case !ok:
		t.Errorf("%s has no path over plain HTTP", name)
	case at[0] == web.MethodPost:
		out["http"] = send(t, at[0], h.http+at[1], string(text))
	default:
		out["http"] = send(t, at[0], h.http+at[1]+"?"+query(arguments), "")
	}
	return out
}

func encoded(t testing.TB, arguments map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// query writes arguments as query parameters.
func query(arguments map[string]any) string {
	out := url.Values{}
	for name, value := range arguments {
		switch v := value.(type) {
		case []any:
			for _, one := range v {
				out.Add(name, fmt.Sprint(one))
			}
		default:
			out.Add(name, fmt.Sprint(v))
		}
	}
	return out.Encode()
}

// said are values that a field of a name has to have for a call to get far; others follow from the field's kind.
func said() map[string]any {
	return map[string]any{"reference": "2026-05-15T12:00+02:00", "range": map[string]any{"period": "2026"}, "text": "revenue in 2026", "query": "revenue", "statement": "SELECT 1"}
}

// least are arguments with what is required, and a range for what has one.
func least(fields []question.Field) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		if f.Required || f.Name == "range" {
			out[f.Name] = valueOf(f)
		}
	}
	return out
}

func valueOf(f question.Field) any {
	if v, ok := said()[f.Name]; ok && (f.Kind == question.Text) == (reflect.TypeOf(v).Kind() == reflect.String) {
		return v
	}
	text := "revenue"
	if len(f.Enum) > 0 {
		text = f.Enum[0]
	}
	switch f.Kind {
	case question.Text:
		return text
	case question.Texts:
		return []any{text}
	case question.Whole, question.Scalar:
		return max(f.Least, 1)
	case question.Scalars:
		return []any{1}
	case question.Flag:
		return true
	case question.Object:
		return least(f.Fields)
	}
	return []any{least(f.Fields)}
}

// naming are arguments of a capability that say a name, once in each place where a text can stand, and beside another.
func naming(fields []question.Field, name string) []map[string]any {
	var out []map[string]any
	add := func(f question.Field, value any) {
		arguments := least(fields)
		arguments[f.Name] = value
		out = append(out, arguments)
	}
	for _, f := range fields {
		switch {
		case f.Kind == question.Text && f.Enum == nil:
			add(f, name)
		case f.Kind == question.Texts:
			add(f, []any{name})
			add(f, []any{"revenue", name})
		case f.Kind == question.Scalars:
			add(f, []any{name})
		case f.Kind == question.Scalar:
			add(f, name)
		case f.Kind == question.Object:
			for _, inner := range naming(f.Fields, name) {
				add(f, inner)
			}
		case f.Kind == question.Objects:
			for _, inner := range naming(f.Fields, name) {
				add(f, []any{inner})
			}
		}
	}
	return out
}

// fleeting is what differs from call to call: ids of requests, milliseconds, and, of another bundle, digests and cursors.
var (
	fleeting = regexp.MustCompile(`"request\\*":\\*"[0-9a-z]+\\*"|"milliseconds\\*":[0-9.e-]+|[0-9.]+ ms|request id [0-9a-z]+`)
	bundled  = regexp.MustCompile(`sha256:[0-9a-f]+(\.\.\.)?`)
)

// unnamed takes a name out of a text, whole and word by word: some tools say the caller's own words again.
func unnamed(text, name string) string {
	text = strings.ReplaceAll(text, name, "NAME")
	for i, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == ' ' }) {
		if len(word) > 3 {
			text = strings.ReplaceAll(text, word, fmt.Sprint("WORD", i))
		}
	}
	return text
}

// catalogued are the capabilities that say anything of the catalog. run_sql sees none of it, and there is none here: the
// data system alone decides what it may read.
func catalogued() []serve.Capability {
	return slices.DeleteFunc(serve.Capabilities(), func(c serve.Capability) bool { return c.Name == "run_sql" })
}

// TestInvisible asks every capability, in every place where a name can stand, for what is outside of the caller's
// audiences, and for what does not exist: byte for byte there is no difference, over any transport.
func TestInvisible(t *testing.T) {
	with, without := openHouse(t, secretCUE), openHouse(t, "")
	pairs := [][2]string{{"payroll", "pajrxll"}, {"bonuses", "bxnjses"}, {"quota", "qxotj"}, {"compensation", "cxmpejsatiox"}, {"payroll_of_grades", "pajrxll_of_grxdes"},
		{"salaries", "sxljries"}, {"people earn", "pejple exrn"}, {"senior", "sxnjor"}}
	member := serve.Caller{Subject: "member", Audiences: []string{"hr"}, Transport: "test"}
	if r, err := with.service.Call(t.Context(), member, "ask_metric", []byte(`{"metrics":["payroll"],"range":{"period":"2026"}}`)); err != nil || r.Refused {
		t.Fatal("those whom it is for do not see it", r.Code, err)
	}
	asked := 0
	for _, c := range catalogued() {
		well := 0
		for _, prefix := range []string{"", "metric.", "query.", "glossary."} {
			for i, pair := range pairs {
				if prefix != "" && i > 4 {
					continue
				}
				secret, none := naming(c.Input, prefix+pair[0]), naming(c.Input, prefix+pair[1])
				for j := range secret {
					asked++
					one, other, elsewhere := with.calls(t, c.Name, secret[j]), with.calls(t, c.Name, none[j]), without.calls(t, c.Name, secret[j])
					for _, transport := range slices.Sorted(maps.Keys(one)) {
						a := fleeting.ReplaceAllString(unnamed(one[transport], pair[0]), "-")
						b := fleeting.ReplaceAllString(unnamed(other[transport], pair[1]), "-")
						if a != b {
							t.Errorf("%s over %s with %v tells what exists from what does not:\n%s\n%s", c.Name, transport, secret[j], a, b)
						}
						a = bundled.ReplaceAllString(a, "DIGEST")
						b = bundled.ReplaceAllString(fleeting.ReplaceAllString(unnamed(elsewhere[transport], pair[0]), "-"), "DIGEST")
						if a != b {
							t.Errorf("%s over %s with %v tells a bundle with secrets from one without:\n%s\n%s", c.Name, transport, secret[j], a, b)
						}
					}
					if !strings.Contains(one["lines"], `"error":`) {
						well++
					}
				}
			}
		}
		if len(naming(c.Input, "x")) > 0 && well == 0 {
			t.Errorf("no call of %s that names something gets as far as an outcome: say in this test what its fields take", c.Name)
		}
	}
	t.Logf("%d calls, each over 3 transports and of 2 bundles", asked)
}

// TestInvisibleInLists holds what lists, counts and introduces to the same.
func TestInvisibleInLists(t *testing.T) {
	with, without := openHouse(t, secretCUE), openHouse(t, "")
	clean := func(text string) string {
		return bundled.ReplaceAllString(fleeting.ReplaceAllString(text, "-"), "DIGEST")
	}
	for _, c := range catalogued() {
		calls := []map[string]any{least(c.Input)}
		for _, f := range c.Input {
			if f.Kind == question.Flag || f.Enum != nil {
				for _, word := range append([]string{""}, f.Enum...) {
					arguments := least(c.Input)
					if arguments[f.Name] = any(word); f.Kind == question.Flag {
						arguments[f.Name] = true
					}
					calls = append(calls, arguments)
				}
			}
		}
		for _, arguments := range calls {
			one, other := with.calls(t, c.Name, arguments), without.calls(t, c.Name, arguments)
			for transport, text := range one {
				if a, b := clean(text), clean(other[transport]); a != b {
					t.Errorf("%s over %s with %v tells a bundle with secrets from one without:\n%s\n%s", c.Name, transport, arguments, a, b)
				}
			}
		}
	}
	for _, message := range []string{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`} {
		if a, b := clean(send(t, web.MethodPost, with.mcp, message)), clean(send(t, web.MethodPost, without.mcp, message)); a != b {
			t.Errorf("%s tells a bundle with secrets from one without:\n%s\n%s", message, a, b)
		}
	}
	if a, b := clean(with.get(t, "/openapi.json")), clean(without.get(t, "/openapi.json")); a != b {
		t.Error("the OpenAPI document tells a bundle with secrets from one without")
	}
}

// BenchmarkInvisible measures the time of a question about what is outside of the caller's audiences beside one about
// what does not exist.
func BenchmarkInvisible(b *testing.B) {
	h := openHouse(b, secretCUE)
	stranger := serve.Caller{Subject: "stranger", Audiences: []string{}, Transport: "test"}
	for _, name := range []string{"payroll", "pajrxll"} {
		b.Run(map[bool]string{true: "invisible", false: "nonexistent"}[name == "payroll"], func(b *testing.B) {
			arguments := []byte(`{"metrics":["` + name + `"],"range":{"period":"2026"}}`)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				if r, err := h.service.Call(context.Background(), stranger, "ask_metric", arguments); err != nil || !r.Refused {
					b.Fatal(r, err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			for _, p := range []int{5, 50, 95, 99} {
				b.ReportMetric(float64(took[len(took)*p/100].Nanoseconds()), fmt.Sprintf("ns-p%d", p))
			}
		})
	}
}
