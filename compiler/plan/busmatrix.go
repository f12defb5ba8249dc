package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle"
)

// Matrix is the bus matrix of a view: by which dimensions and grains its metrics are asked, metrics that are asked alike
// in one row and dimensions of the same rows in one column. Metrics of one source are asked together by the dimensions
// and grains that their rows have in common.
type Matrix struct {
	Rows    []MatrixRow
	Columns []MatrixColumn
}

// MatrixRow is metrics with the same source, grains and dimensions, sorted.
type MatrixRow struct {
	Metrics []string
	Source  string
	Grains  []string // fine to coarse; none: no time
}

// MatrixColumn is dimensions by which the same rows are asked, sorted.
type MatrixColumn struct {
	Dimensions []MatrixDimension
	Rows       []int // places among the matrix's rows, ascending
}

// MatrixDimension is a dimension as questions name it. Of is the model that declares it, said where another one has the
// same name: metrics of the two are not grouped by it together.
type MatrixDimension struct {
	Name string
	Of   string
}

// Sources counts the data systems that the metrics live in.
func (m Matrix) Sources() int {
	all := map[string]bool{}
	for _, r := range m.Rows {
		all[r.Source] = true
	}
	return len(all)
}

// MatrixOf is the matrix of the named metrics, of all that the view has where none is named. Names that are not visible
// are left out.
func MatrixOf(view *bundle.View, names []string) Matrix {
	if len(names) == 0 {
		names = view.Names()
	}
	rows, asked, owners := matrixRows(view, names)
	return Matrix{rows, matrixColumns(asked, owners)}
}

// meant is a dimension by its name and what it means.
type meant struct{ name, identity string }

// matrixRows puts metrics together that are asked alike, in the order of their first names, with the dimensions of each row.
func matrixRows(view *bundle.View, names []string) (rows []MatrixRow, asked [][]meant, owners map[meant]string) {
	at := map[string]int{}
	owners = map[meant]string{}
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	for _, name := range names {
		m := view.Metric(name)
		if m == nil {
			continue
		}
		key := sourceName(view, m) + "\x00" + strings.Join(m.Grains, " ")
		var dimensions []meant
		for _, d := range m.Dimensions {
			r := view.Resolve(m.Measure.Terms[0].Model, d)
			is := meant{d, r.Identity}
			dimensions = append(dimensions, is)
			if owner, found := owners[is]; !found || r.Owner.Name < owner { // of a conformed one, the first by name
				owners[is] = r.Owner.Name
			}
			key += "\x00" + d + "\x00" + r.Identity
		}
		i, found := at[key]
		if !found {
			i = len(rows)
			at[key] = i
			rows = append(rows, MatrixRow{Source: sourceName(view, m), Grains: append([]string{}, m.Grains...)})
			asked = append(asked, dimensions)
		}
		rows[i].Metrics = append(rows[i].Metrics, name)
	}
	return rows, asked, owners
}

// matrixColumns puts dimensions together that the same rows have: those of most rows first, then by name.
func matrixColumns(asked [][]meant, owners map[meant]string) []MatrixColumn {
	in := map[meant][]int{}
	called := map[string]int{}
	for row, dimensions := range asked {
		for _, d := range dimensions {
			if in[d] == nil {
				called[d.name]++
			}
			in[d] = append(in[d], row)
		}
	}
	var out []MatrixColumn
	at := map[string]int{}
	for d, rows := range in {
		dimension := MatrixDimension{Name: d.name}
		if called[d.name] > 1 {
			dimension.Of = owners[d]
		}
		key := fmt.Sprint(rows)
		i, found := at[key]
		if !found {
			i = len(out)
			at[key] = i
			out = append(out, MatrixColumn{Rows: rows})
		}
		out[i].Dimensions = append(out[i].Dimensions, dimension)
	}
	byName := func(a, b MatrixDimension) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Of, b.Of)) }
	for _, c := range out {
		slices.SortFunc(c.Dimensions, byName)
	}
	slices.SortFunc(out, func(a, b MatrixColumn) int {
		return cmp.Or(len(b.Rows)-len(a.Rows), byName(a.Dimensions[0], b.Dimensions[0]))
	})
	return out
}
