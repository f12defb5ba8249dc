package goldens

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
)

// perHistory is how many rows of a history tell of one and the same.
const perHistory = 3

// histories are the joins as of a time that lead to a table.
func (s *synthesis) histories(r *relation) []*bundle.Join {
	var out []*bundle.Join
	for _, other := range s.all {
		for _, j := range other.joins() {
			if j.During != nil && s.of[j.To] == r {
				out = append(out, j)
			}
		}
	}
	return out
}

// histories end each row where the next of the same begins, but for some that end before it or never.
func (f *filling) histories() {
	for _, j := range f.synthesis.histories(f.relation) {
		from, to := f.index(j.During.From), f.index(j.During.To)
		id := func(row []*string) string {
			var b strings.Builder
			for _, name := range j.Columns() {
				if v := row[f.index(name)]; v != nil {
					b.WriteString(*v + "\x00")
				}
			}
			return b.String()
		}
		rows := slices.DeleteFunc(slices.Clone(f.rows), func(row []*string) bool { return row[from] == nil })
		slices.SortStableFunc(rows, func(a, b []*string) int {
			if c := strings.Compare(id(a), id(b)); c != 0 {
				return c
			}
			return strings.Compare(*a[from], *b[from])
		})
		for i, row := range rows {
			row[to] = nil
			if i+1 < len(rows) && id(rows[i+1]) == id(row) {
				row[to] = rows[i+1][from]
			}
			if row[to] == nil && (i%4 == 3 || !f.nullable(to)) { // over, and nothing after it
				row[to] = f.later(to, *row[from])
			}
			if i%5 == 4 && row[to] != nil && i+1 < len(rows) && id(rows[i+1]) == id(row) { // a gap before the next
				row[to] = row[from]
			}
		}
		f.set[to] = true
	}
}

// later is the first value of a column after another, that one where there is none.
func (f *filling) later(at int, value string) *string {
	best := value
	for _, v := range f.values(at) {
		if v != nil && *v > value && (best == value || *v < best) {
			best = *v
		}
	}
	return &best
}

// historic reports whether a column of a key tells what a row of a history is of, and not when it holds.
func (s *synthesis) historic(r *relation, name string) bool {
	return slices.ContainsFunc(s.histories(r), func(j *bundle.Join) bool {
		return slices.Contains(j.Columns(), name) && r.columns[r.index(name)].Type.Kind != expr.Boolean
	})
}
