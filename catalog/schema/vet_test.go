package schema_test

import (
	"path"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"sutura.dev/catalog/schema"
)

// vet does what `cue vet -c ./catalog` does in a folder that the starter was written to: imports are looked up under
// cue.mod/pkg, and nowhere else.
func vet(t *testing.T, text string) error {
	t.Helper()
	files := append(schema.Starter(), schema.File{Path: "catalog/x.cue", Data: []byte("package catalog\n" + text)})
	var context *build.Context
	instance := func(folder string) *build.Instance {
		inst := context.NewInstance("", nil)
		for _, f := range files {
			if path.Dir(f.Path) != folder {
				continue
			}
			if err := inst.AddFile(f.Path, f.Data); err != nil {
				t.Fatal(err)
			}
		}
		if len(inst.Files) == 0 {
			return nil
		}
		if err := inst.Complete(); err != nil {
			t.Fatal(err)
		}
		return inst
	}
	context = build.NewContext(build.Loader(func(_ token.Pos, importPath string) *build.Instance {
		return instance("cue.mod/pkg/" + importPath)
	}))
	return cuecontext.New().BuildInstance(instance("catalog")).Validate(cue.Concrete(true), cue.Final())
}

const about = `
about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: w: dialect: "postgres"
models: orders: {source: "w", table: ["shop", "orders"], time: "none", columns: id: type: "integer"}
metrics: orders_count: {model: "orders", measure: count: "*"}
`

// The vendored schema works without this program and without a registry, and shows mistakes at the author's line.
func TestVendoredSchema(t *testing.T) {
	if err := vet(t, about); err != nil {
		t.Fatalf("a catalog that is right: %s", errors.Details(err, nil))
	}
	families := "import \"sutura.dev/schema/families\"\n" + about + "metrics: (families.#OverTime & {of: \"orders_count\", title: \"Orders\"}).metrics\n"
	if err := vet(t, families); err != nil {
		t.Fatalf("families: %s", errors.Details(err, nil))
	}
	for _, c := range []struct{ x, message, at string }{
		{`metrics: orders_count: titel: "Orders"`, "field not allowed", "x.cue:7:24"},
		{`metrics: orders_count: status: "certifid"`, "errors in empty disjunction", "x.cue:7:32"},
		{`metrics: orders_count: title: 5`, "conflicting values", "x.cue:7:31"},
		{`models: orders: columns: id: typ: "integer"`, "field not allowed", "x.cue:7:30"},
	} {
		err := vet(t, about+c.x)
		if err == nil {
			t.Errorf("%s passes", c.x)
			continue
		}
		if got := errors.Details(err, &errors.Config{ToSlash: true}); !strings.Contains(got, c.message) || !strings.Contains(got, c.at) {
			t.Errorf("%s: no %q at %s in\n%s", c.x, c.message, c.at, got)
		}
	}
}
