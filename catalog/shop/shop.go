// Package shop is an example of a catalog of every kind of metric: orders, their lines and returns, customers with
// history, products, stores, daily stock, visits and a monthly budget, over the rows of its own fixtures.
//
// Files lays it out as a catalog's root, byte for byte what is in this folder. It holds no schema: the program adds its
// own.
package shop

import (
	"embed"
	"io/fs"
)

//go:embed sutura.yaml catalog/*.cue fixtures/*.csv goldens/*.txtar goldens/dialects.txt sutura.lock
var files embed.FS

// Files returns the example's root: sutura.yaml, sutura.lock, catalog/*.cue, fixtures/*.csv and goldens/*.txtar. It
// cannot be changed.
func Files() fs.FS { return files }
