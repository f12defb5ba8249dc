package goldens

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
)

// Rows of a synthesised table.
const (
	fewRows  = 16
	mostRows = 24 // where a column has that many declared values
	shared   = 6  // rows of a joined table that several rows of another find
)

// synthesise makes the rows of every table that has no file, from the models and their own conditions and dimensions
// alone; metrics are not looked at, so that one more metric changes no row.
//
// Each column goes through a list of values: the declared ones, what it is compared with and the neighbours of that, and
// plain values of its type; null where it may be. A hash of column and row spreads each list over the rows, so
// that one column's values say nothing of another's. Joined columns take keys of the joined table, each found by several
// rows, one key that is in no table, and null. Rows pass the models' conditions, except for two rows a condition,
// which fail it alone. Rows that would repeat a key are left out.
func synthesise(b *bundle.Bundle, all []*relation, of map[string]*relation) {
	s := &synthesis{all: all, of: of, moments: newMoments(b.Calendar()), literals: literalsOf(b, of), planned: map[*relation]planned{}}
	s.pools = s.gatherPools(all)
	for _, r := range all {
		s.planned[r] = s.plan(r)
	}
	for _, r := range all {
		if r.file == "" {
			r.rows = s.rows(r)
		}
	}
}

type synthesis struct {
	all      []*relation
	of       map[string]*relation // by model
	moments  moments
	literals literals
	pools    map[columnRef]*pool
	planned  map[*relation]planned
}

// planned is what other tables can refer to before a table is filled: how many rows it has, and row by row the values of
// the columns of its keys.
type planned struct {
	rows int
	keys map[string][]string
}

// closed are the values that a dimension declares for a column itself, nil when there are none.
func closed(r *relation, column string) []string {
	for _, m := range r.models {
		for i := range m.Dimensions {
			d := &m.Dimensions[i]
			if c := d.Expr.Column; d.Filter == bundle.FilterClosed && c != nil && c.Role == "" && c.Name == column && len(d.Values) > 0 {
				return d.Values
			}
		}
	}
	return nil
}

// plan fixes how many rows a table has and the values of its keys.
func (s *synthesis) plan(r *relation) planned {
	if r.file != "" {
		return written(r)
	}
	p := planned{rows: fewRows, keys: map[string][]string{}}
	for _, c := range r.columns {
		p.rows = max(p.rows, min(mostRows, len(closed(r, c.Name))))
	}
	for _, key := range r.keys[:r.referred] {
		p.rows = s.spreadKey(r, key, p.rows, p.keys)
	}
	for name := range p.keys {
		p.keys[name] = p.keys[name][:p.rows]
	}
	return p
}

// written are the keys of a table that a person wrote.
func written(r *relation) planned {
	p := planned{rows: len(r.rows), keys: map[string][]string{}}
	for _, key := range r.keys[:r.referred] {
		for _, name := range key {
			at := r.index(name)
			p.keys[name] = make([]string, len(r.rows))
			for i, row := range r.rows {
				p.keys[name][i] = *row[at]
			}
		}
	}
	return p
}

// spreadKey gives the columns of a key values so that no two of n rows have the same, and returns how many rows can have.
// In a key of several columns, one that joins by itself repeats its values, as lines do their order's number.
func (s *synthesis) spreadKey(r *relation, key []string, n int, values map[string][]string) int {
	lists := make([][]string, len(key))
	for i, name := range key {
		lists[i] = s.keyValues(r, name)
		if len(key) == 1 || len(lists[i]) == 0 {
			n = min(n, len(lists[i]))
		}
	}
	long := func(l []string) bool { return len(l) >= n }
	free := slices.ContainsFunc(lists, long)
	alone := len(lists) - len(slices.DeleteFunc(slices.Clone(lists), long)) // columns that could tell all rows apart
	stride := 1
	for i, name := range key {
		at, step := lists[i], stride
		row := func(i int) int { return i / step % len(at) }
		switch {
		case !free:
			stride *= len(at)
		case s.historic(r, name):
			row = func(i int) int { return i / perHistory % len(at) }
		case alone > 1 && long(at) && slices.ContainsFunc(r.joins(), func(j *bundle.Join) bool { return len(equated(j)) > 0 && equated(j)[0].Left == name }):
			alone--
			row = func(i int) int { return i / 2 }
		case long(at):
			row = func(i int) int { return i }
		}
		if values[name] != nil {
			continue // by a key before
		}
		for i := range n {
			values[name] = append(values[name], at[row(i)])
		}
	}
	if !free {
		n = min(n, stride)
	}
	return n
}

// keyValues are the values that a column of a key goes through. Of many declared ones the last is left to rows that find
// nothing.
func (s *synthesis) keyValues(r *relation, name string) []string {
	if declared := closed(r, name); declared != nil {
		return declared
	}
	p := s.pools[columnRef{r, name}]
	if p.declared > shared/2 && p.declared < fewRows+1 {
		return p.values[:p.declared-1]
	}
	return p.values
}

// rows fills a table.
func (s *synthesis) rows(r *relation) [][]*string {
	p := s.planned[r]
	f := &filling{synthesis: s, relation: r, rows: make([][]*string, p.rows), set: make([]bool, len(r.columns))}
	for i := range f.rows {
		f.rows[i] = make([]*string, len(r.columns))
	}
	for name, values := range p.keys {
		at := r.index(name)
		f.set[at] = true
		for i := range f.rows {
			f.rows[i][at] = &values[i]
		}
	}
	f.joins()
	f.uniques()
	for at := range r.columns {
		if !f.set[at] {
			f.spread(at)
		}
	}
	f.histories()
	f.conditions()
	return f.distinct()
}

