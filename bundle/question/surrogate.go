package question

import "strings"

// halfCharacter reports whether a JSON string, as it is spelled, has an escape of a surrogate without its pair.
func halfCharacter(spelled string) bool {
	for {
		_, rest, found := strings.Cut(spelled, `\`)
		if !found {
			return false
		}
		if rest[0] != 'u' {
			spelled = rest[1:] // past the escaped character, which may be a backslash
			continue
		}
		unit, after := rest[1:5], rest[5:]
		if high(unit) && strings.HasPrefix(after, `\u`) && low(after[2:6]) {
			spelled = after[6:]
			continue
		}
		if high(unit) || low(unit) {
			return true
		}
		spelled = after
	}
}

// high and low tell the two halves of a pair by their four hexadecimal digits.
func high(unit string) bool { return surrogate(unit, "89abAB") }
func low(unit string) bool  { return surrogate(unit, "cdefCDEF") }

func surrogate(unit, second string) bool {
	return (unit[0] == 'd' || unit[0] == 'D') && strings.IndexByte(second, unit[1]) >= 0
}
