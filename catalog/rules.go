package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/internal/diag"
)

// checker holds a catalog to the rules that a type cannot say. Types of expressions, and what follows from them, are
// the compiler's to check.
type checker struct {
	*Catalog
	// broken are the paths that CUE reported, and inside what CUE reported; a rule at, above or below one of them
	// would only repeat it.
	broken  map[string]bool
	partial bool     // names may be missing for no fault of who uses them
	models  []string // their names, in order
	metrics []string
	asked   map[string]string // the dimensions by which anything is asked, and a model of each; nil until needed
	zones   []string
	near    *suggester
	found   diag.List
}

// check applies every rule. reported are the paths of what was found before.
func (c *Catalog) check(reported [][]string, partial bool) diag.List {
	k := &checker{Catalog: c, broken: map[string]bool{}, partial: partial, models: names(c.Models), metrics: names(c.Metrics),
		zones: calendar.Zones(), near: newSuggester()}
	for _, path := range reported {
		for n := range path {
			k.broken[joined(path[:n+1])] = k.broken[joined(path[:n+1])] || n+1 == len(path)
		}
	}
	k.about()
	for _, name := range names(c.Sources) {
		k.source(name)
	}
	for _, name := range k.models {
		k.model(name)
	}
	for _, name := range k.metrics {
		k.metric(name)
	}
	k.cycles()
	k.conformed()
	k.knowledge()
	k.warnings()
	return k.found
}

func joined(path []string) string { return strings.Join(path, "\x00") }

// names returns the names of a map in order.
func names[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// at joins a path and what is below it, without touching what path shares.
func at(path []string, below ...string) []string { return slices.Concat(path, below) }

// report adds an error at a path.
func (k *checker) report(code diag.Code, path []string, hint, format string, args ...any) {
	k.add(diag.Diagnostic{Code: code, Range: k.Range(path...), Message: fmt.Sprintf(format, args...), Hint: hint}, path)
}

// reportName adds an error at the name of a definition.
func (k *checker) reportName(code diag.Code, path []string, hint, format string, args ...any) {
	k.add(diag.Diagnostic{Code: code, Range: k.places.label(path), Message: fmt.Sprintf(format, args...), Hint: hint}, path)
}

func (k *checker) warn(code diag.Code, path []string, hint, format string, args ...any) {
	k.add(diag.Diagnostic{
		Code: code, Severity: diag.Warning, Range: k.places.label(path), Message: fmt.Sprintf(format, args...), Hint: hint,
	}, path)
}

func (k *checker) add(d diag.Diagnostic, path []string) {
	if _, above := k.broken[joined(path)]; above {
		return
	}
	for n := range path {
		if k.broken[joined(path[:n+1])] {
			return
		}
	}
	d.Path = strings.Join(path, ".")
	k.found = append(k.found, d)
}

// unknown reports a name that is not among those that there are.
func (k *checker) unknown(code diag.Code, path []string, message, name string, among []string) {
	if k.partial {
		return
	}
	among = slices.Compact(slices.Clone(among))
	hint := "There is none yet."
	if len(among) > 0 {
		hint = "There are " + list(among[:min(len(among), 12)], "and") + "."
		if len(among) > 12 {
			hint = fmt.Sprintf("There are %d, such as %s.", len(among), list(among[:5], "and"))
		}
	}
	if len(among) == 1 {
		hint = "There is only " + among[0] + "."
	}
	k.report(code, path, k.near.name(name, among, hint), "%s", message)
}

// repeated reports elements of a list that are empty or occur twice, and an empty list.
func (k *checker) repeated(path []string, values []string, what string) {
	if values != nil && len(values) == 0 {
		k.report(diag.ListForm, path, "List at least one, or leave the field out.", "%s lists no %s", dotted(path), what)
	}
	k.distinct(path, values, what)
}

func (k *checker) distinct(path []string, values []string, what string) {
	seen := map[string]bool{}
	for i, v := range values {
		switch {
		case strings.TrimSpace(v) == "":
			k.report(diag.ListForm, at(path, fmt.Sprint(i)), "Remove it.", "an empty %s", what)
		case seen[v]:
			k.report(diag.ListForm, at(path, fmt.Sprint(i)), "Remove one of them.", "%s lists the %s %s twice", dotted(path), what, v)
		}
		seen[v] = true
	}
}
