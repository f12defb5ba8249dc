package serve

import (
	"cmp"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/rows"
)

// tabular is an answer's rows as they are shown.
type tabular struct {
	table   rows.Table
	columns []QueriedColumn
	shown   []answer.Column // of the answer's own columns

	hidden    []string // names of columns
	relabeled []string // names of columns whose values are shown by their labels
	unlabeled bool     // labels were asked for in a language that no column has
}

// Columns that are none of an answer's own.
const (
	columnNumber = "#"
	columnPart   = "part"
)

// newTabular lays an answer out: the number first, then, where others or totals were asked, the part that a row is of (row,
// others or total), then the answer's columns but for those hidden. The limit bounds the answer's rows; others and totals
// follow whole.
func newTabular(view *bundle.View, in queryRequest, a *answer.Answer, prose bool) *tabular {
	t := &tabular{columns: []QueriedColumn{}, unlabeled: in.Labels && in.Locale != ""}
	var take []int
	var labels []map[string]string
	for i, c := range a.Columns {
		if in.hidden(c.Name) {
			t.hidden = append(t.hidden, c.Name)
			continue
		}
		take, t.shown = append(take, i), append(t.shown, c)
		var of map[string]string
		if in.ValueLabels && prose && c.Role == answer.RoleDimension {
			of = valueLabels(view, a, i)
		}
		if labels = append(labels, of); of != nil {
			t.relabeled = append(t.relabeled, c.Name)
		}
	}
	t.head(view, in, a, labels, prose)
	add := func(part string, list [][]any) {
		for _, row := range list {
			t.add(in, part, row, take, labels, a)
		}
	}
	add("row", a.Rows[:min(len(a.Rows), in.RowLimit)])
	add("others", a.Others)
	add("total", a.Totals)
	t.nulls()
	return t
}

func apart(a *answer.Answer) bool { return a.Others != nil || a.Totals != nil }

// head describes the columns, each with a heading of its own.
func (t *tabular) head(view *bundle.View, in queryRequest, a *answer.Answer, labels []map[string]string, prose bool) {
	add := func(name, heading, kind string, numeric, nullable bool) {
		for slices.ContainsFunc(t.table.Columns, func(c rows.Column) bool { return c.Name == heading }) {
			heading += " (" + name + ")"
		}
		t.columns = append(t.columns, QueriedColumn{name, kind, nullable})
		t.table.Columns = append(t.table.Columns, rows.Column{Name: heading, Numeric: numeric})
	}
	if in.Numbering == numberedFromOne {
		add(columnNumber, columnNumber, string(expr.Integer), true, false)
	}
	if apart(a) {
		add(columnPart, columnPart, string(expr.String), false, false)
	}
	for i, c := range t.shown {
		heading := c.Name
		if in.Labels && prose {
			heading = t.label(view, in.Locale, a.Question, c)
		}
		typ := c.Type
		if labels[i] != nil {
			typ = expr.Type{Kind: expr.String}
		}
		add(c.Name, heading, typ.String(), typ.Numeric(), nullable(view, c))
	}
}

// nullable reports whether a definition lets a column be null: a period is none, and so are counts and what is 0 over no
// rows.
func nullable(view *bundle.View, c answer.Column) bool {
	switch c.Role {
	case answer.RolePeriod:
		return false
	case answer.RoleMetric:
		m := view.Metric(c.Name)
		if m == nil || m.Measure.Value.Op != bundle.ValueTerm {
			return true
		}
		switch t := m.Measure.Terms[m.Measure.Value.Term]; t.Func {
		case bundle.Count, bundle.CountDistinct, bundle.CountIf:
			return false
		default:
			return !t.Zero
		}
	}
	return true
}

// nulls says of a column with a null in it that it may have one, whatever its definition says: totals have no period.
func (t *tabular) nulls() {
	for _, row := range t.table.Rows {
		for i, cell := range row {
			t.columns[i].Nullable = t.columns[i].Nullable || cell == nil
		}
	}
}

// add lays out one row.
func (t *tabular) add(in queryRequest, part string, row []any, take []int, labels []map[string]string, a *answer.Answer) {
	out := make([]any, 0, len(t.columns))
	if in.Numbering == numberedFromOne {
		out = append(out, len(t.table.Rows)+1)
	}
	if apart(a) {
		out = append(out, part)
	}
	for i, at := range take {
		cell := row[at]
		if labels[i] != nil && cell != nil {
			cell = labels[i][rows.Plain(cell)]
		}
		out = append(out, cell)
	}
	t.table.Rows = append(t.table.Rows, out)
}

// valueLabels are the labels of the values in a column of an answer; nil where its dimension has none. A label that another
// value shows too gets the value beside it, so that no two values look the same.
func valueLabels(view *bundle.View, a *answer.Answer, at int) map[string]string {
	d := dimensionOf(view, a.Question, a.Columns[at].Name)
	if d == nil || len(d.Dimension.Prose.Labels) == 0 {
		return nil
	}
	out, uses := map[string]string{}, map[string]int{}
	for _, row := range slices.Concat(a.Rows, a.Others, a.Totals) {
		value := rows.Plain(row[at])
		if _, seen := out[value]; seen || row[at] == nil {
			continue
		}
		out[value] = cmp.Or(d.Dimension.Prose.Labels[value], value)
		uses[out[value]]++
	}
	for value, label := range out {
		if uses[label] > 1 && label != value {
			out[value] = label + " (" + value + ")"
		}
	}
	return out
}

// dimensionOf is a dimension as a question's metrics are asked by it.
func dimensionOf(view *bundle.View, q question.Question, name string) *bundle.Resolved {
	m := view.Metric(q.Metrics[0])
	if m == nil {
		return nil
	}
	return view.Resolve(m.Measure.Terms[0].Model, name)
}

// label is what people call a column, in a language where it has a title in it.
func (t *tabular) label(view *bundle.View, locale string, q question.Question, c answer.Column) string {
	if locale == "" {
		return c.Label
	}
	var prose bundle.Prose
	name := c.Name
	switch c.Role {
	case answer.RolePeriod:
		return c.Label
	case answer.RoleDimension:
		if d := dimensionOf(view, q, name); d != nil {
			prose = d.Dimension.Prose
		}
	default:
		for _, role := range []string{answer.RolePrevious, answer.RoleDelta, answer.RoleChange} {
			name = strings.TrimSuffix(name, "."+role)
		}
		if m := view.Metric(name); m != nil {
			prose = m.Prose
		}
	}
	title := titleIn(prose, locale)
	if title == "" {
		return c.Label
	}
	t.unlabeled = false
	if own := prose.Title; own != "" && strings.HasPrefix(c.Label, own) { // what follows says which value of it this is
		return title + strings.TrimPrefix(c.Label, own)
	}
	return title
}

// titleIn is a title in a language, or in the one that it is a variety of; empty for none.
func titleIn(p bundle.Prose, locale string) string {
	language, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	for _, want := range []string{locale, language} {
		for _, l := range p.Locales {
			if strings.EqualFold(l.Locale, want) && l.Title != "" {
				return l.Title
			}
		}
	}
	return ""
}
