package oracle_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

var (
	questions = flag.Int("agree.questions", 1000, "how many random questions TestAgree asks")
	firstSeed = flag.Int("agree.seed", 1, "the seed of the first random world")
)

// questionsAWorld is how many questions are asked of each random world.
const questionsAWorld = 100

// TestAgree asks the same random questions three ways.
func TestAgree(t *testing.T) {
	servers := servers(t)
	worlds := (*questions + questionsAWorld - 1) / questionsAWorld
	outcomes := map[string]int{}
	for i := range worlds {
		seed := *firstSeed + i
		w, asked := drawTrial(t, seed)
		w.agree(t, seed, servers[seed%len(servers)], asked, outcomes)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d questions of %d worlds: %v", worlds*questionsAWorld, worlds, outcomes)
}

// server is a PostgreSQL to answer over.
type server struct {
	loader *pgtest.Loader
	source warehouse.Source
}

// servers are a database that compares text by code point, and one that compares it as English does, with sessions whose
// every default is hostile.
func servers(t *testing.T) []server {
	var out []server
	for _, as := range []struct {
		database pgtest.Database
		role     pgtest.Role
	}{{pgtest.ByCodePoint, pgtest.Reader}, {pgtest.English, pgtest.Hostile}} {
		source, err := postgres.Open(t.Context(), postgres.Options{DSN: pgtest.DSN(t, as.database, as.role)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = source.Close() })
		out = append(out, server{pgtest.Open(t, as.database), source})
	}
	return out
}

// agree asks every way, and fails with the first question on which two differ.
func (w *world) agree(t *testing.T, seed int, on server, asked []question.Question, outcomes map[string]int) {
	ways := w.open(t, on)
	defer ways.close()
	for _, q := range asked {
		if err := question.Validate(q); err != nil {
			t.Fatalf("seed %d: %s is no question: %v", seed, question.Encode(q), err)
		}
		want := ways.law.Answer(q)
		outcomes[kindOf(want)]++
		if ways.differ(q, want) != "" {
			ways.close()
			keep(t, seed, trial{w, q}, func(at trial) string { return at.differ(t, on) })
			return
		}
	}
}

// ways are the three that answer.
type ways struct {
	law     *oracle.Oracle
	engines map[string]*answer.Engine
	close   func()
}

func (w *world) open(t *testing.T, on server) *ways {
	duck := w.duckdb(t)
	if err := w.fill(on.loader); err != nil {
		t.Fatal(err)
	}
	return &ways{w.oracle(), map[string]*answer.Engine{"duckdb": w.engine(duck), "postgres": w.engine(on.source)}, sync.OnceFunc(func() { _ = duck.Close() })}
}

// differ says on which engine an outcome is not the law's, and how.
func (ws *ways) differ(q question.Question, want oracle.Outcome) string {
	for _, name := range slices.Sorted(maps.Keys(ws.engines)) {
		got, err := ws.engines[name].Ask(context.Background(), q)
		if problem := differ(q, want, got, err); problem != "" {
			return name + ": " + problem
		}
	}
	return ""
}

func (at trial) differ(t *testing.T, on server) string {
	ws := at.world.open(t, on)
	defer ws.close()
	return ws.differ(at.question, ws.law.Answer(at.question))
}

func kindOf(o oracle.Outcome) string {
	switch {
	case o.Malformed:
		return "malformed"
	case o.Failure != "":
		return "failure"
	case o.Refusal != "":
		return string(o.Refusal)
	case len(o.Rows) == 0:
		return "no rows"
	}
	return "rows"
}

// differ says how an outcome is not what the law gives, and nothing where it is.
func differ(q question.Question, want oracle.Outcome, got answer.Outcome, err error) string {
	var malformed *question.Malformed
	var failure *answer.Failure
	is := "an error: " + fmt.Sprint(err)
	switch o := got.(type) {
	case *answer.Answer:
		is = "rows"
		if kind := kindOf(want); kind == "rows" || kind == "no rows" {
			return listsDiffer(q, want, o)
		}
	case *answer.Refused:
		if is = string(o.Code); o.Code == want.Refusal {
			return ""
		}
		is += ": " + o.Detail
	case nil:
		if errors.As(err, &malformed) && want.Malformed || errors.As(err, &failure) && want.Failure != "" {
			return ""
		}
		if failure != nil {
			is = fmt.Sprintf("a failure: %v (%v)", failure, failure.Err)
			if cause := errors.Unwrap(failure.Err); cause != nil {
				is += " " + cause.Error()
			}
		}
	}
	return fmt.Sprintf("the law gives %s %s, and there is %s", kindOf(want), want.Failure, is)
}

func listsDiffer(q question.Question, want oracle.Outcome, got *answer.Answer) string {
	if problem := rowsDiffer(q, want.Rows, got.Rows); problem != "" {
		return problem
	}
	q.Order = nil
	if problem := rowsDiffer(q, want.Others, got.Others); problem != "" {
		return "of others " + problem
	}
	if problem := rowsDiffer(q, want.Totals, got.Totals); problem != "" {
		return "of totals " + problem
	}
	return ""
}

// rowsDiffer compares rows in order. Where they are ordered by a double, the order of rows with nearly equal ones is open.
func rowsDiffer(q question.Question, want, got [][]any) string {
	if ordersByDouble(q, want) {
		byText := func(a, b []any) int { return strings.Compare(keyText(q, a), keyText(q, b)) }
		want, got = slices.SortedFunc(slices.Values(want), byText), slices.SortedFunc(slices.Values(got), byText)
	}
	if slices.EqualFunc(want, got, func(a, b []any) bool { return slices.EqualFunc(a, b, cellsEqual) }) {
		return ""
	}
	return fmt.Sprintf("the law gives\n%s\nand there is\n%s", show(want), show(got))
}

// keyText spells the keys of a row.
func keyText(q question.Question, row []any) string {
	return fmt.Sprintf("%q", row[:keysOf(q)])
}

func keysOf(q question.Question) int {
	if q.Grain != "" {
		return len(q.Dimensions) + 1
	}
	return len(q.Dimensions)
}

func ordersByDouble(q question.Question, rows [][]any) bool {
	for _, o := range q.Order {
		at := slices.Index(q.Metrics, o.By)
		if at < 0 {
			continue
		}
		for _, r := range rows {
			if slices.ContainsFunc(r[keysOf(q):], func(c any) bool { _, double := c.(oracle.Double); return double }) {
				return true
			}
		}
	}
	return false
}

// cellsEqual compares exactly, doubles as near as the law promises.
func cellsEqual(want, got any) bool {
	d, ok := want.(oracle.Double)
	if !ok {
		return want == got
	}
	f, ok := got.(float64)
	return ok && math.Abs(f-d.Value) <= d.Within+1e-12*math.Max(math.Abs(f), math.Abs(d.Value)) || math.IsInf(d.Within, 1)
}

func show(rows [][]any) string {
	var b strings.Builder
	for i, r := range rows {
		if i == 20 {
			fmt.Fprintf(&b, "  and %d more\n", len(rows)-i)
			break
		}
		b.WriteString("  ")
		for _, c := range r {
			switch c := c.(type) {
			case nil:
				b.WriteString("null ")
			case string:
				fmt.Fprintf(&b, "%q ", c)
			case oracle.Double:
				fmt.Fprintf(&b, "%v ", c.Value)
			default:
				fmt.Fprintf(&b, "%v ", c)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
