package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func pkg(path string, imports ...string) Package { return Package{Path: path, Imports: imports} }

func tests(path string, imports ...string) Package { return Package{Path: path, TestImports: imports} }

func layered(packages ...Package) []Violation { return Layers(packages) }

func moduled(packages ...Package) []Violation { return Modules(packages) }

func sourced(path, text string) []Violation { return Source([]File{{path, []byte(text)}}) }

func treed(path, text string) []Violation { return Tree([]File{{path, []byte(text)}}) }

const documentation = "// Package x is planted.\n"

// A plant is a tree with a violation in it: the rule that must see it, where, and what the rules found.
type plant struct {
	rule  Rule
	where string
	found []Violation
}

func planted() []plant {
	machine := machinePaths()[0]
	return []plant{
		{unlisted, "internal/new", layered(pkg("internal/new"))},
		{unlisted, "goldens/other", layered(pkg("goldens/other"))},
		{importsUp, "bundle", layered(pkg("bundle", "sutura.dev/compiler/plan"))},
		{importsUp, "bundle/calendar", layered(pkg("bundle/calendar", "sutura.dev/bundle/expr"))},
		{importsUp, "internal/diag", layered(pkg("internal/diag", "sutura.dev/internal/clock"))},
		{importsUp, "catalog", layered(pkg("catalog", "sutura.dev/bundle"))},
		{importsUp, "catalog", layered(pkg("catalog", "sutura.dev/compiler"))},
		{importsUp, "compiler/expression", layered(pkg("compiler/expression", "sutura.dev/bundle"))},
		{importsUp, "compiler/plan", layered(pkg("compiler/plan", "sutura.dev/catalog"))},
		{importsUp, "compiler/plan", layered(pkg("compiler/plan", "sutura.dev/compiler/dialect"))},
		{importsUp, "internal/settings", layered(pkg("internal/settings", "sutura.dev/bundle"))},
		{importsUp, "internal/warehouse", layered(pkg("internal/warehouse", "sutura.dev/internal/warehouse/duckdb"))},
		{importsUp, "internal/warehouse/duckdb", layered(pkg("internal/warehouse/duckdb", "sutura.dev/internal/warehouse/postgres"))},
		{importsUp, "internal/answer", layered(pkg("internal/answer", "sutura.dev/internal/warehouse/duckdb"))},
		{importsUp, "internal/serve", layered(pkg("internal/serve", "sutura.dev/compiler"))},
		{importsUp, "internal/serve/mcp", layered(pkg("internal/serve/mcp", "sutura.dev/internal/serve/http"))},
		{importsUp, "internal/render", layered(pkg("internal/render", "sutura.dev/internal/cli"))},
		{importsUp, "cmd/sutura", layered(pkg("cmd/sutura", "sutura.dev/bundle"))},
		{importsUp, "bundle", layered(tests("bundle", "sutura.dev/internal/cli"))},
		{onlyInTests, "internal/cli", layered(pkg("internal/cli", "sutura.dev/internal/oracle"))},
		{reaches, "internal/serve/mcp", layered(pkg("internal/serve/mcp", "sutura.dev/internal/serve"), pkg("internal/serve", "sutura.dev/internal/words"),
			pkg("internal/words", "sutura.dev/catalog"))},
		{reaches, "internal/serve", layered(pkg("internal/serve", "sutura.dev/internal/propose"), pkg("internal/propose", "cuelang.org/go/cue/cuecontext"))},
		{reaches, "internal/answer", layered(pkg("internal/answer", "cuelang.org/go/cue"))},

		{foreign, "compiler", moduled(pkg("compiler", "cuelang.org/go/cue"))},
		{foreign, "internal/propose", moduled(pkg("internal/propose", "cuelang.org/go/cue/cuecontext"))},
		{foreign, "compiler/expression", moduled(pkg("compiler/expression", "github.com/pganalyze/pg_query_go/v5"))},
		{foreign, "compiler/expression", moduled(tests("compiler/expression", "github.com/pganalyze/pg_query_go/v5"))},
		{foreign, "goldens", moduled(pkg("goldens", "github.com/sergi/go-diff/diffmatchpatch"))},
		{foreign, "internal/cli", moduled(pkg("internal/cli", "github.com/charmbracelet/lipgloss"))},
		{foreign, "internal/render", moduled(pkg("internal/render", "github.com/spf13/cobra"))},
		{foreign, "internal/serve", moduled(pkg("internal/serve", "github.com/modelcontextprotocol/go-sdk/mcp"))},
		{foreign, "internal/answer", moduled(pkg("internal/answer", "github.com/duckdb/duckdb-go/v2"))},
		{foreign, "internal/warehouse/duckdb", moduled(pkg("internal/warehouse/duckdb", "github.com/jackc/pgx/v5/pgxpool"))},
		{foreign, "internal/cli", moduled(pkg("internal/cli", "github.com/goccy/go-yaml"))},
		{foreign, "bundle", moduled(pkg("bundle", "pgregory.net/rapid"))},
		{foreign, "bundle", moduled(tests("bundle", "github.com/rogpeppe/go-internal/testscript"))},
		{foreign, "bundle", moduled(pkg("bundle", "example.org/left/pad"))},
		{foreign, "bundle", moduled(tests("bundle", "example.org/left/pad"))},
		{replaced, "go.mod", GoMod("module sutura.dev\n\nreplace example.org/a => ../a\n")},
		{replaced, "go.mod", GoMod("module sutura.dev\n\nreplace (\n\texample.org/a v1.0.0 => example.org/b v1.0.0\n)\n")},

		{unparsed, "bundle/x.go", sourced("bundle/x.go", "package")},
		{printing, "bundle/x.go:4", sourced("bundle/x.go", documentation+"package x\nimport \"fmt\"\nfunc F() { fmt.Println() }\n")},
		{printing, "bundle/x.go:4", sourced("bundle/x.go", documentation+"package x\nimport f \"fmt\"\nvar out = f.Printf\n")},
		{printing, "bundle/x_test.go:3", sourced("bundle/x_test.go", "package x\nimport \"fmt\"\nfunc F() { fmt.Print() }\n")},
		{printing, "bundle/x.go:3", sourced("bundle/x.go", documentation+"package x\nfunc F() { println() }\n")},
		{reading, "bundle/x.go:4", sourced("bundle/x.go", documentation+"package x\nimport \"time\"\nfunc F() any { return time.Now() }\n")},
		{reading, "internal/cli/x.go:4", sourced("internal/cli/x.go", documentation+"package x\nimport \"time\"\nvar since = time.Since\n")},
		{zoning, "bundle/x_test.go:4", sourced("bundle/x_test.go", "package x\n\nimport \"time\"\nvar zone, _ = time.LoadLocation(\"UTC\")\n")},
		{locating, "bundle/x.go:4", sourced("bundle/x.go", documentation+"package x\nimport \"runtime\"\nfunc F() { runtime.Caller(0) }\n")},
		{initialise, "bundle/x.go:3", sourced("bundle/x.go", documentation+"package x\nfunc init() {}\n")},
		{dots, "bundle/x.go:3", sourced("bundle/x.go", documentation+"package x\nimport . \"fmt\"\n")},
		{skipping, "bundle/x_test.go:3", sourced("bundle/x_test.go", "package x\nimport \"testing\"\nfunc TestX(t *testing.T) { t.Skip() }\n")},
		{leftovers, "bundle/x.go:3", sourced("bundle/x.go", documentation+"package x\n// TO"+"DO: the rest\n")},
		{long, "bundle/x.go", sourced("bundle/x.go", documentation+"package x\n"+strings.Repeat("\n", maxLines))},
		{documented, "bundle", sourced("bundle/x.go", "package x\n")},
		{documented, "bundle", Source([]File{{"bundle/x.go", []byte(documentation + "package x\n")}, {"bundle/y.go", []byte(documentation + "package x\n")}})},
		{documented, "bundle/x.go:1", sourced("bundle/x.go", strings.Repeat(documentation, maxDocLines+1)+"package x\n")},

		{vague, "internal/utils", treed("internal/utils/strings/fold.go", "package strings\n")},
		{vague, "bundle/helpers_test.go", treed("bundle/helpers_test.go", "package bundle\n")},
		{machines, "docs/a.md:2", treed("docs/a.md", "first\nsee "+machine+"main\n")},
	}
}

