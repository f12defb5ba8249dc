// Package demo is the demonstration: a catalog of every flight that was scheduled to leave New York in 2013, its data
// (docs/demo-data.md), and its recorded goldens.
//
// Files lays it out as a catalog's root, byte for byte what is in this folder, so that what `sutura demo` writes and
// what the repository checks are the same. It holds no schema: the program adds its own.
package demo

import (
	"embed"
	"io/fs"
)

//go:embed sutura.yaml catalog/*.cue data/*.parquet goldens/*.txtar goldens/dialects.txt
var files embed.FS

// Files returns the demonstration's root: sutura.yaml, catalog/*.cue, data/*.parquet and goldens/*.txtar, dialects.txt. It cannot be
// changed.
func Files() fs.FS { return files }
