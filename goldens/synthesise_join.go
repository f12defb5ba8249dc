package goldens

import (
	"cmp"
	"slices"
	"strings"

	"sutura.dev/bundle"
)

// pool is the values that columns share which joins equate: what persons wrote, what dimensions declare, and as many
// more as the tables need, with one to spare that no table has.
type pool struct {
	values   []string
	declared int // how many of them a person wrote or a dimension declares
}

// gatherPools finds the columns that joins equate, and gives each set of them a pool. A column of a key that no join
// equates has one of its own.
func (s *synthesis) gatherPools(all []*relation) map[columnRef]*pool {
	groups := map[columnRef]*[]columnRef{}
	group := func(ref columnRef) *[]columnRef {
		if groups[ref] == nil {
			groups[ref] = &[]columnRef{ref}
		}
		return groups[ref]
	}
	for _, r := range all {
		for _, key := range r.keys[:r.referred] {
			for _, name := range key {
				group(columnRef{r, name})
			}
		}
		for _, j := range r.joins() {
			for _, p := range equated(j) {
				into, from := group(columnRef{s.of[j.To], p.Right}), group(columnRef{r, p.Left})
				if into == from {
					continue
				}
				*into = append(*into, *from...)
				for _, ref := range *from {
					groups[ref] = into
				}
			}
		}
	}
	pools := map[columnRef]*pool{}
	for _, r := range all {
		for _, c := range r.columns {
			ref := columnRef{r, c.Name}
			if g := groups[ref]; g != nil && pools[ref] == nil {
				p := s.newPool(*g)
				for _, member := range *g {
					pools[member] = p
				}
			}
		}
	}
	return pools
}

// joins are the joins of all models of a table, those over the most columns first: what they set, the others follow.
func (r *relation) joins() []*bundle.Join {
	var out []*bundle.Join
	for _, m := range r.models {
		for i := range m.Joins {
			out = append(out, &m.Joins[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *bundle.Join) int {
		return cmp.Or(cmp.Compare(len(b.On), len(a.On)), strings.Compare(a.Name, b.Name))
	})
	return out
}

// equated are the pairs of a join whose columns are equal as they are. What is cut to a unit, or is the time of whatever is
// asked, shares no values with the other side.
func equated(j *bundle.Join) []bundle.Pair {
	return slices.DeleteFunc(slices.Clone(j.On), bundle.Pair.Timely)
}

// newPool fills a pool: the first of its columns, the end of a join where there is one, gives the invented ones their form.
func (s *synthesis) newPool(group []columnRef) *pool {
	p := &pool{}
	first := group[0].of.columns[group[0].of.index(group[0].name)]
	add := func(v string) {
		if v, ok := fixtureValue(first.Type, v); ok && !slices.Contains(p.values, v) {
			p.values = append(p.values, v)
		}
	}
	for _, ref := range group {
		at := ref.of.index(ref.name)
		for _, row := range ref.of.rows {
			if row[at] != nil {
				add(*row[at])
			}
		}
	}
	for _, ref := range group {
		for _, v := range closed(ref.of, ref.name) {
			add(v)
		}
	}
	p.declared = len(p.values)
	for _, v := range s.moments.sequence(first, mostRows+1) {
		add(v)
	}
	return p
}

// What a row finds by a join, beside the number of a row of the joined table.
const (
	findsNothing = -1
	hasNoKey     = -2
)

// joins gives the columns of joins their values.
func (f *filling) joins() {
	for _, j := range f.relation.joins() {
		if len(equated(j)) == 0 {
			continue
		}
		to := f.of[j.To]
		choices := []int{findsNothing, hasNoKey}
		for t := range min(shared, f.planned[to].rows) {
			choices = append(choices, t)
		}
		for i, row := range f.order(j.Name) {
			f.join(f.rows[row], j, to, choices[i%len(choices)])
		}
		for _, p := range equated(j) {
			f.set[f.index(p.Left)] = true
		}
	}
}

// join sets what is not yet set of a row's columns of a join.
func (f *filling) join(row []*string, j *bundle.Join, to *relation, choice int) {
	if choice == hasNoKey && f.withoutKey(row, j) {
		return
	}
	n, start := f.planned[to].rows, max(choice, 0)
	for k := range n {
		t := (start + k) % n
		if !f.fits(row, j, to, t) {
			continue
		}
		for _, p := range equated(j) {
			if at := f.index(p.Left); !f.set[at] {
				row[at] = &f.planned[to].keys[p.Right][t]
			}
		}
		if choice == findsNothing {
			f.orphan(row, j, to)
		}
		return
	}
	f.orphan(row, j, to)
}

// fits reports whether a row may find row t of the joined table: what it has already agrees, and the rest is allowed.
func (f *filling) fits(row []*string, j *bundle.Join, to *relation, t int) bool {
	for _, p := range equated(j) {
		at, value := f.index(p.Left), f.planned[to].keys[p.Right][t]
		if f.set[at] {
			if row[at] == nil || *row[at] != value {
				return false
			}
		} else if declared := closed(f.relation, p.Left); declared != nil && !slices.Contains(declared, value) {
			return false
		}
	}
	return true
}

// withoutKey leaves a row without a value for a join, where it may be so.
func (f *filling) withoutKey(row []*string, j *bundle.Join) bool {
	done := false
	for _, p := range equated(j) {
		if at := f.index(p.Left); !f.set[at] && f.nullable(at) {
			row[at], done = nil, true
		}
	}
	if !done {
		return false
	}
	for _, p := range equated(j) {
		if at := f.index(p.Left); !f.set[at] && !f.nullable(at) {
			row[at] = &f.allowed(p.Left)[0]
		}
	}
	return true
}

// allowed are the values that a column of a join may have.
func (f *filling) allowed(name string) []string {
	if declared := closed(f.relation, name); declared != nil {
		return declared
	}
	return f.pools[columnRef{f.relation, name}].values
}

// orphan gives one column a value that the joined table does not have, and the others any that they lack.
func (f *filling) orphan(row []*string, j *bundle.Join, to *relation) {
	done := false
	for _, p := range equated(j) {
		at := f.index(p.Left)
		if f.set[at] {
			continue
		}
		allowed := f.allowed(p.Left)
		if row[at] == nil {
			row[at] = &allowed[0]
		}
		free := slices.IndexFunc(allowed, func(v string) bool { return !slices.Contains(f.planned[to].keys[p.Right], v) })
		if !done && free >= 0 {
			row[at], done = &allowed[free], true
		}
	}
}
