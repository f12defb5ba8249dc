package catalog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
	"github.com/google/go-cmp/cmp"

	"sutura.dev/catalog"
)

// preferred writes each value of a file as an author's default: text, numbers and words alone, or lists and structs too.
// Types and dialects are what other fields depend on within the schema, and stay.
func preferred(t *testing.T, text []byte, whole bool) []byte {
	t.Helper()
	f, err := parser.ParseFile("x.cue", text)
	if err != nil {
		t.Fatal(err)
	}
	def := func(x ast.Expr) ast.Expr {
		return &ast.ParenExpr{X: &ast.BinaryExpr{X: &ast.UnaryExpr{Op: token.MUL, X: x}, Op: token.OR, Y: ast.NewIdent("_")}}
	}
	plain := func(x ast.Expr) bool {
		switch x := x.(type) {
		case *ast.BasicLit:
			return true
		case *ast.UnaryExpr:
			_, ok := x.X.(*ast.BasicLit)
			return ok
		case *ast.ListLit:
			return whole
		}
		return false
	}
	count := 0
	f = astutil.Apply(f, nil, func(c astutil.Cursor) bool {
		if field, ok := c.Node().(*ast.Field); ok && plain(field.Value) {
			field.Value = def(field.Value)
			count++
		}
		return true
	}).(*ast.File)
	if count < 20 {
		t.Fatalf("only %d values are defaults", count)
	}
	out, err := format.Node(f)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A value that an author gives as a default (zone: *"UTC" | string) is the value, in every field: a catalog means the
// same where all of its values are such.
func TestAuthorsDefaults(t *testing.T) {
	dir := filepath.Join("testdata", "flights", "catalog")
	plain, lists, scalars := map[string][]byte{}, map[string][]byte{}, map[string][]byte{}
	for _, name := range []string{"catalog.cue", "families.cue", "schema.cue"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		name = "catalog/" + name
		plain[name], lists[name], scalars[name] = text, text, text
		if name == "catalog/catalog.cue" {
			lists[name], scalars[name] = preferred(t, text, true), preferred(t, text, false)
		}
	}
	want := meaning(t, plain)
	for name, files := range map[string]map[string][]byte{"text, numbers and words": scalars, "lists too": lists} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, meaning(t, files)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// meaning is what is read of a catalog, as JSON.
func meaning(t *testing.T, files map[string][]byte) string {
	t.Helper()
	c, found := catalog.Load(catalog.InMemory(files))
	for _, d := range errorsOf(found) {
		t.Errorf("%s", d)
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
