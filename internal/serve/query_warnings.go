package serve

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/rows"
)

// What does something to a question or its rows.
const (
	byParameters = "parameters" // what fills a saved question in
	byResolution = "resolution" // what makes a plan of a question
	bySource     = "source"     // the data system
	byOutput     = "output"     // what lays the rows out
)

// messages are the notes on what the numbers mean, and what is not shown of them.
func (q *Queried) messages(in queryRequest, a *answer.Answer, t *tabular, prose bool) {
	say := func(severity, code, text string) { q.Messages = append(q.Messages, Message{severity, code, text}) }
	if n := len(a.Rows); q.Truncated {
		text := fmt.Sprintf("The first %s of %s rows are shown, and there are no pages.", grouped(in.RowLimit), grouped(n))
		if by, ok := ranked(a); ok {
			text += fmt.Sprintf(` For the groups that matter ask with "top": {"n": %d, "by": %q}; or take`, min(in.RowLimit, question.MaxTop), by)
		} else {
			text += " Take"
		}
		text += " a coarser grain or a shorter range"
		if in.RowLimit < maxRows {
			text += fmt.Sprintf(", or say a row_limit of up to %s", grouped(maxRows))
		}
		say(severityWarning, "truncated", text+".")
	}
	omitted := !prose && (in.Labels || in.ValueLabels)
	for _, n := range a.Notes {
		switch n.Code {
		case plan.NoteCaveat:
			if omitted = omitted || !prose; prose {
				say(severityWarning, n.Code, n.Text)
			}
		case plan.NoteDraft, plan.NoteDeprecated, answer.NoteNothing:
			say(severityWarning, n.Code, n.Text)
		}
	}
	if omitted {
		say(severityInfo, "prose_omitted", "What the catalog's authors wrote for people, labels and caveats among it, is left out here.")
	}
	if t.unlabeled && prose {
		say(severityInfo, "locale_unknown", "No column has a label in this language; the labels are the catalog's own.")
	}
	if len(t.shown) == 0 {
		say(severityWarning, "no_columns", "Every column is hidden by hide_columns_matching.")
	}
}

// ranked is the metric that would rank the groups of an answer, where there are groups and they are not ranked yet.
func ranked(a *answer.Answer) (string, bool) {
	return a.Question.Metrics[0], len(a.Question.Dimensions) > 0 && a.Question.Top == nil
}

