package sqlvet

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"sutura.dev/internal/diag"
)

// Bounds of texts.
const (
	maxExpression = 4 << 10
	maxStatement  = 64 << 10
	maxParens     = 64
	// maxRun bounds how deep a tree can get: a level needs at least one token, and a comma ends a run of them. The
	// parser's C code walks trees by recursion: 16,000 levels pass, several tens of thousands end the process.
	maxRun    = 6000
	maxSetOps = 200
)

type tokenKind uint8

const (
	tokenWord tokenKind = iota
	tokenQuoted
	tokenString
	tokenNumber
	tokenParam
	tokenOperator // also punctuation
)

type token struct {
	kind       tokenKind
	start, end int
	pair       int // of a parenthesis or bracket: the index of its other half, else -1
}

// tokens is a text cut the way PostgreSQL's scanner cuts it, after everything that could be read two ways was refused.
type tokens struct {
	text string
	list []token
}

// scan cuts text into tokens. It refuses text over max bytes, NUL, malformed UTF-8, comments, strings other than
// '...', quoted names with escapes, numbers other than plain digits, unbalanced brackets and deep nesting.
func scan(text string, max int) (tokens, *Problem) {
	if p := bounded(text, max); p != nil {
		return tokens{}, p
	}
	s := scanner{tokens: tokens{text: text, list: make([]token, 0, len(text)/4)}, stack: []level{{opened: -1}}}
	for s.at < len(text) {
		if p := s.next(); p != nil {
			return tokens{}, p
		}
	}
	if len(s.stack) > 1 {
		t := s.list[s.top().opened]
		return tokens{}, problem(diag.ExprSyntax, t.start, t.end, "this bracket is never closed", "")
	}
	return s.tokens, s.deep()
}

func bounded(text string, max int) *Problem {
	switch nul := strings.IndexByte(text, 0); {
	case len(text) > max:
		return problem(diag.ExprText, 0, 0, "the text is longer than "+size(max), "Split it.")
	case nul >= 0:
		return problem(diag.ExprText, nul, nul+1, "the text holds a NUL character", "Remove it.")
	case !utf8.ValidString(text):
		return problem(diag.ExprText, 0, 0, "the text is not valid UTF-8", "Save the file as UTF-8.")
	}
	return nil
}

func size(n int) string { return strconv.Itoa(n>>10) + " KiB" }

// word returns a token's text in lower case; of a quoted name or a string it is never a keyword.
func (t tokens) word(i int) string {
	if i < 0 || i >= len(t.list) {
		return ""
	}
	return strings.ToLower(t.text[t.list[i].start:t.list[i].end])
}

// find returns the index of the first token that starts at or after a byte.
func (t tokens) find(at int) int {
	return sort.Search(len(t.list), func(i int) bool { return t.list[i].start >= at })
}

// exact returns the index of the token that starts at a byte, or -1.
func (t tokens) exact(at int) int {
	if i := t.find(at); i < len(t.list) && t.list[i].start == at {
		return i
	}
	return -1
}

// literal is the value of a string token.
func (t tokens) literal(i int) string {
	k := t.list[i]
	return strings.ReplaceAll(t.text[k.start+1:k.end-1], "''", "'")
}
