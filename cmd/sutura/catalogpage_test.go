package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/catalog/schema"
)

// The catalog's page names, as code, every field that an author can write and every function of expressions.
func TestCatalogPageIsComplete(t *testing.T) {
	data, err := os.ReadFile("../../docs/catalog.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, code := range regexp.MustCompile("(?s)```.*?```|`[^`]+`").FindAllString(string(data), -1) {
		for _, word := range regexp.MustCompile(`\w+`).FindAllString(code, -1) {
			named[word] = true
		}
	}
	seen := map[*schema.Shape]bool{}
	var visit func(path string, s *schema.Shape)
	visit = func(path string, s *schema.Shape) {
		if s == nil || seen[s] || s.Name == "#Question" || s.Name == "#Filter" { // questions have their own page
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			if !named[f.Name] {
				t.Errorf("docs/catalog.md does not name %s.%s", path, f.Name)
			}
			visit(path+"."+f.Name, f.Shape)
		}
		visit(path, s.Elem)
		for _, arm := range s.Arms {
			visit(path, arm)
		}
	}
	visit("catalog", schema.Root())
	for _, op := range expr.Operations() {
		if name, _, _ := strings.Cut(op.Syntax, "("); op.Function && !named[name] {
			t.Errorf("docs/catalog.md does not name the function %s", name)
		}
	}
}
