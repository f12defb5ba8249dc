package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sutura.dev/internal/diag"
)

// hostile is text that each format has a meaning for.
const hostile = "100% of\r\n::error file=x::<script>alert(1)</script> | `a` \x1b[31m ##[error] ](http://x) ]]> &amp; \u202e@all"

// report is every kind of finding: places and none, several in one place, text that would like to be markup.
func report() Report {
	list := append(diag.List{
		{Code: diag.Conflict, Message: hostile, Hint: hostile, Path: hostile, Range: place("catalog/a:b,c d%.cue", 1, 1, 2, 3),
			Related: []diag.Related{{Message: hostile, Range: place("catalog/a.cue", 1, 1, 1, 2)}}},
		{Code: diag.Conflict, Message: "no end", Range: diag.Range{File: "catalog/a.cue", Start: diag.Position{Line: 2, Column: 2}}},
		{Code: diag.NoCatalog, Message: "no line", Range: diag.Range{File: "catalog"}},
		{Code: diag.NoCatalog, Message: "no line", Range: diag.Range{File: "catalog"}, Path: "about"},
	}, findings...)
	return Report{Findings: Select(list, 0), Files: files(), Subject: "shop 1.0.0: " + hostile, Version: "1.2.3",
		Read: []string{"catalog/a.cue", "catalog/clean.cue"}}
}

// printed is what print prints.
func printed(t *testing.T, print func(p *Printer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	p := New(&b, ascii)
	if err := print(p); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReports(t *testing.T) {
	golden(t, "report-github", ascii, func(p *Printer) { p.GitHub(report()) })
	golden(t, "report-github-summary", ascii, func(p *Printer) { p.Raw(GitHubSummary(report())) })
	for name, print := range map[string]func(*Printer, Report) error{
		"sarif": (*Printer).SARIF, "junit": (*Printer).JUnit, "gitlab": (*Printer).GitLab,
	} {
		golden(t, "report-"+name, ascii, func(p *Printer) {
			if err := print(p, report()); err != nil {
				t.Error(err)
			}
		})
	}
}

// What SARIF's own schema says of the output, with findings and without any.
func TestSARIFSchema(t *testing.T) {
	text, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Report{report(), {Files: files(), Version: "1.2.3"}} {
		out := printed(t, func(p *Printer) error { return p.SARIF(r) })
		log, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Error(err)
		}
		log.(map[string]any)["runs"].([]any)[0].(map[string]any)["columnKind"] = "bytes"
		if schema.Validate(log) == nil {
			t.Error("the schema lets anything pass")
		}
	}
}

// A finding keeps its fingerprint when its line moves, or its definition moves to another file; no two share one.
func TestFingerprints(t *testing.T) {
	one := diag.Diagnostic{Code: diag.Conflict, Message: "m", Path: "metrics.a", Range: place("catalog/a.cue", 1, 1, 1, 2)}
	moved := one
	moved.Range = place("catalog/b.cue", 7, 1, 7, 2)
	if a, b := fingerprints(diag.List{one}), fingerprints(diag.List{moved}); a[0] != b[0] {
		t.Error("a moved finding has another fingerprint")
	}
	other := one
	other.Message = "n"
	seen := map[string]bool{}
	for _, f := range fingerprints(diag.List{one, moved, other}) {
		if seen[f] {
			t.Error("two findings share a fingerprint")
		}
		seen[f] = true
	}
}

// The runner of GitHub Actions reads one command for each finding, and gets back what was said.
func TestGitHubCommands(t *testing.T) {
	command := regexp.MustCompile(`^::(error|warning) (file=[^:]*),title=([^:]*)::(.*)$`)
	unescape := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	out := string(printed(t, func(p *Printer) error { p.GitHub(report()); return nil }))
	commands := 0
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if strings.Contains(line, "##[") && !strings.HasPrefix(line, "::") || strings.ContainsAny(line, "\r\x1b") {
			t.Errorf("this line is a command: %q", line)
		}
		if !strings.HasPrefix(strings.TrimSpace(line), "::") {
			continue
		}
		m := command.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no command: %q", line)
			continue
		}
		commands++
		if message, _, _ := strings.Cut(unescape.Replace(m[4]), "\n"); strings.Contains(message, "100") && message != Escape(hostile) {
			t.Errorf("read back: %q", message)
		}
	}
	if want := len(report().Findings.Shown); commands != want {
		t.Errorf("%d commands for %d findings", commands, want)
	}
}

