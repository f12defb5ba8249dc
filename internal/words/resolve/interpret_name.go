package resolve

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/words"
)

func itoa(n int) string { return strconv.Itoa(n) }

// best are the names that a test takes, of the best evidence that it takes; those of the words' own language before others, and metrics
// that should be asked before those that should not.
func (in *interpreter) best(names []words.Mention, takes func(*words.Mention) bool) ([]words.Mention, words.Evidence) {
	var out []words.Mention
	for i := range names {
		m := names[i]
		if !takes(&m) {
			continue
		}
		switch {
		case len(out) == 0 || m.Rank() < out[0].Rank():
			out = []words.Mention{m}
		case m.Rank() == out[0].Rank() && !slices.ContainsFunc(out, func(o words.Mention) bool { return o.ID == m.ID && o.Value == m.Value }):
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return nil, ""
	}
	out = slices.DeleteFunc(slices.Clone(out), func(m words.Mention) bool {
		return slices.ContainsFunc(out, func(o words.Mention) bool { return m.Value == o.Value && in.conforms(m.ID, o.ID) })
	})
	for _, prefer := range []func(words.Mention) bool{in.ofLocale, func(m words.Mention) bool { return !m.Retired }} {
		if kept := slices.DeleteFunc(slices.Clone(out), func(m words.Mention) bool { return !prefer(m) }); len(kept) > 0 {
			out = kept
		}
	}
	return out, out[0].Evidence
}

// maxRank bounds the ranks of what is not weak.
const maxRank = 6

// all are the names that a test takes, of every evidence: what the metrics cannot be asked by is dropped once they are known.
func (in *interpreter) all(names []words.Mention, takes func(*words.Mention) bool) []words.Mention {
	var out []words.Mention
	for rank := range maxRank {
		found, _ := in.best(names, func(m *words.Mention) bool { return m.Rank() == rank && takes(m) })
		out = append(out, slices.DeleteFunc(found, func(m words.Mention) bool {
			return slices.ContainsFunc(out, func(o words.Mention) bool { return o.ID == m.ID && o.Value == m.Value })
		})...)
	}
	return out
}

// conforms reports whether a dimension is, by what the catalog declares, another one that is asked by their common name.
func (in *interpreter) conforms(id, other string) bool {
	d, o := in.dimension(id), in.dimension(other)
	return d != nil && o != nil && d.Dimension.Conformed != "" && d.Dimension.Conformed == o.Dimension.Conformed && d.Name != o.Name && o.Name == o.Dimension.Conformed
}

// ofLocale reports whether a name is of the language that the words are said to be in.
func (in *interpreter) ofLocale(m words.Mention) bool {
	of := m.Locale
	if of == "" {
		of = in.view.About().Locale
	}
	return language(of) == language(in.context.Locale)
}

func language(locale string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(locale), "_", "-"), "-")
	return code
}

// as makes choices of names.
func (in *interpreter) as(names []words.Mention, role Role) []Choice {
	out := make([]Choice, 0, len(names))
	for _, m := range names {
		c := Choice{Role: role, ID: m.ID, Rank: m.Rank()}
		if m.Value != "" {
			c.Args = []string{m.Value}
		}
		out = append(out, c)
	}
	return out
}

// name says what an item that names something does, and returns the last item that it read.
func (in *interpreter) name(i int) int {
	it := in.items[i]
	if in.used && !in.listed {
		in.slot = ""
	}
	next, ok := in.labels(i)
	defer func() { in.used, in.listed = !it.label, it.label && in.listed }()
	if ok {
		return next
	}
	if it.label {
		in.literal(i)
		return i
	}
	if in.slot == slotSort {
		if found, _ := in.best(it.names, func(m *words.Mention) bool { return in.measuring(m) || in.groupable(m) }); len(found) == 1 {
			c := Choice{Role: AsOrder, ID: found[0].ID, Args: []string{"asc"}, Rank: found[0].Rank()}
			if in.measuring(&found[0]) {
				c.Args = []string{"desc"}
			}
			in.order(i, c)
			return i
		}
		in.leave(it)
		return i
	}
	may := in.may(i)
	if len(may) == 0 || in.at(i, may) {
		in.leave(it)
		return i
	}
	in.named(i, may)
	return i
}

