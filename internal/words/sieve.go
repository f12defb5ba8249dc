package words

import (
	"math/bits"
	"unicode/utf8"
)

// sieve lets few texts through to be compared one by one: those of about the right length, with about the right letters. It never holds back one that is near enough.
type sieve struct {
	items []sifted
	start []int32 // of each length
}

// sifted is what is known of a text without reading it.
type sifted struct {
	counts [2]uint64 // of its characters, in 32 kinds: four bits each, 7 at most
	first  uint32    // the first four characters, a byte of each
	length uint16
	index  int32
}

// maxSieved is the length from which texts are of one length, the longest.
const maxSieved = 255

func siftedOf(text string, index int) sifted {
	s := sifted{index: int32(index)}
	for _, r := range text {
		half, place := &s.counts[r>>4&1], 4*(r&15)
		if *half>>place&7 < 7 {
			*half += 1 << place
		}
		if s.length < 4 {
			s.first |= uint32(byte(r)) << (8 * s.length)
		}
		s.length++
	}
	return s
}

// lacking is how many characters of s, at least, t has none for.
func (s *sifted) lacking(t *sifted) int {
	return more(s.counts[0], t.counts[0]) + more(s.counts[1], t.counts[1])
}

// more sums, over sixteen counts of four bits, by how much those of a are above those of b.
func more(a, b uint64) int {
	const high, low = 0x8888888888888888, 0x0f0f0f0f0f0f0f0f
	d := (a | high) - b
	above := d & high >> 3 * 7 & d
	return int((above&low + above>>4&low) * 0x0101010101010101 >> 56)
}

// newSieve sifts n texts.
func newSieve(n int, text func(int) string) *sieve {
	s := &sieve{items: make([]sifted, n), start: make([]int32, maxSieved+2)}
	all := make([]sifted, n)
	for i := range all {
		all[i] = siftedOf(text(i), i)
		s.start[min(all[i].length, maxSieved)+1]++
	}
	for l := range maxSieved + 1 {
		s.start[l+1] += s.start[l]
	}
	at := append([]int32(nil), s.start...)
	for _, item := range all {
		l := min(item.length, maxSieved)
		s.items[at[l]] = item
		at[l]++
	}
	return s
}

// near yields the texts that so many edits may lie between and one, shorter ones first. How many are allowed is a matter of the longer one's
// length.
func (s *sieve) near(text string, allowed func(length int) int, yield func(index int)) {
	q := siftedOf(text, 0)
	for l := range maxSieved + 1 {
		longest := max(l, int(q.length))
		edits := allowed(longest)
		if longest-min(l, int(q.length)) > edits && l < maxSieved {
			continue
		}
		for i := s.start[l]; i < s.start[l+1]; i++ {
			if t := &s.items[i]; q.lacking(t) <= edits && t.lacking(&q) <= edits {
				yield(int(t.index))
			}
		}
	}
}

// alike yields the texts whose Jaro-Winkler likeness to one may be at least so much.
func (s *sieve) alike(text string, least float64, yield func(index int)) {
	q := siftedOf(text, 0)
	for i := range s.items {
		t := &s.items[i]
		common := min(int(q.length)-q.lacking(t), int(t.length)-t.lacking(&q))
		if common <= 0 {
			continue
		}
		jaro := (float64(common)/float64(q.length) + float64(common)/float64(t.length) + 1) / 3
		prefix := min(4, bits.TrailingZeros32(q.first^t.first)/8)
		if jaro+float64(prefix)*0.1*(1-jaro) >= least {
			yield(int(t.index))
		}
	}
}

// column is one text against which others are compared, a column of the table of edits in the bits of one word (Hyyrö 2003). It serves
// texts of up to 64 characters.
type column struct {
	runes []rune
	ascii [utf8.RuneSelf]uint64
	other map[rune]uint64
}

func newColumn(text string) *column {
	c := &column{runes: []rune(text)}
	for i, r := range c.runes[:min(len(c.runes), 64)] {
		if r < utf8.RuneSelf {
			c.ascii[r] |= 1 << i
			continue
		}
		if c.other == nil {
			c.other = map[rune]uint64{}
		}
		c.other[r] |= 1 << i
	}
	return c
}

// places has a bit for each place of the text where a character stands.
func (c *column) places(r rune) uint64 {
	if r < utf8.RuneSelf {
		return c.ascii[r]
	}
	return c.other[r]
}
