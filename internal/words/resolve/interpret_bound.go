package resolve

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/words"
)

// bound puts an amount on the name behind it, or else on that before it, and returns the last item that it read.
func (in *interpreter) bound(i int) int {
	it := in.items[i]
	next := i + 1
	if next < len(in.items) && in.items[next].kind == isWord && in.items[next].use.slot == slotFill && in.tokens[in.items[next].from].folded == "of" {
		next++
	}
	if !it.behind && next < len(in.items) && in.items[next].kind == isName && in.measurable(in.items[next]) && in.besides(it, in.items[next]) {
		p := in.put(i, it.choices)
		at := in.part[i]
		in.slot = ""
		p.On = at + 1
		in.measure(next)
		return next
	}
	for before := i - 1; before >= 0; before-- {
		switch b := in.items[before]; {
		case b.kind == isName && in.part[before] >= 0 && in.measured(in.part[before]):
			on := in.part[before]
			in.put(i, it.choices).On = on
			if it.to < len(in.tokens) && in.owner[it.to] == nil && in.unitOf(b, in.tokens[it.to].folded) {
				in.owner[it.to] = it
			}
			return i
		case b.kind == isName && in.part[before] >= 0 && in.state.Parts[in.part[before]].May[0].Role == AsGroup:
			continue // the metric that is shown by it
		case b.kind == isTime && len(b.choices) == 1 && b.choices[0].Role == AsGrain:
			continue
		case b.kind == isWord && slices.Contains([]slot{slotFill, slotWith, slotAnd, slotBy, slotEach}, b.use.slot), b.kind == isAmount:
			continue
		}
		break
	}
	in.leave(it)
	return i
}

// besides reports whether a name stands right behind an amount, or behind the unit of it: 15 minutes delay.
func (in *interpreter) besides(amount, name *item) bool {
	switch name.from - amount.to {
	case 0:
		return true
	case 1:
		if in.owner[amount.to] == nil && in.unitOf(name, in.tokens[amount.to].folded) {
			in.owner[amount.to] = amount
			return true
		}
	}
	return false
}

// measurable reports whether an item's names have values that an amount can bound.
func (in *interpreter) measurable(it *item) bool {
	found, _ := in.best(it.names, in.countable)
	return len(found) > 0
}

func (in *interpreter) countable(m *words.Mention) bool {
	if metric := in.metric(m.ID); metric != nil {
		return metric.Type.Numeric()
	}
	d := in.dimension(m.ID)
	return m.Value == "" && d != nil && d.Dimension.Filter == bundle.FilterOpen && d.Expr.Type.Numeric()
}

// measured reports whether what a part came to has values that an amount can bound.
func (in *interpreter) measured(part int) bool {
	return slices.ContainsFunc(in.state.Parts[part].May, func(c Choice) bool {
		if metric := in.metric(c.ID); metric != nil {
			return metric.Type.Numeric()
		}
		d := in.dimension(c.ID)
		return d != nil && c.Role == AsGroup && d.Dimension.Filter == bundle.FilterOpen && d.Expr.Type.Numeric()
	})
}

// measure is the name that an amount before it bounds.
func (in *interpreter) measure(i int) {
	var may []Choice
	for _, m := range in.all(in.items[i].names, in.countable) {
		may = append(may, Choice{Role: roleOf(m), ID: m.ID, Rank: m.Rank()})
	}
	p := in.put(i, may)
	p.Bounded = true
}

// unitOf reports whether a word is of the unit of what an item names.
func (in *interpreter) unitOf(it *item, word string) bool {
	for _, m := range it.names {
		unit := ""
		if metric := in.metric(m.ID); metric != nil {
			unit = metric.Unit
		} else if d := in.dimension(m.ID); d != nil {
			unit = d.Dimension.Unit
		}
		if word != "" && slices.Contains(strings.Fields(words.Fold(unit)), word) {
			return true
		}
	}
	return false
}
