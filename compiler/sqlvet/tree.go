package sqlvet

// Kind says what a Tree is.
type Kind uint8

const (
	// Name is a column: Parts holds its one or more parts, case folded unless quoted.
	Name Kind = iota
	// Number is digits with at most one point in Text, and Negative.
	Number
	// String is the text in Text.
	String
	// Boolean is true or false in Text.
	Boolean
	// Null is the bare NULL.
	Null
	// Typed is DATE '...' or TIMESTAMP '...': Word is date or timestamp, Text the text.
	Typed
	// Operator is Word over Args: + - * / % || neg = <> < <= > >= and or not, "is null" and its kin,
	// "is distinct from", in, between, like, ilike and their negations.
	Operator
	// Case is CASE: Args are condition, result, ... and the ELSE last, when there is one. Where Word is "simple", the
	// first argument is what each condition is compared with.
	Case
	// Call is a plain function, or a form written as one: Word is its name, case folded.
	Call
	// Cast is CAST(Args[0] AS To).
	Cast
)

// Tree is one node of a parsed value expression. Start and End are bytes of the text, End exclusive; brackets around
// a node are not part of it.
type Tree struct {
	Kind       Kind
	Word       string
	Parts      []string
	Text       string
	Negative   bool
	Args       []*Tree
	To         TypeName
	Start, End int
}

// TypeName is the type of a cast, in the catalog's words, with the digits of a decimal.
type TypeName struct {
	Name       string
	Digits     []string
	Start, End int
}

func (t *Tree) problem(p *Problem) *Problem {
	p.Start, p.End = t.Start, t.End
	return p
}
