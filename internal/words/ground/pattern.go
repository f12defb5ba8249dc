package ground

import (
	"slices"
	"strconv"
	"strings"
)

// A pattern is elements with spaces between: a word, several as a|b, or a {slot}. "?" behind an element makes it optional; "+"
// before it lets it follow without a space, as in Q2.
type pattern []element

type element struct {
	slot     string   // empty: one of words
	words    []string // folded
	optional bool
	glued    bool
}

func parsePattern(text string) pattern {
	var p pattern
	for part := range strings.FieldsSeq(text) {
		var e element
		part, e.glued = strings.CutPrefix(part, "+")
		if len(part) > 1 {
			part, e.optional = strings.CutSuffix(part, "?")
		}
		if strings.HasPrefix(part, "{") {
			e.slot = strings.Trim(part, "{}")
		} else {
			e.words = strings.Split(part, "|")
		}
		p = append(p, e)
	}
	return p
}

// captured is the value of a slot.
type captured struct {
	slot  string
	value int
	time  *when
}

// match is a pattern that was found in the tokens from until before to.
type match struct {
	from, to int
	slots    []captured
}

// value is the nth value of a slot; absent where there is none.
func (m match) value(slot string, nth int) (int, bool) {
	for _, c := range m.slots {
		if c.slot == slot {
			if nth == 0 {
				return c.value, true
			}
			nth--
		}
	}
	return 0, false
}

func (m match) the(slot string) int {
	v, _ := m.value(slot, 0)
	return v
}

func (m match) times() []*when {
	var out []*when
	for _, c := range m.slots {
		if c.time != nil {
			out = append(out, c.time)
		}
	}
	return out
}

// taken is what a slot takes at a place: how many tokens, and what they are worth.
type taken struct {
	tokens int
	value  int
	time   *when
}

// slotted finds what slots take.
type slotted interface {
	take(slot string, at int) []taken
}

// each yields the matches of a pattern that begin at a token.
func (p pattern) each(tokens []token, at int, s slotted, yield func(match)) {
	p.from(tokens, match{from: at, to: at}, s, yield)
}

func (p pattern) from(tokens []token, m match, s slotted, yield func(match)) {
	if len(p) == 0 {
		if m.to > m.from {
			yield(m)
		}
		return
	}
	e, rest := p[0], p[1:]
	if e.optional {
		rest.from(tokens, m, s, yield)
	}
	if m.to >= len(tokens) || m.to > m.from && joins(tokens, m.to) && !e.glued {
		return
	}
	if e.slot == "" {
		if slices.Contains(e.words, tokens[m.to].text) {
			m.to++
			rest.from(tokens, m, s, yield)
		}
		return
	}
	for _, t := range s.take(e.slot, m.to) {
		next := match{m.from, m.to + t.tokens, append(slices.Clip(m.slots), captured{e.slot, t.value, t.time})}
		rest.from(tokens, next, s, yield)
	}
}

// digits reads a token of digits between two bounds, of at most so many digits.
func digits(t token, least, most, length int) (int, bool) {
	if t.kind != number || len(t.text) > length {
		return 0, false
	}
	n, err := strconv.Atoi(t.text)
	return n, err == nil && n >= least && n <= most
}
