package resolve

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/words"
)

// interpreter goes over the items of a text from left to right and says what each does.
type interpreter struct {
	*reading
	state State
	// part is the part that each item became; -1 for none.
	part []int
	// slot is what the words before say of the next name; it goes on through lists: used says that a name has taken it, and listed that a
	// joining word or a comma stands since the last name.
	slot         slot
	used, listed bool
	joined       bool         // a joining word or a comma stands since the last value
	apart        bool         // another metric was joined to one that has its own values: delay of JetBlue and flights of Delta
	pending      int          // the item of the number in: which 3 carriers; -1 for none
	ranked       bool         // something orders the groups already
	ranking      bool         // the name at hand does
	denying      int          // the item of the word that leaves out what follows, while slot is slotNot
	denied       []bool       // of each item, whether it is such a word and something was left out for it
	ratio        bool         // the word behind which slotBy stands is per: seats per flight are no seats by the number of flights
	spent        map[int]bool // tokens of joining words that stand in a list which was read as a whole
}

func (in *interpreter) run() {
	in.part, in.pending, in.denied = make([]int, len(in.items)), -1, make([]bool, len(in.items))
	in.spent = map[int]bool{}
	for i := range in.part {
		in.part[i] = -1
	}
	for i := 0; i < len(in.items); i++ {
		it := in.items[i]
		if comma := in.tokens[it.from].comma; comma {
			in.joined, in.listed = true, true
		}
		if it.from > 0 && in.owner[it.from-1] == nil {
			in.slot = "" // a word that nothing has read stands between
		}
		switch it.kind {
		case isName:
			i = in.name(i)
		case isTime:
			if len(it.choices) > 0 {
				in.put(i, it.choices)
			}
			in.slot = ""
		case isTop:
			in.put(i, ends(it.use.slot, it.n))
			in.slot, in.used, in.ranked = slotTop, false, true
		case isNumber:
			in.pending = i
		case isCompare:
			in.put(i, it.choices)
			in.slot = ""
		case isAmount:
			i = in.bound(i)
		case isWord:
			i = in.word(i)
		}
	}
	if in.pending >= 0 && in.part[in.pending] < 0 {
		in.leave(in.items[in.pending])
	}
	in.leaveUndone()
	in.leaveRest()
}

// put makes a part of an item.
func (in *interpreter) put(i int, may []Choice) *Part {
	in.part[i] = len(in.state.Parts)
	in.state.Parts = append(in.state.Parts, Part{Place: in.place(in.items[i].from, in.items[i].to), May: may, On: -1})
	return &in.state.Parts[len(in.state.Parts)-1]
}

func (in *interpreter) place(from, to int) Place {
	return Place{in.tokens[from].from, in.tokens[to-1].to}
}

func (in *interpreter) leave(it *item) {
	in.state.Left = append(in.state.Left, in.place(it.from, it.to))
}

// leaveRest lists the words that nothing has read, each for itself.
func (in *interpreter) leaveRest() {
	for i := range in.tokens {
		if in.owner[i] == nil {
			in.state.Left = append(in.state.Left, in.place(i, i+1))
		}
	}
	slices.SortFunc(in.state.Left, func(a, b Place) int { return cmp.Or(a.From-b.From, a.To-b.To) })
}

// ends are the ends of an order that a word may mean.
func ends(s slot, n int) []Choice {
	count := []string{}
	if n > 0 {
		count = append(count, itoa(n))
	}
	role := AsTop
	if n == 0 {
		role = AsOrder
	}
	down, up := Choice{Role: role, Args: append([]string{"desc"}, count...)}, Choice{Role: role, Args: append([]string{"asc"}, count...)}
	switch s {
	case slotBottom, slotLeast:
		return []Choice{up}
	case slotJudge:
		return []Choice{down, up}
	}
	return []Choice{down}
}

// word goes over an everyday word, and returns the last item that it read.
func (in *interpreter) word(i int) int {
	it := in.items[i]
	if _, unit := in.also(it, slotUnit); unit {
		return in.unit(i)
	}
	switch it.use.slot {
	case slotNot:
		in.slot, in.used, in.listed, in.denying = slotNot, false, false, i
	case slotBy, slotEach, slotWhich, slotSort:
		if in.slot == slotNot && !in.used { // not by Delta
			break
		}
		in.slot, in.used, in.listed = it.use.slot, false, false
		in.ratio = in.tokens[it.from].folded == "per"
		if it.use.slot == slotSort {
			in.ranked = true
			in.sorts(i)
		}
	case slotWith:
		if in.slot == slotNot && !in.used { // nicht mit Delta
			break
		}
		in.before(i)
		in.slot = ""
	case slotAnd:
		in.joined, in.listed = true, true
		if in.articleOf(i) {
			in.slot = slotEach
		}
	case slotCompare:
		in.joined, in.listed = true, true
	case slotEvery:
		in.put(i, []Choice{{Role: AsGrain, Args: []string{units[it.use.value]}}})
	case slotMost, slotLeast, slotJudge:
		if in.least(it.from) {
			in.leave(it)
			break
		}
		in.most(i)
	case slotTop, slotBottom:
		if in.tokens[it.from].folded == "top" || in.tokens[it.from].folded == "bottom" {
			in.most(i)
			in.slot, in.used = slotTop, false
		} else {
			in.leave(it)
		}
	case slotTotals:
		in.put(i, []Choice{{Role: AsTotals}})
	case slotOthers:
		in.put(i, []Choice{{Role: AsOthers}})
	case slotMany, slotSum, slotMean:
		in.put(i, []Choice{{Role: AsSaid, Args: []string{string(it.use.slot)}}})
	case slotFill, slotCount, slotSame:
		if word := in.tokens[it.from].folded; it.use.slot == slotFill && (in.slot != slotNot || in.used) && !slices.Contains(articles, word) && (word != "of" || in.slot != slotTop && in.slot != slotWhich) {
			in.slot = ""
		}
		if it.use.slot == slotCount && !in.fills(it) {
			in.leave(it)
		}
	default: // an order without what it orders, a comparison without a time, a unit that nothing asks for
		in.leave(it)
	}
	return i
}

