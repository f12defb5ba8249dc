package catalog_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

func show(r diag.Range) string {
	return fmt.Sprintf("%s:%d:%d-%d:%d", strings.TrimPrefix(r.File, "catalog/"), r.Start.Line, r.Start.Column, r.End.Line, r.End.Column)
}

func TestRange(t *testing.T) {
	c, found := load(t, `import "sutura.dev/schema/families"
#T: {of: string, out: {description: "made", model: "orders", measure: sum: of, where: ["id > 1"]}}
metrics: made: (#T & {of: "amount"}).out
metrics: {for n in ["a", "b"] {"loop_\(n)": {description: n, model: "orders", measure: min: "amount", grains: ["day"]}}}
metrics: both: {description: "d", model: "orders"} & {measure: max: "amount"}
metrics: (families.#OverTime & {of: "revenue", title: "Revenue"}).metrics
models: orders: dimensions: channel: labels: web: "Web"
metrics: revenue: i18n: cs: synonyms: ["tržby", {text: "x"}]
`)
	if found.HasErrors() {
		t.Fatalf("found:\n%s", found)
	}
	runtime.GC() // the evaluated value is gone, and places that need it evaluate again
	for _, x := range []struct {
		path string
		want string
	}{
		{"metrics.revenue", "base.cue:28:10-28:17"},                    // the name, where a struct follows
		{"metrics.revenue.description", "base.cue:28:33-28:50"},        // the value, where it is a scalar
		{"metrics.revenue.measure.sum", "base.cue:28:83-28:91"},        // inside a struct
		{"models.orders.columns.amount.scale", "base.cue:18:51-18:52"}, // a number
		{"models.customers.unique.0.0", "base.cue:6:58-6:64"},          // an element of an element
		{"models.customers.unique", "base.cue:6:56-6:66"},              // a list
		{"models.orders.dimensions.channel.labels.web", "x.cue:8:51-8:56"},
		{"metrics.revenue.i18n.cs.synonyms.1", "x.cue:9:50-9:51"}, // a struct without a name: its brace
		{"metrics.revenue.i18n.cs.synonyms.1.text", "x.cue:9:57-9:60"},
		{"metrics.both.measure.max", "x.cue:6:69-6:77"},             // both sides of a unification
		{"metrics.made", "x.cue:4:16-4:41"},                         // an expression
		{"metrics.made.where.0", "x.cue:3:88-3:96"},                 // written in a template
		{"metrics.loop_a.grains.0", "x.cue:5:112-5:117"},            // written in a comprehension
		{"metrics.revenue_growth.measure", "x.cue:7:10-7:74"},       // written in an imported template: what uses it
		{"metrics.revenue.nothing", "base.cue:28:10-28:17"},         // written nowhere: what it would be part of
		{"metrics.revenue.description.0.x", "base.cue:28:33-28:50"}, // below a scalar
		{"nothing", ":0:0-0:0"},
	} {
		if got := show(c.Range(strings.Split(x.path, ".")...)); got != x.want {
			t.Errorf("Range(%s) = %s, want %s", x.path, got, x.want)
		}
	}
	if got := show((&catalog.Catalog{}).Range("metrics")); got != ":0:0-0:0" {
		t.Errorf("an empty catalog has a place: %s", got)
	}
}

// The bytes of an expression are found in its literal, however it is written.
func TestInside(t *testing.T) {
	for _, x := range []struct {
		name, literal, find string
		want                string
	}{
		{"plain", `"a + bcd"`, "bcd", "3:10-3:13"},
		{"quoted names", `"\"a\" + bcd"`, "bcd", "3:14-3:17"},
		{"escape itself", `"\"a\" + bcd"`, `"a"`, "3:6-3:11"},
		{"unicode", `"ž + bcd"`, "bcd", "3:11-3:14"},
		{"unicode escape", `"\u017e + bcd"`, "ž", "3:6-3:12"},
		{"after a unicode escape", `"\u017e + bcd"`, "bcd", "3:15-3:18"},
		{"surrogates", `"\ud83d\ude00 + bcd"`, "bcd", "3:21-3:24"},
		{"raw", `#"a "b" + bcd"#`, "bcd", "3:15-3:18"},
		{"raw with an escape", `#"a\#tbcd"#`, "bcd", "3:11-3:14"},
		{"tab", `"a\tbcd"`, "bcd", "3:9-3:12"},
		{"lines", "\"\"\"\n\t\ta +\n\t\tbcd\n\t\t\"\"\"", "bcd", "5:3-5:6"},
		{"lines, over the end of one", "\"\"\"\n\t\ta +\n\t\tbcd\n\t\t\"\"\"", "+\nb", "4:5-5:4"},
		{"lines with an empty one", "\"\"\"\n\t\ta +\n\n\t\tbcd\n\t\t\"\"\"", "bcd", "6:3-6:6"},
		{"lines of windows", "\"\"\"\r\n\t\ta +\r\n\t\tbcd\r\n\t\t\"\"\"", "bcd", "5:3-5:6"},
		{"raw lines", "#\"\"\"\n  \"a\" +\n  bcd\n  \"\"\"#", "bcd", "5:3-5:6"},
		{"parentheses", `("a + bcd")`, "bcd", "3:11-3:14"},
		{"concatenated", `"a + " + "bcd"`, "bcd", "3:15-3:18"},
		{"concatenated, the first part", `"abc + " + "bcd"`, "abc", "3:6-3:9"},
		{"concatenated, the end of the first part", `"a + " + "bcd"`, "+ ", "3:8-3:10"},
		{"concatenated, both parts", `"a + " + "bcd"`, "+ b", "3:8-3:16"},
		{"concatenated, of three and in brackets", `("\"a\"" + (" + " + #"bcd"#))`, "bcd", "3:27-3:30"},
		{"concatenated with what is made elsewhere", `"a + " + "\("bcd")"`, "bcd", "3:5-3:24"},
		{"interpolated", `"a + \("bcd")"`, "bcd", "3:5-3:19"},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, found := load(t, "metrics: a: description: \"d\", metrics: a: model: \"orders\", metrics: a: measure: sum:\n    "+x.literal)
			if found.HasErrors() {
				t.Fatalf("found:\n%s", found)
			}
			text := c.Metrics["a"].Measure.Sum
			at := strings.Index(text, x.find)
			if at < 0 {
				t.Fatalf("%q is not in %q", x.find, text)
			}
			got := show(c.Inside([]string{"metrics", "a", "measure", "sum"}, at, at+len(x.find)))
			if got != "x.cue:"+x.want {
				t.Errorf("got %s, want x.cue:%s", got, x.want)
			}
		})
	}
	c, _ := load(t, "")
	path := []string{"metrics", "revenue", "measure", "sum"}
	if got := show(c.Inside(path, 0, 100)); got != show(c.Range(path...)) {
		t.Errorf("out of the string: %s", got)
	}
	if got := show(c.Inside(path, 6, 6)); got != "base.cue:28:90-28:90" {
		t.Errorf("the end of the string: %s", got)
	}
}
