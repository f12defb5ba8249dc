package catalog

import (
	"strings"
	"unicode/utf8"

	"cuelang.org/go/cue/literal"
)

// literalRange maps bytes [start, end) of a decoded string to bytes of its literal, quotes included: through escapes,
// the indentation of multi-line strings and raw quotes. It reports false where the literal is no plain string or the
// range is not inside it.
func literalRange(lit string, start, end int) (from, to int, ok bool) {
	starts, ok := decodedOffsets(lit)
	if !ok || start < 0 || end < start || end >= len(starts) {
		return 0, 0, false
	}
	return starts[start], starts[end], true
}

// decodedOffsets returns, for each byte of the decoded string and for its end, where it begins in the literal.
func decodedOffsets(lit string) ([]int, bool) {
	info, at, nEnd, err := literal.ParseQuotes(lit, lit)
	if err != nil || !info.IsDouble() { // bytes in single quotes are no text
		return nil, false
	}
	decoded, err := literal.Unquote(lit)
	if err != nil {
		return nil, false
	}
	hashes := strings.IndexFunc(lit, func(r rune) bool { return r != '#' })
	escape := `\` + lit[:hashes]
	stop := len(lit) - nEnd
	out := make([]int, 0, len(decoded)+1)
	for at < stop && len(out) < len(decoded) {
		rest := lit[at:stop]
		switch {
		case rest[0] == '\r':
			at++
		case rest[0] == '\n':
			out = append(out, at)
			at += 1 + indentation(rest[1:], info.Whitespace())
		case strings.HasPrefix(rest, escape):
			size, bytes := escaped(rest, len(escape))
			for range bytes {
				out = append(out, at)
			}
			at += size
		default:
			_, size := utf8.DecodeRuneInString(rest)
			for i := range size {
				out = append(out, at+i)
			}
			at += size
		}
	}
	if len(out) != len(decoded) {
		return nil, false
	}
	return append(out, at), true
}

func indentation(s, whitespace string) int {
	if strings.HasPrefix(s, whitespace) {
		return len(whitespace)
	}
	return 0
}

// escaped returns the length of the escape that s begins with and of what it decodes to.
func escaped(s string, prefix int) (size, bytes int) {
	if len(s) <= prefix {
		return len(s), len(s)
	}
	switch s[prefix] {
	case 'u':
		size = prefix + 5
	case 'U':
		size = prefix + 9
	default:
		return prefix + 1, 1
	}
	unit, ok := hex(s, prefix+1, size)
	switch {
	case !ok:
		return len(s), 0
	case unit >= 0xD800 && unit < 0xDC00: // the first of two that make one character
		return 2 * size, 4
	}
	return size, utf8.RuneLen(unit)
}

func hex(s string, from, to int) (rune, bool) {
	if to > len(s) {
		return 0, false
	}
	var r rune
	for _, c := range []byte(strings.ToLower(s[from:to])) {
		i := strings.IndexByte("0123456789abcdef", c)
		if i < 0 {
			return 0, false
		}
		r = r<<4 | rune(i)
	}
	return r, true
}
