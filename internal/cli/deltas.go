package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/goldens"
	"sutura.dev/internal/render"
)

// deltas shows, for each of the metrics, a question that both sides answer, and answer otherwise: its statement, and its
// rows over the same fixtures.
func (a *app) deltas(ctx context.Context, before, after *side, metrics []string) (map[string][]render.Delta, error) {
	out := map[string][]render.Delta{}
	both := slices.DeleteFunc(slices.Clone(metrics), func(name string) bool {
		return before.view().Metric(name) == nil || after.view().Metric(name) == nil
	})
	if len(both) == 0 {
		return out, nil
	}
	was, now, err := recordBoth(ctx, before, after, both)
	if err != nil {
		return nil, err
	}
	for i, g := range now.Goldens {
		if d := deltasOf(was.Goldens[i], g, dialectOf(before.bundle, g.Metric), dialectOf(after.bundle, g.Metric)); d != nil {
			out[g.Metric] = d
		}
	}
	return out, nil
}

// recordBoth records metrics that both sides have, over the fixtures of the earlier one as far as the later one's models
// can hold them: rows that differ then differ because the definition does, not because other rows were made for it.
func recordBoth(ctx context.Context, before, after *side, metrics []string) (was, now *goldens.Recording, err error) {
	files, err := before.fixtureFiles()
	if err != nil {
		return nil, nil, err
	}
	x, _ := goldens.Load(before.bundle, files)
	if x == nil { // check tells what is wrong with them
		x, _ = goldens.Load(before.bundle, goldens.Files{})
	}
	if x == nil {
		return &goldens.Recording{}, &goldens.Recording{}, nil
	}
	// Both take the rows as a person's, so that the same questions are derived from them.
	fresh, _ := goldens.Load(after.bundle, rowsOf(after.bundle, before.bundle, x))
	if written, _ := goldens.Load(before.bundle, rowsOf(before.bundle, before.bundle, x)); fresh != nil && written != nil {
		x = written
	} else if fresh, _ = goldens.Load(after.bundle, goldens.Files{}); fresh == nil {
		return &goldens.Recording{}, &goldens.Recording{}, nil
	}
	options := goldens.Options{Metrics: metrics}
	if now, _, err = goldens.Record(ctx, after.bundle, goldens.Files{}, fresh, options); err == nil {
		was, _, err = goldens.Record(ctx, before.bundle, goldens.Files{}, x, options)
	}
	if err != nil {
		return nil, nil, cannotRecord(ctx, err)
	}
	return was, now, nil
}

// fixtureFiles are the fixtures that a side has.
func (s *side) fixtureFiles() (goldens.Files, error) {
	switch {
	case s.tree != nil:
		return goldens.InMemory(s.tree), nil
	case s.dir != "":
		files, err := goldens.ReadDir(s.dir)
		if err != nil {
			return files, unreadable(s.dir, err)
		}
		return files, nil
	}
	return goldens.Files{}, nil
}

// rowsOf are fixtures as files for a bundle: the rows of the models that declare the same columns as those of the bundle
// that the fixtures are of. Of models of one table, one has the rows.
func rowsOf(b, of *bundle.Bundle, x *goldens.Fixtures) goldens.Files {
	files := map[string][]byte{}
	taken := map[string]bool{}
	for _, m := range b.Models() {
		same := of.Model(m.Name)
		table := m.Source + "\x00" + strings.Join(m.Table, "\x00")
		if same == nil || taken[table] || !slices.EqualFunc(m.Columns, same.Columns, func(a, b bundle.Column) bool {
			return a.Name == b.Name && a.Type == b.Type
		}) {
			continue
		}
		taken[table] = true
		files["fixtures/"+m.Name+".csv"] = x.CSV(m.Name)
	}
	return goldens.InMemory(files)
}

func dialectOf(b *bundle.Bundle, metric string) string {
	m := b.View(nil, true).Metric(metric)
	return b.Source(b.Model(m.Measure.Terms[0].Model).Source).Dialect
}

// deltasOf picks the first question that gives other rows, or else another statement.
func deltasOf(was, now *goldens.Golden, dialectWas, dialectNow string) []render.Delta {
	var statement []render.Delta
	for i := range now.Cases {
		c := &now.Cases[i]
		j := slices.IndexFunc(was.Cases, func(o goldens.Case) bool { return o.Question == c.Question })
		if j < 0 {
			continue
		}
		old := &was.Cases[j]
		before := valuesInPlace(old.Statements[dialectWas], old.Binds[dialectWas])
		after := valuesInPlace(c.Statements[dialectNow], c.Binds[dialectNow])
		if before == after {
			continue
		}
		deltas := []render.Delta{{Part: "statement", Command: commandOf("compile", c.Question), Was: before, Now: after}}
		if old.Rows != nil && c.Rows != nil && *old.Rows != *c.Rows {
			rows := render.Delta{Part: "rows on the fixtures", Was: rowsText(old), Now: rowsText(c)}
			return append(deltas, rows)
		}
		if statement == nil {
			statement = deltas
		}
	}
	return statement
}

var parameter = regexp.MustCompile(`\$[0-9]+`)

// valuesInPlace is a statement for reading: each parameter's value where its number stands, so that a parameter more or
// less does not change every line after it.
func valuesInPlace(statement, binds string) string {
	values := map[string]string{}
	for line := range strings.Lines(binds) {
		number, rest, _ := strings.Cut(line, " ")
		_, rest, _ = strings.Cut(rest, " ")
		var value json.RawMessage
		if err := json.NewDecoder(strings.NewReader(rest)).Decode(&value); err != nil {
			continue
		}
		values[number] = string(value)
		var text string
		if json.Unmarshal(value, &text) == nil {
			values[number] = "'" + strings.ReplaceAll(text, "'", "''") + "'"
		}
	}
	return parameter.ReplaceAllStringFunc(statement, func(number string) string { return cmp.Or(values[number], number) })
}

// rowsText is the rows of a case below what they hold.
func rowsText(c *goldens.Case) string {
	var names []string
	for line := range strings.Lines(c.Columns) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		names = append(names, name)
	}
	rows := *c.Rows
	if rows == "" {
		rows = "no rows\n"
	}
	return fmt.Sprintf("%s\n%s", strings.Join(names, ", "), rows)
}

// commandOf is the command line that asks a recorded question.
func commandOf(verb, text string) []string {
	q, err := question.Decode([]byte(text))
	if err != nil {
		return nil
	}
	if f, ok := question.FlagsOf(q); ok {
		return append([]string{"sutura", verb}, f.Args()...)
	}
	return nil
}
