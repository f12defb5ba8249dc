package catalog

import (
	"fmt"

	"sutura.dev/internal/nearest"
)

// suggester looks for the names that misspelt ones were meant to be, until it has compared so many that nobody reads
// its findings so far: among thousands of names each search takes milliseconds.
type suggester struct{ left int }

func newSuggester() *suggester { return &suggester{left: 200_000} }

// name is a hint that names the nearest, or otherwise.
func (s *suggester) name(word string, among []string, otherwise string) string {
	if s.left -= len(among); s.left < 0 {
		return otherwise
	}
	if near, ok := nearest.Name(word, among); ok {
		return fmt.Sprintf("Did you mean %s?", near)
	}
	return otherwise
}
