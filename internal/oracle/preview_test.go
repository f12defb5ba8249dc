package oracle_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
)

// preview is an engine of a dialect that is no proven one, to answer over.
type preview struct {
	name   string // as refusals say it
	source warehouse.Source
	schema string // of the tables that fill makes
	fill   func(w *world) error
}

// previewAgrees asks random questions of engines, on every processor those of another world: each answer is the law's, or the
// question is refused by the name of what the dialect lacks.
func previewAgrees(t *testing.T, name string, questions int, open func(t *testing.T, lane int) preview) {
	worlds := (questions + questionsAWorld - 1) / questionsAWorld
	var next atomic.Int64
	var mu sync.Mutex
	outcomes := map[string]int{}
	t.Run("worlds", func(all *testing.T) {
		for lane := range runtime.GOMAXPROCS(0) {
			all.Run(fmt.Sprint(lane), func(t *testing.T) {
				t.Parallel()
				on := open(t, lane)
				for i := next.Add(1) - 1; int(i) < worlds && !all.Failed(); i = next.Add(1) - 1 {
					seed := *firstSeed + int(i)
					w, asked := drawTrial(t, seed, on.schema)
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
		t.Errorf("%d of %d questions are refused for what %s lacks", n, worlds*questionsAWorld, name)
	}
}

func (on preview) agree(t *testing.T, w *world, seed int, asked []question.Question) map[string]int {
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
			t.Logf("seed %d: %s: %s", seed, question.Encode(q), problem)
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

// differ says how the engine's answer is not the law's, and whether it is refused for what the dialect lacks.
func (on preview) differ(engine *answer.Engine, q question.Question, want oracle.Outcome) (problem string, lacking bool) {
	got, err := engine.Ask(context.Background(), q)
	if r, ok := got.(*answer.Refused); ok && r.Code == question.CombinationNotSupported && strings.HasPrefix(r.Detail, on.name+" cannot") {
		return "", true
	}
	if problem = differ(q, want, got, err); problem != "" && otherRules(engine, got) {
		problem = ""
	}
	return problem, false
}

// differs is differ of a smaller trial.
func (on preview) differs(at trial) string {
	if err := on.fill(at.world); err != nil {
		return ""
	}
	problem, _ := on.differ(at.world.engine(on.source), at.question, at.world.oracle().Answer(at.question))
	return problem
}
