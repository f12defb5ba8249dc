package goldens

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
)

// questionsAWorld is how many questions are asked of each random world.
const questionsAWorld = 4

// rowsOf expects an answer and returns its rows.
func rowsOf(t *rapid.T, e *answer.Engine, q question.Question) [][]any {
	o, err := e.Ask(t.Context(), q)
	a, ok := o.(*answer.Answer)
	if !ok {
		t.Fatalf("%s\nis not answered: %v %v", question.Encode(q), o, err)
	}
	return a.Rows
}

func lines(rows [][]any) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(rowText(r) + "\n")
	}
	return b.String()
}

func same(t *rapid.T, what string, q question.Question, want, got [][]any) {
	if lines(want) != lines(got) {
		t.Fatalf("%s\n%s\nright is:\n%s\nit is:\n%s", what, question.Encode(q), lines(want), lines(got))
	}
}

// TestNaive holds every answer to the naive evaluator's.
func TestNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		e := w.engine(t)
		for range questionsAWorld {
			q := drawQuestion(t, nil)
			same(t, "an answer is not what straight loops over the rows give", q, w.answer(q), rowsOf(t, e, q))
		}
	})
}

// law is what must hold between answers.
type law struct {
	name  string
	holds func(*rapid.T, *answer.Engine)
}

// String names it where a failure is shown.
func (l law) String() string { return l.name }

var laws = []law{
	{"alone is beside", aloneIsBeside}, {"groups add up", groupsAddUp}, {"filters add up", filtersAddUp},
	{"ranges add up", rangesAddUp}, {"order does not matter", orderDoesNotMatter},
}

// TestLaws holds answers to each other.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		e := w.engine(t)
		for range questionsAWorld / 2 {
			rapid.SampledFrom(laws).Draw(t, "law").holds(t, e)
		}
	})
}

// aloneIsBeside: a metric's value does not depend on what it is asked beside; keys that only the others have show its
// empty value.
func aloneIsBeside(t *rapid.T, e *answer.Engine) {
	q := drawQuestion(t, nil)
	rows := rowsOf(t, e, q)
	keys := len(q.Dimensions)
	if q.Grain != "" {
		keys++
	}
	for i, m := range q.Metrics {
		alone := q
		alone.Metrics = []string{m}
		if m == "stock" || m == "products" {
			alone.Range = nil
		}
		values := map[string]any{}
		for _, r := range rowsOf(t, e, alone) {
			values[rowText(r[:keys])] = r[keys]
		}
		found := 0
		for _, r := range rows {
			want, ok := values[rowText(r[:keys])]
			if ok {
				found++
			} else if want = emptyValue(m); m == "return_rate" || m == "return_share" {
				continue // a side may be there
			}
			if rowText([]any{want}) != rowText([]any{r[keys+i]}) {
				t.Fatalf("%s of %s\nis %v alone and %v beside others", m, question.Encode(q), want, r[keys+i])
			}
		}
		if found != len(values) {
			t.Fatalf("%s\nloses keys that %s has alone", question.Encode(q), m)
		}
	}
}

func emptyValue(metric string) any {
	t := metricTerms[metric][0]
	if len(metricTerms[metric]) == 1 && t.zero {
		return encodeCell(new(big.Rat), decimals[metric])
	}
	return nil
}

// sum adds the numbers of a column; null counts as nothing.
func sum(rows [][]any, column int) *big.Rat {
	total := new(big.Rat)
	for _, r := range rows {
		switch v := r[column].(type) {
		case int64:
			total.Add(total, new(big.Rat).SetInt64(v))
		case string:
			total.Add(total, rat(v))
		}
	}
	return total
}

// drawAdditive asks one metric whose groups add up.
func drawAdditive(t *rapid.T) question.Question {
	return drawQuestion(t, []string{rapid.SampledFrom(additive).Draw(t, "metric")})
}

func equalSums(t *rapid.T, law string, q question.Question, a, b *big.Rat) {
	if a.Cmp(b) != 0 {
		t.Fatalf("%s\n%s\n%s and %s", law, question.Encode(q), a.FloatString(2), b.FloatString(2))
	}
}

// groupsAddUp: groups add to the total, days to coarser buckets.
func groupsAddUp(t *rapid.T, e *answer.Engine) {
	q := drawAdditive(t)
	total := q
	total.Dimensions, total.Grain = nil, ""
	whole := sum(rowsOf(t, e, total), 0)
	grouped := rowsOf(t, e, q)
	columns := len(q.Dimensions)
	if q.Grain != "" {
		columns++
	}
	equalSums(t, "groups do not add to the total", q, sum(grouped, columns), whole)
	daily := total
	daily.Grain = "day"
	equalSums(t, "days do not add to the total", q, sum(rowsOf(t, e, daily), 1), whole)
}

// filtersAddUp: in (a, b) is in (a) and in (b); in and not_in are everything.
func filtersAddUp(t *rapid.T, e *answer.Engine) {
	q := drawAdditive(t)
	q.Dimensions, q.Grain = nil, ""
	q.Filters = slices.DeleteFunc(q.Filters, func(f question.Filter) bool { return f.Dimension == "channel" })
	with := func(op string, null bool, values ...string) *big.Rat {
		asked := q
		asked.Filters = append(slices.Clone(q.Filters), question.Filter{Dimension: "channel", Op: op, Values: values, IncludeNull: null})
		return sum(rowsOf(t, e, asked), 0)
	}
	values := rapid.Permutation(filters["channel"].values).Draw(t, "channels")
	a, b := values[0], values[1]
	both := with("in", false, a, b)
	equalSums(t, "in (a, b) is not in (a) and in (b)", q, both, new(big.Rat).Add(with("in", false, a), with("in", false, b)))
	rest := with("not_in", false, a, b)
	equalSums(t, "in and not_in are not everything", q, new(big.Rat).Add(both, rest), sum(rowsOf(t, e, q), 0))
	equalSums(t, "nulls are not what include_null moves", q, new(big.Rat).Add(with("in", true, a, b), with("not_in", true, a, b)), sum(rowsOf(t, e, q), 0))
}

