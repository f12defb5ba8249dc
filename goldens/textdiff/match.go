package textdiff

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// pair says that line a of the old text is line b of the new one.
type pair struct{ a, b int }

// match pairs equal lines, in order in both texts. Lines that are once in each are paired first, in the longest order
// that both share, and Myers's algorithm does the rest between them: alone it takes time squared in the number of
// differences. A long stretch in which every line is repeated pairs first with first, second with second.
func match(a, b []string) []pair {
	m := matcher{a: make([]int, len(a)), b: make([]int, len(b))}
	ids := map[string]int{}
	for side, lines := range [][]string{a, b} {
		into := [][]int{m.a, m.b}[side]
		for i, l := range lines {
			id, ok := ids[l]
			if !ok {
				id = len(ids)
				ids[l] = id
			}
			into[i] = id
		}
	}
	m.stretch(0, len(a), 0, len(b), 0)
	return m.pairs
}

type matcher struct {
	a, b  []int
	pairs []pair
}

// occurrences are where a line stands within a stretch.
type occurrences struct{ inA, inB []int }

const (
	maxDepth = 32   // how often a stretch is cut
	maxMyers = 1000 // lines of a stretch, both sides, that Myers's algorithm is given while there is another way
)

// stretch pairs a[a0:a1] with b[b0:b1].
func (m *matcher) stretch(a0, a1, b0, b1, depth int) {
	for a0 < a1 && b0 < b1 && m.a[a0] == m.b[b0] {
		m.pairs = append(m.pairs, pair{a0, b0})
		a0, b0 = a0+1, b0+1
	}
	tail := 0
	for a0 < a1 && b0 < b1 && m.a[a1-1] == m.b[b1-1] {
		a1, b1, tail = a1-1, b1-1, tail+1
	}
	if a0 < a1 && b0 < b1 {
		m.between(a0, a1, b0, b1, depth)
	}
	for i := range tail {
		m.pairs = append(m.pairs, pair{a1 + i, b1 + i})
	}
}

// between pairs what is neither a common beginning nor a common end.
func (m *matcher) between(a0, a1, b0, b1, depth int) {
	seen := m.find(a0, a1, b0, b1)
	var anchors []pair
	if depth < maxDepth {
		anchors = m.anchors(a0, a1, seen, func(o *occurrences) bool { return len(o.inA) == 1 && len(o.inB) == 1 })
		if len(anchors) == 0 && a1-a0+b1-b0 > maxMyers {
			anchors = m.anchors(a0, a1, seen, func(*occurrences) bool { return true })
		}
	}
	if len(anchors) == 0 {
		m.myers(a0, a1, b0, b1, seen)
		return
	}
	atA, atB := a0, b0
	for _, at := range longestOrder(anchors) {
		m.stretch(atA, at.a, atB, at.b, depth+1)
		m.pairs = append(m.pairs, at)
		atA, atB = at.a+1, at.b+1
	}
	m.stretch(atA, a1, atB, b1, depth+1)
}

// find lists where each line of a stretch stands.
func (m *matcher) find(a0, a1, b0, b1 int) map[int]*occurrences {
	seen := make(map[int]*occurrences, a1-a0)
	at := func(id int) *occurrences {
		if seen[id] == nil {
			seen[id] = &occurrences{}
		}
		return seen[id]
	}
	for i := a0; i < a1; i++ {
		o := at(m.a[i])
		o.inA = append(o.inA, i)
	}
	for j := b0; j < b1; j++ {
		o := at(m.b[j])
		o.inB = append(o.inB, j)
	}
	return seen
}

// anchors pairs each suitable line's first occurrences, its second, and so on, in the order of the old text.
func (m *matcher) anchors(a0, a1 int, seen map[int]*occurrences, suits func(*occurrences) bool) []pair {
	var out []pair
	nth := map[int]int{}
	for i := a0; i < a1; i++ {
		id := m.a[i]
		if o := seen[id]; suits(o) && nth[id] < len(o.inB) {
			out = append(out, pair{i, o.inB[nth[id]]})
			nth[id]++
		}
	}
	return out
}

// longestOrder keeps the most pairs whose b also ascend; their a do already.
func longestOrder(pairs []pair) []pair {
	before := make([]int, len(pairs)) // the pair that comes before each in the best order that ends with it
	var ends []int                    // by length, the pair with the least b that an order of that length ends with
	for i, p := range pairs {
		n := sort.Search(len(ends), func(k int) bool { return pairs[ends[k]].b > p.b })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	out := make([]pair, 0, len(ends))
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		out = append(out, pairs[i])
	}
	slices.Reverse(out)
	return out
}

// myers pairs the lines that both sides have.
func (m *matcher) myers(a0, a1, b0, b1 int, seen map[int]*occurrences) {
	inA, atA := shared(m.a[a0:a1], a0, seen, func(o *occurrences) []int { return o.inB })
	inB, atB := shared(m.b[b0:b1], b0, seen, func(o *occurrences) []int { return o.inA })
	i, j := 0, 0
	for _, d := range differences(inA, inB) {
		n := utf8.RuneCountInString(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			for k := range n {
				m.pairs = append(m.pairs, pair{atA[i+k], atB[j+k]})
			}
			i, j = i+n, j+n
		case diffmatchpatch.DiffDelete:
			i += n
		case diffmatchpatch.DiffInsert:
			j += n
		}
	}
}

// shared lists the lines of one side that the other has, and where they stand.
func shared(ids []int, from int, seen map[int]*occurrences, other func(*occurrences) []int) (kept, at []int) {
	for i, id := range ids {
		if len(other(seen[id])) > 0 {
			kept, at = append(kept, id), append(at, from+i)
		}
	}
	return kept, at
}

// differences runs Myers's algorithm over numbered things, each as one character.
func differences(a, b []int) []diffmatchpatch.Diff {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // with a timeout the result depends on the machine's speed
	return d.DiffMainRunes(runes(a), runes(b), false)
}

// runes gives each id a character of its own, leaving out the half characters, which no string holds.
func runes(ids []int) []rune {
	const surrogates, after = 0xd800, 0xe000
	out := make([]rune, len(ids))
	for i, id := range ids {
		if id++; id >= surrogates {
			id += after - surrogates
		}
		out[i] = rune(id)
	}
	return out
}
