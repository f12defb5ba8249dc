package dialect_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

var (
	agreeTrees = flag.Int("agree.trees", 3000, "how many random expressions TestExpressionsAgree computes")
	agreeSeed  = flag.Uint64("agree.seed", 1, "the seed of the first random expression")
)

const (
	treesAStatement = 50
	rowsATree       = 6
	rowsATable      = 600
	treesAGarden    = 500
	weekStart       = time.Wednesday
)

// TestExpressionsAgree computes random expressions for random rows three ways: on DuckDB, on PostgreSQL, and by the law.
// Where the law gives no number, an engine may give none either, and never breaks in another way.
func TestExpressionsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(*agreeSeed, 0))
	newLand(t, r).agree(t, r, *agreeTrees)
}

// agree computes so many random expressions.
func (l *land) agree(t *testing.T, r *rand.Rand, trees int) {
	g := newGarden(r)
	counts := map[string]int{}
	for done := 0; done < trees; {
		if len(g.plants) > treesAGarden {
			g = newGarden(r)
		}
		from := r.IntN(rowsATable - rowsATree)
		var trees []*expr.Node
		for len(trees) < treesAStatement {
			n := g.grow()
			if l.lacked(t, n) {
				counts["refused by name"]++
				continue
			}
			if failed := l.fails(n, from); failed != "" {
				if counts[string(failed)]++; counts[string(failed)]%20 == 0 { // each is a statement of its own
					l.compare(t, []*expr.Node{n}, from)
				}
				continue
			}
			g.keep(n)
			trees = append(trees, n)
			n.Walk(func(m *expr.Node) { counts[string(m.Op)]++ })
		}
		if l.compare(t, trees, from); t.Failed() {
			t.Fatalf("seed %d, after %d expressions", *agreeSeed, done)
		}
		done += len(trees)
	}
	for _, o := range expr.Operations() {
		if trees >= 1000 && counts[string(o.Op)] < trees/1000 {
			t.Errorf("%s occurs only %d times", o.Op, counts[string(o.Op)])
		}
	}
	t.Logf("%d expressions over %d rows each: %v", trees, rowsATree, counts)
}

const emptyCatalog = `package catalog
about: {name: "t", version: "1.0.0", audience: ["everyone"], calendar: {week_start: "wednesday", timezone: "America/New_York"}}
`

// land holds random rows thrice.
type land struct {
	bundle  *bundle.Bundle
	rows    []oracle.Row
	cells   [][]warehouse.Cell
	sources map[string]warehouse.Source
	tables  map[string][]string
	// gives counts what an engine gives up on where the law has a number; nil where none may.
	gives map[string]int
}

