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
// to be given to the parser. It recurses nowhere.
func guard(f schema.File) (diag.Diagnostic, bool) {
	file := token.NewFile(f.Path, -1, len(f.Data))
	file.SetLinesForContent(f.Data)
	var s scanner.Scanner
	s.Init(file, f.Data, func(token.Pos, string, []any) {}, 0) // the parser reports these
	type bracket struct {
		interpolation bool
		tokens        int // since the last comma inside
	}
	open := []bracket{{}}
	total := 0
	for {
		pos, tok, lit := s.Scan()
		for {
			top := &open[len(open)-1]
			top.tokens++
			total++
			again := false
			switch tok {
			case token.EOF:
				return diag.Diagnostic{}, false
			case token.COMMA:
				total -= top.tokens
				top.tokens = 0
			case token.LPAREN, token.LBRACK, token.LBRACE:
				open = append(open, bracket{})
			case token.INTERPOLATION:
				open = append(open, bracket{interpolation: true})
			case token.RPAREN, token.RBRACK, token.RBRACE:
				if len(open) == 1 {
					break // the parser reports it
				}
				total -= top.tokens
				open = open[:len(open)-1]
				if top.interpolation && tok == token.RPAREN {
					lit = s.ResumeInterpolation()
					if tok = token.STRING; strings.HasSuffix(lit, "(") {
						tok = token.INTERPOLATION
					}
					again = true
				}
			}
			if len(open) > maxBrackets || total > maxTokens {
				return diag.Diagnostic{
					Code: diag.BeyondBounds, Range: pointAt(pos),
					Message: "this is nested too deeply, or is too long an expression, to be read",
					Hint:    "at most 100 brackets may be open and 20,000 words may stand in one expression; split it",
				}, true
			}
			if !again {
				break
			}
		}
	}
}
