package expr

import (
	"strconv"
	"strings"
)

func number(n int) string { return strconv.Itoa(n) }

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number(n) + " " + noun
}

func list(words []string) string { return strings.Join(words, ", ") }
