package oracle_test

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/mysql"
	"sutura.dev/internal/warehouse/mysql/mysqltest"
)

var mariadbQuestions = flag.Int("agree.mariadb", 400, "how many random questions TestMariaDBAgrees asks")

// TestMariaDBAgrees asks random questions of MariaDB: each answer is the law's, or the question is refused by the name of
// what MariaDB lacks.
func TestMariaDBAgrees(t *testing.T) {
	worlds := (*mariadbQuestions + questionsAWorld - 1) / questionsAWorld
	var next atomic.Int64
	var mu sync.Mutex
	outcomes := map[string]int{}
	t.Run("worlds", func(all *testing.T) {
		for lane := range runtime.GOMAXPROCS(0) {
			all.Run(fmt.Sprint(lane), func(t *testing.T) {
				t.Parallel()
				schema := fmt.Sprintf("agree_%d", lane)
				on := maria{mysqltest.Open(t), steady{openMaria(t)}}
				for i := next.Add(1) - 1; int(i) < worlds && !all.Failed(); i = next.Add(1) - 1 {
					seed := *firstSeed + int(i)
					w, asked := drawTrial(t, seed, schema)
					counted := on.agree(t, w, seed, asked)
					mu.Lock()
					for kind, n := range counted {
						outcomes[kind] += n
					}
					mu.Unlock()
				}
			})
		}
	})
	t.Logf("%d questions of %d worlds: %v", worlds*questionsAWorld, worlds, outcomes)
	if n := outcomes["lacking"]; n*3 > worlds*questionsAWorld {
		t.Errorf("%d of %d questions are refused for what MariaDB lacks", n, worlds*questionsAWorld)
	}
}

func openMaria(t *testing.T) warehouse.Source {
	source, err := mysql.Open(t.Context(), mysql.Options{DSN: mysqltest.DSN(t, mysqltest.Reader, "")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = source.Close() })
	return source
}

// maria is a MariaDB to answer over.
type maria struct {
	loader *mysqltest.Loader
	source warehouse.Source
}

func (on maria) agree(t *testing.T, w *world, seed int, asked []question.Question) map[string]int {
	if err := on.fill(w); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	engine, law := w.engine(on.source), w.oracle()
	counted := map[string]int{}
	for _, q := range asked {
		want := law.Answer(q)
		problem, lacking := on.differ(engine, q, want)
		switch {
		case problem != "":
			keep(t, seed, trial{w, q}, on.differs)
			return counted
		case lacking:
			counted["lacking"]++
		default:
			counted[kindOf(want)]++
		}
	}
	return counted
}

// differ says how MariaDB's answer is not the law's, and whether it is refused for what MariaDB lacks.
func (on maria) differ(engine *answer.Engine, q question.Question, want oracle.Outcome) (problem string, lacking bool) {
	got, err := engine.Ask(context.Background(), q)
	if r, ok := got.(*answer.Refused); ok && r.Code == question.CombinationNotSupported && strings.HasPrefix(r.Detail, "MariaDB cannot") {
		return "", true
	}
	if problem = differ(q, want, got, err); problem != "" && otherRules(engine, got) {
		problem = ""
	}
	return problem, false
}

// differs is differ of a smaller trial.
func (on maria) differs(at trial) string {
	if err := on.fill(at.world); err != nil {
		return ""
	}
	problem, _ := on.differ(at.world.engine(on.source), at.question, at.world.oracle().Answer(at.question))
	return problem
}

// fill puts the rows into a database; text stands in columns that fold, pad and compare in all ways.
func (on maria) fill(w *world) error {
	var tables []mysqltest.Table
	for _, m := range w.models {
		t := mysqltest.Table{Name: m.table()}
		for _, c := range m.columns {
			t.Columns = append(t.Columns, mysqltest.Column{Name: c.name, Type: c.t, Native: mariaNative(c)})
		}
		for _, row := range w.rows[m.name] {
			var cells []warehouse.Cell
			for _, c := range m.columns {
				if row[c.name] == nil {
					cells = append(cells, nil)
				} else {
					cells = append(cells, spelled(row[c.name], c.t))
				}
			}
			t.Rows = append(t.Rows, cells)
		}
		tables = append(tables, t)
	}
	return on.loader.Fill(context.Background(), w.schema, tables...)
}

var mariaNatives = map[string]string{
	"text":             "longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
	"varchar(20)":      "varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
	"varchar(40)":      "varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_nopad_ci",
	"citext":           "varchar(90) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci",
	"character(12)":    "char(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
	"real":             "float",
	"double precision": "double",
	"integer":          "int",
}

func mariaNative(c column) string {
	if native, ok := mariaNatives[c.native]; ok {
		return native
	}
	if c.t.Kind == expr.Integer || c.t.Kind == expr.Decimal {
		return c.native
	}
	return ""
}
