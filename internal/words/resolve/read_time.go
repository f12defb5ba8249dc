package resolve

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/internal/words"
	"sutura.dev/internal/words/ground"
)

// Two times that a text is read at which has no reference: what is the same at both needs none.
const (
	onceUpon  = "2001-02-03T12:00"
	thereupon = "2033-09-17T12:00"
)

const needsReference = "the words are relative to a day: say the reference, the person's local time"

const apartTimes = "the words name times that lie apart, and a question has one range"

// grounded is what some words mean as a time.
type grounded struct {
	parts   []ground.Part
	choices []Choice
	problem string
}

// ground reads the time of some words. Without a reference it takes what needs none, and windows that count back from now.
func (r *reading) ground(text string) grounded {
	at := func(reference string) *ground.Times {
		g, err := ground.Time(text, ground.TimeContext{Reference: reference, Locale: r.context.Locale, Calendar: r.view.Calendar()})
		if err != nil { // Resolve has read it
			panic(err)
		}
		return g
	}
	if r.context.Reference != "" {
		return ranges(at(r.context.Reference))
	}
	g := at(onceUpon)
	if g.Last != nil {
		args := []string{"last", strconv.Itoa(g.Last.Count), g.Last.Unit}
		if g.Last.IncludeCurrent {
			args = append(args, "current")
		}
		return grounded{parts: g.Parts, choices: []Choice{{Role: AsRange, Args: args}}}
	}
	a, _ := json.Marshal(g)
	if b, _ := json.Marshal(at(thereupon)); string(a) == string(b) {
		return ranges(g)
	}
	return grounded{parts: g.Parts, problem: needsReference}
}

func ranges(g *ground.Times) grounded {
	out := grounded{parts: g.Parts}
	if g.Outcome == ground.OK {
		if g.Range == nil {
			out.problem = apartTimes
			return out
		}
		out.choices = []Choice{{Role: AsRange, Args: []string{g.Range.Start, g.Range.End}}}
	}
	if len(g.Parts) > 1 && !slices.ContainsFunc(g.Options, func(o ground.TimeOption) bool { return len(o.Intervals) > 1 }) && g.Outcome == ground.Ask {
		out.problem = "the words name several times, and a question has one range"
		return out
	}
	for _, o := range g.Options {
		if o.Range != nil {
			out.choices = append(out.choices, Choice{Role: AsRange, Args: []string{o.Range.Start, o.Range.End}})
		}
	}
	switch {
	case len(out.choices) > 0:
	case g.Outcome == ground.Ask:
		out.problem = apartTimes
	case g.Why != ground.NothingRead:
		out.problem = g.Why
	}
	return out
}

// times reads the range. Where it finds none it looks again without what may be something else: units that are listed (by carrier and month
// in 2013), names (flights that left late in 2013), units. A name that is called like a time (Monday) stays one where another time is said
// beside it.
func (r *reading) times() {
	g := r.ground(r.masked(r.numbers))
	named := map[int]bool{}
	for _, m := range r.mentions {
		said := m.Evidence != words.StrongEvidence || len(g.choices) != 1 && !m.Mistyped
		if _, unit := r.does(m.From, slotUnit); !unit && m.To-m.From == 1 && said && !digitsOnly(r.tokens[m.From].raw) && !r.late(m.From) && r.free(m.From, m.To) && !r.tokens[m.From].plain && (len(g.parts) == 0 || r.lies(m.From, g.parts)) {
			named[m.From] = true
		}
	}
	unit := func(i int) bool {
		_, ok := r.does(i, slotUnit)
		return ok
	}
	listed := func(i int) bool {
		_, and := r.does(i-1, slotAnd)
		return and && unit(i) && !r.shifts(i)
	}
	isNamed := func(i int) bool { return named[i] }
	alone := func(i int) bool { return unit(i) && !r.shifts(i) }
	hidden := []func(int) bool{listed, isNamed, alone}
	switch {
	case len(g.parts) > 0 && len(named) == 0:
		hidden = nil
	case len(g.parts) > 0:
		hidden = []func(int) bool{isNamed}
	}
	for _, hide := range hidden {
		if !r.hides(hide) {
			continue
		}
		if again := r.ground(r.masked(func(i int) bool { return hide(i) || r.numbers(i) })); len(again.choices) == 1 {
			g = again
			break
		}
	}
	if len(g.parts) == 0 && g.problem == "" {
		g = r.bareYear()
	}
	for i, p := range g.parts {
		first, end := r.within(p.From, p.To)
		if first < 0 || !r.free(first, end) {
			continue
		}
		it := &item{from: first, to: end, kind: isTime}
		if i == 0 {
			it.choices = g.choices
		}
		r.add(it)
	}
	if g.problem != "" {
		r.problems = append(r.problems, Missing{"range", g.problem})
	}
}

// from are the words behind a unit, and articles and numbers those before it, that make it a distance from a time, and no grain: a week
// after 5 March.
var from = strings.Fields("after before since from of nach vor seit ab po pred od")

// shifts reports whether a unit is such a distance.
func (r *reading) shifts(at int) bool {
	if at == 0 || at+1 >= len(r.tokens) || !slices.Contains(from, r.tokens[at+1].folded) {
		return false
	}
	_, counted := r.does(at-1, slotCount)
	before := r.tokens[at-1].folded
	czech := before == "a" && slices.Contains([]string{"od", "po", "pred"}, r.tokens[at+1].folded) // and
	return counted || digitsOnly(before) || slices.Contains(articles, before) && !czech
}