// rangesAddUp: a range is the sum of its parts.
func rangesAddUp(t *rapid.T, e *answer.Engine) {
	q := drawAdditive(t)
	q.Dimensions, q.Grain = nil, ""
	from, to := slices.Index(dates, q.Range.Start), slices.Index(dates, q.Range.End)
	cut := dates[rapid.IntRange(from, to).Draw(t, "cut")]
	part := func(start, end string) *big.Rat {
		if start == end {
			return new(big.Rat)
		}
		asked := q
		asked.Range = &question.Range{Start: start, End: end}
		return sum(rowsOf(t, e, asked), 0)
	}
	equalSums(t, "a range is not the sum of its parts", q, part(q.Range.Start, q.Range.End),
		new(big.Rat).Add(part(q.Range.Start, cut), part(cut, q.Range.End)))
}

// orderDoesNotMatter: metrics, dimensions, filters and values in another order give the same rows, columns apart; other
// values give the same text.
func orderDoesNotMatter(t *rapid.T, e *answer.Engine) {
	q := drawQuestion(t, nil)
	moved := q
	moved.Metrics = rapid.Permutation(q.Metrics).Draw(t, "metrics moved")
	moved.Dimensions = rapid.Permutation(q.Dimensions).Draw(t, "dimensions moved")
	moved.Filters = rapid.Permutation(q.Filters).Draw(t, "filters moved")
	for i, f := range moved.Filters {
		if f.Op == "in" || f.Op == "not_in" {
			moved.Filters[i].Values = rapid.Permutation(f.Values).Draw(t, "values moved")
		}
	}
	names := func(q question.Question) []string {
		out := append(slices.Clone(q.Dimensions), q.Metrics...)
		if q.Grain != "" {
			out = append([]string{"period"}, out...)
		}
		return out
	}
	was, is := names(q), names(moved)
	back := [][]any{}
	for _, r := range rowsOf(t, e, moved) {
		back = append(back, mapRow(was, is, r))
	}
	rows := rowsOf(t, e, q)
	for _, list := range [][][]any{rows, back} {
		slices.SortFunc(list, func(a, b []any) int { return strings.Compare(rowText(a), rowText(b)) })
	}
	same(t, "the order in which things are asked changes the rows", q, rows, back)
}

func mapRow(was, is []string, r []any) []any {
	out := make([]any, len(was))
	for i, name := range was {
		out[i] = r[slices.Index(is, name)]
	}
	return out
}

// TestValuesAreBound: two questions that differ only in values give the same text in every dialect, and no value is in
// it.
func TestValuesAreBound(t *testing.T) {
	b, err := worldBundle()
	if err != nil {
		t.Fatal(err)
	}
	view := b.View(nil, false)
	render := func(t *rapid.T, q question.Question, name string) dialect.Statement {
		p, refusal, malformed := plan.Resolve(view, q, instant("2030-01-01T00:00:00Z"))
		if refusal != nil || malformed != nil {
			t.Fatalf("%s: %v %v", question.Encode(q), refusal, malformed)
		}
		s, err := dialect.Render(p, name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t, nil)
		other := q
		other.Filters = nil
		var values []string
		for i := range q.Filters {
			f, g := q.Filters[i], q.Filters[i]
			f.Values, g.Values = distinctive(t, f), distinctive(t, g)
			values = append(values, f.Values...)
			q.Filters[i] = f
			other.Filters = append(other.Filters, g)
		}
		if q.Range != nil {
			q.Range = &question.Range{Start: "2019-08-07", End: "2021-06-05"}
			other.Range = &question.Range{Start: "2023-09-18", End: "2024-11-17"}
			values = append(values, "2019", "2021")
		}
		for _, name := range dialect.Names() {
			s := render(t, q, name)
			if text := render(t, other, name).Text(); text != s.Text() {
				t.Fatalf("%s: values change the text of %s:\n%s\n%s", name, question.Encode(q), s.Text(), text)
			}
			for _, v := range values {
				if strings.Contains(s.Text(), v) {
					t.Fatalf("%s: the value %q of %s is in the text:\n%s", name, v, question.Encode(q), s.Text())
				}
			}
		}
	})
}

// distinctive draws values that no other text holds, as many as the operator wants; closed dimensions keep theirs.
func distinctive(t *rapid.T, f question.Filter) []string {
	n := len(f.Values)
	if f.Op == "in" || f.Op == "not_in" {
		n = rapid.IntRange(1, 5).Draw(t, "values")
	}
	out := make([]string, n)
	for i := range out {
		word := rapid.StringMatching("[q-z]{12}").Draw(t, "word")
		number := rapid.StringMatching("[1-9][0-9]{6}").Draw(t, "number")
		switch f.Dimension {
		case "product.name":
			out[i] = word
		case "code", "rest":
			out[i] = number
		case "paid", "product.price":
			out[i] = number + ".25"
		case "day":
			out[i] = "19" + rapid.StringMatching("[1-9][1-9]-0[1-9]-1[0-9]").Draw(t, "day")
		default: // closed
			return filters[f.Dimension].values[:min(max(n, 1), 2)]
		}
	}
	slices.Sort(out) // numbers of one length, so the lower bound comes first
	return out
}
