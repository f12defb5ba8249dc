package serve

import (
	"encoding/json"
	"io"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"sutura.dev/internal/settings"
)

// examples has arguments of every capability.
var examples = map[string]string{
	"ask_metric": revenueQ, "compile": revenueQ, "query": revenueQ, "describe_catalog": `{"metrics":["revenue"]}`, "search": `{"query":"paid"}`,
	"list_objects": `{"kind":"metric"}`, "get_object": `{"id":"dimension.orders.region"}`, "get_model": `{"include_search_hints":true}`,
	"list_queries": `{}`, "resolve_area": `{"area":"sales"}`,
	"resolve_bind": `{"text":"revenue by region in 2026"}`,
	"match":        `{"name":"revenues"}`, "ground_time": `{"text":"last week","context":{"reference":"2026-05-15T12:00+02:00"}}`,
	"ground_money": `{"text":"over 1.2M"}`, "ground_geo": `{"text":"within 20 km of Brno"}`,
	"run_sql":        `{"statement":"SELECT 1"}`,
	"propose_metric": `{"name":"eu_revenue","description":"What was paid in the EU.","model":"orders","measure":{"sum":"amount"},"where":["region = 'EU'"]}`,
}

// TestCapabilities holds every row of the table to what transports and people rely on.
func TestCapabilities(t *testing.T) {
	w := open(t, memory(t), Options{Settings: settings.Serving{Doors: doorNames()}})
	defer w.stop(t)
	name := regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)
	seen := map[string]bool{}
	for _, c := range Capabilities() {
		for _, n := range append([]string{c.Name}, c.Aliases...) {
			if seen[n] {
				t.Errorf("%s is there twice", n)
			}
			seen[n] = true
		}
		if !name.MatchString(c.Name) || c.Title == "" || len(c.Description) < 40 || len(c.Doors) == 0 || !slices.Contains(Scopes(), c.Scope) || len(c.Input) == 0 || len(c.Outputs) == 0 {
			t.Errorf("the row of %s is not whole: %+v", c.Name, c)
		}
		for _, o := range c.Outputs {
			if o.Kind() != reflect.Struct {
				t.Errorf("%s gives a %s", c.Name, o)
			}
		}
		reply, err := w.Call(t.Context(), as("ann"), c.Name, []byte(examples[c.Name]))
		if err != nil || !slices.Contains(c.Outputs, reflect.TypeOf(reply.Value).Elem()) {
			t.Errorf("%s gives %T, %v", c.Name, reply.Value, err)
		}
		var object map[string]any
		if err := json.Unmarshal(reply.JSON, &object); err != nil {
			t.Errorf("%s gives no object: %s", c.Name, reply.JSON)
		}
		lines := w.lines(t)
		if last := lines[len(lines)-1]; last["arguments"] == nil || last["capability"] != c.Name {
			t.Errorf("the audit of %s is %v", c.Name, last)
		}
		lacking := as("ann")
		lacking.Scopes = slices.DeleteFunc(Scopes(), func(s Scope) bool { return s == c.Scope })
		if _, err := w.Call(t.Context(), lacking, c.Name, []byte(examples[c.Name])); outcomeName(err) != OutcomeDenied {
			t.Errorf("without %s %s gives %v", c.Scope, c.Name, err)
		}
	}
	if len(examples) != len(Capabilities()) {
		t.Errorf("there are %d examples of %d capabilities", len(examples), len(Capabilities()))
	}
}

// TestSettingsNameThem holds the words of the settings to the closed sets here.
func TestSettingsNameThem(t *testing.T) {
	var scopes []string
	doors := doorNames()
	for _, s := range Scopes() {
		scopes = append(scopes, string(s))
	}
	for _, d := range Doors() {
		if !slices.ContainsFunc(Capabilities(), func(c Capability) bool { return slices.Contains(c.Doors, d) }) {
			t.Errorf("nothing is behind the door %s", d)
		}
	}
	for _, k := range settings.Keys() {
		if k.Path == "doors" && !slices.Equal(k.Enum, doors) || k.Path == "scopes" && !slices.Equal(k.Enum, scopes) {
			t.Errorf("%s takes %v", k.Path, k.Enum)
		}
	}
}

// doorNames are all doors, as the settings spell them.
func doorNames() []string {
	var out []string
	for _, d := range Doors() {
		out = append(out, string(d))
	}
	return out
}

// FuzzCall sends anything to every capability: what comes back is an outcome, never a failure, and an object.
func FuzzCall(f *testing.F) {
	for name, arguments := range examples {
		f.Add(name, []byte(arguments))
	}
	f.Add("ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":[{"a":1}]}]}`))
	f.Add("ask_metric", []byte(`{"metrics":["x' UNION SELECT 1"],"range":{"period":"2026"}}`))
	f.Add("ask_metric", []byte(`{"metrics":["revenue"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["O'Reilly' OR 1=1--"]}]}`))
	f.Add("search", []byte(`{"query":"\u0000"}`))
	f.Add("describe_catalog", []byte(`{"cursor":"AAAA"}`))
	f.Add("compile", []byte(`[[[[`))
	f.Add("get_object", []byte(`{"id":"model.orders.\u0000"}`))
	f.Add("list_objects", []byte(`{"cursor":"AAAA","kind":"table"}`))
	f.Add("get_model", []byte(`{"areas":["sales","sales",""],"locale":"de-"}`))
	f.Add("match", []byte(`{"name":"\u0000","category":"region","algorithm":"TATRMAN","limit":50}`))
	f.Add("ground_time", []byte(`{"text":"15.-20. July","context":{"reference":"0002-01-01","locale":"en-US"}}`))
	f.Add("ground_time", []byte(`{"text":"today","context":{"reference":"2026-13-01"}}`))
	f.Add("ground_time", []byte(`{"text":"today"}`))
	w := open(f, memory(f), Options{Audit: io.Discard, Settings: settings.Serving{Doors: doorNames()}})
	f.Cleanup(func() { w.stop(f) })
	f.Fuzz(func(t *testing.T, name string, arguments []byte) {
		reply, err := w.Call(t.Context(), as("ann"), name, arguments)
		switch outcome, _ := outcomeOf(reply, err); outcome {
		case OutcomeAnswer, OutcomeRefusal, OutcomeDone, OutcomeUngoverned, OutcomeNotRun:
			if !json.Valid(reply.JSON) || reply.JSON[0] != '{' {
				t.Errorf("no object: %s", reply.JSON)
			}
		case OutcomeMalformed, OutcomeUnknown:
		default:
			t.Errorf("%s %q gives %v: %s", name, arguments, err, w.log)
		}
	})
}
