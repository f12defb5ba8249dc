package catalog

import (
	"cuelang.org/go/cue"

	"sutura.dev/internal/diag"
)

// Load reads a catalog from its files: one CUE instance, held to the embedded schema whether the authors import it or
// not, decoded, then checked by the rules that a type cannot say. It reads nothing but them and reports every
// mistake it can tell apart. The catalog is never nil unless the evaluation was abandoned (see Abandoned); where the
// list has errors it holds what could be read, for further checks, and must not be compiled into a bundle.
func Load(files Files) (*Catalog, diag.List) {
	return load(files)
}

func load(files Files) (*Catalog, diag.List) {
	s := parse(files)
	e := evaluate(s)
	c := &Catalog{}
	if e.ok {
		c, _ = decode(e.value)
	}
	c.places = newPlaces(s.files, e.value, e.ok)
	if e.ok {
		if err := e.value.Validate(cue.Concrete(true)); err != nil {
			s.report("SUT000", diag.Range{}, err.Error(), "")
		}
	}
	return c, s.findings.Sorted()
}
