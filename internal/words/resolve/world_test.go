package resolve_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/words"
	"sutura.dev/internal/words/resolve"
)

// build compiles the catalog below catalog/ of a tree.
func build(t testing.TB, tree fs.FS) *bundle.Bundle {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(tree, "catalog", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(tree, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b, found := compiler.Build(catalog.InMemory(files))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	return b
}

func resolverOf(v *bundle.View) *resolve.Resolver { return resolve.New(v, words.New(v)) }

// spell writes an outcome on one line.
func spell(o *resolve.Outcome) string {
	switch o.Kind {
	case resolve.NotDefined:
		return "not defined: " + o.Phrase
	case resolve.Clarification:
		var ids []string
		for _, op := range o.Options {
			ids = append(ids, op.ID)
		}
		return fmt.Sprintf("ask %q: %s", o.About.Text, strings.Join(ids, " or "))
	}
	if o.Question != nil {
		return string(question.Encode(*o.Question))
	}
	if o.Kind == resolve.Empty {
		return "nothing"
	}
	var parts []string
	for _, b := range o.Bindings {
		parts = append(parts, strings.Join(strings.Fields(fmt.Sprint(string(b.Role), " ", b.Name, " ", strings.Join(b.Values, ".."))), " "))
	}
	out := "only " + strings.Join(parts, ", ")
	for _, m := range o.Missing {
		out += "; missing " + m.Field
	}
	for _, u := range o.Unbound {
		out += "; left " + u.Text
	}
	return out
}
