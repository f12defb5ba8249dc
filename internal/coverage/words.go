package coverage

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words is a statement without its constants, comments and line breaks, its words in lower case: a label for people, and
// what puts statements together that no parser here reads. Whatever stands in quotes that are not those of a name is a
// constant; so is every number.
func Words(statement string) string {
	var b strings.Builder
	gap := false
	put := func(s string) {
		if gap && b.Len() > 0 && !strings.ContainsAny(s[:1], ",;).") && !strings.HasSuffix(b.String(), "(") && !strings.HasSuffix(b.String(), ".") {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteString(s)
	}
	for s := statement; s != "" && b.Len() < 4*maxShown; {
		switch r, n := utf8.DecodeRuneInString(s); {
		case strings.HasPrefix(s, "--"):
			_, s, _ = strings.Cut(s, "\n")
			gap = true
		case strings.HasPrefix(s, "/*"):
			_, s, _ = strings.Cut(s[2:], "*/")
			gap = true
		case r == '\'':
			put("?")
			s = after(s, '\'')
		case r == '$' && dollar(s) != "":
			tag := dollar(s)
			put("?")
			_, s, _ = strings.Cut(s[len(tag):], tag)
		case r == '"':
			rest := after(s, '"')
			put(s[:len(s)-len(rest)])
			s = rest
		case unicode.IsDigit(r):
			end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) && r != '.' && r != '_' })
			if end < 0 {
				end = len(s)
			}
			put("?")
			s = s[end:]
		case unicode.IsLetter(r) || r == '_':
			end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) && r != '_' && r != '$' })
			if end < 0 {
				end = len(s)
			}
			put(strings.ToLower(s[:end]))
			s = s[end:]
		case unicode.IsSpace(r):
			gap = true
			s = s[n:]
		default:
			put(s[:n])
			s = s[n:]
		}
	}
	return cut(strings.TrimRight(b.String(), "; "))
}

// after is what follows a quoted part; a doubled quote is part of it.
func after(s string, quote byte) string {
	for i := 1; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		if i+1 < len(s) && s[i+1] == quote {
			i++
			continue
		}
		return s[i+1:]
	}
	return ""
}

// dollar is the tag with which a dollar-quoted constant begins; empty where none does.
func dollar(s string) string {
	end := strings.IndexByte(s[1:], '$') + 1
	if end == 0 || strings.ContainsFunc(s[1:end], func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) {
		return ""
	}
	return s[:end+1]
}

// cut keeps the beginning, of whole characters.
func cut(s string) string {
	if utf8.RuneCountInString(s) <= maxShown {
		return s
	}
	return string([]rune(s)[:maxShown]) + "..."
}
