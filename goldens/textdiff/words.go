package textdiff

import "github.com/sergi/go-diff/diffmatchpatch"

// Word is a run of words of one kind.
type Word struct {
	Kind Kind
	Text string
}

// Words returns the words of two texts in one order: those of both, those of the old one only, those of the new one only. What is
// gone stands before what came in its place. Texts that have little in common, or are very long, are one run gone and one new.
func Words(old, new string) []Word {
	a, b := words([]Line{{Spans: []Span{{Text: old}}}}), words([]Line{{Spans: []Span{{Text: new}}}})
	a, b = a[:len(a)-1], b[:len(b)-1] // without the line's end
	whole := gathered([]Word{{Gone, old}, {New, new}})
	if len(a) > maxWords || len(b) > maxWords {
		return whole
	}
	ids := map[word]int{}
	var out []Word
	at, alike := [2]int{}, 0
	for _, d := range differences(numbered(a, ids), numbered(b, ids)) {
		n := len([]rune(d.Text))
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			out = append(out, Word{Same, join(a[at[0] : at[0]+n])})
			alike += length(a[at[0] : at[0]+n])
			at[0], at[1] = at[0]+n, at[1]+n
		case diffmatchpatch.DiffDelete:
			out = append(out, Word{Gone, join(a[at[0] : at[0]+n])})
			at[0] += n
		case diffmatchpatch.DiffInsert:
			out = append(out, Word{New, join(b[at[1] : at[1]+n])})
			at[1] += n
		}
	}
	if 4*alike < minAlike*max(length(a), length(b)) {
		return whole
	}
	return gathered(out)
}

func join(ws []word) string {
	out := ""
	for _, w := range ws {
		out += w.text
	}
	return out
}

// gathered makes one change of changes that only white space parts, what is gone first.
func gathered(list []Word) []Word {
	var out []Word
	gone, came := "", ""
	flush := func() {
		for _, w := range []Word{{Gone, gone}, {New, came}} {
			if w.Text != "" {
				out = append(out, w)
			}
		}
		gone, came = "", ""
	}
	for i, w := range list {
		switch {
		case w.Kind == Gone:
			gone += w.Text
		case w.Kind == New:
			came += w.Text
		case (gone != "" || came != "") && i+1 < len(list) && blank(w.Text):
			gone, came = gone+w.Text, came+w.Text
		default:
			flush()
			out = append(out, w)
		}
	}
	flush()
	return out
}

func blank(s string) bool {
	for _, r := range s {
		if class(r) != 2 {
			return false
		}
	}
	return true
}
