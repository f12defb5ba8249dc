package schema

// Starter returns the files that make a directory a catalog whose mistakes `cue vet` and editors show at the author's
// line, offline: the module, the constraint of each top-level field, and the vendored schema.
func Starter() []File {
	return append([]File{
		{Path: "cue.mod/module.cue", Data: []byte(starterModule)},
		{Path: "catalog/schema.cue", Data: []byte(Constraint("catalog"))},
	}, Vendored()...)
}

// Constraint returns the text that holds the top-level fields of a package to the schema. The program adds it to every
// catalog, whether the authors have it or not.
func Constraint(pkg string) string { return "package " + pkg + starterConstraint }

const starterModule = `module: "sutura.local/catalog@v0"
language: version: "v0.17.0"
`

const starterConstraint = `

import "sutura.dev/schema"

about:     schema.#About
sources:   schema.#Sources
models:    schema.#Models
metrics:   schema.#Metrics
knowledge: schema.#Knowledge
`
