package settings

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestServingPage holds the table of docs/serving.md to the table of keys. SUTURA_UPDATE=1 writes it.
func TestServingPage(t *testing.T) {
	const path, begin, end = "../../docs/serving.md", "<!-- settings: written by SUTURA_UPDATE=1 go test ./internal/settings -->\n", "<!-- end of settings -->"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), begin)
	table, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatal("the page has no place for the table of settings")
	}
	var b strings.Builder
	b.WriteString("\n| key | takes | default | |\n|---|---|---|---|\n")
	for _, k := range servingKeys() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Path, wanted(k), k.Default, k.Doc)
	}
	b.WriteString("\n")
	if table == b.String() {
		return
	}
	if os.Getenv("SUTURA_UPDATE") == "" {
		t.Fatal("the table of settings in docs/serving.md is not that of the keys; SUTURA_UPDATE=1 writes it")
	}
	if err := os.WriteFile(path, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
