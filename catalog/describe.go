package catalog

import (
	"fmt"
	"strings"

	"sutura.dev/catalog/schema"
)

// details says more of a shape than fits into a sentence, or nothing.
func details(s *schema.Shape) string {
	switch s.Name {
	case "#Name":
		return "A name is small letters, digits and underscores, starts with a letter, and has at most 63 characters."
	case "#Expression":
		return `Write a value expression in double quotes, such as "quantity * unit_price".`
	}
	return ""
}

// describe says in words what a shape accepts.
func describe(s *schema.Shape) string {
	switch s.Name {
	case "#Name":
		return "a name"
	case "#Date":
		return "a date such as \"2026-01-31\""
	case "#Locale":
		return "a locale such as \"cs\" or \"en-US\""
	case "#Version":
		return "a semantic version such as \"1.4.0\""
	case "#Match":
		return "\"EXACT\", \"TOKENS\" or \"TYPOS(n)\""
	case "#Expression":
		return "an expression, as text"
	}
	switch s.Kind {
	case schema.Struct, schema.Map:
		return "a struct, { }"
	case schema.List:
		return "a list, [ ]"
	case schema.Text:
		return "text"
	case schema.Integer:
		return "a whole number" + bounds(s.Bounds)
	case schema.Number:
		return "a number" + bounds(s.Bounds)
	case schema.Boolean:
		if s.Only != "" {
			return s.Only
		}
		return "true or false"
	case schema.Enum:
		quoted := make([]string, len(s.Values))
		for i, v := range s.Values {
			quoted[i] = fmt.Sprintf("%q", v)
		}
		return list(quoted, "or")
	}
	arms := make([]string, len(s.Arms))
	for i, arm := range s.Arms {
		arms[i] = describe(arm)
	}
	return list(arms, "or")
}

func bounds(all []string) string {
	words := make([]string, len(all))
	for i, b := range all {
		switch {
		case strings.HasPrefix(b, ">="):
			words[i] = "at least " + b[2:]
		case strings.HasPrefix(b, "<="):
			words[i] = "at most " + b[2:]
		case strings.HasPrefix(b, ">"):
			words[i] = "above " + b[1:]
		case strings.HasPrefix(b, "<"):
			words[i] = "below " + b[1:]
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ", " + list(words, "and")
}

// list joins words: a, b and c.
func list(words []string, last string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// article puts a or an before a word.
func article(word string) string {
	if word != "" && strings.Contains("aeiou", word[:1]) {
		return "an " + word
	}
	return "a " + word
}
