package catalog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sutura.dev/catalog"
	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// probe writes a value at a path of the schema, where * is any name and # any element.
func probe(path []string, value string) string {
	if len(path) == 0 {
		return value
	}
	switch path[0] {
	case "#":
		return "[" + probe(path[1:], value) + "]"
	case "*":
		return "{cs: " + probe(path[1:], value) + "}" // a name, and a locale
	}
	return "{" + path[0] + ": " + probe(path[1:], value) + "}"
}

// TestEveryShape visits all of the schema and writes what no part of it accepts: a field that it does not list into
// each struct, a word that is not among them for each enumeration, and a value of another type for each scalar. Each
// is found, as what it is, at its path.
func TestEveryShape(t *testing.T) {
	seen := map[*schema.Shape]bool{}
	counts := map[diag.Code]int{}
	check := func(path []string, value string, code diag.Code) {
		t.Helper()
		counts[code]++
		text := "package catalog\n" + strings.TrimSuffix(strings.TrimPrefix(probe(path, value), "{"), "}") + "\n"
		_, found := catalog.Load(catalog.InMemory(map[string][]byte{"catalog/x.cue": []byte(text)}))
		dotted := strings.NewReplacer("*", "cs", "#", "0", `"`, "").Replace(strings.Join(path, "."))
		if !slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
			return d.Code == code && d.Path == dotted && d.Range.File == "catalog/x.cue" && d.Range.Start.Line == 2
		}) {
			t.Errorf("no %s at %s of %sfound:\n%s", code, dotted, text, found)
		}
	}
	var visit func(s *schema.Shape, path []string)
	visit = func(s *schema.Shape, path []string) {
		if seen[s] {
			return
		}
		seen[s] = true
		switch s.Kind {
		case schema.Struct:
			check(append(path, "zz"), "1", diag.UnknownField)
			for _, f := range s.Fields {
				visit(f.Shape, append(slices.Clone(path), f.Name))
			}
		case schema.Map:
			visit(s.Elem, append(slices.Clone(path), "*"))
			if s.Key != nil && s.Key.Pattern != "" {
				check(append(path, "\"Not A Name\""), "{}", diag.MalformedName)
			}
		case schema.List:
			check(path, "5", diag.WrongType)
			visit(s.Elem, append(slices.Clone(path), "#"))
		case schema.Enum:
			check(path, `"zz"`, diag.NotOneOf)
			check(path, "[5]", diag.WrongType)
		case schema.Text:
			check(path, "[5]", diag.WrongType)
			if s.Pattern != "" {
				check(path, `"Ž z!"`, diag.OutOfForm)
			}
		case schema.Integer, schema.Number:
			check(path, `"5"`, diag.WrongType)
			if slices.Contains(s.Bounds, ">=1") || slices.Contains(s.Bounds, ">0") {
				check(path, "-1", diag.OutOfForm)
			}
		case schema.Boolean:
			check(path, `"true"`, diag.WrongType)
		case schema.Union:
			check(path, "null", diag.WrongType)
			for _, arm := range s.Arms {
				if arm.Kind == schema.Struct {
					visit(arm, path)
				}
			}
		}
	}
	visit(schema.Root(), nil)
	t.Log(fmt.Sprint(counts))
	if counts[diag.UnknownField] < 40 || counts[diag.WrongType] < 100 || counts[diag.NotOneOf] < 15 {
		t.Errorf("too little was visited: %v", counts)
	}
}
