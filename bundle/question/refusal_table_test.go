package question

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
)

// Every code that is declared has one row in the table, and every row a code.
func TestRefusalsAreComplete(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "refusal.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := map[Code]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Code" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			declared[Code(text)] = true
		}
		return true
	})
	if len(declared) < 20 {
		t.Fatalf("only %d codes were found", len(declared))
	}
	for _, info := range Refusals() {
		if !declared[info.Code] {
			t.Errorf("%s is in the table twice, or is no code", info.Code)
		}
		delete(declared, info.Code)
		if info.Status < 400 || info.Status > 599 || info.When == "" || info.Remedy == "" {
			t.Errorf("%s: its row is not complete", info.Code)
		}
	}
	for code := range declared {
		t.Errorf("%s has no row", code)
	}
}
