package sqlvet

import (
	"strings"

	"sutura.dev/internal/diag"
)

type scanner struct {
	tokens
	at int
	// stack holds the text itself and then each open bracket.
	stack []level
}

// level is one pair of brackets while it is open: run counts its tokens since the last comma, inner is the deepest
// bracket among those, deepest the most of both at any comma.
type level struct {
	opened, run, inner, deepest int
}

func (l *level) item() {
	l.deepest = max(l.deepest, l.run+l.inner)
	l.run, l.inner = 0, 0
}

func (s *scanner) top() *level { return &s.stack[len(s.stack)-1] }

const (
	operatorSigns = "+-*/<>=~!@#%^&|`?"
	spaces        = " \t\n\r\f\v"
	commentHint   = "Write comments outside, beside the definition."
	stringHint    = "Write '...' and double any quote inside."
	namedHint     = "A column is written by its name alone, one of a role as role.column, and text in single quotes."
)

func (s *scanner) next() *Problem {
	c := s.text[s.at]
	switch {
	case strings.IndexByte(spaces, c) >= 0:
		s.at++
		return nil
	case wordStart(c):
		return s.wordOrPrefix()
	case digit(c), c == '.' && s.at+1 < len(s.text) && digit(s.text[s.at+1]):
		return s.number()
	case c == '\'':
		return s.quoted(tokenString)
	case c == '"':
		return s.quoted(tokenQuoted)
	case c == '$':
		return s.dollar()
	case strings.IndexByte(operatorSigns, c) >= 0:
		return s.operator()
	}
	return s.punctuation(c)
}

