package resolve

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/words"
)

// yearly are the words between a dimension of years and a year, and how they bound it: built before 1990.
var yearly = map[string]string{
	"before": question.OpLt, "vor": question.OpLt, "pred": question.OpLt,
	"after": question.OpGt, "nach": question.OpGt, "po": question.OpGt,
	"since": question.OpGte, "seit": question.OpGte, "od": question.OpGte,
	"in": question.OpEq, "im": question.OpEq, "v": question.OpEq,
}

// years reads a year that is a value of a dimension, where the dimension's name stands before it: it is no time of the question. "By year
// built in 2013" is a group and a time.
func (r *reading) years() {
	for _, m := range r.mentions {
		at := m.To
		if m.Kind != words.Dimension || at >= len(r.tokens) || !r.ofYears(m) {
			continue
		}
		op, ok := yearly[r.tokens[at].folded]
		if !ok || r.tokens[at].comma || op == question.OpEq && r.groups(at) {
			continue
		}
		year := at + 1
		if u, ok := r.does(year, slotUnit); ok && units[u.value] == "year" {
			year++
		}
		if !r.free(at, year+1) || !digitsOnly(r.tokens[year].raw) || len(r.tokens[year].raw) != 4 || r.goesOn(r.tokens[year].to) {
			continue
		}
		r.add(&item{from: at, to: year + 1, kind: isAmount, behind: true, choices: []Choice{{Role: AsBound, Args: []string{op, r.tokens[year].raw, "", ""}}}})
	}
}

// goesOn reports whether a date goes on at a place: 2013-06.
func (r *reading) goesOn(at int) bool {
	return at+1 < len(r.runes) && strings.ContainsRune("-–./", r.runes[at]) && wordly(r.runes[at+1])
}

// groups reports whether a word that groups stands before a token.
func (r *reading) groups(before int) bool {
	for at := range before {
		if _, ok := r.does(at, slotBy, slotEach, slotTop, slotWhich); ok {
			return true
		}
	}
	return false
}

// ofYears reports whether a name is of a dimension of whole numbers that is called a year.
func (r *reading) ofYears(m words.Mention) bool {
	d := r.dimension(m.ID)
	return d != nil && d.Dimension.Filter == bundle.FilterOpen && d.Expr.Type.Numeric() && slices.ContainsFunc(r.index.Words(m), func(word string) bool {
		return slices.ContainsFunc(everyday()[word], func(u use) bool { return u.slot == slotUnit && units[u.value] == "year" })
	})
}