func TestGitHubShowsTen(t *testing.T) {
	var list diag.List
	for i := range 30 {
		list = append(list, diag.Diagnostic{Code: "SUT041", Message: "::error::x", Severity: diag.Severity(i % 2), Range: place("catalog/a.cue", i+1, 1, i+1, 2)})
	}
	out := string(printed(t, func(p *Printer) error { p.GitHub(Report{Findings: Select(list, 0), Files: files()}); return nil }))
	lines := strings.Split(out, "\n")
	for i, line := range lines[:30] {
		switch {
		case i < 10 && !strings.HasPrefix(line, "::error "), i >= 10 && i < 20 && !strings.HasPrefix(line, "::warning "),
			i >= 20 && !strings.HasPrefix(line, "- shop/catalog"):
			t.Errorf("line %d is %q", i, line)
		}
	}
}

// A summary stays small, whatever was found, and unfolds to the end.
func TestGitHubSummaryIsBounded(t *testing.T) {
	for _, n := range []int{0, 1, 11, 300, 10_000} {
		var list diag.List
		for i := range n {
			list = append(list, diag.Diagnostic{Code: "SUT041", Message: fmt.Sprintf("%s %d", strings.Repeat(hostile, i%9), i), Range: place("catalog/a.cue", i+1, 1, i+1, 2)})
		}
		out := string(GitHubSummary(Report{Findings: Select(list, 0), Files: files()}))
		if len(out) >= 64<<10 {
			t.Errorf("%d findings: %d bytes", n, len(out))
		}
		if a, b := strings.Count(out, "<details>"), strings.Count(out, "</details>"); a != b {
			t.Errorf("%d findings: %d opened, %d closed", n, a, b)
		}
		if strings.Contains(strings.NewReplacer("<details>", "", "<summary>", "", "<br>", "", `\<`, "").Replace(out), "<script") {
			t.Errorf("%d findings: markup passes", n)
		}
	}
}

// What a service would read of JUnit and Code Quality.
func TestReportsParse(t *testing.T) {
	r := report()
	var suites junitSuites
	if err := xml.Unmarshal(printed(t, func(p *Printer) error { return p.JUnit(r) }), &suites); err != nil {
		t.Fatal(err)
	}
	if len(suites.Suites) != 1 || suites.Failures != r.Findings.Errors || suites.Suites[0].Tests != len(suites.Suites[0].Cases) ||
		suites.Tests != len(r.Findings.Shown)+1 {
		t.Errorf("%d tests, %d failures", suites.Tests, suites.Failures)
	}
	if c := suites.Suites[0].Cases; c[0].Failure == nil || c[len(c)-1].Failure != nil {
		t.Error("the worst come first, what passes last")
	}
	r.Strict = true
	if err := xml.Unmarshal(printed(t, func(p *Printer) error { return p.JUnit(r) }), &suites); err != nil {
		t.Fatal(err)
	}
	if suites.Failures != len(r.Findings.Shown) {
		t.Errorf("strict: %d failures", suites.Failures)
	}

	var list []gitlabFinding
	if err := json.Unmarshal(printed(t, func(p *Printer) error { return p.GitLab(report()) }), &list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range list {
		if f.Description == "" || f.Location.Path == "" || f.Location.Lines.Begin < 1 || seen[f.Fingerprint] ||
			f.Severity != "critical" && f.Severity != "minor" {
			t.Errorf("%+v", f)
		}
		seen[f.Fingerprint] = true
	}
	if len(list) != len(report().Findings.Shown) {
		t.Errorf("%d findings", len(list))
	}
}

// Columns are counted in characters: the underlined name stands behind three characters of three bytes each.
func TestSpotCountsCharacters(t *testing.T) {
	r := Report{Files: Files{Show: func(f string) string { return f }, Read: func(string) []byte { return []byte("日本語𝄞x\n") }}}
	s := r.spotOf(place("a.cue", 1, 14, 1, 15))
	if s.column != 5 || s.endColumn != 6 || s.utf16Column != 6 || s.utf16EndColumn != 7 {
		t.Errorf("%+v", s)
	}
}
