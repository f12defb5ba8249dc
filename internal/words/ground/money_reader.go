package ground

// moneyReader reads some words in one language.
type moneyReader struct {
	code   string
	words  *language
	tokens []token
}

// moneyReading is what one language makes of the words.
type moneyReading struct {
	ways    [][]Amount
	parts   []Part
	rules   []string
	covered int
	problem string
}

// amountAt is an amount in the tokens from until before to.
type amountAt struct {
	from, to int
	op       int
	low      decimal
	high     *decimal // of a band
	currency int      // -1: none
	scale    int      // the power of ten that was said
	strong   bool     // more than a number was said
	rule     string
	problem  string
}

// read finds amounts from left to right. Where one has a comparator, a scale or a currency, bare numbers are none.
func (r *moneyReader) read() moneyReading {
	var found []amountAt
	strong := false
	for at := 0; at < len(r.tokens); {
		a, ok := r.amount(at)
		if !ok {
			at = max(at+1, a.to)
			continue
		}
		if r.negated(a.from) {
			a.problem = isNegated
		}
		strong = strong || a.strong
		found = append(found, a)
		at = a.to
	}
	out := moneyReading{}
	r.link(found)
	kept := found[:0]
	for _, a := range found {
		if !a.strong && strong {
			continue
		}
		kept = append(kept, a)
		out.covered += a.to - a.from
		out.parts = append(out.parts, Part{r.tokens[a.from].From, r.tokens[a.to-1].To})
		out.rules = append(out.rules, a.rule)
		if out.problem == "" {
			out.problem = a.problem
		}
	}
	if strong {
		out.covered += MaxLength // a comparator that one language knows counts before numbers that all do
	}
	if out.problem == "" {
		out.ways = r.ways(kept)
	}
	return out
}

// link makes bare numbers amounts that are listed with one: 5, 6 or 7 EUR. They have its scale and its currency.
func (r *moneyReader) link(found []amountAt) {
	for i := len(found) - 2; i >= 0; i-- {
		if a, next := &found[i], found[i+1]; !a.strong && next.strong && r.listed(a.to, next.from) {
			a.strong, a.currency = true, next.currency
			a.low, a.scale = a.low.shift(next.scale), next.scale
		}
	}
	for i := 1; i < len(found); i++ {
		if a, before := &found[i], found[i-1]; !a.strong && before.strong && r.listed(before.to, a.from) {
			a.strong, a.currency = true, before.currency
		}
	}
}

// listed reports whether one or two words that join, and nothing else, stand between two places.
func (r *moneyReader) listed(from, to int) bool {
	if from >= to || to-from > 2 {
		return false
	}
	for ; from < to; from++ {
		and, or := r.words.take(r.tokens, "and", from), r.words.take(r.tokens, "or", from)
		if len(and)+len(or) == 0 && r.tokens[from].text != "," && r.tokens[from].text != "/" {
			return false
		}
	}
	return true
}

// negated reports whether a word of any of the languages says no before a token.
func (r *moneyReader) negated(from int) bool {
	for _, l := range amountWords() {
		if _, ok := l.ends(r.tokens, from, "not"); ok {
			return true
		}
	}
	return false
}

// ways are the amounts together where two bound a value from both sides, else each for itself.
func (r *moneyReader) ways(found []amountAt) [][]Amount {
	if len(found) == 2 && r.side(found[0])*r.side(found[1]) < 0 && r.beside(found[0].to, found[1].from) {
		a, b := found[0], found[1]
		if a.currency < 0 {
			a.currency = b.currency
		} else if b.currency < 0 {
			b.currency = a.currency
		}
		if a.currency == b.currency {
			return [][]Amount{{a.amount(), b.amount()}}
		}
	}
	var out [][]Amount
	for _, a := range found {
		out = append(out, []Amount{a.amount()})
	}
	return out
}

