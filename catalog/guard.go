package catalog

import (
	"strings"

	"cuelang.org/go/cue/scanner"
	"cuelang.org/go/cue/token"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// Bounds of a file's nesting. The parser and the evaluator recurse, and a stack that overflows ends the process.
const (
	maxBrackets = 100    // open at one place
	maxTokens   = 20_000 // since the commas before each open bracket
)

// guard reads a file's tokens and reports the first place that is nested too deeply, or whose expression is too long,
// to be given to the parser. It recurses nowhere. Files that do not parse can hide something from it; the bound of
// stacks (watch.go) is behind it.
func guard(f schema.File) (diag.Diagnostic, bool) {
	file := token.NewFile(f.Path, -1, len(f.Data))
	file.SetLinesForContent(f.Data)
	g := nesting{open: []bracket{{}}}
	g.scanner.Init(file, f.Data, func(token.Pos, string, []any) {}, 0) // the parser reports these
	for {
		pos, tok, lit := g.scanner.Scan()
		if tok == token.EOF {
			return diag.Diagnostic{}, false
		}
		g.take(tok, lit)
		if len(g.open) > maxBrackets || g.total > maxTokens {
			return diag.Diagnostic{
				Code: diag.BeyondBounds, Range: pointAt(pos),
				Message: "this is nested too deeply, or is too long an expression, to be read",
				Hint:    "At most 100 brackets may be open and 20,000 words may stand in one expression; split it.",
			}, true
		}
	}
}

// nesting is how deep a file's tokens are at one place.
type nesting struct {
	scanner scanner.Scanner
	open    []bracket
	total   int  // tokens of all open brackets
	inside  bool // the next parenthesis opens an interpolation
}

type bracket struct {
	interpolation bool
	tokens        int // since the last comma inside
}

func (n *nesting) take(tok token.Token, lit string) {
	top := &n.open[len(n.open)-1]
	top.tokens++
	n.total++
	switch tok {
	case token.COMMA:
		n.total -= top.tokens
		top.tokens = 0
	case token.INTERPOLATION:
		n.inside = true
	case token.LPAREN, token.LBRACK, token.LBRACE:
		n.open = append(n.open, bracket{interpolation: n.inside && tok == token.LPAREN})
		n.inside = false
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if len(n.open) == 1 {
			return // the parser reports it
		}
		n.total -= top.tokens
		n.open = n.open[:len(n.open)-1]
		if top.interpolation && tok == token.RPAREN {
			n.inside = strings.HasSuffix(n.scanner.ResumeInterpolation(), "(")
		}
	}
}
