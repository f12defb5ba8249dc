package plan_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/compiler/plan"
)

const savedCUE = `package catalog
about: {name: "shop", version: "1.0.0", audience: ["everyone"], calendar: timezone: "UTC"}
sources: db: dialect: "duckdb"
models: sales: {
	source: "db", table: "sales", time: "day"
	columns: {day: type: "date", amount: type: "integer", channel: type: "string", price: {type: "decimal", precision: 8, scale: 2}, gift: type: "boolean", packed: type: "date"}
	dimensions: {channel: values: ["web", "store"], price: {}, gift: {}, packed: {}}
}
metrics: sold: {model: "sales", measure: sum: "amount"}
metrics: margin: {model: "sales", measure: max: "amount", audience: ["board"]}
knowledge: queries: {
	sold_by: {
		question: {metrics: ["sold"], range: period: "2025", filters: [{dimension: "price", op: "gte", values: ["1"]}]}
		parameters: {
			when: {fills: "range", default: "2026"}
			where: {fills: "filter", dimension: "channel", required: true}
			least: {fills: "filter", dimension: "price"}
			gift: {fills: "filter", dimension: "gift"}
			packed: {fills: "filter", dimension: "packed"}
		}
	}
	plain: question: {metrics: ["sold"], range: period: "2025"}
	boards: question: {metrics: ["sold"], range: period: "2025", having: [{metric: "margin", op: "gt", value: "1"}]}
}
`

// args reads "where=web,store least=2" as arguments in the places p[0], p[1].
func args(text string) []plan.Argument {
	var out []plan.Argument
	for i, field := range strings.Fields(text) {
		name, values, _ := strings.Cut(field, "=")
		out = append(out, plan.Argument{Name: name, Values: strings.Split(values, ","), Place: "p[" + string(rune('0'+i)) + "]"})
		if values == "" {
			out[i].Values = nil
		}
	}
	return out
}

func TestFill(t *testing.T) {
	view := compilertest.CUE(t, savedCUE).View([]string{}, false)
	for _, tt := range []struct{ name, said, question, defaults, path, kept string }{
		{"sold_by", "where=web", `{"metrics":["sold"],"range":{"period":"2026"},"filters":[{"dimension":"price","op":"gte","values":["1"]},{"dimension":"channel","values":["web"]}]}`, "when", "", "least"},
		{"sold_by", "least=2.50 where=web,store when=last-3-months gift=true packed=2026-02-28", `{"metrics":["sold"],"range":{"last":{"count":3,"unit":"month"}},"filters":[{"dimension":"price","op":"gte","values":["2.50"]},{"dimension":"gift","values":["true"]},{"dimension":"packed","values":["2026-02-28"]},{"dimension":"channel","values":["web","store"]}]}`, "", "", ""},
		{"sold_by", "where=web when=2026-01-01..2026-02-01", `{"metrics":["sold"],"range":{"start":"2026-01-01","end":"2026-02-01"},"filters":[{"dimension":"price","op":"gte","values":["1"]},{"dimension":"channel","values":["web"]}]}`, "", "", "least"},
		{"plain", "", `{"metrics":["sold"],"range":{"period":"2025"}}`, "", "", ""},
		// What is no argument, and where.
		{"sold_by", "", "", "", "parameters", ""},
		{"sold_by", "when=2026", "", "", "parameters", ""},
		{"sold_by", "where=web whence=2026", "", "", "p[1].name", ""},
		{"plain", "where=web", "", "", "p[0]", ""},
		{"sold_by", "where=web where=store", "", "", "p[1].name", ""},
		{"sold_by", "where=", "", "", "p[0].values", ""},
		{"sold_by", "where=web when=", "", "", "p[1].values", ""},
		{"sold_by", "where=web when=2025,2026", "", "", "p[1].values", ""},
		{"sold_by", "where=web when=yesterday", "", "", "p[1].values[0]", ""},
		{"sold_by", "where=web when=2026-01-01T05:30..2026-02-01", "", "", "p[1].values[0]", ""},
		{"sold_by", "where=web least=cheap", "", "", "p[1].values[0]", ""},
		{"sold_by", "where=web least=1.001", "", "", "p[1].values[0]", ""},
		{"sold_by", "where=web least=1,2", "", "", "p[1].values", ""},
		{"sold_by", "where=web gift=maybe", "", "", "p[1].values[0]", ""},
		{"sold_by", "where=web packed=2026-02-30", "", "", "p[1].values[0]", ""},
		{"sold_by", "where=a\u202eb", "", "", "p[0].values[0]", ""},
		{"sold_by", "where=" + strings.Repeat("x", 257), "", "", "p[0].values[0]", ""},
	} {
		got, malformed := plan.Fill(view, view.Query(tt.name), args(tt.said))
		switch {
		case malformed != nil && malformed.Path != tt.path:
			t.Errorf("%s %s: %v", tt.name, tt.said, malformed)
		case malformed != nil:
			if malformed.Accepted == "" || strings.Contains(malformed.Accepted, "cheap") {
				t.Errorf("%s: %v", tt.said, malformed)
			}
		case tt.path != "":
			t.Errorf("%s %s is a question: %s", tt.name, tt.said, question.Encode(got.Question))
		default:
			var defaults []string
			for _, p := range got.Defaults {
				defaults = append(defaults, p.Name)
			}
			if kept := len(got.Kept); kept != strings.Count(tt.kept, "least") {
				t.Errorf("%s %s keeps %v", tt.name, tt.said, got.Kept)
			}
			if diff := cmp.Diff(tt.question, string(question.Encode(got.Question))); diff != "" || strings.Join(defaults, " ") != tt.defaults {
				t.Errorf("%s %s (-want +got):\n%s, defaults of %v", tt.name, tt.said, diff, defaults)
			}
		}
	}
	if before := string(question.Encode(view.Query("sold_by").Question)); !strings.Contains(before, `"values":["1"]`) || strings.Contains(before, "channel") {
		t.Errorf("filling changed what is saved: %s", before)
	}
}

