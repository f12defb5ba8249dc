package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
)

// TestLawsOverTime holds answers about other times to each other, on both engines, over the first random worlds that have
// shaped metrics: shaped_0 is sales_count over two months, shaped_1 that of the month before.
func TestLawsOverTime(t *testing.T) {
	on := servers(t)[0]
	left, rows := 3, 0
	for seed := 0; left > 0 && seed < 60; seed++ {
		w, _ := drawTrial(t, seed, "agree")
		if !slices.Contains(w.names, "shaped_0") || !slices.Contains(w.view().Metric("sales_count").Grains, "day") {
			continue
		}
		left--
		ways := w.open(t, on)
		for name, e := range ways.engines {
			t.Run(fmt.Sprintf("%d %s", seed, name), func(t *testing.T) {
				rows += lawsOverTime(t, e)
				since := "month"
				if strings.Contains(w.metrics[slices.Index(w.names, "shaped_4")], `"year"`) {
					since = "year"
				}
				lastDay(t, e, since)
			})
		}
		ways.close()
	}
	if left > 0 {
		t.Fatalf("%d worlds have no shaped metrics", left)
	}
	if rows == 0 {
		t.Error("there was nothing to compare")
	}
}

// lawsOverTime returns how many rows there were to compare.
func lawsOverTime(t *testing.T, e *answer.Engine) (rows int) {
	q := question.Question{Metrics: []string{"sales_count"}, Grain: "month", Range: &question.Range{Start: "2025-03-01", End: "2026-06-01"}, Fill: true}
	month := &question.Compare{To: question.ToOffset, Count: 1, Unit: "month"}
	counts := byPeriod(t, e, q, 1)
	earlier := q
	earlier.Range = &question.Range{Start: "2025-02-01", End: "2026-05-01"}
	before := byPeriod(t, e, earlier, 1)

	compared, shifted, rolling := q, q, q
	compared.Compare, shifted.Metrics, rolling.Metrics = month, []string{"shaped_1"}, []string{"shaped_0"}
	previous, shift, two := byPeriod(t, e, compared, 2), byPeriod(t, e, shifted, 1), byPeriod(t, e, rolling, 1)
	for start, n := range counts {
		day, ok := calendar.ParseDate(start)
		if !ok {
			t.Fatalf("%s is no month", start)
		}
		was := before[day.AddMonths(-1).String()]
		if previous[start] != was || shift[start] != was {
			t.Errorf("%s: a month before are %d, compare says %d, and shift %d", start, was, previous[start], shift[start])
		}
		if two[start] != n+was {
			t.Errorf("%s: two months are %d and %d, and their window says %d", start, was, n, two[start])
		}
		rows += int(n)
	}
	// The window of a day that ends a month, and the range's last day, are the month's.
	last := question.Question{Metrics: []string{"shaped_0"}, Range: &question.Range{Start: "2026-02-28", End: "2026-03-01"}}
	if whole := only(t, e, last); whole != two["2026-02-01"] {
		t.Errorf("the two months that end with February 2026 have %d by the month, and %d by their last day", two["2026-02-01"], whole)
	}
	if last.Grain = "day"; only(t, e, last, 1) != two["2026-02-01"] {
		t.Errorf("by day, the last of February 2026 has another window")
	}
	return rows
}

// lastDay: since the start of a period, on the period's last day, is the period.
func lastDay(t *testing.T, e *answer.Engine, unit string) {
	period := question.Question{Metrics: []string{"shaped_ratio"}, Grain: unit, Range: &question.Range{Start: "2025-12-01", End: "2026-01-01"}, Fill: true}
	if unit == "year" {
		period.Range.Start = "2025-01-01"
	}
	day := question.Question{Metrics: []string{"shaped_4"}, Grain: "day", Range: &question.Range{Start: "2025-12-31", End: "2026-01-01"}, Fill: true}
	want, got := rowsOf(t, e, period), rowsOf(t, e, day)
	if want[0][1] != got[0][1] {
		t.Errorf("the %s that ends with 2025 has %v, and so far on its last day %v", unit, want[0][1], got[0][1])
	}
}

// byPeriod is a column of counts by period.
func byPeriod(t *testing.T, e *answer.Engine, q question.Question, at int) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	for _, row := range rowsOf(t, e, q) {
		n, _ := row[at].(int64)
		out[row[0].(string)] = n
	}
	return out
}

// only is the one value that there is, at a place of the row.
func only(t *testing.T, e *answer.Engine, q question.Question, at ...int) int64 {
	t.Helper()
	rows := rowsOf(t, e, q)
	if len(rows) == 0 {
		return 0
	}
	place := 0
	if len(at) > 0 {
		place = at[0]
	}
	n, _ := rows[0][place].(int64)
	return n
}

func rowsOf(t *testing.T, e *answer.Engine, q question.Question) [][]any {
	t.Helper()
	got, err := e.Ask(t.Context(), q)
	a, ok := got.(*answer.Answer)
	if !ok {
		t.Fatalf("%s: %v %v", question.Encode(q), got, err)
	}
	return a.Rows
}
