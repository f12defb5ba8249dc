package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/compiler/dialect"
	"sutura.dev/goldens"
	"sutura.dev/internal/render"
)

// rowsShown is how many rows that differ are shown of a side.
const rowsShown = 10

// askBoth finds what the changes do to values, and for the leading metrics a statement and rows that show it.
func (a *app) askBoth(ctx context.Context, before, after *side, c *render.Change) error {
	leading := c.Leading(deltasShown)
	var ask []string
	for _, m := range c.Metrics {
		switch {
		case m.Added || m.Removed:
			if m.Removed {
				c.Definitions[m.Metric] = [][2]string{{"it was", before.view().Metric(m.Metric).Definition()}}
			} else if slices.Contains(leading, m.Metric) {
				c.Definitions[m.Metric] = definitionFields(after.bundle, m.Metric)
				ask = append(ask, m.Metric)
			}
		case !m.Meaning || m.RenamedFrom != "":
			c.Effects[m.Metric] = provenEffect(m)
		default:
			ask = append(ask, m.Metric)
		}
	}
	if len(ask) == 0 {
		return nil
	}
	slices.SortStableFunc(ask, func(a, b string) int { // those that are shown first
		return cmp.Compare(uint(slices.Index(leading, a)), uint(slices.Index(leading, b)))
	})
	answers, err := besides(ctx, before, after, ask)
	if err != nil {
		return err
	}
	why := "values not compared: too many metrics moved to ask each"
	if answers == nil {
		why = "values not compared: no fixtures can be made"
	}
	for _, m := range c.Metrics {
		asked, ok := answers[m.Metric]
		if !ok {
			if slices.Contains(ask, m.Metric) {
				c.Effects[m.Metric] = render.Effect{Text: why}
			}
			continue
		}
		if !m.Added {
			c.Effects[m.Metric] = effectOf(m, asked)
		}
	}
	for _, name := range c.Leading(deltasShown) { // which those are depends on the effects
		if d := deltasOf(answers[name], dialectOf(before.bundle, name), dialectOf(after.bundle, name)); len(d) > 0 {
			c.Deltas[name] = d
		}
	}
	return nil
}

// besides asks both sides over the rows of the earlier one, and where those show nothing over the rows of the later one, which
// may have been written, or made, to show it.
func besides(ctx context.Context, before, after *side, metrics []string) (map[string][]goldens.Asked, error) {
	was, err := before.version()
	if err != nil {
		return nil, err
	}
	now, err := after.version()
	if err != nil || was.Fixtures == nil || now.Fixtures == nil {
		return nil, err
	}
	out, err := goldens.Beside(ctx, was, now, was.Fixtures, metrics)
	if err != nil {
		return nil, cannotRecord(ctx, err)
	}
	var unseen []string
	for _, name := range metrics {
		asked := out[name]
		changed := slices.ContainsFunc(asked, func(a goldens.Asked) bool { return !a.Same && a.Was != nil && a.Now != nil })
		if changed && smallest(asked) == nil {
			unseen = append(unseen, name)
		}
	}
	if len(unseen) == 0 || was.Fixtures.Digest() == now.Fixtures.Digest() {
		return out, nil
	}
	again, err := goldens.Beside(ctx, was, now, now.Fixtures, unseen)
	if err != nil {
		return nil, cannotRecord(ctx, err)
	}
	for name, asked := range again {
		if smallest(asked) != nil {
			out[name] = asked
		}
	}
	return out, nil
}

