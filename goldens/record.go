package goldens

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/warehouse/duckdb"
)

// Options of Record. The zero Options record every metric, without a cache.
type Options struct {
	// Cache is a folder in which rows are kept by what they are computed from, so that what did not change costs no
	// query. It is made where it is not there, and may be removed at any time. Empty: none.
	Cache string
	// Metrics are the ones to record; nil is all.
	Metrics []string
}

// Recording is what the goldens of a bundle would be now.
type Recording struct {
	// Goldens are sorted by metric.
	Goldens []Sealed
	// Whole reports whether every metric of the bundle is among them.
	Whole bool
	// Computed and Cached count the metrics whose rows were computed, and found in the cache.
	Computed, Cached int
	known            []string // every metric of the bundle
}

// Record asks each metric its derived questions and its authors', renders them in the dialect of the metric's source, in
// PostgreSQL's, in DuckDB's and in those that goldens/dialects.txt names, and computes their rows over the fixtures. The
// findings are of that file, of authors' questions and of rows that cannot be computed, whose cases are recorded without. The error is the caller's own cancellation, or an
// embedded database that cannot be opened.
func Record(ctx context.Context, b *bundle.Bundle, files Files, x *Fixtures, o Options) (*Recording, diag.List, error) {
	r := &recorder{deriving: deriving{view: b.View(nil, true), fixtures: x}, files: files, tables: map[string]*relation{}, cache: rowCache{o.Cache}}
	var found diag.List
	r.dialects, found = files.dialects()
	for _, t := range x.relations {
		r.tables[tableKey(t.source, t.parts)] = t
	}
	out := &Recording{}
	for i := range b.Metrics() {
		m := &b.Metrics()[i]
		out.known = append(out.known, m.Name)
		if o.Metrics == nil || slices.Contains(o.Metrics, m.Name) {
			r.metrics = append(r.metrics, &recorded{metric: m, golden: &Golden{Metric: m.Name}})
		}
	}
	out.Whole = len(r.metrics) == len(out.known)
	r.each(r.metrics, r.statements)
	var pending []*recorded
	for _, m := range r.metrics {
		if !m.cached {
			pending = append(pending, m)
		}
	}
	if err := r.computeEach(ctx, pending, r.seal); err != nil {
		return nil, nil, err
	}
	if len(pending) > 0 && out.Whole {
		r.cache.prune(r.metrics)
	}
	out.Computed, out.Cached = len(pending), len(r.metrics)-len(pending)
	for _, m := range r.metrics {
		out.Goldens = append(out.Goldens, m.sealed)
		found = append(found, m.found...)
	}
	return out, found.Sorted(), nil
}

// recorder is one recording on its way.
type recorder struct {
	deriving
	files   Files
	tables  map[string]*relation
	metrics []*recorded
	cache   rowCache
	// dialects are asked for beside those that every golden has.
	dialects []string
}

// recorded is one metric on its way. One goroutine at a time works on it.
type recorded struct {
	metric *bundle.Metric
	golden *Golden // nil once it is sealed
	// runs are the statements of DuckDB, by case; nil where there are no rows.
	runs   []*dialect.Statement
	reads  []*relation
	key    string // of the cache
	cached bool
	sealed Sealed
	found  diag.List
}

// seal writes a metric's golden, of which nothing else is kept: the cases of ten thousand are more than half a gigabyte.
// One that is as it was recorded shares that file's bytes.
func (r *recorder) seal(m *recorded) {
	data := m.golden.Bytes()
	if was, ok := r.files.Source(m.golden.Path()); ok && bytes.Equal(was, data) {
		data = was
	}
	m.sealed = Sealed{m.metric.Name, data}
	m.golden, m.runs = nil, nil
}

func (m *recorded) report(code diag.Code, at diag.Range, message, hint string) {
	m.found = append(m.found, diag.Diagnostic{Code: code, Range: at, Path: "metrics." + m.metric.Name, Message: message, Hint: hint})
}

func tableKey(source string, parts []string) string {
	return source + "\x00" + strings.Join(parts, "\x00")
}

// each works on all metrics, as many at once as there are processors.
func (r *recorder) each(metrics []*recorded, work func(*recorded)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(metrics)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(metrics); i = next.Add(1) - 1 {
				work(metrics[i])
			}
		})
	}
	workers.Wait()
}

