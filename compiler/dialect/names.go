package dialect

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxName is the most bytes that a generated name has: what PostgreSQL keeps.
const maxName = 63

// quoteParts writes a dotted name.
func quoteParts(s spec, parts []string) string {
	quoted := make([]string, len(parts))
	for i, p := range parts {
		quoted[i] = s.quote(p)
	}
	return strings.Join(quoted, ".")
}

// scope hands out names that stay different when case is folded and fit every dialect.
type scope struct {
	taken map[string]bool
	joint string // what stands for a dot
}

func newScope(s spec) scope { return scope{map[string]bool{}, s.joint()} }

// name returns a free name near want: want itself, its dots replaced, shortened, then numbered.
func (s scope) name(want string) string {
	want = strings.ReplaceAll(want, ".", s.joint)
	name := shorten(want, maxName)
	for i := 2; s.taken[strings.ToLower(name)]; i++ {
		suffix := "_" + strconv.Itoa(i)
		name = shorten(want, maxName-len(suffix)) + suffix
	}
	s.taken[strings.ToLower(name)] = true
	return name
}

// shorten cuts at a whole character.
func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
