package catalog

import (
	"time"

	"sutura.dev/internal/diag"
)

// LoadWithin is Load within lower bounds.
func LoadWithin(files Files, d time.Duration, memory uint64) (*Catalog, diag.List) {
	l := defaultLimits()
	l.time, l.memory = d, memory
	return load(files, l)
}