func wordStart(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
func digit(c byte) bool     { return c >= '0' && c <= '9' }

func (s *scanner) emit(kind tokenKind, end int) {
	s.list = append(s.list, token{kind: kind, start: s.at, end: end, pair: -1})
	s.top().run++
	s.at = end
}

func (s *scanner) wordOrPrefix() *Problem {
	end := s.at + 1
	for end < len(s.text) && (wordStart(s.text[end]) || digit(s.text[end]) || s.text[end] == '$') {
		end++
	}
	rest := s.text[end:]
	switch strings.ToLower(s.text[s.at:end]) {
	case "e", "b", "x", "n":
		if strings.HasPrefix(rest, "'") {
			return problem(diag.ExprString, s.at, end+1, "this form of string is not read: a letter before the quote", stringHint)
		}
	case "u":
		if strings.HasPrefix(rest, "&'") || strings.HasPrefix(rest, `&"`) {
			return problem(diag.ExprString, s.at, end+2, "unicode escapes are not read", "Write the characters themselves.")
		}
	}
	s.emit(tokenWord, end)
	return nil
}

func (s *scanner) number() *Problem {
	end := s.at
	for end < len(s.text) && (wordStart(s.text[end]) || digit(s.text[end]) || s.text[end] == '.') {
		end++
	}
	whole, fraction, point := strings.Cut(s.text[s.at:end], ".")
	if !plainDigits(whole, point) || (point && !plainDigits(fraction, false)) {
		return problem(diag.ExprLiteral, s.at, end, "this is no plain number", "Write digits, with a point when there are decimals: 1000 or 1.50.")
	}
	s.emit(tokenNumber, end)
	return nil
}

func plainDigits(s string, mayBeEmpty bool) bool {
	return (s != "" || mayBeEmpty) && strings.Trim(s, "0123456789") == ""
}

func (s *scanner) quoted(kind tokenKind) *Problem {
	quote := s.text[s.at]
	end := s.at + 1
	for {
		i := strings.IndexByte(s.text[end:], quote)
		if i < 0 {
			return problem(diag.ExprSyntax, s.at, s.at+1, "this quote is never closed", "")
		}
		end += i + 1
		if end >= len(s.text) || s.text[end] != quote {
			break
		}
		end++
	}
	if n := len(s.list); kind == tokenString && n > 0 && s.list[n-1].kind == tokenString {
		return problem(diag.ExprString, s.at, end, "two strings stand side by side", "Join them with ||, or write one.")
	}
	s.emit(kind, end)
	return nil
}

func (s *scanner) dollar() *Problem {
	end := s.at + 1
	for end < len(s.text) && digit(s.text[end]) {
		end++
	}
	if end > s.at+1 && (end == len(s.text) || !wordStart(s.text[end])) {
		s.emit(tokenParam, end)
		return nil
	}
	if end < len(s.text) && s.text[end] == '{' {
		return problem(diag.ExprSyntax, s.at, end+1, "nothing is put into an expression from elsewhere", namedHint)
	}
	return problem(diag.ExprString, s.at, s.at+1, "dollar quotes are not read", stringHint)
}

// operator cuts the longest run of signs, as PostgreSQL does: it ends before a comment, and loses trailing + and -
// unless it holds a sign that no SQL operator has.
func (s *scanner) operator() *Problem {
	end := s.at
	for end < len(s.text) && strings.IndexByte(operatorSigns, s.text[end]) >= 0 {
		end++
	}
	run := s.text[s.at:end]
	for i := range run {
		if strings.HasPrefix(run[i:], "--") || strings.HasPrefix(run[i:], "/*") {
			return problem(diag.ExprComment, s.at+i, s.at+i+2, "comments are not read", commentHint)
		}
	}
	if !strings.ContainsAny(run, "~!@#%^&|`?") {
		for len(run) > 1 && (run[len(run)-1] == '+' || run[len(run)-1] == '-') {
			run = run[:len(run)-1]
		}
	}
	s.emit(tokenOperator, s.at+len(run))
	return nil
}

func (s *scanner) punctuation(c byte) *Problem {
	end := s.at + 1
	switch c {
	case '(', '[':
		if len(s.stack) > maxParens {
			return problem(diag.ExprText, s.at, end, "brackets are nested more than 64 levels", "Split it.")
		}
		s.emit(tokenOperator, end)
		s.stack = append(s.stack, level{opened: len(s.list) - 1})
	case ')', ']':
		return s.close(c)
	case ',':
		s.emit(tokenOperator, end)
		s.top().item()
	case ':':
		if end < len(s.text) && (s.text[end] == ':' || s.text[end] == '=') {
			end++
		}
		s.emit(tokenOperator, end)
	case '.':
		s.emit(tokenOperator, end)
	case '{':
		return problem(diag.ExprSyntax, s.at, end, "nothing is put into an expression from elsewhere", namedHint)
	case ';':
		return problem(diag.ExprSyntax, s.at, end, "a semicolon ends a statement, and here is only one", "Remove it.")
	default:
		return problem(diag.ExprSyntax, s.at, end, "this character has no meaning here", namedHint)
	}
	return nil
}

func (s *scanner) close(c byte) *Problem {
	opened := s.top().opened
	if len(s.stack) == 1 || (c == ')') != (s.text[s.list[opened].start] == '(') {
		return problem(diag.ExprSyntax, s.at, s.at+1, "this bracket was never opened", "")
	}
	s.top().item()
	deepest := s.top().deepest
	s.stack = s.stack[:len(s.stack)-1]
	s.top().inner = max(s.top().inner, deepest)
	s.emit(tokenOperator, s.at+1)
	s.list[opened].pair, s.list[len(s.list)-1].pair = len(s.list)-1, opened
	return nil
}

// deep refuses what a tree could nest too deeply. Set operations nest across commas, so they are counted apart.
func (s *scanner) deep() *Problem {
	s.top().item()
	setOps := 0
	for i, t := range s.list {
		if t.kind == tokenWord {
			switch s.word(i) {
			case "union", "intersect", "except":
				setOps++
			}
		}
	}
	if s.top().deepest > maxRun || setOps > maxSetOps {
		return problem(diag.ExprText, 0, 0, "the text is nested too deeply", "Split it.")
	}
	return nil
}
