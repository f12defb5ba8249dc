package plan_test

import (
	"io/fs"
	"slices"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog/demo"
	demoshop "sutura.dev/catalog/shop"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/compiler/plan"
)

// The matrix says of each pair of metrics what the space of the two says, every metric is in one row, and names narrow it.
func TestBusMatrix(t *testing.T) {
	for name, files := range map[string]fs.FS{"demo": demo.Files(), "shop": demoshop.Files()} {
		b := compilertest.FS(t, files)
		view := b.View(nil, false)
		m := plan.MatrixOf(view, nil)
		row := map[string]int{}
		for i, r := range m.Rows {
			for _, metric := range r.Metrics {
				if _, twice := row[metric]; twice {
					t.Errorf("%s: %s is in two rows", name, metric)
				}
				row[metric] = i
			}
		}
		if len(row) != len(view.Names()) || len(m.Rows) >= len(row) {
			t.Errorf("%s: %d metrics in %d rows, of %d", name, len(row), len(m.Rows), len(view.Names()))
		}
		for _, one := range view.Names() {
			for _, other := range view.Names() {
				pairOf(t, view, m, row, one, other)
			}
		}
	}
}

func pairOf(t *testing.T, view *bundle.View, m plan.Matrix, row map[string]int, one, other string) {
	t.Helper()
	space := plan.Space(view, []string{one, other})
	var want, got []string
	for _, d := range space.Dimensions {
		want = append(want, d.Name)
	}
	for _, c := range m.Columns {
		if slices.Contains(c.Rows, row[one]) && slices.Contains(c.Rows, row[other]) {
			for _, d := range c.Dimensions {
				got = append(got, d.Name)
			}
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("%s and %s share %v by the matrix, %v by their space", one, other, got, want)
	}
	if narrowed := plan.MatrixOf(view, []string{other, one, one, "nothing"}); one != other && row[one] != row[other] && len(narrowed.Rows) != 2 {
		t.Errorf("%s and %s are in %d rows", one, other, len(narrowed.Rows))
	}
}
