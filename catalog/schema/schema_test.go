package schema_test

import (
	"strings"
	"testing"

	"sutura.dev/catalog/schema"
)

// Every field of every definition is documented, since editors show the comment.
func TestEveryFieldIsDocumented(t *testing.T) {
	seen := map[*schema.Shape]bool{}
	fields := 0
	var visit func(path string, s *schema.Shape)
	visit = func(path string, s *schema.Shape) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, f := range s.Fields {
			fields++
			if !strings.HasSuffix(f.Doc, ".") && !strings.HasSuffix(f.Doc, "\".") && !strings.HasSuffix(f.Doc, "]") {
				t.Errorf("%s.%s: comment %q", path, f.Name, f.Doc)
			}
			visit(path+"."+f.Name, f.Shape)
		}
		visit(path+"[]", s.Elem)
		for _, arm := range s.Arms {
			visit(path, arm)
		}
	}
	visit("", schema.Root())
	if fields < 150 {
		t.Errorf("only %d fields were read", fields)
	}
}

func TestShape(t *testing.T) {
	root := schema.Root()
	at := func(path ...string) *schema.Shape {
		t.Helper()
		s := root
		for _, label := range path {
			next, ok := s.Step(label)
			if !ok {
				t.Fatalf("no shape at %v", path)
			}
			s = next
		}
		return s
	}
	if got := at("metrics", "x", "grains", "0").Values; len(got) != 8 || got[0] != "hour" {
		t.Errorf("grains: %v", got)
	}
	if got := at("metrics", "x", "measure", "snapshot", "measure"); got != at("metrics", "x", "measure") {
		t.Error("a snapshot's measure is a measure")
	}
	if got := at("metrics", "x", "synonyms", "0"); got.Kind != schema.Union || got.Arm(schema.Struct) == nil || got.Arm(schema.Text) == nil {
		t.Errorf("synonyms: %+v", got)
	}
	if got := at("about", "calendar", "fiscal_year_start"); got.Kind != schema.Integer || strings.Join(got.Bounds, " ") != ">=1 <=12" {
		t.Errorf("fiscal_year_start: %+v", got)
	}
	if f, _ := at("metrics", "x").Field("measure"); !f.Required {
		t.Error("measure is required")
	}
	if _, ok := at("metrics", "x").Step("titel"); ok {
		t.Error("a metric has no titel")
	}
}