// articles stand between a word and the name that it is about, and change nothing.
var articles = strings.Fields("the a an der die das den dem des ein eine einen einem einer eines vsech vsechny ten ta ti all alle allen")

// also finds another use of an item's words.
func (in *interpreter) also(it *item, s slot) (use, bool) {
	if it.from >= len(in.tokens) {
		return use{}, false
	}
	for _, u := range everyday()[in.tokens[it.from].folded] {
		if u.slot == s && len(u.words) == it.to-it.from && in.spells(it.from, u.words) {
			return u, true
		}
	}
	return use{}, false
}

func (in *interpreter) fills(it *item) bool {
	_, ok := in.also(it, slotFill)
	return ok
}

// articleOf reports whether a joining word is English "a" before a unit: flights a day.
func (in *interpreter) articleOf(i int) bool {
	if in.tokens[in.items[i].from].folded != "a" || i+1 >= len(in.items) {
		return false
	}
	_, unit := in.also(in.items[i+1], slotUnit)
	return unit && in.items[i+1].kind == isWord
}

// unit reads a unit of time that is grouped by.
func (in *interpreter) unit(i int) int {
	it := in.items[i]
	u, _ := in.also(it, slotUnit)
	with := i+1 < len(in.items) && in.items[i+1].kind == isWord && in.items[i+1].use.slot == slotWith
	switch in.slot {
	case slotBy, slotEach, slotWhich, slotTop:
	case slotSort:
		in.order(i, Choice{Role: AsOrder, Args: []string{"asc"}, ID: "period"})
		return i
	default:
		if !with {
			in.leave(it)
			return i
		}
	}
	in.put(i, []Choice{{Role: AsGrain, Args: []string{units[u.value]}}})
	return i
}

// most is an end of the metric's order: the most flights. Behind which 3 it is a rank.
func (in *interpreter) most(i int) {
	it := in.items[i]
	n := 0
	if in.pending >= 0 && in.part[in.pending] < 0 {
		n = in.items[in.pending].n
		in.part[in.pending] = len(in.state.Parts)
	}
	if in.ranked && n == 0 {
		in.leave(it)
		return
	}
	in.ranked = true
	in.put(i, ends(it.use.slot, n))
	if slices.Contains(counting, in.tokens[it.from].folded) {
		in.state.Parts = append(in.state.Parts, Part{Place: in.place(it.from, it.to), May: []Choice{{Role: AsSaid, Args: []string{string(slotMany)}}}, On: -1})
	}
}

// counting are the ends of an order that are said of what is counted: the fewest delays is no average.
var counting = []string{"fewest", "wenigste", "wenigsten"}

// before makes what stands before "with" a group, where it can be one: carriers with more than 1000 flights.
func (in *interpreter) before(i int) {
	if i == 0 || in.items[i-1].kind != isName || in.part[i-1] < 0 || i+1 >= len(in.items) {
		return
	}
	in.regroup(i - 1)
}

// sorts makes what stands before "sorted by" a group, where nothing else is grouped by and it can be one: carriers sorted by delay.
func (in *interpreter) sorts(i int) {
	if slices.ContainsFunc(in.state.Parts, func(p Part) bool { return p.May[0].Role == AsGroup || p.May[0].Role == AsGrain }) {
		return
	}
	for before := i - 1; before >= 0; before-- {
		if in.items[before].kind == isName && in.part[before] >= 0 && in.state.Parts[in.part[before]].May[0].Role == AsMetric {
			in.regroup(before)
			return
		}
	}
}

// regroup makes a part that was a metric a group, where its words can be a dimension too.
func (in *interpreter) regroup(i int) bool {
	p := &in.state.Parts[in.part[i]]
	if p.May[0].Role != AsMetric {
		return p.May[0].Role == AsGroup
	}
	if groups, _ := in.best(in.items[i].names, in.groupable); len(groups) == 0 {
		return false
	}
	p.May = in.as(in.all(in.items[i].names, in.groupable), AsGroup)
	return true
}

// order orders the rows by what an item names, and reads the direction behind it.
func (in *interpreter) order(i int, c Choice) {
	if i+1 < len(in.items) && in.items[i+1].kind == isWord {
		switch in.items[i+1].use.slot {
		case slotDesc:
			c.Args = []string{"desc"}
			in.items[i+1].use.slot = slotFill
		case slotAsc:
			c.Args = []string{"asc"}
			in.items[i+1].use.slot = slotFill
		}
	}
	in.put(i, []Choice{c})
	in.slot = ""
}

func roleOf(m words.Mention) Role {
	switch {
	case m.Value != "":
		return AsFilter
	case strings.HasPrefix(m.ID, "metric."):
		return AsMetric
	}
	return AsGroup
}

// boolean reports whether a name is a dimension that is true or false.
func (in *interpreter) boolean(m *words.Mention) bool {
	d := in.dimension(m.ID)
	return d != nil && m.Value == "" && d.Expr.Type.Kind == expr.Boolean
}

func (in *interpreter) groupable(m *words.Mention) bool {
	return m.Value == "" && in.dimension(m.ID) != nil
}

func (in *interpreter) valued(m *words.Mention) bool {
	return m.Value != "" && in.dimension(m.ID) != nil && !digitsOnly(m.Text)
}

func (in *interpreter) measuring(m *words.Mention) bool { return in.metric(m.ID) != nil }

func digitsOnly(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}
