package words

// Edits counts by the bits.
func Edits(a, b string) int { return newColumn(a).edits(b) }

// Alike is how alike two texts are.
func Alike(a, b string) float64 { return newColumn(a).jaroWinkler(b) }
