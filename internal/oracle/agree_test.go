package oracle_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/oracle"
)

var (
	questions = flag.Int("agree.questions", 1000, "how many random questions TestAgree asks")
	firstSeed = flag.Int("agree.seed", 1, "the seed of the first random world")
)

// questionsAWorld is how many questions are asked of each random world.
const questionsAWorld = 200

// TestAgree asks the same random questions three ways, on every processor those of another world.
func TestAgree(t *testing.T) {
	worlds := (*questions + questionsAWorld - 1) / questionsAWorld
	var next atomic.Int64
	var mu sync.Mutex
	outcomes, features := map[string]int{}, map[string]int{}
	t.Run("worlds", func(all *testing.T) {
		for lane := range runtime.GOMAXPROCS(0) {
			all.Run(fmt.Sprint(lane), func(t *testing.T) {
				t.Parallel()
				servers, counted, has := servers(t), map[string]int{}, map[string]int{}
				for i := next.Add(1) - 1; int(i) < worlds && !all.Failed(); i = next.Add(1) - 1 {
					seed := *firstSeed + int(i)
					w, asked := drawTrial(t, seed, fmt.Sprintf("agree_%d", lane))
					w.agree(t, seed, servers[seed%len(servers)], asked, counted, has)
				}
				mu.Lock()
				defer mu.Unlock()
				for kind, n := range counted {
					outcomes[kind] += n
				}
				for name, n := range has {
					features[name] += n
				}
			})
		}
	})
	t.Logf("%d questions of %d worlds: %v", worlds*questionsAWorld, worlds, outcomes)
	if *questions >= enough {
		covered(t, features)
	}
}

// agree asks every way, and fails with the first question on which two differ.
func (w *world) agree(t *testing.T, seed int, on server, asked []question.Question, outcomes, features map[string]int) {
	ways := w.open(t, on)
	defer ways.close()
	for _, q := range asked {
		if err := question.Validate(q); err != nil {
			t.Fatalf("seed %d: %s is no question: %v", seed, question.Encode(q), err)
		}
		want := ways.law.Answer(q)
		outcomes[kindOf(want)]++
		if problem := ways.differ(q, want); problem != "" {
			ways.close()
			t.Logf("seed %d: %s: %s", seed, question.Encode(q), problem)
			keep(t, seed, trial{w, q}, func(at trial) string { return at.differ(t, on) })
			return
		}
		if len(want.Rows) > 0 {
			for name := range featuresOf(w, q, want) {
				features[name]++
			}
		}
	}
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
		if is = string(o.Code); o.Code == want.Refusal || o.Code == question.TooManyMetrics && len(q.Metrics) > 3 && want.Failure == "" {
			return "" // the law knows no bound of a statement's length or legs
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
	keys := slices.Clone(row[:keysOf(q)])
	for i, k := range keys {
		if d, ok := k.(oracle.Double); ok {
			keys[i] = d.Value
		}
	}
	return fmt.Sprintf("%q", keys)
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