// side is 1 for a bound from below, -1 for one from above.
func (r *moneyReader) side(a amountAt) int {
	switch a.op {
	case opGt, opGte:
		return 1
	case opLt, opLte:
		return -1
	}
	return 0
}

// beside reports whether nothing but words that join stands between two places.
func (r *moneyReader) beside(from, to int) bool {
	for from < to {
		taken := r.words.take(r.tokens, "and", from)
		if len(taken) == 0 && r.tokens[from].text != "," {
			return false
		}
		from++
	}
	return true
}

func (a amountAt) amount() Amount {
	out := Amount{Op: opNames[a.op], Values: []string{a.low.String()}}
	switch {
	case a.high != nil:
		out.Op, out.Values = "between", append(out.Values, a.high.String())
	case a.op == opAround:
		low, high := a.low.times(9).shift(-1), a.low.times(11).shift(-1)
		if high.less(low) {
			low, high = high, low
		}
		out.Values = []string{low.String(), high.String()}
	}
	if a.currency >= 0 {
		out.Currency = currencies[a.currency]
	}
	return out
}

// longest is the longest form of a slot at a place.
func (r *moneyReader) longest(slot string, at int) (taken, bool) {
	best := taken{}
	for _, t := range r.words.take(r.tokens, slot, at) {
		if t.tokens > best.tokens {
			best = t
		}
	}
	return best, best.tokens > 0
}

// amount reads what begins at a token: a range, or a number with what stands around it. What is no amount says where to go on.
func (r *moneyReader) amount(at int) (amountAt, bool) {
	if !begins(r.tokens, at) {
		return amountAt{}, false
	}
	if a, ok := r.band(at); ok || a.to > at {
		return a, ok
	}
	a := amountAt{from: at, currency: -1, rule: "number"}
	from := at
	if c, ok := r.longest("compare", at); ok {
		a.op, a.strong, a.rule = c.value, true, "comparator"
		from += c.tokens
	}
	n, ok := r.quantity(from, a.strong)
	if !ok {
		if n.to > 0 && from == at {
			return amountAt{to: n.to}, false
		}
		return amountAt{}, false
	}
	a.low, a.to, a.currency, a.scale = n.decimal, n.to, n.currency, n.scale
	if n.strong {
		a.strong = true
		if a.rule == "number" {
			a.rule = "scale and currency"
		}
	}
	if b, ok := r.longest("behind", a.to); ok && !r.compares(a.to, b.tokens) && a.op == opEq && a.rule != "comparator" {
		a.op, a.strong, a.rule = b.value, true, "comparator"
		a.to += b.tokens
	}
	if !ends(r.tokens, a.to) || r.measured(a) || r.dated(a) {
		return amountAt{to: a.to}, false
	}
	return a, true
}

// compares reports whether the comparator of the next amount begins within words behind one: 10 or less than 3.
func (r *moneyReader) compares(at, tokens int) bool {
	for i := range tokens {
		if c, ok := r.longest("compare", at+i); ok && i+c.tokens > tokens {
			return true
		}
	}
	return false
}

// measured reports whether what was counted is no money: days, kilometres, percent.
func (r *moneyReader) measured(a amountAt) bool {
	at := a.to
	if at < len(r.tokens) && r.tokens[at].text == "." {
		at++
	}
	for _, l := range amountWords() {
		_, month := l.ends(r.tokens, a.from, "unit")
		if month && !a.strong || a.currency < 0 && len(l.take(r.tokens, "unit", at)) > 0 {
			return true
		}
	}
	return false
}

// dated reports whether a bare number is a year or one end of what has two, and any number a rank or a multiple.
func (r *moneyReader) dated(a amountAt) bool {
	for _, l := range amountWords() {
		_, year := l.ends(r.tokens, a.from, "dated")
		_, half := l.ends(r.tokens, a.from, "both")
		_, counts := l.ends(r.tokens, a.from, "counts")
		for _, to := range l.take(r.tokens, "to", a.to) { // 5 to 10 percent, in a language that does not know "to"
			next := a.to + to.tokens
			half = half || next < len(r.tokens) && r.tokens[next].kind == number
		}
		if counts || !a.strong && (half || year && yearLike(r.tokens[a.to-1])) {
			return true
		}
	}
	return false
}

