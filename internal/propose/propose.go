// Package propose turns the wish for a metric into the text of one: JSON fields in, CUE out.
//
// Check holds names and expressions to the bundle as a caller sees it, with the compiler's own rules for expressions, and
// names every problem by its field. Print writes the CUE of a checked proposal, and Write a new file with it. No CUE is
// read or evaluated here, and no text of a caller's reaches a file but as a quoted string. What a proposal means for the
// catalog, `sutura check` says.
package propose

// Metric is what somebody wishes for. Exactly one key of its measure is set.
type Metric struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Unit        string   `json:"unit"`
	Model       string   `json:"model"`
	Measure     Measure  `json:"measure"`
	Where       []string `json:"where"`
}

// Measure is a simple one, a ratio or a formula.
type Measure struct {
	Simple
	Ratio   *Ratio   `json:"ratio"`
	Formula *Formula `json:"formula"`
}

// Simple is an aggregate of an expression, by its name; at most one is set.
type Simple struct {
	Sum           string `json:"sum"`
	Min           string `json:"min"`
	Max           string `json:"max"`
	Avg           string `json:"avg"`
	Median        string `json:"median"`
	Count         string `json:"count"`
	CountDistinct string `json:"count_distinct"`
	CountIf       string `json:"count_if"`
}

// Ratio is one total divided by another.
type Ratio struct {
	Numerator   Term `json:"numerator"`
	Denominator Term `json:"denominator"`
}

// Formula is arithmetic over metrics, and over terms of its own.
type Formula struct {
	Expr  string      `json:"expr"`
	Terms []NamedTerm `json:"terms"`
}

// Term is another metric, or a simple measure in place.
type Term struct {
	Metric  string   `json:"metric"`
	Model   string   `json:"model"`
	Measure *Simple  `json:"measure"`
	Where   []string `json:"where"`
}

// NamedTerm is a term of a formula, under the name that the formula uses.
type NamedTerm struct {
	Name string `json:"name"`
	Term
}

// Problem is what is wrong with a proposal, and where.
type Problem struct {
	Field   string `json:"field" jsonschema:"the field that is wrong, such as measure.sum"`
	Problem string `json:"problem" jsonschema:"what is wrong with it"`
	Hint    string `json:"hint,omitempty" jsonschema:"what to write instead"`
}

// parts are a simple measure's keys and expressions, in the order of the documentation.
func (s *Simple) parts() [][2]string {
	return [][2]string{{"sum", s.Sum}, {"min", s.Min}, {"max", s.Max}, {"avg", s.Avg}, {"median", s.Median}, {"count", s.Count},
		{"count_distinct", s.CountDistinct}, {"count_if", s.CountIf}}
}

// one is the key that is set, with its expression, and how many are.
func (s *Simple) one() (key, text string, set int) {
	for _, p := range s.parts() {
		if p[1] != "" {
			key, text = p[0], p[1]
			set++
		}
	}
	return key, text, set
}
