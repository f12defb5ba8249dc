package answer

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// NoteNothing is the code of a note on an answer that holds nothing.
const NoteNothing = "nothing_found"

// noteNothing is the note on an answer without rows, or with nothing but null and 0 in them: a reader would take a range
// without data, or a value that occurs nowhere, for a measured zero. Where values are published, it says of when. Filled
// buckets that hold nothing after the last that holds something are noted too: data may not have come so far.
func noteNothing(p *plan.Plan, columns []Column, rows [][]any) (plan.Note, bool) {
	last := "" // the last bucket that holds something
	for _, row := range rows {
		if filled(columns, row) {
			if len(p.Fill) == 0 {
				return plan.Note{}, false
			}
			last = max(last, fmt.Sprint(row[0]))
		}
	}
	if last != "" {
		i := slices.Index(p.Fill, last) + 1
		if i == 0 || i == len(p.Fill) {
			return plan.Note{}, false
		}
		return plan.Note{Code: NoteNothing, Text: fmt.Sprintf("From %s on every value is 0 or null: data may not reach so far.", p.Fill[i])}, true
	}
	var models []string
	for _, leg := range p.Legs {
		if !leg.Hidden && !leg.Compared && !slices.Contains(models, leg.Model.Name) {
			models = append(models, leg.Model.Name)
		}
	}
	what := strings.Join(models, " and of ")
	says := "No rows of " + what + " match"
	switch {
	case len(rows) > 0:
		says = "Every value is 0 or null: no rows of " + what + " match, or that is what they come to"
	case len(p.Having) > 0:
		says += ", or none of what they come to passes having"
	}
	says += "."
	if start, end := published(p); start != "" && outside(p.Question.Range, start, end) {
		says += fmt.Sprintf(" The range lies outside of the one that has published values, from %s to before %s.", start, end)
	}
	return plan.Note{Code: NoteNothing, Text: says}, true
}

// noteEarlier is the note on an answer whose earlier range holds nothing, while its own does: a reader would take a range that data does
// not reach back to for a measured zero, and the difference for growth.
func noteEarlier(columns []Column, rows [][]any) (plan.Note, bool) {
	now, compared := false, false
	for _, row := range rows {
		now = now || filled(columns, row)
		for i, c := range columns {
			compared = compared || c.Role == RolePrevious
			if c.Role == RolePrevious && !empty(row[i]) {
				return plan.Note{}, false
			}
		}
	}
	return plan.Note{Code: NoteNothing, Text: "Every earlier value is 0 or null: no rows match there, or data may not reach so far back."}, now && compared
}

// filled reports whether a row has a metric that is neither null nor 0.
func filled(columns []Column, row []any) bool {
	for i, c := range columns {
		if c.Role == RoleMetric && !empty(row[i]) {
			return true
		}
	}
	return false
}

// empty reports whether a metric's cell is null or a zero, however it is spelled.
func empty(cell any) bool {
	switch v := cell.(type) {
	case nil:
		return true
	case int64:
		return v == 0
	case float64:
		return v == 0
	case string: // a decimal, or an integer beyond 53 bits
		return v != "" && strings.Trim(v, "-0.") == ""
	}
	return false
}

// published is the range in which published values of the metrics lie.
func published(p *plan.Plan) (start, end string) {
	for _, m := range p.Metrics {
		switch from, to := m.Metric.Checked(); {
		case from == "":
		case start == "":
			start, end = from, to
		default:
			start, end = min(start, from), max(end, to)
		}
	}
	return start, end
}

func outside(r *question.Range, start, end string) bool {
	return r != nil && (r.End <= start || r.Start >= end)
}