func yearLike(t token) bool {
	_, ok := digits(t, 1900, 2100, 4)
	return ok && len(t.text) == 4
}

// band reads between 5 and 10 thousand, from 5 to 10, 5-10k.
func (r *moneyReader) band(at int) (amountAt, bool) {
	for _, form := range [][2]string{{"both", "plus"}, {"from", "to"}, {"", "to"}} {
		from := at
		if form[0] != "" {
			t, ok := r.longest(form[0], at)
			if !ok {
				continue
			}
			from += t.tokens
		}
		a, ok := r.quantity(from, true)
		if !ok {
			continue
		}
		link, ok := r.longest(form[1], a.to)
		if !ok {
			continue
		}
		b, ok := r.quantity(a.to+link.tokens, true)
		if !ok || !ends(r.tokens, b.to) {
			continue
		}
		if form[0] == "" && !a.strong && !b.strong && (yearLike(r.tokens[at]) || r.tokens[at].kind == word) {
			continue
		}
		if !a.scaled && b.scaled {
			a.decimal = a.shift(b.scale)
		}
		out := amountAt{from: at, to: b.to, op: opEq, low: a.decimal, high: &b.decimal, currency: max(a.currency, b.currency), strong: true, rule: "band"}
		switch {
		case a.currency >= 0 && b.currency >= 0 && a.currency != b.currency:
			out.problem = "its ends are in two currencies"
		case b.less(a.decimal):
			out.problem = "it ends below where it starts"
		}
		return out, !r.measured(out)
	}
	return amountAt{}, false
}

// quantity is a number with its scale and its currency.
type quantity struct {
	decimal
	to, currency, scale int
	strong, scaled      bool
}

// quantity reads a sign, a currency, a number, scales, a currency. bare lets a scale alone be one of it: over a million.
func (r *moneyReader) quantity(at int, bare bool) (quantity, bool) {
	q := quantity{currency: -1}
	sign := false
	minus := func() {
		if at+1 < len(r.tokens) && (r.tokens[at].text == "-" && r.tokens[at+1].glued && begins(r.tokens, at) && (at == 0 || !r.tokens[at].glued) || r.tokens[at].text == "minus") {
			sign, at = true, at+1
		}
	}
	if at < len(r.tokens) {
		minus()
	}
	if c, ok := r.longest("currency", at); ok {
		q.currency, q.strong, at = c.value, true, at+c.tokens
	}
	if at >= len(r.tokens) {
		return quantity{}, false
	}
	n, ok := r.number(at)
	if !ok {
		if n.to > at {
			return quantity{to: n.to}, false
		}
		if n, ok = r.named(at, bare); !ok {
			return quantity{}, false
		}
	}
	q.decimal, q.to = n.decimal, n.to
	for range maxScales {
		s, ok := r.longest("scale", q.to)
		if !ok {
			break
		}
		if len(r.tokens[q.to].text) == 1 && !r.tokens[q.to].glued {
			if _, money := r.longest("currency", q.to+s.tokens); !money { // 5 m may be metres, 5 m EUR are not
				break
			}
		}
		q.decimal, q.scale, q.to = q.shift(s.value), q.scale+s.value, q.to+s.tokens
		q.strong, q.scaled = true, true
	}
	if c, ok := r.longest("currency", q.to); ok && q.currency < 0 {
		q.currency, q.strong, q.to = c.value, true, q.to+c.tokens
	}
	if r.goesOn(q) {
		return quantity{to: q.to}, false
	}
	if sign {
		q.decimal = q.negative()
	}
	return q, !joins(r.tokens, q.to)
}

// maxScales bounds the scales of a number: five hundred thousand has two.
const maxScales = 2
