package oracle

import (
	"math/big"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// textual computes with text, none of it null: in characters, exact, upper and lower for ASCII letters.
func textual(op expr.Op, args []value) (value, bool) {
	s, _ := args[0].(string)
	switch op {
	case expr.OpCat:
		return s + args[1].(string), true
	case expr.OpLower:
		return mapASCII(s, 'A', 'Z', 'a'-'A'), true
	case expr.OpUpper:
		return mapASCII(s, 'a', 'z', 'A'-'a'), true
	case expr.OpTrim:
		return strings.Trim(s, " "), true
	case expr.OpLTrim:
		return strings.TrimLeft(s, " "), true
	case expr.OpRTrim:
		return strings.TrimRight(s, " "), true
	case expr.OpLength:
		return whole(len([]rune(s))), true
	case expr.OpLeft:
		return firstOf(s, count(args[1])), true
	case expr.OpRight:
		return reversed(firstOf(reversed(s), count(args[1]))), true
	case expr.OpSubstring:
		most := 1 << 31
		if len(args) == 3 {
			most = count(args[2])
		}
		return substring(s, count(args[1]), most), true
	case expr.OpReplace:
		if args[1] == "" {
			return s, true
		}
		return strings.ReplaceAll(s, args[1].(string), args[2].(string)), true
	case expr.OpStartsWith:
		return strings.HasPrefix(s, args[1].(string)), true
	case expr.OpLike:
		return like(s, args[1].(string)), true
	case expr.OpNotLike:
		return !like(s, args[1].(string)), true
	case expr.OpILike:
		return like(folded(s), folded(args[1].(string))), true
	case expr.OpNotILike:
		return !like(folded(s), folded(args[1].(string))), true
	}
	return nil, false
}

// concat skips nulls.
func concat(args []value) value {
	out := ""
	for _, a := range args {
		if a != nil {
			out += a.(string)
		}
	}
	return out
}

// count is a number of characters or units, of 32 bits.
func count(v value) int {
	n := v.(*big.Rat).Num()
	if !n.IsInt64() || n.Int64() != int64(int32(n.Int64())) {
		fail(TooLarge)
	}
	return int(n.Int64())
}

func folded(s string) string { return mapASCII(s, 'A', 'Z', 'a'-'A') }

func mapASCII(s string, from, to, by rune) string {
	return strings.Map(func(r rune) rune {
		if from <= r && r <= to {
			return r + by
		}
		return r
	}, s)
}

// firstOf is the first n characters; below 0, all but the last -n.
func firstOf(s string, n int) string {
	chars := []rune(s)
	if n < 0 {
		n = max(0, len(chars)+n)
	}
	return string(chars[:min(n, len(chars))])
}

func reversed(s string) string {
	chars := []rune(s)
	slices.Reverse(chars)
	return string(chars)
}

// substring is the characters at positions start to before start + count, counted from 1, that exist.
func substring(s string, start, count int) string {
	out := ""
	for i, r := range []rune(s) {
		if at := i + 1; at >= start && at < start+count {
			out += string(r)
		}
	}
	return out
}

// like matches a pattern: % is any text, _ one character, a backslash takes the next sign as it is.
func like(s, pattern string) bool {
	return matches([]rune(s), []rune(pattern))
}

func matches(s, p []rune) bool {
	switch {
	case len(p) == 0:
		return len(s) == 0
	case p[0] == '%':
		return matches(s, p[1:]) || len(s) > 0 && matches(s[1:], p)
	case len(s) == 0:
		return false
	case p[0] == '_':
		return matches(s[1:], p[1:])
	case p[0] == '\\':
		p = p[1:]
	}
	return s[0] == p[0] && matches(s[1:], p[1:])
}
