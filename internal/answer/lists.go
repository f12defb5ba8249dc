package answer

import (
	"cmp"
	"slices"

	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// lists are the rows of one statement, told apart.
type lists struct{ rows, others, totals [][]any }

// sortOut tells rows, others and totals apart by their markers, which it takes off. Others and totals come by period, the
// whole range last.
func sortOut(p *plan.Plan, rows [][]any, columns []dialect.Column) lists {
	out := lists{rows: rows}
	width := p.Columns()
	if p.Question.Totals && len(p.Keys) == 0 { // the one row is the total
		out.totals = slices.Clone(rows)
	}
	if width == len(columns) {
		return out
	}
	if out.rows = [][]any{}; p.Totals {
		out.totals = [][]any{}
	}
	if p.Top != nil && p.Top.Others {
		out.others = [][]any{}
	}
	for _, row := range rows {
		own := row[:width:width]
		switch at := markers(row, columns); {
		case at.level%2 == 1:
			out.totals = append(out.totals, own)
		case at.outside:
			out.others = append(out.others, own)
		default:
			out.rows = append(out.rows, own)
			if p.Totals && len(p.Keys) == 1 && p.Grained() { // without dimensions a bucket is its own total
				out.totals = append(out.totals, own)
			}
		}
	}
	if p.Grained() {
		slices.SortStableFunc(out.others, byPeriod)
		slices.SortStableFunc(out.totals, byPeriod)
	}
	return out
}

// marks are what the markers of a row say.
type marks struct {
	level   int64
	outside bool // no winner of top
}

func markers(row []any, columns []dialect.Column) marks {
	var out marks
	for i, c := range columns {
		switch c.Marker {
		case dialect.MarkLevel:
			out.level, _ = row[i].(int64)
		case dialect.MarkRank:
			out.outside = row[i] == nil
		}
	}
	return out
}

// byPeriod orders rows by their first cell, a date or a local time as text, null last.
func byPeriod(a, b []any) int {
	x, dated := a[0].(string)
	y, also := b[0].(string)
	if !dated || !also {
		return cmp.Compare(rankNull(dated), rankNull(also))
	}
	return cmp.Compare(x, y)
}

func rankNull(there bool) int {
	if there {
		return 0
	}
	return 1
}
