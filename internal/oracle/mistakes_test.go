package oracle_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
)

// patience is within how many questions a mistake must be found.
const patience = 1000

// mistake is one that a compiler may make: planted into the text and the binds of its statements, into its plans, or into
// its answers.
type mistake struct {
	name      string
	statement func(text string, binds []dialect.Bind) (string, []dialect.Bind)
	plan      func(p *plan.Plan)
	answer    func(ask asker, q question.Question, a *answer.Answer)
}

// asker answers another question; nil where that is refused.
type asker func(question.Question) *answer.Answer

var mistakes = []mistake{
	{name: "inner for left join", statement: replace(`LEFT JOIN `, `JOIN `)},
	{name: "count for count_distinct", statement: replace(`count\(DISTINCT `, `count(`)},
	{name: "inclusive end", statement: atBind("range end", func(text, mark string) string { return strings.ReplaceAll(text, " < "+mark, " <= "+mark) })},
	{name: "dropped definitional filter", statement: replace(` FILTER \(WHERE f\."[a-z_0-9]+_counts"\)`, ``)},
	{name: "wrong week start", statement: rebind("week start", func(v any) any { return v.(int64)%6 + 1 })},
	{name: "integer division", statement: wholeDivision},
	{name: "lost null key", statement: replace(`(FROM "[^"]+" AS f)(\n\s*GROUP BY\n\s*)(f\."[^"]+"),?\n`, "$1 WHERE $3 IS NOT NULL$2$3,\n")},
	{name: "time bound on the wrong column", statement: wrongColumn},
	{name: "cap off by one", statement: rebind("cap of rows, and one more", func(v any) any { return v.(int64) - 1 })},
	{name: "swapped binds", statement: swapped},
	{name: "history that holds at its end", statement: replace(`("until") > `, `$1 >= `)},
	{name: "snapshot found after the filters", statement: lastOfAsked},
	{name: "zone dropped in bucketing", plan: withoutZone},
	{name: "window one day short", plan: shorterWindow},
	{name: "shift not applied", plan: unshifted},
	{name: "filter on the first leg alone", plan: filterOnce},
	{name: "conditions of two legs swapped", plan: swapConditions},
	{name: "others by subtraction", answer: othersBySubtraction},
	{name: "totals by adding", answer: totalsByAdding},
	{name: "having before fill", answer: havingBeforeFill},
	{name: "top of each bucket", answer: topOfBuckets},
}

// TestMistakes plants each mistake, and must find it; without any, it must find none.
func TestMistakes(t *testing.T) {
	if n := asked(t, mistake{}); n < patience {
		t.Fatalf("without a mistake, question %d is answered wrongly", n)
	}
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			n := asked(t, m)
			if n >= patience {
				t.Errorf("%d questions did not find it", n)
			}
			t.Logf("found by question %d", n)
		})
	}
}

// asked asks random questions until one is answered wrongly, and returns how many were right.
func asked(t *testing.T, m mistake) int {
	for seed := 0; seed*questionsAWorld < patience; seed++ {
		w, questions := drawTrial(t, seed, "agree")
		if at := wrong(t, w, questions, m); at >= 0 {
			return seed*questionsAWorld + at
		}
	}
	return patience
}

// wrong is the first question that is answered wrongly, -1 when none is.
func wrong(t *testing.T, w *world, questions []question.Question, m mistake) int {
	source := w.planted(t, m)
	defer source.Close()
	engine, law := w.engine(source), w.oracle()
	return slices.IndexFunc(questions, func(q question.Question) bool {
		source.asks = q
		got, err := engine.Ask(context.Background(), q)
		if a, ok := got.(*answer.Answer); ok && m.answer != nil {
			m.answer(func(q question.Question) *answer.Answer {
				other, _ := engine.Ask(context.Background(), q)
				a, _ := other.(*answer.Answer)
				return a
			}, q, a)
		}
		problem := differ(q, law.Answer(q), got, err)
		if problem != "" {
			t.Logf("%s: %s", question.Encode(q), problem)
		}
		return problem != ""
	})
}

// drawTrial draws a world, whose tables are in a schema, and its questions from a seed.
func drawTrial(t *testing.T, seed int, schema string) (*world, []question.Question) {
	w := drawWorld(diceOf(seed))
	w.schema = schema
	if err := w.build(); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	asked := make([]question.Question, questionsAWorld)
	for i := range asked {
		asked[i] = drawQuestion(diceOf(seed, i), w)
	}
	return w, asked
}
