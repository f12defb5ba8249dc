package catalog

import (
	"runtime"
	"slices"

	"cuelang.org/go/cue"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// Load reads a catalog from its files: one CUE instance, held to the embedded schema whether the authors import it or
// not, decoded, then checked by the rules that a type cannot say. It reads nothing else, and reports every mistake
// that it can tell apart. Where the list has errors the catalog holds what could be read, for further checks.
//
// The catalog is nil only where the evaluation passed its bounds of time or memory and was abandoned. CUE cannot be
// stopped from outside: the work then still runs, so the process should print the list and exit. A process that must
// live on (a server that reloads) has to load in a child process.
func Load(files Files) (*Catalog, diag.List) { return load(files, defaultLimits()) }

func load(files Files, l limits) (*Catalog, diag.List) {
	type result struct {
		catalog *Catalog
		found   diag.List
	}
	r, passed := bounded(l, func() (r result) {
		defer func() {
			if recover() != nil { // CUE's, on input that its authors did not think of
				r = result{&Catalog{}, diag.List{{
					Code: diag.NotComputable, Range: diag.Range{File: Folder}, Message: "the CUE evaluator broke down over this catalog",
					Hint: "`cue vet ./catalog` may show where; leave out the newest change until it passes.",
				}}}
			}
		}()
		c, found := read(files)
		return result{c, found}
	})
	if passed != "" {
		return nil, diag.List{{
			Code: diag.BeyondBounds, Range: diag.Range{File: Folder}, Message: "the evaluation was abandoned: " + passed,
			Hint: "Look for comprehensions, repetitions or templates that multiply each other.",
		}}
	}
	return r.catalog, r.found
}

// read is Load without its bounds.
func read(files Files) (*Catalog, diag.List) {
	s := parse(files)
	s.vendored(files)
	e := evaluate(s)
	c := &Catalog{}
	var overflow [][]string
	if e.value != nil {
		c, overflow = decode(*e.value)
		defer runtime.KeepAlive(e.value) // for the places of what follows
	}
	c.places = newPlaces(s, e)
	r := newReporter(s, e, c.places)
	r.unresolved(e.unresolved)
	if len(s.files) == 0 {
		return c, s.findings.Sorted()
	}
	right := e.value != nil && clean(*e.value)
	if e.value != nil && !right {
		r.all(*e.value)
	}
	for _, path := range overflow {
		r.report(diag.Diagnostic{Code: diag.OutOfForm, Range: c.Range(path...), Message: dotted(path) + " is too large a number", Hint: "Write a smaller one."}, path)
	}
	found := slices.Concat(s.findings, r.found)
	if !right && !found.HasErrors() { // never pass over what CUE refuses
		found = append(found, diag.Diagnostic{
			Code: diag.NotComputable, Range: fileStart(s.files[0].Filename), Message: "CUE refuses this catalog", Hint: "`cue vet -c ./catalog` says why.",
		})
	}
	if e.value != nil {
		found = append(found, c.pin(files, s.partial || r.lost)...)
		found = append(found, c.check(r.paths, s.partial || r.lost)...)
	}
	return c, found.Sorted()
}

// clean reports whether an evaluated catalog is right as far as its types can say. Only top-level names are not closed
// by the schema: authors import definitions of parts, not of the whole.
func clean(v cue.Value) bool {
	fields, err := v.Fields()
	if err != nil || v.Validate(cue.Concrete(true)) != nil {
		return false
	}
	root := schema.Root()
	for fields.Next() {
		if _, ok := root.Field(fields.Selector().Unquoted()); !ok {
			return false
		}
	}
	return true
}
