package oracle_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/oracle"
)

// trial is a world and one question, which fails.
type trial struct {
	world    *world
	question question.Question
}

// reduce takes away from a trial all without which it still fails: parts of the question, what it does not need of the
// catalog, rows.
func reduce(at trial, fails func(trial) bool) trial {
	try := func(steps []step) (any bool) {
		for _, smaller := range steps {
			if next, ok := smaller(at); ok && fails(next) {
				at, any = next, true
			}
		}
		return any
	}
	for try(at.questions()) {
	}
	if !try([]step{onlyAsked}) {
		try(at.fewerMetrics())
	}
	try(at.fewerModels())
	for try(slices.Concat(at.questions(), at.fewerRows())) {
	}
	return at
}

// onlyAsked takes every metric that is not asked.
func onlyAsked(at trial) (trial, bool) {
	w, c := *at.world, *at.world.drawn
	c.names, c.metrics = nil, nil
	for i, name := range w.names {
		if slices.Contains(at.question.Metrics, name) || slices.ContainsFunc(at.question.Having, func(h question.Having) bool { return h.Metric == name }) {
			c.names, c.metrics = append(c.names, name), append(c.metrics, w.metrics[i])
		}
	}
	w.drawn = &c
	at.world = &w
	return at, w.build() == nil
}

// step makes a smaller trial of one; false where there is nothing to take.
type step func(trial) (trial, bool)

// cut takes element i of a list of the question.
func cut[T any](list func(*question.Question) *[]T, i int) step {
	return func(at trial) (trial, bool) {
		of := list(&at.question)
		if i >= len(*of) {
			return at, false
		}
		*of = slices.Delete(slices.Clone(*of), i, i+1)
		return at, question.Validate(at.question) == nil
	}
}

// change alters the question where that makes a difference.
func change(f func(*question.Question)) step {
	return func(at trial) (trial, bool) {
		before := question.Encode(at.question)
		f(&at.question)
		return at, !bytes.Equal(before, question.Encode(at.question)) && question.Validate(at.question) == nil
	}
}

func (at trial) questions() []step {
	out := []step{
		change(func(q *question.Question) { q.Order = nil }), change(func(q *question.Question) { q.Filters = nil }),
		change(func(q *question.Question) { q.Dimensions, q.Order = nil, nil }), change(func(q *question.Question) { q.Grain, q.Order = "", nil }),
		change(func(q *question.Question) { q.Having = nil }), change(func(q *question.Question) { q.Top, q.Others = nil, false }),
		change(func(q *question.Question) { q.Others = false }), change(func(q *question.Question) { q.Totals = false }),
		change(func(q *question.Question) { q.Fill = false }), change(func(q *question.Question) { q.Compare = nil }),
	}
	for i := 3; i >= 0; i-- {
		out = append(out,
			cut(func(q *question.Question) *[]string { return &q.Metrics }, i), cut(func(q *question.Question) *[]string { return &q.Dimensions }, i),
			cut(func(q *question.Question) *[]question.Filter { return &q.Filters }, i), cut(func(q *question.Question) *[]question.OrderBy { return &q.Order }, i),
			cut(func(q *question.Question) *[]question.Having { return &q.Having }, i),
		)
	}
	return out
}

// fewerRows takes rows of each table: half of them, then one by one.
func (at trial) fewerRows() []step {
	var out []step
	take := func(name string, from, to int) step {
		return func(at trial) (trial, bool) {
			rows := at.world.rows[name]
			if from >= min(to, len(rows)) {
				return at, false
			}
			w := *at.world
			w.rows = maps.Clone(w.rows)
			w.rows[name] = slices.Delete(slices.Clone(rows), from, min(to, len(rows)))
			at.world = &w
			return at, true
		}
	}
	for _, m := range at.world.models {
		n := len(at.world.rows[m.name])
		out = append(out, take(m.name, n/2, n), take(m.name, 0, n/2))
		for i := n - 1; i >= 0; i-- {
			out = append(out, take(m.name, i, i+1))
		}
	}
	return out
}

// fewerMetrics takes metrics that the question does not need, then models.
func (at trial) fewerMetrics() []step {
	var out []step
	for _, name := range at.world.names {
		out = append(out, func(at trial) (trial, bool) {
			i := slices.Index(at.world.names, name)
			if i < 0 {
				return at, false
			}
			w, c := *at.world, *at.world.drawn
			c.names, c.metrics = slices.Delete(slices.Clone(c.names), i, i+1), slices.Delete(slices.Clone(c.metrics), i, i+1)
			w.drawn = &c
			at.world = &w
			return at, w.build() == nil
		})
	}
	return out
}

func (at trial) fewerModels() []step {
	var out []step
	for _, m := range at.world.models {
		out = append(out, func(at trial) (trial, bool) {
			w, c := *at.world, *at.world.drawn
			c.models = slices.DeleteFunc(slices.Clone(c.models), func(o *model) bool { return o.name == m.name })
			fewer := len(c.models) < len(w.models)
			w.drawn = &c
			at.world = &w
			return at, fewer && w.build() == nil
		})
	}
	return out
}

// file writes a trial as a case, in the form of the goldens' testdata/kept, with what the law gives.
func (at trial) file(about string) []byte {
	a := &txtar.Archive{}
	add := func(name, text string) {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(strings.TrimSpace(text) + "\n")})
	}
	add("about", about)
	add("clock", at.world.now.Format("2006-01-02T15:04:05Z"))
	for _, name := range slices.Sorted(maps.Keys(at.world.files())) {
		add(name, strings.ReplaceAll(string(at.world.files()[name]), ", schema: \""+at.world.schema+"\"", ""))
	}
	add("setup.sql", strings.ReplaceAll(at.world.sql(), at.world.schema+".", ""))
	add("asked.question.json", string(question.Encode(at.question)))
	add("asked.want", strings.Join(lawLines(at.world.oracle().Answer(at.question)), "\n"))
	return txtar.Format(a)
}

// lawLines writes an outcome of the law as kept cases do.
func lawLines(o oracle.Outcome) []string {
	switch kind := kindOf(o); kind {
	case "malformed":
		return []string{"malformed"}
	case "failure":
		return []string{"failure"}
	case "rows", "no rows":
	default:
		return []string{"refusal " + kind}
	}
	lines := []string{"rows"}
	for _, r := range o.Rows {
		lines = append(lines, lawRow(r))
	}
	for _, r := range o.Others {
		lines = append(lines, "others "+lawRow(r))
	}
	for _, r := range o.Totals {
		lines = append(lines, "totals "+lawRow(r))
	}
	return lines
}

func lawRow(row []any) string {
	cells := slices.Clone(row)
	for i, c := range cells {
		if d, ok := c.(oracle.Double); ok {
			cells[i] = d.Value
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(cells); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

// keep reduces a failing trial and writes it where a person finds it: a regression test, once it is moved to
// goldens/testdata/kept.
func keep(t *testing.T, seed int, at trial, problem func(trial) string) {
	small := reduce(at, func(at trial) bool { return problem(at) != "" })
	path := filepath.Join(os.TempDir(), fmt.Sprintf("sutura-disagreement-%d.txtar", seed))
	data := small.file("Found by a random question, seed " + fmt.Sprint(seed) + ".")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Error(err)
	}
	t.Errorf("seed %d: %s\n%s\nThe case is in %s; once mended, keep it in goldens/testdata/kept:\n%s", seed, question.Encode(small.question), problem(small), path, data)
}
