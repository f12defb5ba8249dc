package goldens

import (
	"context"
	"maps"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/diag"
)

// Version is a bundle and its fixtures.
type Version struct {
	Bundle   *bundle.Bundle
	Fixtures *Fixtures
}

// Asked is one question, of two versions of a catalog over the same rows.
type Asked struct {
	Question question.Question
	// Was and Now are nil where that version has no such metric. Their rows are nil where Same, or where they cannot be
	// computed.
	Was, Now *Case
	// Same reports that both run the same statement: there is nothing to compute.
	Same bool
}

// Beside asks two versions of a catalog about metrics, over the rows of rows, which is the fixtures of either: so rows that
// differ do because a definition does. It asks apart what goldens ask together, so as to tell which questions differ: the total,
// each grain and each dimension that both versions have. Of a metric that only one has it asks the total, and by quarter or the coarsest grain.
//
// It stops after a few thousand statements; metrics that are left then are not in what it returns.
//
// Metrics whose tables cannot hold those rows on both sides (a column came or went, or a value does not read as its new type) are
// asked without rows. The error is the caller's own cancellation, or an embedded database that cannot be opened.
func Beside(ctx context.Context, was, now Version, rows *Fixtures, metrics []string) (map[string][]Asked, error) {
	before, after := carried(was.Bundle, rows), carried(now.Bundle, rows)
	if before == nil || after == nil { // each over its own, to have the statements
		before, after = &carriage{fixtures: was.Fixtures}, &carriage{fixtures: now.Fixtures}
	}
	b := &beside{was: newRecorder(was.Bundle, before.fixtures), now: newRecorder(now.Bundle, after.fixtures), rows: [2]*carriage{before, after}}
	out := map[string][]Asked{}
	var pending [2][]*recorded
	runs := 0
	for _, name := range metrics {
		if runs > besideRuns {
			break
		}
		asked, old, new := b.ask(name)
		out[name] = asked
		for side, m := range []*recorded{old, new} {
			ran := slices.DeleteFunc(slices.Clone(m.runs), func(s *dialect.Statement) bool { return s == nil })
			if runs += len(ran); len(ran) > 0 {
				pending[side] = append(pending[side], m)
			}
		}
	}
	if err := b.was.compute(ctx, pending[0]); err != nil {
		return nil, err
	}
	return out, b.now.compute(ctx, pending[1])
}

// besideRuns is how many statements are run: at worst, half a minute's work.
const besideRuns = 6000

// beside is one comparison on its way.
type beside struct {
	was, now *recorder
	rows     [2]*carriage
}

func newRecorder(b *bundle.Bundle, x *Fixtures) *recorder {
	r := &recorder{deriving: deriving{view: b.View(nil, true), fixtures: x}, tables: map[string]*relation{}}
	for _, t := range x.relations {
		r.tables[tableKey(t.source, t.parts)] = t
	}
	return r
}

// ask renders the questions about a metric, and leaves to be run what may differ.
func (b *beside) ask(name string) (out []Asked, old, new *recorded) {
	was, now := b.was.view.Metric(name), b.now.view.Metric(name)
	old, new = &recorded{metric: was, golden: &Golden{}}, &recorded{metric: now, golden: &Golden{}}
	questions := b.questions(was, now)
	for _, q := range questions {
		if b.was.record(old, q) != (was != nil) || b.now.record(new, q) != (now != nil) {
			old.drop(len(out))
			new.drop(len(out))
			continue
		}
		out = append(out, Asked{Question: q})
	}
	apart := b.rows[0].apart(old.reads) || b.rows[1].apart(new.reads)
	for i := range out {
		a := &out[i]
		if was != nil {
			a.Was = &old.golden.Cases[i]
		}
		if now != nil {
			a.Now = &new.golden.Cases[i]
		}
		a.Same = was != nil && now != nil && sameRun(old, new, i)
		if a.Same || apart {
			old.skip(i)
			new.skip(i)
		}
	}
	return out, old, new
}

