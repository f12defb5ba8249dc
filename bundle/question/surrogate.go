package question

import (
	"bytes"
	"strings"
)

// halfCharacter reports whether the JSON string at the end of data has an escape of a surrogate without its pair.
func halfCharacter(data []byte) bool {
	start := len(data) - 1 // the closing quote
	for escaped := true; escaped; {
		start = bytes.LastIndexByte(data[:start], '"')
		backslashes := len(data[:start]) - len(bytes.TrimRight(data[:start], `\`))
		escaped = backslashes%2 == 1
	}
	text := string(data[start:])
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' {
			continue
		}
		switch unit := text[i+1 : i+5]; {
		case isSurrogate(unit, "89ab") && strings.HasPrefix(text[i+5:], `\u`) && isSurrogate(text[i+7:i+11], "cdef"):
			i += 10
		case isSurrogate(unit, "89abcdef"):
			return true
		default:
			i += 4
		}
	}
	return false
}

// isSurrogate reports whether four hexadecimal digits are D followed by one of second.
func isSurrogate(unit, second string) bool {
	unit = strings.ToLower(unit)
	return unit[0] == 'd' && strings.IndexByte(second, unit[1]) >= 0
}
