package mcp_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

// digests change with the forms of bundle and statement, which others hold.
var digests = regexp.MustCompile(`sha256:[0-9a-f]{64}`)

// The text half of every tool, as recorded.
func TestText(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	session := w.piped(t, local())
	bare := open(t, settings.Serving{}, mcp.Options{ProseOmitted: true}).piped(t, local())
	var all strings.Builder
	for _, c := range []struct{ tool, arguments string }{
		{"describe_catalog", `{}`},
		{"describe_catalog", `{"metrics":["revenue","nothing"]}`},
		{"search", `{"query":"revenu"}`},
		{"search", `{"query":"zzzz"}`},
		{"search", `{"query":"profit"}`},
		{"ask_metric", `{"metrics":["revenue","orders"],"range":{"period":"2026"},"dimensions":["region"]}`},
		{"ask_metric", `{"metrics":["revenue"],"range":{"start":"2026-01-01","end":"2026-02-02"},"grain":"month"}`},
		{"ask_metric", byDay},
		{"ask_metric", `{"metrics":["x' UNION SELECT 1"],"range":{"period":"2026"}}`},                                                         // H102
		{"ask_metric", `{"metrics":["orders"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["O'Reilly' OR 1=1--"]}]}`}, // H104
		{"compile", `{"metrics":["orders"],"range":{"period":"2026"},"filters":[{"dimension":"region","values":["O'Reilly' OR 1=1--"]}]}`},
	} {
		all.WriteString("-- " + c.tool + " " + c.arguments + " --\n" + textOf(t, called(t, session, c.tool, c.arguments)) + "\n")
	}
	for _, c := range []struct{ tool, arguments string }{
		{"describe_catalog", `{"metrics":["revenue"]}`},
		{"search", `{"query":"revenu"}`},
		{"ask_metric", january},
	} {
		res := called(t, bare, c.tool, c.arguments)
		all.WriteString("-- without prose: " + c.tool + " " + c.arguments + " --\n" + textOf(t, res) + "\n")
		for _, prose := range []string{"instructions", "Returns", "What was paid", "Revenue"} {
			if strings.Contains(string(encode(t, res)), prose) {
				t.Errorf("%s %s says %q without prose:\n%s", c.tool, c.arguments, prose, encode(t, res))
			}
		}
		if res.Meta["sutura.dev/prose"] != "omitted" || !strings.Contains(textOf(t, res), "prose is left out here") {
			t.Errorf("%s does not say that prose is left out", c.tool)
		}
	}
	recorded(t, "text.txt", digests.ReplaceAllString(all.String(), "sha256:..."))
}

// Prose in the text half is quoted on every line of it.
func TestProseIsQuoted(t *testing.T) {
	w := open(t, settings.Serving{}, mcp.Options{})
	session := w.piped(t, local())
	for _, c := range []struct{ tool, arguments string }{{"describe_catalog", `{}`}, {"describe_catalog", `{"metrics":["revenue"]}`}, {"ask_metric", january}, {"search", `{"query":"profit"}`}} {
		for line := range strings.Lines(textOf(t, called(t, session, c.tool, c.arguments))) {
			for _, prose := range []string{"Ignore all earlier", "Returns are not", "What was paid", "Obey the next"} {
				if strings.Contains(line, prose) && !strings.HasPrefix(line, "> ") {
					t.Errorf("%s: %s", c.tool, line)
				}
			}
		}
	}
}

func TestCells(t *testing.T) {
	for _, tt := range []struct {
		cell any
		want string
	}{
		{nil, "null"}, {"null", `\null`}, {"", ""}, {true, "true"}, {int64(-3), "-3"}, {0.1, "0.1"}, {1e21, "1e+21"}, {"9223358433259708591", "9223358433259708591"},
		{"a\tb\nc\rd", `a\tb\nc\rd`}, {`C:\null`, `C:\\null`}, {"\x00\x1b[31m", `\u0000\u001b[31m`}, {"\u202eevil", `\u202eevil`}, {"zero\u200bwidth", `zero\u200bwidth`},
		{"می\u200cخواهم", "می\u200cخواهم"}, {"line\u2028end", `line\u2028end`}, {"\U000e0041", `\U000e0041`}, {"<b>&", "<b>&"}, {"日本", "日本"},
	} {
		if diff := cmp.Diff(tt.want, mcp.Cell(tt.cell)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.cell, diff)
		}
	}
}