// at reports whether a name that would be grouped by stands behind "on", and nothing says that it is grouped by: on weekdays says on
// which, and they are days of work.
func (in *interpreter) at(i int, may []Choice) bool {
	from := in.items[i].from
	return from > 0 && in.tokens[from-1].folded == "on" && in.slot == "" && may[0].Role == AsGroup && (i+1 >= len(in.items) || in.items[i+1].kind != isAmount)
}

// named makes the part of a name. Two values of one dimension count together only where words join them.
func (in *interpreter) named(i int, may []Choice) {
	with := 0
	filters := func(p Part) bool { return p.May[0].Role == AsFilter || p.May[0].Role == AsExclude }
	if may[0].Role == AsMetric {
		in.apart = in.apart || in.joined && slices.ContainsFunc(in.state.Parts, filters)
		in.joined = false
	}
	if may[0].Role == AsFilter || may[0].Role == AsExclude {
		if in.apart {
			in.leave(in.items[i])
			return
		}
		if !in.joined && slices.ContainsFunc(in.state.Parts, func(p Part) bool { return p.May[0].Role == may[0].Role && p.May[0].ID == may[0].ID }) {
			in.leave(in.items[i])
			return
		}
		for at, p := range in.state.Parts {
			if in.joined && p.May[0].Role == may[0].Role {
				with = at + 1
			}
		}
		in.joined = false
	}
	p := in.put(i, may)
	p.Ranks, p.Grouped, p.With = in.ranking, in.slot == slotBy || in.slot == slotEach, with
	in.ranking = false
	if in.slot == slotTop || in.slot == slotWhich {
		in.slot = ""
	}
}

// may is what a name does where it stands.
func (in *interpreter) may(i int) []Choice {
	names := in.items[i].names
	switch in.slot {
	case slotNot:
		if found, _ := in.best(names, func(m *words.Mention) bool { return in.valued(m) || in.boolean(m) }); len(found) > 0 {
			in.denied[in.denying] = true
			if in.boolean(&found[0]) {
				out := in.truth(found, "true")
				for i := range out {
					out[i].Role = AsExclude // as of any other value, what is unknown stays
				}
				return out
			}
			return in.as(in.all(names, in.valued), AsExclude)
		}
		return nil
	case slotBy, slotEach, slotTop, slotWhich:
		if found, _ := in.best(names, in.groupable); len(found) > 0 {
			return in.as(in.all(names, in.groupable), AsGroup)
		}
		if in.slot == slotTop || in.slot == slotWhich {
			break
		}
		if found, _ := in.best(names, in.valued); len(found) > 0 {
			return in.as(in.all(names, in.valued), AsFilter)
		}
		if found, _ := in.best(names, in.measuring); len(found) > 0 && in.slot == slotBy && !in.ratio && !in.used && in.ranks(i) {
			return in.as(found, AsMetric)
		}
		return nil
	}
	found, _ := in.best(names, func(m *words.Mention) bool { return in.measuring(m) || in.groupable(m) || in.valued(m) })
	var out []Choice
	for _, m := range found {
		switch {
		case in.boolean(&m):
			out = append(out, in.truth([]words.Mention{m}, "true")...)
		default:
			out = append(out, in.as([]words.Mention{m}, roleOf(m))...)
		}
	}
	if len(out) > 0 {
		switch r := out[0].Role; {
		case slices.ContainsFunc(out, func(c Choice) bool { return c.Role != r }):
		case r == AsFilter && !in.boolean(&found[0]):
			return in.as(in.all(names, in.valued), r)
		case r == AsGroup:
			return in.as(in.all(names, func(m *words.Mention) bool { return in.groupable(m) && !in.boolean(m) }), r)
		}
	}
	return out
}

// truth are the values of dimensions that are true or false.
func (in *interpreter) truth(names []words.Mention, value string) []Choice {
	out := in.as(names, AsFilter)
	for i := range out {
		out[i].Args = []string{value}
	}
	return out
}