// warnings say what was done, in the order in which it was done.
func (q *Queried) warnings(c *call, in queryRequest, a *answer.Answer, t *tabular) {
	did := func(by, code, severity, text string, metadata map[string]string) {
		if metadata == nil {
			metadata = map[string]string{}
		}
		q.PipelineWarnings = append(q.PipelineWarnings, Warning{code, severity, text, by, metadata})
	}
	for _, p := range c.filled.Defaults {
		did(byParameters, "default_filled", severityInfo, "The parameter "+p.Name+" was not said; its default is taken.", map[string]string{"parameter": p.Name, "value": p.Default})
	}
	for _, p := range c.filled.Kept {
		did(byParameters, "default_filled", severityInfo, "The parameter "+p.Name+" was not said; what the saved question says stands.", map[string]string{"parameter": p.Name})
	}
	if said := defaults(c.asked, a.Question); len(said) > 0 && in.Query == "" {
		text := "Not said: "
		for i, path := range slices.Sorted(maps.Keys(said)) {
			text += map[bool]string{true: "", false: ", "}[i == 0] + path + " is " + said[path]
		}
		did(byResolution, "default_filled", severityInfo, text+".", said)
	}
	if r, b := a.Question.Range, a.Provenance.Bounds; r != nil && b != nil && c.asked.Range != nil && c.asked.Range.Start == "" {
		meant := map[string]string{"start": r.Start, "end": r.End, "zone": b.Zone}
		text := "The range is from " + r.Start + " to before " + r.End + ", " + b.Zone
		if c.asked.Range.Last != nil {
			meant["clock"] = a.Provenance.Clock
			text += ", as of " + a.Provenance.Clock
		}
		did(byResolution, "range_resolved", severityInfo, text+".", meant)
	}
	for _, n := range a.Notes {
		switch n.Code {
		case plan.NoteCaveat, plan.NoteDraft, plan.NoteDeprecated, answer.NoteNothing: // messages
		case plan.NoteDefinition, plan.NoteCompared:
			did(byResolution, n.Code, severityInfo, n.Text, nil)
		default:
			did(byResolution, n.Code, severityWarning, n.Text, nil)
		}
	}
	for _, l := range a.Provenance.Legs {
		if l.Posture != servicePosture {
			did(bySource, "source_may_filter", severityWarning, "The data system "+l.Source+" ran the statement as the asker, and may have left out rows that the asker may not read.",
				map[string]string{"source": l.Source, "posture": l.Posture})
		}
	}
	if q.Truncated {
		did(byOutput, "row_limit", severityWarning, fmt.Sprintf("%s of %s rows are shown.", grouped(in.RowLimit), grouped(len(a.Rows))),
			map[string]string{"shown": fmt.Sprint(in.RowLimit), "rows": fmt.Sprint(len(a.Rows))})
	}
	if len(t.hidden) > 0 {
		did(byOutput, "columns_hidden", severityInfo, "Left out by hide_columns_matching: "+strings.Join(t.hidden, ", ")+".", columnsOf(t.hidden))
	}
	if len(t.relabeled) > 0 {
		did(byOutput, "values_relabeled", severityInfo, "Labels stand in the place of the values of "+strings.Join(t.relabeled, ", ")+"; filters take the values.", columnsOf(t.relabeled))
	}
	if in.Format == rows.FormatJSON {
		if names := t.names(func(i int) bool { return t.texts(i, exact) }); len(names) > 0 {
			did(byOutput, "numbers_as_text", severityInfo, "Exact numbers stand as text in "+strings.Join(names, ", ")+", so that no reader rounds them.", columnsOf(names))
		}
	}
	if in.Format == rows.FormatCSV || in.Format == rows.FormatTSV {
		if names := t.names(func(i int) bool {
			return t.texts(i, func(text, kind string) bool { return kind == string(expr.String) && rows.FormulaLike(text) })
		}); len(names) > 0 {
			did(byOutput, "formula_like", severityWarning, "Texts of "+strings.Join(names, ", ")+" begin like a spreadsheet's formulas; they are data, unchanged: import them as text.", columnsOf(names))
		}
	}
}

// servicePosture is that of a source which every asker reads with the service's own rights.
const servicePosture = "service"

// defaults are the parts of a question that were not said and have been filled in, by their paths.
func defaults(asked, answered question.Question) map[string]string {
	out := map[string]string{}
	for i, f := range answered.Filters {
		if i < len(asked.Filters) && asked.Filters[i].Op == "" && f.Op != "" {
			out[fmt.Sprintf("filters[%d].op", i)] = f.Op
		}
	}
	if asked.Top != nil && answered.Top != nil && asked.Top.Direction == "" && answered.Top.Direction != "" {
		out["top.direction"] = answered.Top.Direction
	}
	return out
}

func columnsOf(names []string) map[string]string {
	return map[string]string{"columns": strings.Join(names, ",")}
}

// names are those of the columns shown that fit.
func (t *tabular) names(fits func(i int) bool) []string {
	var out []string
	for i, c := range t.columns {
		if fits(i) {
			out = append(out, c.Name)
		}
	}
	return out
}

// texts reports whether a column has a text that fits.
func (t *tabular) texts(i int, fits func(text, kind string) bool) bool {
	return slices.ContainsFunc(t.table.Rows, func(row []any) bool {
		text, ok := row[i].(string)
		return ok && fits(text, t.columns[i].Type)
	})
}

// exact reports whether a text is a number that is exact.
func exact(_, kind string) bool {
	return kind == string(expr.Integer) || strings.HasPrefix(kind, string(expr.Decimal))
}
