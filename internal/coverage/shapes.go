package coverage

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"sutura.dev/compiler/sqlvet"
)

// Bounds of what is kept of statements.
const (
	maxShapes   = 5_000
	maxAskers   = 100
	maxKnown    = 50_000 // statements whose shape is remembered, so that none is parsed twice
	maxShown    = 400    // characters of a shape
	maxRelated  = 20     // relations and aggregates of a shape each
	withoutTerm = "no aggregate"
)

// Shape is statements that differ in constants only.
type Shape struct {
	// Text is one of them, without its constants.
	Text       string   `json:"text"`
	Statements int      `json:"statements"`
	Callers    int      `json:"callers"` // at most 100 are told apart
	First      string   `json:"first"`   // days
	Last       string   `json:"last"`
	Relations  []string `json:"relations"`
	Aggregates []string `json:"aggregates"`
	// Read says that PostgreSQL's grammar reads it; else its words alone put statements together.
	Read bool `json:"read"`

	askers map[string]bool
}

// Candidate is an aggregate over tables that ungoverned statements compute: what a metric could be.
type Candidate struct {
	Aggregate  string   `json:"aggregate"`
	Relations  []string `json:"relations"`
	Statements int      `json:"statements"`
	Callers    int      `json:"callers"`
	Shapes     int      `json:"shapes"`
	First      string   `json:"first"`
	Last       string   `json:"last"`

	askers map[string]bool
}

type shapes struct {
	by    map[string]*Shape
	known map[[sha256.Size]byte]*Shape
	left  int // statements of shapes past the bound
}

func newShapes() shapes {
	return shapes{by: map[string]*Shape{}, known: map[[sha256.Size]byte]*Shape{}}
}

// add takes a statement in.
func (s *shapes) add(statement, subject, day string) {
	sum := sha256.Sum256([]byte(statement))
	shape, ok := s.known[sum]
	if !ok {
		if shape = s.shape(statement); shape == nil {
			s.left++
			return
		}
		if len(s.known) < maxKnown {
			s.known[sum] = shape
		}
	}
	shape.Statements++
	shape.First, shape.Last = within(shape.First, shape.Last, day)
	if len(shape.askers) < maxAskers && len(subject) <= maxName {
		shape.askers[subject] = true
	}
}

func within(first, last, day string) (string, string) {
	if first == "" || day < first {
		first = day
	}
	return first, max(last, day)
}

// shape finds the shape of a statement; nil where there are too many.
func (s *shapes) shape(statement string) *Shape {
	outline, problem := sqlvet.ReadOutline(statement)
	words := Words(statement)
	key := "words:" + words
	if problem == nil && outline.Shape != "" {
		key = "shape:" + outline.Shape
	}
	if known := s.by[key]; known != nil {
		return known
	}
	if len(s.by) >= maxShapes {
		return nil
	}
	out := &Shape{Text: words, Relations: []string{}, Aggregates: []string{}, askers: map[string]bool{}}
	if problem == nil {
		out.Read = true
		out.Relations, out.Aggregates = some(outline.Relations), some(outline.Aggregates)
	}
	s.by[key] = out
	return out
}

func some(names []string) []string {
	return append([]string{}, names[:min(len(names), maxRelated)]...)
}

// ranked lists shapes, the most frequent first.
func (s *shapes) ranked() []Shape {
	out := make([]Shape, 0, len(s.by))
	for _, shape := range s.by {
		shape.Callers = len(shape.askers)
		out = append(out, *shape)
	}
	slices.SortFunc(out, func(a, b Shape) int {
		return cmp.Or(cmp.Compare(b.Statements, a.Statements), cmp.Compare(b.Callers, a.Callers), cmp.Compare(a.Text, b.Text), cmp.Compare(a.First, b.First))
	})
	return out
}

// candidates lists what a metric could be: each aggregate of each set of tables, the most asked first.
func (s *shapes) candidates() []Candidate {
	by := map[string]*Candidate{}
	for _, shape := range s.by {
		terms := shape.Aggregates
		if len(terms) == 0 {
			terms = []string{withoutTerm}
		}
		if !shape.Read {
			continue
		}
		for _, term := range terms {
			key := term + "\x00" + strings.Join(shape.Relations, "\x00")
			c := by[key]
			if c == nil {
				c = &Candidate{Aggregate: term, Relations: shape.Relations, askers: map[string]bool{}}
				by[key] = c
			}
			c.Statements += shape.Statements
			c.Shapes++
			c.First, c.Last = within(c.First, c.Last, shape.First)
			c.First, c.Last = within(c.First, c.Last, shape.Last)
			for a := range shape.askers {
				c.askers[a] = true
			}
		}
	}
	out := make([]Candidate, 0, len(by))
	for _, c := range by {
		c.Callers = len(c.askers)
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Statements, a.Statements), cmp.Compare(b.Callers, a.Callers), cmp.Compare(a.Aggregate, b.Aggregate), slices.Compare(a.Relations, b.Relations))
	})
	return out
}