// ranks reports whether a metric behind "by" ranks groups: those of a rank, or what stands before and can be a dimension.
func (in *interpreter) ranks(i int) bool {
	group := slices.ContainsFunc(in.state.Parts, func(p Part) bool { return p.May[0].Role == AsTop })
	for before := i - 1; before >= 0 && !group; before-- {
		if b := in.items[before]; b.kind == isName {
			if in.part[before] < 0 || !in.regroup(before) {
				return false
			}
			group = true
		}
	}
	in.ranking = group
	return group
}

// labels reads a dimension beside one of its values, in either order: carrier JetBlue, from Newark, long haul. It returns the last item
// that it read.
func (in *interpreter) labels(i int) (int, bool) {
	it := in.items[i]
	next := i + 1
	if next < len(in.items) && in.items[next].kind == isWord && slices.Contains([]string{"is", "of", "ist", "je", "the"}, in.tokens[in.items[next].from].folded) && next+1 < len(in.items) {
		next++
	}
	if next >= len(in.items) || in.items[next].kind != isName || in.tokens[in.items[next].from].comma {
		return i, false
	}
	other := in.items[next]
	if dimensions := in.all(it.names, in.groupable); len(dimensions) > 0 && (it.label || in.slot != slotBy) {
		if values := in.all(other.names, in.valueOf(dimensions)); len(values) > 0 && !other.label {
			in.named(next, in.as(values, in.filtering()))
			return next, true
		}
		if _, e := in.best(other.names, in.valued); it.label && e != "" && !other.label && in.onlyValues(other) {
			in.leave(other) // to Kennedy: that is no destination here
			return next, true
		}
	}
	if next != i+1 || in.slot == slotBy || in.slot == slotEach || other.label {
		return i, false
	}
	// A value before its dimension, which nothing groups by.
	any, _ := in.best(other.names, func(*words.Mention) bool { return true })
	if len(any) == 0 || !in.groupable(&any[0]) {
		return i, false
	}
	if values := in.all(it.names, in.valueOf(any)); len(values) > 0 {
		in.named(i, in.as(values, in.filtering()))
		return next, true
	}
	return i, false
}

// onlyValues reports whether the best of an item's names are values.
func (in *interpreter) onlyValues(it *item) bool {
	found, _ := in.best(it.names, func(*words.Mention) bool { return true })
	return len(found) > 0 && found[0].Value != ""
}

func (in *interpreter) filtering() Role {
	if in.slot == slotNot {
		in.denied[in.denying] = true
		return AsExclude
	}
	return AsFilter
}

// valueOf takes the values of some dimensions, those that are digits too.
func (in *interpreter) valueOf(dimensions []words.Mention) func(*words.Mention) bool {
	return func(m *words.Mention) bool {
		return m.Value != "" && slices.ContainsFunc(dimensions, func(d words.Mention) bool { return d.ID == m.ID })
	}
}

// literal reads a value of an open dimension behind its name, where it is spelled as codes are: to ATL.
func (in *interpreter) literal(i int) {
	it := in.items[i]
	at := it.to
	if at >= len(in.tokens) || in.owner[at] != nil || !code(in.tokens[at].raw) {
		return
	}
	found := in.all(it.names, func(m *words.Mention) bool {
		d := in.dimension(m.ID)
		return m.Value == "" && d != nil && d.Dimension.Filter == bundle.FilterOpen && d.Expr.Type.Kind == expr.String
	})
	if len(found) == 0 {
		return
	}
	for role := in.filtering(); ; at++ {
		it.to, in.owner[at] = at+1, it
		may := in.as(found, role)
		for j := range may {
			may[j].Args = []string{in.tokens[at].raw}
		}
		in.named(i, may)
		if _, and := in.also(&item{from: at + 1, to: at + 2}, slotAnd); and {
			in.joined = true
			at++
		} else if at+1 < len(in.tokens) && in.tokens[at+1].comma {
			in.joined = true
		} else {
			return
		}
		if at+1 >= len(in.tokens) || in.owner[at+1] != nil || !code(in.tokens[at+1].raw) {
			return
		}
		in.spent[at] = true
	}
}

// code reports whether a word is spelled as codes are: capitals and digits, two at least.
func code(raw string) bool {
	return len([]rune(raw)) >= 2 && !strings.ContainsFunc(raw, func(r rune) bool { return !unicode.IsUpper(r) && !unicode.IsDigit(r) }) && strings.ContainsFunc(raw, unicode.IsUpper)
}
