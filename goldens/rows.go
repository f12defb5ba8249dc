package goldens

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/warehouse"
)

// maxRows bounds the rows that a case records.
const maxRows = 1000

// maxSafe is the largest integer that every JSON reader keeps exactly (RFC 8259, section 6).
const maxSafe = 1<<53 - 1

// compute runs the statements of metrics over the tables that they read, and keeps the rows in the cache.
func (r *recorder) compute(ctx context.Context, metrics []*recorded) error {
	return r.computeEach(ctx, metrics, func(*recorded) {})
}

// computeEach is compute, and then works on each metric, those without rows too.
func (r *recorder) computeEach(ctx context.Context, metrics []*recorded, then func(*recorded)) error {
	wanted := map[*relation]bool{}
	for _, m := range metrics {
		for _, t := range m.reads {
			wanted[t] = true
		}
	}
	if len(wanted) == 0 {
		r.each(metrics, then)
		return ctx.Err()
	}
	sources, err := r.fixtures.open(ctx, func(t *relation) bool { return wanted[t] })
	if err != nil {
		return err
	}
	defer sources.Close()
	differ, err := r.zonesDiffer(ctx, sources, wanted)
	if err != nil {
		return err
	}
	r.each(metrics, func(m *recorded) {
		defer then(m)
		if at := slices.IndexFunc(m.reads, func(t *relation) bool { return differ[t] }); at >= 0 {
			m.report(diag.GoldenRows, diag.Range{}, fmt.Sprintf("the embedded database has other rules for the zone %s than sutura at an instant of %s",
				r.view.Calendar().Rules().Timezone, m.reads[at].name()), "Use other instants in the fixtures.")
			return
		}
		failed := map[string][]string{} // questions, by what is wrong
		for i := range m.runs {
			if m.runs[i] == nil || ctx.Err() != nil {
				continue
			}
			if problem := r.run(ctx, sources, m, i); problem != "" {
				failed[problem] = append(failed[problem], m.golden.Cases[i].Name)
			}
		}
		for _, problem := range sortedKeys(failed) {
			m.failed(problem, failed[problem])
		}
		if ctx.Err() == nil && len(failed) == 0 {
			r.cache.write(m)
		}
	})
	return ctx.Err()
}

// run computes the rows of one case, or says what is wrong with it.
func (r *recorder) run(ctx context.Context, sources Sources, m *recorded, at int) (problem string) {
	res, err := sources[m.reads[0].source].Query(ctx, *m.runs[at])
	switch {
	case err != nil && warehouse.KindOf(err) == warehouse.NotFinite:
		return "a value that is not finite"
	case err != nil && warehouse.KindOf(err) == warehouse.OutOfRange:
		return "a number that is too large"
	case err != nil:
		return "an error"
	case len(res.Rows) > maxRows:
		return fmt.Sprintf("more than %d rows", maxRows)
	}
	rows := rowsText(res.Rows)
	m.golden.Cases[at].Rows = &rows
	return ""
}

// failed reports what is wrong with some questions of a metric, once for all of them.
func (m *recorded) failed(problem string, questions []string) {
	names := strings.Join(questions, ", ")
	if len(questions) > 2 {
		names = fmt.Sprintf("%s and %d more", questions[0], len(questions)-1)
	}
	m.report(diag.GoldenRows, diag.Range{}, fmt.Sprintf("%s gives %s on the fixtures (%s)", m.metric.Name, problem, names),
		"Mend the expression, or write fixtures that it can be computed over.")
}

// rowsText writes rows as lines of JSON, their cells as they leave in an answer.
func rowsText(rows [][]warehouse.Cell) string {
	var b strings.Builder
	for _, row := range rows {
		cells := make([]any, len(row))
		for i, c := range row {
			if n, ok := c.(int64); ok && (n > maxSafe || n < -maxSafe) {
				c = fmt.Sprint(n)
			}
			cells[i] = c
		}
		b.WriteString(jsonText(cells) + "\n")
	}
	return b.String()
}

// zonesDiffer finds the tables with an instant at which the embedded database's rules for the calendar's zone are not
// sutura's: the rows of one would not be those of the other.
func (r *recorder) zonesDiffer(ctx context.Context, sources Sources, wanted map[*relation]bool) (map[*relation]bool, error) {
	out := map[*relation]bool{}
	cal := r.view.Calendar()
	for _, t := range r.fixtures.relations {
		var at []time.Time
		for i, c := range t.columns {
			for _, row := range t.rows {
				if c.Type.Kind == expr.TimestampTZ && row[i] != nil && wanted[t] {
					at = append(at, parseInstant(*row[i]))
				}
			}
		}
		if len(at) == 0 {
			continue
		}
		theirs, err := sources[t.source].Offsets(ctx, cal.Rules().Timezone, at)
		if err != nil {
			return nil, fmt.Errorf("reading the zone of the fixtures: %w", err)
		}
		for i, a := range at {
			_, ours := a.In(cal.Zone()).Zone()
			if time.Duration(ours)*time.Second != theirs[i] {
				out[t] = true
			}
		}
	}
	return out, nil
}