func TestPlanted(t *testing.T) {
	for _, p := range planted() {
		if !slices.ContainsFunc(p.found, func(v Violation) bool { return v.Rule == p.rule && v.Where == p.where }) {
			t.Errorf("%s: nothing found at %s, but %v", p.rule, p.where, p.found)
		}
	}
}

// TestEveryRulePlanted: a rule that no planted tree breaks may be unable to fail. The rules are this package's constants.
func TestEveryRulePlanted(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of this package: %v", err)
	}
	rules := 0
	for _, name := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if kind, ok := spec.Type.(*ast.Ident); !ok || kind.Name != "Rule" {
				return true
			}
			rules++
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(planted(), func(p plant) bool { return p.rule == Rule(text) }) {
				t.Errorf("no planted tree breaks the rule: %s", text)
			}
			return true
		})
	}
	if rules < 10 {
		t.Errorf("only %d rules found: this test no longer sees them", rules)
	}
}

// TestClean: what the rules allow is not reported.
func TestClean(t *testing.T) {
	found := slices.Concat(
		layered(
			pkg("bundle", "fmt", "sutura.dev/bundle/expr", "sutura.dev/internal/diag"),
			pkg("compiler", "sutura.dev/catalog", "sutura.dev/compiler/plan"),
			pkg("internal/cli", "sutura.dev/internal/warehouse/duckdb", "sutura.dev/compiler"),
			pkg("internal/serve", "sutura.dev/internal/propose"),
			pkg("internal/propose", "cuelang.org/go/cue/ast", "cuelang.org/go/cue/format"),
			tests("internal/answer", "sutura.dev/internal/oracle", "sutura.dev/compiler", "sutura.dev/internal/warehouse/duckdb"),
			tests("cmd/sutura", "sutura.dev/internal/cli"),
		),
		moduled(
			pkg("catalog", "cuelang.org/go/cue/load", "cuelang.org/go/cue/ast"),
			pkg("internal/propose", "cuelang.org/go/cue/ast"),
			pkg("internal/warehouse/duckdb", "database/sql", "github.com/duckdb/duckdb-go/v2"),
			tests("bundle", "pgregory.net/rapid", "github.com/google/go-cmp/cmp"),
		),
		GoMod("module sutura.dev\n\n// replace nothing\nrequire example.org/replace v1.0.0\n"),
		sourced("internal/cli/x.go", documentation+"package x\nimport \"fmt\"\nfunc F() { fmt.Println() }\n"),
		sourced("bundle/x.go", documentation+"package x\nimport \"time\"\nfunc F() { var time struct{ Now int }; _ = time.Now }\nvar zone = time.UTC\n"),
		sourced("bundle/testdata/x.go", "package x\nfunc init() {}\n"),
		treed("internal/words/common.txt", "work and root\n"),
	)
	for _, v := range found {
		t.Errorf("reported, though allowed: %s", v)
	}
}
