package goldens

import (
	"slices"
	"strings"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
)

// dialects are those that goldens/dialects.txt asks for, a name a line, beside the ones that every golden has. Lines that
// are empty or begin with # say nothing.
func (f Files) dialects() ([]string, diag.List) {
	var out []string
	var found diag.List
	data, _ := f.Source(dialectsFile)
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, ok := dialect.Canonical(line)
		if !ok {
			found = append(found, diag.Diagnostic{
				Code: diag.GoldenDialect, Range: diag.Range{File: dialectsFile, Start: diag.Position{Line: number, Column: 1}},
				Message: "no statement is written in a dialect of this name",
				Hint:    "Name one of " + strings.Join(dialect.Names(), ", ") + " a line.",
			})
			continue
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out), found
}
