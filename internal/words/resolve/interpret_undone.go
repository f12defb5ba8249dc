package resolve

import "slices"

// leaveUndone leaves the words that change what others mean, where nothing was done about them: what is to be left out was not found, or
// what "or" joins is no list of one dimension's values. A question without them would be another one.
func (in *interpreter) leaveUndone() {
	for i, it := range in.items {
		switch {
		case it.kind != isWord:
		case it.use.slot == slotNot && !in.denied[i]:
			in.leave(it)
		case it.use.slot == slotAnd && slices.Contains(alternatives, in.tokens[it.from].folded) && !in.spent[it.from]:
			if before, _ := in.listsValues(i); before == nil {
				in.leave(it)
			}
		case it.use.slot == slotCompare:
			before, after := in.listsValues(i)
			if before == nil || before.May[0].Role != AsFilter {
				in.leave(it)
				break
			}
			after.Beside = true
		}
	}
}

// alternatives join what is not asked together.
var alternatives = []string{"or", "oder", "nebo"}

// listsValues are the values of one dimension that a joining word stands between; nil where it does not.
func (in *interpreter) listsValues(i int) (before, after *Part) {
	named := func(from, step int) *Part {
		for at := from; at >= 0 && at < len(in.items); at += step {
			if in.items[at].kind == isName && in.part[at] >= 0 {
				return &in.state.Parts[in.part[at]]
			}
			if in.items[at].kind != isWord && in.items[at].kind != isName {
				return nil
			}
		}
		return nil
	}
	before, after = named(i-1, -1), named(i+1, 1)
	if before == nil || after == nil || !slices.ContainsFunc(before.May, func(b Choice) bool {
		return (b.Role == AsFilter || b.Role == AsExclude) && slices.ContainsFunc(after.May, func(a Choice) bool { return a.Role == b.Role && a.ID == b.ID })
	}) {
		return nil, nil
	}
	return before, after
}
