package textdiff

import (
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxWords bounds the words of a change that are compared one by one; a longer change has no highlights.
const maxWords = 2000

// minAlike is the least part of a change, of four, that must be unchanged for highlights to say anything.
const minAlike = 1

// highlight marks what changed within each run of gone lines that new ones replace.
func highlight(lines []Line) {
	for i := 0; i < len(lines); i++ {
		gone := i
		for i < len(lines) && lines[i].Kind == Gone {
			i++
		}
		added := i
		for i < len(lines) && lines[i].Kind == New {
			i++
		}
		if gone < added && added < i {
			compareWords(lines[gone:added], lines[added:i])
		}
	}
}

// word is a piece of a line: letters and digits, white space, or one other character. end marks a line's end.
type word struct {
	text string
	end  bool
}

func words(lines []Line) []word {
	var out []word
	for _, l := range lines {
		for text := l.Text(); text != ""; {
			n := wordLength(text)
			out = append(out, word{text: text[:n]})
			text = text[n:]
		}
		out = append(out, word{end: true})
	}
	return out
}

func wordLength(s string) int {
	first, n := utf8.DecodeRuneInString(s)
	kind := class(first)
	if kind == 0 {
		return n
	}
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if class(r) != kind {
			break
		}
		n += size
	}
	return n
}

func class(r rune) int {
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		return 1
	case unicode.IsSpace(r):
		return 2
	}
	return 0
}

// compareWords marks the words of gone lines that are in none of the new ones in their order, and the reverse.
func compareWords(gone, added []Line) {
	a, b := words(gone), words(added)
	if len(a) > maxWords || len(b) > maxWords {
		return
	}
	ids := map[word]int{}
	goneWords, newWords := numbered(a, ids), numbered(b, ids)
	changedA, changedB := make([]bool, 0, len(a)), make([]bool, 0, len(b))
	alike := 0
	for _, d := range differences(goneWords, newWords) {
		for range utf8.RuneCountInString(d.Text) {
			switch d.Type {
			case diffmatchpatch.DiffEqual:
				if w := a[len(changedA)]; class(first(w.text)) != 2 {
					alike += len(w.text)
				}
				changedA, changedB = append(changedA, false), append(changedB, false)
			case diffmatchpatch.DiffDelete:
				changedA = append(changedA, true)
			case diffmatchpatch.DiffInsert:
				changedB = append(changedB, true)
			}
		}
	}
	if 4*alike < minAlike*max(length(a), length(b)) {
		return
	}
	mark(gone, a, changedA)
	mark(added, b, changedB)
}

func numbered(ws []word, ids map[word]int) []int {
	out := make([]int, len(ws))
	for i, w := range ws {
		id, ok := ids[w]
		if !ok {
			id = len(ids)
			ids[w] = id
		}
		out[i] = id
	}
	return out
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// length is how much text there is, white space apart.
func length(ws []word) int {
	n := 0
	for _, w := range ws {
		if class(first(w.text)) != 2 {
			n += len(w.text)
		}
	}
	return n
}

// mark cuts lines into spans. White space between two changed words is changed with them; a line of which nothing is
// unchanged keeps one span without a mark.
func mark(lines []Line, ws []word, changed []bool) {
	at := 0
	for i := range lines {
		start := at
		for !ws[at].end {
			at++
		}
		lines[i].Spans = spans(ws[start:at], changed[start:at])
		at++
	}
}

func spans(ws []word, changed []bool) []Span {
	for i := 1; i+1 < len(ws); i++ {
		if class(first(ws[i].text)) == 2 && changed[i-1] && changed[i+1] {
			changed[i] = true
		}
	}
	var out []Span
	for i, w := range ws {
		if n := len(out); n > 0 && out[n-1].Changed == changed[i] {
			out[n-1].Text += w.text
			continue
		}
		out = append(out, Span{Text: w.text, Changed: changed[i]})
	}
	if len(out) == 0 {
		return []Span{{}}
	}
	if len(out) == 1 {
		out[0].Changed = false
	}
	return out
}
