package plan

import (
	"fmt"
	"strconv"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/nearest"
)

// refuse makes a refusal. The sentence's arguments are names of the bundle and numbers, never a caller's value.
func refuse(code question.Code, sentence string, args ...any) *question.Refusal {
	return &question.Refusal{Code: code, Detail: fmt.Sprintf(sentence, args...)}
}

// refuseAbout makes a refusal about names that the caller may see.
func refuseAbout(about []string, code question.Code, sentence string, args ...any) *question.Refusal {
	r := refuse(code, sentence, args...)
	r.About = about
	return r
}

// list joins names for a sentence: a, b and c.
func list(names []string) string {
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// someOf joins at most n names for a sentence, and says how many more there are.
func someOf(names []string, n int) string {
	if len(names) <= n {
		return list(names)
	}
	return strings.Join(names[:n], ", ") + " and " + strconv.Itoa(len(names)-n) + " more"
}

func pathOf(field string, i int, rest string) string {
	p := field + "[" + strconv.Itoa(i) + "]"
	if rest != "" {
		p += "." + rest
	}
	return p
}

func nearestName(word string, names []string) string {
	name, ok := nearest.Name(word, names)
	if !ok {
		return ""
	}
	return name
}
