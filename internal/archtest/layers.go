package archtest

import "strings"

// A Package is one package of the module, by its path from the root.
type Package struct {
	Path        string
	Imports     []string // import paths in its own files
	TestImports []string // import paths in its tests, inside or beside the package
}

// A layer says which of our packages the packages of a pattern may import. The closest pattern counts: a package's own
// path, or else the deepest folder.
type layer struct {
	packages string
	may      []string
}

const (
	importsUp   Rule = "layers"
	unlisted    Rule = "every package has a layer"
	onlyInTests Rule = "only tests import it"
	reaches     Rule = "never reached"
)

func layers() []layer {
	return []layer{
		// Leaves.
		{"internal/diag", nil},
		{"internal/clock", nil},
		{"internal/nearest", nil},
		{"internal/rows", nil},
		{"internal/tree", nil},
		{"bundle/calendar", nil},
		{"bundle/numformat", nil},
		{"catalog/schema", nil},
		{"catalog/demo", nil},
		{"catalog/shop", nil},
		{"goldens/textdiff", nil},
		{"internal/settings", []string{"internal/nearest", "internal/diag"}},

		// The pinned form, and what makes it.
		{"bundle/...", []string{"bundle/...", "internal/diag"}},
		{"bundle/question", []string{"bundle/calendar", "internal/nearest"}},
		{"catalog", []string{"catalog/schema", "bundle/expr", "bundle/calendar", "bundle/numformat", "bundle/question", "internal/nearest", "internal/tree", "internal/diag"}},
		{"compiler", []string{"catalog", "bundle/...", "compiler/...", "internal/nearest", "internal/diag"}},
		{"compiler/compilertest", []string{"bundle", "catalog", "compiler"}},
		{"compiler/expression", []string{"bundle/expr", "compiler/sqlvet", "internal/nearest", "internal/diag"}},

		// From a question to a statement: the bundle, never the catalog.
		{"compiler/plan", []string{"bundle/...", "internal/nearest", "internal/diag"}},
		{"compiler/dialect", []string{"bundle/...", "compiler/plan", "internal/diag"}},
		{"compiler/sqlvet", []string{"bundle/...", "compiler/plan", "compiler/dialect", "internal/diag"}},

		// From a statement to an answer. An adapter never imports another.
		{"internal/warehouse", []string{"bundle/...", "compiler/dialect", "internal/diag", "internal/clock"}},
		{"internal/warehouse/...", []string{"bundle/...", "compiler/dialect", "internal/warehouse", "internal/diag", "internal/clock"}},
		{"internal/warehouse/postgres", []string{"bundle/...", "compiler/dialect", "compiler/sqlvet", "internal/warehouse", "internal/diag", "internal/clock"}},
		{"internal/checkout", nil},
		{"internal/warehouse/zonetest", []string{"bundle/calendar", "bundle/question", "internal/warehouse"}},
		{"internal/warehouse/postgres/pgtest", []string{"bundle/expr", "internal/checkout", "internal/warehouse"}},
		{"internal/warehouse/mysql/mysqltest", []string{"bundle/expr", "internal/checkout", "internal/warehouse"}},
		{"internal/warehouse/clickhousetest", []string{"bundle/calendar", "bundle/expr", "compiler/dialect", "internal/checkout", "internal/clock", "internal/warehouse"}},
		{"internal/sources", []string{"bundle/...", "compiler/dialect", "internal/answer", "internal/warehouse", "internal/warehouse/...", "internal/settings", "internal/nearest", "internal/diag"}},
		{"internal/infer", []string{"bundle/...", "compiler/dialect", "internal/warehouse", "internal/diag"}},
		{"internal/answer", []string{"bundle/...", "compiler/plan", "compiler/dialect", "compiler/sqlvet", "internal/warehouse", "internal/nearest", "internal/diag", "internal/clock"}},
		{"goldens", []string{"bundle/...", "compiler/plan", "compiler/dialect", "compiler/sqlvet", "internal/warehouse", "internal/warehouse/duckdb", "internal/answer",
			"goldens/textdiff", "internal/nearest", "internal/tree", "internal/diag", "internal/clock"}},
		{"internal/oracle", []string{"bundle/...", "internal/diag"}},

		// Serving: the digested bundle only.
		{"internal/words", []string{"bundle/...", "internal/words/lemma", "internal/nearest", "internal/diag"}},
		{"internal/words/lemma", nil},
		{"internal/words/ground", []string{"bundle/...", "internal/words", "internal/words/lemma"}},
		{"internal/words/resolve", []string{"bundle/...", "compiler/plan", "internal/words", "internal/words/ground"}},
		{"internal/coverage", []string{"compiler/sqlvet"}},
		{"internal/propose", []string{"bundle/...", "compiler/expression", "internal/nearest", "internal/diag"}},
		{"internal/serve", []string{"bundle/...", "compiler/expression", "compiler/plan", "internal/answer", "internal/propose", "internal/warehouse", "internal/words", "internal/words/ground", "internal/words/resolve",
			"internal/serve/cards", "internal/serve/guidance",
			"internal/serve/identity", "internal/rows", "internal/settings", "internal/nearest", "internal/diag", "internal/clock"}},
		{"internal/serve/cards", []string{"bundle/...", "compiler/plan", "internal/words", "internal/nearest"}},
		{"internal/serve/guidance", []string{"bundle/..."}},
		{"internal/serve/identity", []string{"internal/settings", "internal/diag", "internal/clock"}},
		{"internal/serve/identity/jwt", []string{"internal/serve/identity", "internal/settings", "internal/clock"}},
		{"internal/serve/identity/jwt/idptest", nil},
		{"internal/serve/schema", []string{"bundle/question"}},
		{"internal/serve/...", []string{"bundle/...", "compiler/plan", "internal/answer", "internal/words", "internal/serve", "internal/serve/cards", "internal/serve/identity", "internal/serve/schema",
			"internal/diag", "internal/clock"}},

		// People.
		{"internal/render", []string{"bundle/...", "compiler/dialect", "internal/answer", "internal/rows", "goldens/textdiff", "internal/diag"}},
		{"internal/cli", []string{"..."}},
		{"cmd/sutura", []string{"internal/cli"}},
		{"internal/archtest", nil},
		{"scripts/demodata", nil},
		{"scripts/demopostgres", []string{"bundle/...", "catalog/...", "compiler"}},
	}
}