// uniques gives one column of each unique set that nothing refers to a value of its own in each row, where the set has one
// that may: not the time, whose moments matter more.
func (f *filling) uniques() {
	for _, key := range f.keys[f.referred:] {
		free := slices.IndexFunc(key, func(name string) bool {
			at := f.index(name)
			return !f.set[at] && !f.columns[at].Type.Temporal() && closed(f.relation, name) == nil
		})
		if free < 0 {
			continue
		}
		at := f.index(key[free])
		values := f.moments.sequence(f.columns[at], len(f.rows))
		if len(values) < len(f.rows) {
			continue
		}
		for i := range f.rows {
			f.rows[i][at] = &values[i]
		}
		f.set[at] = true
	}
}

// filling is a table while its rows are made.
type filling struct {
	*synthesis
	*relation
	rows [][]*string
	set  []bool // columns that have their values
}

// values are what a column goes through; nil stands for null.
func (f *filling) values(at int) []*string {
	c := f.columns[at]
	ref := columnRef{f.relation, c.Name}
	declared := closed(f.relation, c.Name)
	list := slices.Concat(declared, f.literals[ref])
	switch {
	case declared != nil:
	case f.pools[ref] != nil:
		pool := f.pools[ref].values
		list = append(list, pool[:min(shared, len(pool))]...)
	default:
		list = append(list, f.moments.plain(c)...)
	}
	var out []*string
	seen := map[string]bool{}
	for _, v := range list {
		if v, ok := fixtureValue(c.Type, v); ok && !seen[v] {
			seen[v] = true
			out = append(out, &v)
		}
	}
	if f.nullable(at) {
		out = slices.Insert(out, min(len(out), mostRows/4), nil)
	}
	return out
}

// spread goes through a column's values in an order of the rows of its own.
func (f *filling) spread(at int) {
	values := f.values(at)
	if len(values) == 0 {
		return // no value fits the type: only a nullable column is left so, and null is a value then
	}
	for i, row := range f.order(f.columns[at].Name) {
		f.rows[row][at] = values[i%len(values)]
	}
	f.set[at] = true
}

// order is the rows in an order that depends on a name, and neither on the table's nor on the model's: one that is renamed
// or moved keeps its rows.
func (f *filling) order(name string) []int {
	rows := make([]int, len(f.rows))
	ranks := make([]uint64, len(f.rows))
	for i := range rows {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", name, i))
		rows[i], ranks[i] = i, binary.BigEndian.Uint64(sum[:8])
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	return rows
}

// distinct leaves out rows that repeat a key of rows before, or lack a value that they must have.
func (f *filling) distinct() [][]*string {
	seen := make([]map[string]bool, len(f.keys))
	for i := range seen {
		seen[i] = map[string]bool{}
	}
	return slices.DeleteFunc(f.rows, func(row []*string) bool {
		for at, v := range row {
			if v == nil && !f.nullable(at) {
				return true
			}
		}
		again := false
		for i, key := range f.relation.keys {
			id := ""
			for _, name := range key {
				id += fmt.Sprintf("%q,", *row[f.index(name)])
			}
			again = again || seen[i][id]
			seen[i][id] = true
		}
		return again
	})
}

// maxFailing is how many conditions have rows that fail them.
const maxFailing = 3

// conditions lets rows pass what their models declare, except for the last rows: two a condition, for one of which it is
// false alone, and for the other null.
func (f *filling) conditions() {
	if len(f.rows) == 0 {
		return
	}
	var all []*expr.Node
	for _, m := range f.models {
		for i := range m.Where {
			all = append(all, conjuncts(&m.Where[i])...)
		}
	}
	all = slices.DeleteFunc(all, func(c *expr.Node) bool { _, understood := f.truthOf(c, f.rows[0]); return !understood })
	for i := range f.rows {
		from := len(f.rows) - 1 - i
		for range 2 { // mending one may break another
			for j, c := range all {
				want := yes
				if j < maxFailing && j == from/2 {
					want = []*string{no, nil}[from%2]
				}
				f.mend(i, c, want)
			}
		}
	}
}

func conjuncts(n *expr.Node) []*expr.Node {
	if n.Op != expr.OpAnd {
		return []*expr.Node{n}
	}
	var out []*expr.Node
	for _, a := range n.Args {
		out = append(out, conjuncts(a)...)
	}
	return out
}

// truthOf evaluates a condition over a row; false where it is more than a comparison of the row's own columns.
func (f *filling) truthOf(n *expr.Node, row []*string) (value *string, understood bool) {
	return condition{column: func(c expr.Column) (*string, bool) {
		if c.Role != "" {
			return nil, false
		}
		return row[f.index(c.Name)], true
	}}.of(n)
}

// mend changes one column of a row so that a condition has a truth, if that can be.
func (f *filling) mend(i int, c *expr.Node, want *string) {
	row := f.rows[i]
	is := func() bool { v, ok := f.truthOf(c, row); return ok && equalText(v, want) }
	if is() {
		return
	}
	for _, column := range c.Columns() {
		at := f.index(column.Name)
		if slices.ContainsFunc(f.keys[:f.referred], func(k []string) bool { return slices.Contains(k, column.Name) }) {
			continue // other tables' rows are made to find this one
		}
		was := row[at]
		values := f.values(at)
		for k := range values {
			if row[at] = values[(k+i)%len(values)]; is() {
				return
			}
		}
		row[at] = was
	}
}

func equalText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
