package resolve_test

import (
	"os"
	"strings"
	"testing"

	"sutura.dev/catalog/demo"
	"sutura.dev/internal/words/resolve"
)

const (
	page       = "../../../docs/words.md"
	pageBegins = "<!-- questions in words -->\n"
	pageEnds   = "\n<!-- end of the questions -->"
)

// Every rule on the page has an example, and the page says what it comes to; SUTURA_UPDATE=1 writes it.
func TestPage(t *testing.T) {
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), pageBegins)
	table, after, too := strings.Cut(rest, pageEnds)
	if !ok || !too {
		t.Fatal("the marks of the examples are gone")
	}
	r := resolverOf(build(t, demo.Files()).View(nil, false))
	rows := strings.Split(table, "\n")
	for i, row := range rows[2:] {
		cells := strings.Split(row, " | ")
		if len(cells) != 3 {
			t.Fatalf("%q has no three cells", row)
		}
		o, err := r.Resolve(cells[1], resolve.Context{Reference: "2014-05-15T12:00"})
		if err != nil {
			t.Fatal(err)
		}
		shown := spell(o)
		if o.Question != nil {
			shown = "`" + shown + "`"
		}
		rows[i+2] = cells[0] + " | " + cells[1] + " | " + shown + " |"
	}
	want := before + pageBegins + strings.Join(rows, "\n") + pageEnds + after
	if want == string(data) {
		return
	}
	if os.Getenv("SUTURA_UPDATE") == "" {
		t.Fatal("docs/words.md is not what the words come to; SUTURA_UPDATE=1 go test ./internal/words/resolve writes it")
	}
	if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}
