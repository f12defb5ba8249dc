package ground

import (
	"math/big"
	"slices"
	"strconv"
)

// geoReader reads some words in all languages at once: places are named alike in them.
type geoReader struct {
	*Gazetteer
	tokens []token
}

// placed is a place that was read in the tokens from until before to.
type placed struct {
	from, to int
	places   []int
	radius   string // kilometres around it; empty where it is the place itself
	rule     string
	problem  string
}

// read finds the places from left to right; names without a word that says how are none.
func (r *geoReader) read() *Areas {
	var found []placed
	named := false
	for at := 0; at < len(r.tokens); {
		places, to := r.at(r.tokens, at)
		if len(places) == 0 || !whole(r.tokens, at, to) {
			at++
			continue
		}
		named = true
		if p := r.placed(at, to); p.rule != "" {
			p.places = places
			found = append(found, p)
		}
		at = to
	}
	for _, p := range found {
		if p.problem != "" {
			return noPlace(p.problem)
		}
	}
	switch {
	case len(found) == 0 && named:
		return noPlace("a place is named, and nothing says whether in it or how far from it; say so")
	case len(found) == 0:
		return noPlace(NothingRead)
	}
	return r.conclude(found)
}

func (r *geoReader) conclude(found []placed) *Areas {
	out := &Areas{Outcome: OK, Options: []AreaOption{}, Parts: []Part{}}
	for _, p := range found {
		out.Parts = append(out.Parts, Part{r.tokens[p.from].From, r.tokens[p.to-1].To})
		out.Rules = append(out.Rules, p.rule)
		for _, i := range p.places {
			a := r.area(i)
			if p.radius != "" {
				a.Kind, a.Radius, a.Places = "radius", p.radius, []string{}
			}
			o := AreaOption{a.Place, a}
			if p.radius != "" {
				o.ID += " " + p.radius + " km"
			}
			if !slices.ContainsFunc(out.Options, func(other AreaOption) bool { return other.ID == o.ID }) {
				out.Options = append(out.Options, o)
			}
		}
	}
	if len(out.Options) == 1 {
		out.Area, out.Options = &out.Options[0].Area, []AreaOption{}
		return out
	}
	out.Outcome = Ask
	return out
}

// placed says how a place that is named from until before to is meant: by the words that stand before it.
func (r *geoReader) placed(from, to int) placed {
	p := placed{from: from, to: to}
	if at, ok := r.before(from, "class"); ok {
		from = at
	}
	if at, ok := r.before(from, "of"); ok {
		if d := r.distance(at); d.rule != "" {
			d.to = to
			return d
		}
	}
	for _, form := range []struct{ slot, problem string }{
		{"not", isNegated}, {"beyond", onlyInside}, {"near", "nothing says how near; say within how many kilometres"}, {"in", ""},
	} {
		at, ok := r.before(from, form.slot)
		if !ok {
			continue
		}
		p.from, p.rule, p.problem = at, "in", form.problem
		if _, not := r.before(at, "not"); not {
			p.problem = isNegated
		}
		return p
	}
	return p
}

const onlyInside = "only what lies within a distance can be said, not what lies beyond one"

// distance reads "within 20 km" that ends before a token.
func (r *geoReader) distance(end int) placed {
	for at := max(0, end-8); at < end; at++ {
		if r.tokens[at].kind != number || !begins(r.tokens, at) {
			continue
		}
		n, problem := r.kilometres(at, end)
		if n == nil {
			continue
		}
		p := r.circle(at, *n)
		if problem != "" {
			p.problem = problem
		}
		return p
	}
	return placed{}
}

// kilometres reads a number and its unit between two places. A number that languages write differently is none.
func (r *geoReader) kilometres(at, end int) (km *decimal, problem string) {
	for _, code := range []string{"en", "de"} {
		n, ok := (&moneyReader{code: code, tokens: r.tokens}).number(at)
		if !ok {
			continue
		}
		for _, l := range placeWords() {
			for _, u := range l.take(r.tokens, "unit", n.to) {
				if n.to+u.tokens != end {
					continue
				}
				d := decimal{new(big.Int).Mul(n.units, big.NewInt(int64(u.value))), n.exponent - 6}
				if km != nil && km.String() != d.String() {
					problem = "the number is written as different languages read it differently; write it without separators"
				}
				km = &d
			}
		}
	}
	return km, problem
}

// maxKilometres is half way around the earth.
const maxKilometres = 20038

func (r *geoReader) circle(at int, km decimal) placed {
	p := placed{from: at, radius: km.String(), rule: "distance"}
	for _, form := range []struct{ slot, problem string }{{"not", isNegated}, {"beyond", onlyInside}, {"within", ""}} {
		if from, ok := r.before(at, form.slot); ok {
			p.from, p.problem = from, form.problem
			if _, not := r.before(from, "not"); not {
				p.problem = isNegated
			}
			break
		}
	}
	if km.units.Sign() == 0 || readDecimal(strconv.Itoa(maxKilometres)).less(km) {
		p.problem = "a distance is more than nothing, and less than half way around the earth"
	}
	return p
}

// before reports where the longest form of a slot, in any of the languages, begins that ends before a token.
func (r *geoReader) before(end int, slot string) (int, bool) {
	best, found := end, false
	for _, l := range placeWords() {
		for i := range l.slots[slot] {
			f := &l.slots[slot][i]
			if at := end - len(f.tokens); at >= 0 && at < best && f.stands(r.tokens, at) && begins(r.tokens, at) {
				best, found = at, true
			}
		}
	}
	return best, found
}

func formatKilometres(km float64) string { return strconv.FormatFloat(km, 'f', -1, 64) }
