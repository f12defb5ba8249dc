package catalog

import (
	"strings"

	"sutura.dev/bundle/question"
)

// unclean names the kind of character that a name or value may not hold, or is empty. Questions hold callers to the
// same rule.
func unclean(s string) string {
	_, kind := question.Unclean(s)
	return kind
}

// fold is the form in which names are the same to data systems that ignore case.
func fold(s string) string { return strings.ToLower(strings.ToUpper(s)) }

// phrase is the form in which two phrases are one: case and spaces do not count.
func phrase(s string) string { return strings.Join(strings.Fields(fold(s)), " ") }
