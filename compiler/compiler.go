// Package compiler turns a catalog into a bundle.
//
// Build loads, checks and compiles a catalog's files; Compile does the last part. Expressions become typed trees,
// names become paths of joins, measures become terms and arithmetic over them, and each metric's statement is rendered
// and vetted before a bundle is made. Every fault is a diagnostic at the author's place. A form that is not compiled
// yet is refused by name, never approximated. Nothing here executes.
package compiler

import (
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/catalog"
	"sutura.dev/internal/diag"
)

// Build compiles a catalog's files. The bundle is nil when any finding is an error; warnings may come with one.
func Build(files catalog.Files) (*bundle.Bundle, diag.List) {
	cat, found := catalog.Load(files)
	if cat == nil {
		return nil, found
	}
	b, more := Compile(cat, found)
	found = append(found, more...)
	if found.HasErrors() {
		return nil, found
	}
	return b, found
}

// Compile compiles a loaded catalog and returns its own findings. loaded are those of Load: what it reported already is
// passed over in silence, so that both can be shown together, and with an error among them there is no bundle.
func Compile(cat *catalog.Catalog, loaded diag.List) (*bundle.Bundle, diag.List) {
	c := &compilation{cat: cat, models: map[string]*bundle.Model{}, compiled: map[string]*bundle.Metric{}, meant: map[string]map[string]string{}}
	cal, err := calendar.New(calendar.Rules{
		Timezone: cat.About.Calendar.Timezone, WeekStart: cat.About.Calendar.WeekStart,
		FiscalYearStart: cat.About.Calendar.FiscalYearStart, FiscalYearNamedBy: cat.About.Calendar.FiscalYearNamedBy,
	})
	if err != nil {
		return nil, c.found // Load reports it
	}
	c.calendar = cal
	c.about()
	c.sources()
	c.declareModels()
	c.compileModels()
	c.hierarchies()
	c.compileMetrics()
	c.knowledge()
	c.found = slices.DeleteFunc(c.found, func(d diag.Diagnostic) bool { return repeats(d, loaded) })
	if loaded.HasErrors() || c.found.HasErrors() || c.incomplete {
		return nil, c.found
	}
	b, err := bundle.New(c.def)
	if err != nil {
		c.report(diag.StatementRefused, []string{"about"}, "the compiled catalog is not consistent: "+err.Error(), "")
		return nil, c.found
	}
	c.verify(b)
	if c.found.HasErrors() {
		return nil, c.found
	}
	return b, c.found
}

// repeats reports whether Load has an error at the place of a finding, or inside it: what the compiler makes of the rest only
// follows from it.
func repeats(d diag.Diagnostic, loaded diag.List) bool {
	return slices.ContainsFunc(loaded, func(l diag.Diagnostic) bool {
		return l.Severity == diag.Error && l.Path != "" && (l.Path == d.Path || strings.HasPrefix(l.Path, d.Path+"."))
	})
}

// compilation is one catalog on its way.
type compilation struct {
	cat      *catalog.Catalog
	calendar *calendar.Calendar
	def      bundle.Definitions
	models   map[string]*bundle.Model
	compiled map[string]*bundle.Metric
	meant    map[string]map[string]string // by model: what each dimension's name means
	found    diag.List
	// incomplete is set where something was passed over because Load has reported it.
	incomplete bool
	// byPeriod is set where a join is by the time of the metric that is asked.
	byPeriod bool
}

// report adds an error at a definition.
func (c *compilation) report(code diag.Code, path []string, message, hint string) {
	c.reportAt(code, c.cat.Range(path...), path, message, hint)
}

func (c *compilation) reportAt(code diag.Code, at diag.Range, path []string, message, hint string) {
	c.found = append(c.found, diag.Diagnostic{Code: code, Message: message, Hint: hint, Range: at, Path: dotted(path)})
}

// notYet refuses a form that this version does not compile.
func (c *compilation) notYet(path []string, what string) {
	c.report(diag.NotLowered, path, what+" not compiled by this version", "Leave it out for now; docs/plan.md says what comes next.")
}

func (c *compilation) about() {
	a := c.cat.About
	c.def.About = bundle.About{
		Name: a.Name, Version: a.Version, Title: a.Title, Description: a.Description, Owner: a.Owner, Locale: a.Locale,
		Calendar: c.calendar.Rules(),
	}
}

func (c *compilation) sources() {
	for _, name := range slices.Sorted(maps.Keys(c.cat.Sources)) {
		s := c.cat.Sources[name]
		c.def.Sources = append(c.def.Sources, bundle.Source{Name: name, Dialect: s.Dialect, Title: s.Title})
	}
}