// statements plans and renders a metric's questions, and takes its rows from the cache where they are there.
func (r *recorder) statements(m *recorded) {
	for _, a := range append(r.questions(m.metric), r.authors(m)...) {
		c, run := r.render(m, a)
		m.golden.Cases = append(m.golden.Cases, c)
		m.runs = append(m.runs, run)
	}
	m.key = r.cache.key(m)
	if m.cached = r.cache.read(m); m.cached {
		r.seal(m)
	}
}

// render writes everything of a case but its rows.
func (r *recorder) render(m *recorded, a asked) (Case, *dialect.Statement) {
	c := Case{
		Name: a.name, Question: string(question.Encode(a.question)) + "\n", Plan: a.plan.Explain(), Columns: columnsOf(a.plan),
		Statements: map[string]string{}, Binds: map[string]string{},
	}
	var run *dialect.Statement
	for _, d := range r.dialectsOf(a.plan) {
		s, err := dialect.Render(a.plan, d)
		if err != nil { // another dialect's names are shorter, or folded; the source's own compiled
			c.Statements[d], c.Binds[d] = cannotBeWritten+err.Error()+"\n", ""
			continue
		}
		c.Statements[d], c.Binds[d] = s.Text(), bindsText(s.Binds())
		if d == duckdb.Dialect {
			run = &s
		}
	}
	if run == nil {
		return c, nil
	}
	for _, parts := range run.Tables() {
		t := r.tables[tableKey(a.plan.Source.Name, parts)]
		if t.unfit {
			return c, nil
		}
		if !slices.Contains(m.reads, t) {
			m.reads = append(m.reads, t)
		}
	}
	return c, run
}

// dialectsOf are the ones that a plan is recorded in.
func (r *recorder) dialectsOf(p *plan.Plan) []string {
	own, _ := dialect.Canonical(p.Source.Dialect)
	all := append([]string{own, "postgres", duckdb.Dialect}, r.dialects...)
	slices.Sort(all)
	return slices.Compact(all)
}

// columnsOf says what a row holds, one column a line.
func columnsOf(p *plan.Plan) string {
	var b strings.Builder
	line := func(name, t, unit string) {
		b.WriteString(name + " " + t)
		if unit != "" {
			b.WriteString(", " + unit)
		}
		b.WriteByte('\n')
	}
	for _, k := range p.Keys {
		unit := ""
		if k.Dimension != nil {
			unit = k.Dimension.Dimension.Unit
		}
		line(k.Name, k.Type.String(), unit)
	}
	for _, m := range p.Metrics {
		line(m.Name, m.Type.String(), m.Unit())
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// authors are the questions that lie in a metric's folder.
func (r *recorder) authors(m *recorded) []asked {
	written := r.files.below(questionsFolder+"/"+m.metric.Name, ".json")
	var out []asked
	for _, name := range sortedKeys(written) {
		path := written[name]
		data, _ := r.files.Source(path)
		refuse := func(message, hint string) { m.report(diag.GoldenQuestion, diag.Range{File: path}, message, hint) }
		q, err := question.Decode(data)
		switch {
		case !plainName(name):
			refuse("the file's name is no name of a question", "Use lower-case letters, digits, - and _, beginning with a letter or a digit.")
			continue
		case err != nil:
			refuse("this is no question: "+err.Error(), "")
			continue
		case !slices.Contains(q.Metrics, m.metric.Name):
			refuse("the question does not ask "+m.metric.Name, "Ask it, or move the file to the folder of a metric that it asks.")
			continue
		}
		p, refusal, malformed := plan.Resolve(r.view, q, Clock())
		switch {
		case malformed != nil:
			refuse("this is no question: "+malformed.Error(), "")
		case refusal != nil:
			refuse(fmt.Sprintf("the question is refused (%s): %s", refusal.Code, strings.TrimSuffix(refusal.Detail, ".")), "Ask what would be answered.")
		default:
			out = append(out, asked{"questions/" + name, q, p})
		}
	}
	return out
}

// plainName reports whether a name is safe in every file system, and in a golden.
func plainName(name string) bool {
	return len(name) <= 63 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == "" && strings.Trim(name[:1], "-_") != ""
}