// testOnly are the packages that only tests import.
func testOnly() []string {
	return []string{"internal/oracle", "internal/archtest", "internal/checkout", "internal/warehouse/zonetest", "compiler/compilertest", "internal/warehouse/postgres/pgtest", "internal/warehouse/mysql/mysqltest", "internal/warehouse/clickhousetest", "internal/serve/identity/jwt/idptest"}
}

// composition are the packages that put the rest together: tests other than their own stay below them.
func composition() []string { return []string{"internal/cli", "cmd/..."} }

// A barrier says what packages must not reach by any chain of imports.
type barrier struct {
	from  string
	never []string
}

func barriers() []barrier {
	catalogAndCUE := []string{"catalog/...", "compiler", "cuelang.org/go/cue", "cuelang.org/go/cue/build", "cuelang.org/go/cue/cuecontext",
		"cuelang.org/go/cue/load", "cuelang.org/go/encoding/..."}
	return []barrier{
		{"bundle/...", catalogAndCUE},
		{"compiler/plan", catalogAndCUE},
		{"compiler/dialect", catalogAndCUE},
		{"internal/answer", catalogAndCUE},
		{"internal/serve/...", catalogAndCUE},
	}
}

// Layers holds the imports among our own packages to the layers and the barriers.
func Layers(packages []Package) []Violation {
	var out []Violation
	for _, p := range packages {
		l, ok := layerOf(p.Path)
		if !ok {
			out = append(out, Violation{unlisted, p.Path, "has no layer: give it one in internal/archtest/layers.go"})
			continue
		}
		for _, path := range ours(p.Imports) {
			switch {
			case matchesAny(testOnly(), path) && !matchesAny(testOnly(), p.Path):
				out = append(out, Violation{onlyInTests, p.Path, "imports " + path + ", which only tests import"})
			case !matchesAny(l.may, path):
				out = append(out, Violation{importsUp, p.Path, "imports " + path})
			}
		}
		for _, path := range ours(p.TestImports) {
			if matchesAny(composition(), path) && !matchesAny(composition(), p.Path) {
				out = append(out, Violation{importsUp, p.Path, "its tests import " + path})
			}
		}
	}
	return sorted(append(out, reached(packages)...))
}

// reached walks from every package behind a barrier.
func reached(packages []Package) []Violation {
	imports := make(map[string][]string, len(packages))
	for _, p := range packages {
		imports[p.Path] = p.Imports
	}
	var out []Violation
	for _, b := range barriers() {
		for _, p := range packages {
			if !matches(b.from, p.Path) {
				continue
			}
			seen := map[string]bool{p.Path: true}
			for queue := []string{p.Path}; len(queue) > 0; queue = queue[1:] {
				for _, path := range imports[queue[0]] {
					path = strings.TrimPrefix(path, Module+"/")
					if seen[path] {
						continue
					}
					seen[path] = true
					if matchesAny(b.never, path) {
						out = append(out, Violation{reaches, p.Path, "reaches " + path + ", imported by " + queue[0]})
					}
					queue = append(queue, path)
				}
			}
		}
	}
	return out
}

func layerOf(path string) (layer, bool) {
	var best layer
	for _, l := range layers() {
		if l.packages == path {
			return l, true
		}
		if matches(l.packages, path) && len(l.packages) > len(best.packages) {
			best = l
		}
	}
	return best, best.packages != ""
}

// ours returns the imports of our own packages, by their paths from the root.
func ours(imports []string) []string {
	var out []string
	for _, path := range imports {
		if rest, ok := strings.CutPrefix(path, Module+"/"); ok {
			out = append(out, rest)
		}
	}
	return out
}