func newLand(t *testing.T, r *rand.Rand) *land {
	rows, cells := grownRows(r, rowsATable)
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/a.cue": []byte(emptyCatalog)}))
	if b == nil {
		t.Fatal(found.String())
	}
	loader := pgtest.Open(t, pgtest.English)
	table := pgtest.Table{Name: "rows", Columns: []pgtest.Column{{Name: "id", Type: integer}}, Rows: cells}
	var setup strings.Builder
	setup.WriteString("CREATE TABLE rows (id BIGINT")
	for _, c := range grownColumns {
		table.Columns = append(table.Columns, pgtest.Column{Name: c.name, Type: c.t, Native: c.native})
		fmt.Fprintf(&setup, ", %q %s", c.name, native(c))
	}
	setup.WriteString(");\nINSERT INTO rows VALUES ")
	for i, row := range cells {
		spelled := make([]string, len(row))
		for j, cell := range row {
			if spelled[j] = "NULL"; cell != nil {
				spelled[j] = "'" + strings.ReplaceAll(fmt.Sprint(cell), "'", "''") + "'"
			}
		}
		setup.WriteString([2]string{",\n", ""}[bit(i == 0)] + "(" + strings.Join(spelled, ", ") + ")")
	}
	schema := loader.Load(t, table)
	server, err := postgres.Open(t.Context(), postgres.Options{DSN: pgtest.DSN(t, pgtest.English, pgtest.Hostile)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	duck, err := duckdb.OpenMemory(t.Context(), "SET GLOBAL threads = 1", setup.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = duck.Close() })
	return &land{bundle: b, rows: rows, cells: cells,
		sources: map[string]warehouse.Source{duckdb.Dialect: duck, postgres.Dialect: server},
		tables:  map[string][]string{duckdb.Dialect: {"main", "rows"}, postgres.Dialect: {schema, "rows"}}}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func native(c column) string {
	switch {
	case c.native != "":
		return c.native
	case c.t.Kind == expr.String:
		return "VARCHAR"
	case c.t.Kind == expr.Float:
		return "DOUBLE"
	}
	return c.t.String()
}

// fails says why the law gives a row no number. Engines may compute a part that the value does not need, so a part's failure
// may be the whole's.
func (l *land) fails(n *expr.Node, from int) (failed oracle.Failure) {
	n.Walk(func(part *expr.Node) {
		for i := range rowsATree {
			if failed == "" {
				_, failed = oracle.Value(part, l.rows[from+i], weekStart, l.bundle.Calendar().Zone())
			}
		}
	})
	return failed
}

// lacked reports whether one of the dialects refuses a tree by name.
func (l *land) lacked(t *testing.T, n *expr.Node) bool {
	t.Helper()
	for name := range l.sources {
		_, err := dialect.Each(l.bundle, name, l.tables[name], []*expr.Node{n}, 0, 0)
		if _, lacks := errors.AsType[*dialect.Unsupported](err); lacks {
			return true
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return false
}

// compare computes trees everywhere. Where a statement of many breaks, each tree is asked alone.
func (l *land) compare(t *testing.T, trees []*expr.Node, from int) {
	t.Helper()
	answers := map[string][][]warehouse.Cell{}
	for _, name := range slices.Sorted(maps.Keys(l.sources)) {
		s, err := dialect.Each(l.bundle, name, l.tables[name], trees, from, from+rowsATree-1)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Text()) > dialect.MaxStatement { // which Render refuses
			if half := len(trees) / 2; half > 0 {
				l.compare(t, trees[:half], from)
				l.compare(t, trees[half:], from)
			}
			return
		}
		rows, err := l.ask(name, s)
		switch {
		case err == nil:
			answers[name] = rows
		case len(trees) > 1:
			for _, n := range trees {
				l.compare(t, []*expr.Node{n}, from)
			}
			if !t.Failed() && l.gives == nil {
				t.Errorf("%s: only together these fail: %v", name, err)
			}
			return
		default:
			failed, kind := l.fails(trees[0], from), warehouse.KindOf(err)
			if l.gives != nil && kind == warehouse.OutOfRange {
				l.gives[fmt.Sprint(errors.Unwrap(err))]++
				continue
			}
			if failed == oracle.NoSuchYear || failed != "" && (kind == warehouse.OutOfRange || kind == warehouse.NotFinite) {
				continue
			}
			if l.culprit(t, trees[0], from) {
				t.Errorf("%s: %s: %v: %v\n%s\n%v\nthe law: %s", name, trees[0], err, errors.Unwrap(err), s.Text(), s.Binds(), failed)
			}
			return
		}
	}
	for i, n := range trees {
		l.compareOne(t, n, i, from, answers)
	}
}

// ask vets a statement and runs it.
func (l *land) ask(name string, s dialect.Statement) ([][]warehouse.Cell, error) {
	if err := sqlvet.Vet(s); err != nil {
		return nil, err
	}
	result, err := l.sources[name].Query(context.Background(), s)
	if err != nil {
		return nil, err
	}
	return result.Rows, nil
}

func (l *land) compareOne(t *testing.T, n *expr.Node, at, from int, answers map[string][][]warehouse.Cell) {
	t.Helper()
	for i := range rowsATree {
		row := l.rows[from+i]
		want, failed := oracle.Value(n, row, weekStart, l.bundle.Calendar().Zone())
		if d, ok := want.(oracle.Double); ok {
			want = d.Value
		}
		if isRough(n) && answers[duckdb.Dialect] != nil {
			want = wire(answers[duckdb.Dialect][i][at])
		}
		for name, cells := range answers {
			if got := wire(cells[i][at]); failed == "" && !near(want, got) {
				if l.culprit(t, n, from) {
					t.Errorf("%s: %s is %v and must be %v for %s", name, n, got, want, shown(n, row))
				}
				return
			}
		}
	}
}

// culprit reports whether no part of the tree goes wrong by itself; where one does, that is told instead.
func (l *land) culprit(t *testing.T, n *expr.Node, from int) bool {
	t.Helper()
	before := t.Failed()
	for _, a := range n.Args {
		if !a.IsLiteral() && a.Op != expr.OpColumn {
			l.compare(t, []*expr.Node{a}, from)
		}
	}
	return before || !t.Failed()
}

// wire is a cell as an answer holds it.
func wire(cell warehouse.Cell) any {
	if n, ok := cell.(int64); ok && (n >= 1<<53 || n <= -1<<53) {
		return fmt.Sprint(n)
	}
	return cell
}

func shown(n *expr.Node, row oracle.Row) string {
	var b strings.Builder
	for _, c := range n.Columns() {
		v := row[c.Name]
		if s, ok := v.(interface{ RatString() string }); ok {
			v = s.RatString()
		}
		fmt.Fprintf(&b, "%s = %#v; ", c.Name, v)
	}
	return b.String()
}
