package archtest

import (
	"slices"
	"strings"
)

// A module says who may import the packages of others that a pattern names: by are packages of ours, tests those
// whose tests may besides. The longest pattern that matches an import counts.
type module struct {
	imports string
	by      []string
	tests   []string
}

const (
	foreign  Rule = "one importer a module"
	replaced Rule = "no replace in go.mod"
)

func modules() []module {
	anyTest := []string{"..."}
	return []module{
		{imports: "cuelang.org/go/...", by: []string{"catalog", "catalog/schema"}, tests: []string{"catalog/..."}},
		{imports: "cuelang.org/go/cue/ast", by: []string{"catalog", "catalog/schema", "internal/propose"}},
		{imports: "cuelang.org/go/cue/format", by: []string{"catalog", "catalog/schema", "internal/propose"}},
		{imports: "github.com/pganalyze/pg_query_go/...", by: []string{"compiler/sqlvet"}},
		{imports: "github.com/sergi/go-diff/...", by: []string{"goldens/textdiff"}},
		{imports: "github.com/charmbracelet/lipgloss/...", by: []string{"internal/render"}},
		{imports: "github.com/muesli/termenv", by: []string{"internal/render"}},
		{imports: "golang.org/x/term", by: []string{"internal/cli", "internal/render"}},
		{imports: "github.com/spf13/cobra/...", by: []string{"internal/cli"}},
		{imports: "github.com/spf13/pflag", by: []string{"internal/cli"}},
		{imports: "golang.org/x/text/unicode/norm", by: []string{"internal/words"}},
		{imports: "github.com/goccy/go-yaml/...", by: []string{"internal/settings"}},
		{imports: "github.com/modelcontextprotocol/go-sdk/...", by: []string{"internal/serve/mcp"}, tests: []string{"internal/serve/..."}},
		{imports: "github.com/go-jose/go-jose/...", by: []string{"internal/serve/identity/jwt", "internal/serve/identity/jwt/idptest"}},
		{imports: "github.com/prometheus/client_golang/...", by: []string{"internal/serve/ops"}},
		{imports: "go.opentelemetry.io/...", by: []string{"internal/serve/ops"}, tests: []string{"internal/serve/ops"}},
		{imports: "github.com/duckdb/duckdb-go/...", by: []string{"internal/warehouse/duckdb", "scripts/demodata", "scripts/demopostgres"}},
		{imports: "github.com/jackc/pgx/...", by: []string{"internal/warehouse/postgres", "internal/warehouse/postgres/pgtest", "scripts/demopostgres"}, tests: []string{"internal/sources"}},
		{imports: "github.com/go-sql-driver/mysql", by: []string{"internal/warehouse/mysql"}},
		{imports: "github.com/rogpeppe/go-internal/txtar", by: []string{"goldens"}, tests: anyTest},
		{imports: "github.com/rogpeppe/go-internal/testscript", tests: []string{"cmd/sutura"}},
		{imports: "github.com/google/go-cmp/...", tests: anyTest},
		{imports: "github.com/santhosh-tekuri/jsonschema/...", tests: []string{"internal/render", "internal/serve/..."}},
		{imports: "pgregory.net/rapid", tests: anyTest},
	}
}

// Modules holds the imports of other people's packages to the table. The standard library is free.
func Modules(packages []Package) []Violation {
	var out []Violation
	for _, p := range packages {
		for _, path := range p.Imports {
			if m, ok := moduleOf(path); ok && !matchesAny(m.by, p.Path) {
				out = append(out, Violation{foreign, p.Path, "imports " + path + ", which is for " + m.whose()})
			}
		}
		for _, path := range p.TestImports {
			if m, ok := moduleOf(path); ok && !matchesAny(m.by, p.Path) && !matchesAny(m.tests, p.Path) {
				out = append(out, Violation{foreign, p.Path, "its tests import " + path + ", which is for " + m.whose()})
			}
		}
	}
	return sorted(out)
}

// moduleOf returns the row of an import, or an empty one where the table has none; false for the standard library and
// for our own.
func moduleOf(path string) (module, bool) {
	host, _, _ := strings.Cut(path, "/")
	if !strings.Contains(host, ".") || host == Module {
		return module{}, false
	}
	var best module
	for _, m := range modules() {
		if matches(m.imports, path) && len(m.imports) > len(best.imports) {
			best = m
		}
	}
	return best, true
}

func (m module) whose() string {
	switch {
	case m.imports == "":
		return "nobody yet: write a decision in docs/decisions and a row in internal/archtest/modules.go"
	case len(m.by) == 0:
		return "tests only"
	}
	return strings.Join(m.by, ", ")
}

// GoMod refuses replacements: what is built is what the versions of go.mod name.
func GoMod(text string) []Violation {
	for line := range strings.Lines(text) {
		if slices.Contains([]string{"replace", "replace("}, firstWord(line)) || strings.Contains(line, "=>") {
			return []Violation{{replaced, "go.mod", "replaces a module: " + strings.TrimSpace(line)}}
		}
	}
	return nil
}

func firstWord(line string) string {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}