// A value that is declared nowhere is a question, whose answer is no.
func TestFillLeavesRefusals(t *testing.T) {
	view := compilertest.CUE(t, savedCUE).View(nil, false)
	got, malformed := plan.Fill(view, view.Query("sold_by"), args("where=moon"))
	if malformed != nil {
		t.Fatal(malformed)
	}
	if _, refusal, _ := plan.Resolve(view, got.Question, time.Unix(0, 0)); refusal == nil || refusal.Code != question.DimensionValueNotAllowed {
		t.Errorf("%+v", refusal)
	}
}

// A saved question with a metric that is not visible does not exist: the same bytes as a catalog without it.
func TestInvisibleQuery(t *testing.T) {
	hidden := compilertest.CUE(t, savedCUE).View([]string{}, false)
	var without []string
	for line := range strings.Lines(savedCUE) {
		if !strings.Contains(line, "margin") {
			without = append(without, line)
		}
	}
	absent := compilertest.CUE(t, strings.Join(without, "")).View([]string{}, false)
	for _, name := range []string{"boards", "board", "sold", "sold_b", ""} {
		a, _ := json.Marshal(plan.NoQuery(hidden, name))
		b, _ := json.Marshal(plan.NoQuery(absent, name))
		if hidden.Query(name) != nil || !bytes.Equal(a, b) || bytes.Contains(a, []byte("board")) {
			t.Errorf("%s: %s, and without it %s", name, a, b)
		}
	}
	board := compilertest.CUE(t, savedCUE).View([]string{"board"}, false)
	if board.Query("boards") == nil || len(board.Queries()) != 3 || len(hidden.Queries()) != 2 {
		t.Errorf("the board sees %d queries, others %d", len(board.Queries()), len(hidden.Queries()))
	}
	near := plan.NoQuery(board, "board")
	if len(near.Suggestions) != 1 || near.About[0] != "boards" {
		t.Errorf("%+v", near)
	}
	if none := plan.NoQuery(compilertest.CUE(t, strings.Split(savedCUE, "knowledge")[0]).View(nil, false), "x"); none.Code != question.ObjectUnknown {
		t.Errorf("%+v", none)
	}
}