// questions are what both versions of a metric may be asked.
func (b *beside) questions(was, now *bundle.Metric) []question.Question {
	only := was
	if was == nil {
		only = now
	}
	if was == nil || now == nil {
		d := &b.now.deriving
		if now == nil {
			d = &b.was.deriving
		}
		base := question.Question{Metrics: []string{only.Name}, Range: d.timeRange(only)}
		out := []question.Question{base}
		if n := len(only.Grains); n > 0 {
			base.Grain = only.Grains[n-1]
			if slices.Contains(only.Grains, "quarter") {
				base.Grain = "quarter"
			}
			out = append(out, base)
		}
		return out
	}
	if was.Temporal() != now.Temporal() {
		return nil
	}
	base := question.Question{Metrics: []string{now.Name}, Range: b.was.timeRange(was)}
	out := []question.Question{base}
	for _, g := range slices.Backward(now.Grains) {
		if q := base; slices.Contains(was.Grains, g) {
			q.Grain = g
			out = append(out, q)
		}
	}
	for _, name := range now.Dimensions {
		if q := base; slices.Contains(was.Dimensions, name) {
			q.Dimensions = []string{name}
			out = append(out, q)
		}
	}
	return out
}

// record adds a question to a metric's; false where it has no answer, or there is no such metric.
func (r *recorder) record(m *recorded, q question.Question) bool {
	if m.metric == nil {
		return false
	}
	p, refused, malformed := r.resolve(q)
	if refused || malformed {
		return false
	}
	c, run := r.render(m, asked{question: q, plan: p})
	m.golden.Cases, m.runs = append(m.golden.Cases, c), append(m.runs, run)
	return true
}

func (m *recorded) drop(n int) {
	m.golden.Cases, m.runs = m.golden.Cases[:min(n, len(m.golden.Cases))], m.runs[:min(n, len(m.runs))]
}

func (m *recorded) skip(i int) {
	if m.metric != nil {
		m.runs[i] = nil
	}
}

// sameRun reports whether two versions run the same, in every dialect: over the same rows it gives the same, whatever type is
// declared of a column.
func sameRun(old, new *recorded, i int) bool {
	a, b := &old.golden.Cases[i], &new.golden.Cases[i]
	return maps.Equal(a.Statements, b.Statements) && maps.Equal(a.Binds, b.Binds)
}

// carriage is fixtures for a bundle that have the rows of others.
type carriage struct {
	fixtures *Fixtures
	own      map[*relation]bool // the tables that could not take them
}

// apart reports whether any of the tables has rows of its own.
func (c *carriage) apart(reads []*relation) bool {
	return c.own == nil || slices.ContainsFunc(reads, func(r *relation) bool { return c.own[r] })
}

// carried makes fixtures for a bundle with the rows of x; nil where keys, or what may not be null, forbid that. A table is
// the one of the same place, or of a model of the same name. Tables that x does not have are synthesised.
func carried(b *bundle.Bundle, x *Fixtures) *carriage {
	all, _, _ := relations(b)
	files, own, written := map[string][]byte{}, map[string]bool{}, map[string]string{}
	for _, r := range all {
		model := r.models[0].Name
		from := x.table(r)
		if from == nil {
			continue
		}
		if rows, ok := from.as(r); ok {
			r.rows = rows
			files[fixturesFolder+"/"+model+".csv"], written[model] = r.csv(), from.file
		} else {
			own[model] = true
		}
	}
	var found diag.List
	out := &carriage{own: map[*relation]bool{}}
	if out.fixtures, found = Load(b, InMemory(files)); out.fixtures == nil || found.HasErrors() {
		return nil
	}
	for model, file := range written {
		out.fixtures.of[model].file = file // what was made stays what was made
	}
	for model := range own {
		out.own[out.fixtures.of[model]] = true
	}
	return out
}

// table is the one that another bundle's table is here.
func (f *Fixtures) table(other *relation) *relation {
	for _, r := range f.relations {
		if r.source == other.source && slices.Equal(r.parts, other.parts) {
			return r
		}
	}
	for _, m := range other.models {
		if r := f.of[m.Name]; r != nil {
			return r
		}
	}
	return nil
}

// as are the rows by the columns of another table; false where that has a column more, or a value is none of its type.
func (r *relation) as(other *relation) ([][]*string, bool) {
	rows := make([][]*string, len(r.rows))
	for _, c := range other.columns {
		at := r.index(c.Name)
		if at < 0 {
			return nil, false
		}
		for i, row := range r.rows {
			v := row[at]
			if v != nil && r.columns[at].Type != c.Type {
				text, ok := expr.Value(c.Type, *v)
				if !ok {
					return nil, false
				}
				v = &text
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows, true
}