// late reports whether a word says which part of a time that stands right behind it: late 2013 is a time, and no year of what was late.
func (r *reading) late(at int) bool {
	for end := at + 2; end <= min(at+maxLate, len(r.tokens)) && !r.tokens[end-1].comma; end++ {
		both, alone := r.ground(r.slice(at, end)), r.ground(r.slice(at+1, end))
		if both.problem != "" && len(both.parts) == 0 && len(alone.parts) == 1 && alone.parts[0].From == 0 {
			return true
		}
	}
	return false
}

// numbers reports whether digits say which one of what a dimension has is meant, and no time: account 200312, of customer 2013. A year
// behind what is grouped by is one.
func (r *reading) numbers(at int) bool {
	digits := r.tokens[at].raw
	if at == 0 || !digitsOnly(digits) || r.tokens[at-1].comma || len(digits) != 4 && len(digits) != 6 && len(digits) != 8 {
		return false
	}
	return slices.ContainsFunc(r.mentions, func(m words.Mention) bool {
		if m.Kind != words.Dimension || m.To != at || r.everyday(m.From, m.To) {
			return false
		}
		return len(digits) > 4 || len(r.ground(r.slice(max(0, m.From-1), at+1)).parts) == 0
	})
}

// maxLate is how many words such a time has: late March 2013.
const maxLate = 3

// hides reports whether there is anything to hide.
func (r *reading) hides(hide func(int) bool) bool {
	for i := range r.tokens {
		if r.owner[i] == nil && hide(i) {
			return true
		}
	}
	return false
}

// bareYear is the only year that stands among the words without a preposition.
func (r *reading) bareYear() grounded {
	var out grounded
	for i, k := range r.tokens {
		if r.owner[i] != nil || len(k.raw) != 4 || !digitsOnly(k.raw) || r.numbers(i) {
			continue
		}
		g := r.ground(k.raw)
		if len(g.choices) != 1 || len(out.parts) > 0 {
			return grounded{}
		}
		g.parts = []ground.Part{{From: k.from, To: k.to}}
		out = g
	}
	return out
}

// lies reports whether a token lies in one of the parts.
func (r *reading) lies(at int, parts []ground.Part) bool {
	k := r.tokens[at]
	return slices.ContainsFunc(parts, func(p ground.Part) bool { return p.From < k.to && k.from < p.To })
}

// maxTail is how many words may say what is compared with.
const maxTail = 7

// compares reads with what the range is compared: vs last year, im Vergleich zum Vorjahr, oproti květnu 2013.
func (r *reading) compares(at int) {
	u, ok := r.does(at, slotCompare)
	if !ok {
		return
	}
	from := at + len(u.words)
	end := from
	count, unit, back, same, ago := 1, -1, false, false, false
	for end < min(from+maxTail, len(r.tokens)) && (unit < 0 || !back) {
		if p, ok := r.does(end, slotPeriod); ok {
			r.add(&item{from: at, to: end + len(p.words), kind: isCompare, choices: []Choice{{Role: AsCompare, Args: []string{"previous_period"}}}})
			return
		}
		if p, ok := r.does(end, slotPrior); ok {
			unit, back = p.value, true
			end += len(p.words)
			break
		}
		p, ok := r.does(end, slotBack, slotUnit, slotCount, slotSame)
		if !ok {
			if p, ok = r.does(end, slotFill); !ok {
				n, err := strconv.Atoi(r.tokens[end].folded)
				if err != nil || n < 1 || n > 99 || r.owner[end] != nil {
					break
				}
				count = n
				end++
				continue
			}
		}
		switch p.slot {
		case slotBack:
			back, ago = true, slices.Contains([]string{"ago", "earlier", "before"}, r.tokens[end].folded)
		case slotSame:
			same = true
		case slotUnit:
			if !same { // the same month last year: a year earlier
				unit = p.value
			}
			same = false
		case slotCount:
			count = p.value
		}
		end += len(p.words)
	}
	if unit >= 0 && back && count > 1 && !ago { // the previous two months are two together, and no offset shows them
		return
	}
	if unit >= 0 && back {
		r.add(&item{from: at, to: end, kind: isCompare, choices: []Choice{offset(count, units[unit])}})
		return
	}
	r.comparesTime(at, from)
}

// comparesTime reads a time that is compared with: the longest beginning of what follows that is one.
func (r *reading) comparesTime(at, from int) {
	for end := min(from+maxTail, len(r.tokens)); end > from; end-- {
		if !r.free(from, end) {
			continue
		}
		body := r.slice(from, end)
		g := r.ground(body)
		if len(g.choices) != 1 || len(g.parts) != 1 || g.parts[0].To != len([]rune(body)) || !r.onlyFills(from, from+len(scan(string([]rune(body)[:g.parts[0].From])).tokens)) || len(g.choices[0].Args) != 2 {
			continue
		}
		args := append([]string{"range"}, g.choices[0].Args...)
		r.add(&item{from: at, to: end, kind: isCompare, choices: []Choice{{Role: AsCompare, Args: args}}})
		return
	}
}

// onlyFills reports whether all of some tokens are words that mean nothing by themselves.
func (r *reading) onlyFills(from, to int) bool {
	for at := from; at < to; at++ {
		if _, fills := r.does(at, slotFill); !fills {
			return false
		}
	}
	return true
}

// offset compares with so many units earlier. Fiscal units are as long as others.
func offset(count int, unit string) Choice {
	switch unit {
	case "fiscal_year":
		unit = "year"
	case "fiscal_quarter":
		unit = "quarter"
	}
	return Choice{Role: AsCompare, Args: []string{"offset", strconv.Itoa(count), unit}}
}