// version is a side with its fixtures; where a person's have problems, which check tells, with made ones.
func (s *side) version() (goldens.Version, error) {
	files, err := s.fixtureFiles()
	if err != nil {
		return goldens.Version{}, err
	}
	x, _ := goldens.Load(s.bundle, files)
	if x == nil {
		x, _ = goldens.Load(s.bundle, goldens.Files{})
	}
	return goldens.Version{Bundle: s.bundle, Fixtures: x}, nil
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

// dialectOf is the dialect of a metric's source, empty for no metric.
func dialectOf(b *bundle.Bundle, metric string) string {
	m := b.View(nil, true).Metric(metric)
	if m == nil {
		return ""
	}
	name, _ := dialect.Canonical(b.Source(b.Model(m.Measure.Terms[0].Model).Source).Dialect)
	return name
}

// deltasOf shows a difference by the smallest question that has it: the statement, and the rows that differ. A metric of one
// side shows all that it gives.
func deltasOf(asked []goldens.Asked, dialectWas, dialectNow string) []render.Delta {
	if len(asked) == 0 {
		return nil
	}
	if asked[0].Was == nil || asked[0].Now == nil {
		return allOf(asked, dialectNow)
	}
	shown := smallest(asked)
	for i := range asked {
		if a := &asked[i]; shown == nil && a.Was.Statements[dialectWas] != a.Now.Statements[dialectNow] {
			shown = a
		}
	}
	if shown == nil {
		return nil
	}
	out := []render.Delta{{
		Part: "statement", Command: commandOf("compile", shown.Question),
		Was: valuesInPlace(shown.Was, dialectWas), Now: valuesInPlace(shown.Now, dialectNow),
	}}
	if out[0].Was == out[0].Now {
		out = out[:0]
	}
	if differs(shown) {
		out = append(out, rowsDelta(shown))
	}
	return out
}

// allOf shows a new metric: its statement, and the rows of each question.
func allOf(asked []goldens.Asked, dialect string) []render.Delta {
	out := []render.Delta{}
	for i, a := range asked {
		if i == 0 {
			out = append(out, render.Delta{Part: "statement", Command: commandOf("compile", a.Question), Now: valuesInPlace(a.Now, dialect)})
		}
		if a.Now.Rows != nil {
			d := rowsDelta(&goldens.Asked{Was: &goldens.Case{Rows: new(string)}, Now: a.Now})
			d.Was, d.Now = "", strings.TrimPrefix(d.Now, "no rows\n")
			if a.Question.Grain != "" {
				d.Part += ", by " + a.Question.Grain
			}
			out = append(out, d)
		}
	}
	return out
}

var parameter = regexp.MustCompile(`\$[0-9]+`)

// valuesInPlace is a statement for reading: each parameter's value where its number stands, so that a parameter more or
// less does not change every line after it.
func valuesInPlace(c *goldens.Case, dialect string) string {
	values := map[string]string{}
	for line := range strings.Lines(c.Binds[dialect]) {
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
	return parameter.ReplaceAllStringFunc(c.Statements[dialect], func(number string) string { return cmp.Or(values[number], number) })
}

// rowsDelta is the rows that only one side gives, below what they hold.
func rowsDelta(a *goldens.Asked) render.Delta {
	d := render.Delta{Part: "rows on the fixtures", Rows: true}
	was, now := slices.Collect(strings.Lines(*a.Was.Rows)), slices.Collect(strings.Lines(*a.Now.Rows))
	gone := slices.DeleteFunc(slices.Clone(was), func(row string) bool { return slices.Contains(now, row) })
	come := slices.DeleteFunc(slices.Clone(now), func(row string) bool { return slices.Contains(was, row) })
	d.More = max(len(gone)-rowsShown, 0) + max(len(come)-rowsShown, 0)
	d.Was, d.Now = rowsText(a.Was, gone), rowsText(a.Now, come)
	if len(was) == 0 {
		d.Was += "no rows\n"
	}
	if len(now) == 0 {
		d.Now += "no rows\n"
	}
	return d
}

// rowsText is the first of some rows of a case below what they hold.
func rowsText(c *goldens.Case, rows []string) string {
	var names []string
	for line := range strings.Lines(c.Columns) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		names = append(names, name)
	}
	return strings.Join(names, ", ") + "\n" + strings.Join(rows[:min(len(rows), rowsShown)], "")
}
