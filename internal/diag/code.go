package diag

import (
	"cmp"
	"slices"
)

// Code is a stable name of a kind of finding, such as SUT012. A code is never reused for another meaning.
type Code string

// Info is a code's page in the documentation. Its failing example is the test script of the same name.
type Info struct {
	Code  Code
	Title string // a few words, no final stop
	// Meaning says what is wrong and why sutura minds.
	Meaning string
	// Remedy says what to do.
	Remedy string
}

// Table returns every code that exists, in order.
func Table() []Info {
	out := slices.Concat(loadingCodes, ruleCodes, expressionCodes, compilingCodes, goldenCodes, settingsCodes, servingCodes)
	slices.SortFunc(out, func(a, b Info) int { return cmp.Compare(a.Code, b.Code) })
	return out
}

// Lookup returns a code's page.
func Lookup(c Code) (Info, bool) {
	for _, i := range Table() {
		if i.Code == c {
			return i, true
		}
	}
	return Info{}, false
}
