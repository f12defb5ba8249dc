// Package nearest finds the names that a mistyped one was probably meant to be.
//
// A name is near when few edits (insert, delete, replace, swap neighbours) turn one into the other, a third of its
// length at most, and of each of its words where both have as many (one_to_many is not a mistyped one_to_one), or when one
// is a whole part of the other: delay in departure_delay. Case does not count. The same input gives the same order. It
// decides nothing: whoever asks says what a near name is good for.
package nearest

import (
	"cmp"
	"slices"
	"strings"
)

// Name returns the nearest of names, false where none is near.
func Name(word string, names []string) (string, bool) {
	if near := Names(word, names, 1); len(near) > 0 {
		return near[0], true
	}
	return "", false
}

// Names returns at most limit near names, nearest first, ties in the order of the alphabet.
func Names(word string, names []string, limit int) []string {
	type candidate struct {
		name string
		far  int
	}
	var near []candidate
	for _, n := range names {
		if far, ok := distance(word, n); ok {
			near = append(near, candidate{n, far})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name)) })
	near = slices.Compact(near)
	out := make([]string, 0, limit)
	for _, c := range near[:min(limit, len(near))] {
		out = append(out, c.name)
	}
	return out
}

// maxLength bounds what is compared: names are at most 63 characters, values 256.
const maxLength = 256

// partial is the distance of a name of which the word is a part: farther than any mistyping.
const partial = maxLength

// distance returns how far name is from word, false where it is not near.
func distance(word, name string) (int, bool) {
	a, b := []rune(strings.ToLower(word)), []rune(strings.ToLower(name))
	if len(a) == 0 || len(b) == 0 || len(a) > maxLength || len(b) > maxLength {
		return 0, false
	}
	if allowed := max(len(a), len(b)) / 3; abs(len(a)-len(b)) <= allowed {
		if d := Edits(a, b); d <= max(allowed, 1) && d < min(len(a), len(b)) && wordByWord(string(a), string(b)) {
			return d, true
		}
	}
	if part(string(a), string(b)) || part(string(b), string(a)) {
		return partial + abs(len(a)-len(b)), true
	}
	return 0, false
}

// wordByWord reports whether each word of a is near the one of b in its place; of names with different numbers of words,
// and of single words, nothing is said.
func wordByWord(a, b string) bool {
	v, w := words(a), words(b)
	if len(v) != len(w) || len(v) < 2 {
		return true
	}
	for i := range v {
		x, y := []rune(v[i]), []rune(w[i])
		if Edits(x, y) > max(max(len(x), len(y))/3, 2) {
			return false
		}
	}
	return true
}

// words are the parts of a name between the signs that join them.
func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_-. ", r) })
}

// part reports whether whole contains p as one or more of its words.
func part(p, whole string) bool {
	return len(p) > 1 && strings.Contains(" "+strings.Join(words(whole), " ")+" ", " "+strings.Join(words(p), " ")+" ")
}

// Edits is the number of edits that turn a into b: insert, delete, replace, swap neighbours (the optimal string alignment
// distance).
func Edits(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func abs(n int) int { return max(n, -n) }
