package dialect

import (
	"strconv"
	"strings"
)

// A parameter's place in unfinished text is its number between two bytes that no statement holds. How it is written, and
// how often it is a parameter, is known when the text is whole.
const markByte = "\x00"

func mark(bind int) string { return markByte + strconv.Itoa(bind) + markByte }

// placed finishes a text: each mark becomes a parameter as the dialect writes it, and binds are in their order.
func placed(s spec, text string, binds []Bind) (string, []Bind) {
	var out strings.Builder
	out.Grow(len(text))
	used := binds
	if s.positional() {
		used = nil
	}
	for {
		before, rest, found := strings.Cut(text, markByte)
		out.WriteString(before)
		if !found {
			return out.String(), used
		}
		number, after, _ := strings.Cut(rest, markByte)
		bind, _ := strconv.Atoi(number) // only mark writes one
		if s.positional() {
			used = append(used, binds[bind])
		}
		out.WriteString(s.placeholder(bind+1, binds[bind]))
		text = after
	}
}
