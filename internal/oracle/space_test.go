package oracle_test

import (
	"slices"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// worldsOfSpaces is how many random catalogs have their spaces looked at.
const worldsOfSpaces = 12

// TestSpace holds random catalogs to what they say can be asked: by a dimension or a grain inside the space of some metrics
// they are answered, by one outside they are refused, and so are metrics beside which nothing is shared.
func TestSpace(t *testing.T) {
	inside, outside := 0, 0
	for seed := range worldsOfSpaces {
		w := drawWorld(diceOf(seed))
		if err := w.build(); err != nil {
			t.Fatal(err)
		}
		for i := range 30 {
			d := diceOf(seed, i)
			w.space(t, several(d, "metrics of a space", d.number("how many", 1, 3), w.names), &inside, &outside)
		}
	}
	if t.Logf("%d questions inside, and %d outside", inside, outside); inside < 1000 || outside < 1000 {
		t.Error("these are too few")
	}
}

func (w *world) space(t *testing.T, metrics []string, inside, outside *int) {
	t.Helper()
	view := w.view()
	space := plan.Space(view, metrics)
	q := question.Question{Metrics: metrics}
	of := metricsOf(w, q)
	if q.Range = w.unbroken(of); temporal(w, q) && q.Range == nil {
		return // weeks and months beside each other: every range cuts one
	}
	needs := slices.ContainsFunc(of, (*bundle.Metric).NeedsGrain)
	ask := func(q question.Question, in bool, codes ...question.Code) {
		t.Helper()
		_, refusal, malformed := plan.Resolve(view, q, w.now)
		switch {
		case malformed != nil:
			t.Errorf("%s is malformed: %v", question.Encode(q), malformed)
		case in && refusal != nil:
			t.Errorf("%s is inside the space, and refused: %s %s", question.Encode(q), refusal.Code, refusal.Detail)
		case !in && (refusal == nil || !slices.Contains(codes, refusal.Code)):
			t.Errorf("%s is outside the space, and not refused for that: %v", question.Encode(q), refusal)
		}
		*map[bool]*int{true: inside, false: outside}[in]++
	}
	for _, g := range []string{"hour", "day", "week", "month", "quarter", "fiscal_quarter", "year", "fiscal_year"} {
		by := q
		by.Grain = g
		ask(by, slices.Contains(space.Grains, g), question.GrainNotSupported)
	}
	if needs {
		if len(space.Grains) == 0 {
			return
		}
		q.Grain = space.Grains[0]
	}
	in := func(name string) bool {
		return slices.ContainsFunc(space.Dimensions, func(d question.SpaceDim) bool { return d.Name == name })
	}
	var every []string
	for _, name := range w.names {
		every = append(every, view.Metric(name).Dimensions...)
	}
	slices.Sort(every)
	for _, name := range slices.Compact(every) {
		by := q
		by.Dimensions = []string{name}
		ask(by, in(name), question.DimensionNotShared, question.DimensionNotPermitted)
	}
	w.beside(t, q, space, ask)
}

// beside asks each other metric beside these, by the dimensions of their space.
func (w *world) beside(t *testing.T, q question.Question, space *question.Space, ask func(question.Question, bool, ...question.Code)) {
	t.Helper()
	for _, other := range w.names {
		if slices.Contains(q.Metrics, other) || len(space.Dimensions) == 0 || slices.Contains(space.Combines, other) || len(space.Combines) >= 24 {
			continue
		}
		m := w.view().Metric(other)
		if q.Range == nil && m.Temporal() || q.Grain != "" && !slices.Contains(m.Grains, q.Grain) || w.unbroken(append(metricsOf(w, q), m)) == nil && q.Range != nil || m.NeedsGrain() && q.Grain == "" {
			continue // refused for its time before
		}
		by := q
		by.Metrics, by.Dimensions = append(slices.Clip(q.Metrics), other), []string{space.Dimensions[0].Name}
		by.Range = w.unbroken(metricsOf(w, by))
		ask(by, false, question.DimensionNotShared, question.DimensionNotPermitted)
	}
}

// unbroken is a range that cuts no unit of the metrics' times; nil where there is none, or they have no times.
func (w *world) unbroken(metrics []*bundle.Metric) *question.Range {
	units := map[string]bool{}
	timed := false
	for _, m := range metrics {
		for _, term := range m.Measure.Terms {
			if term.Time != nil {
				timed, units[term.Time.Grain] = true, true
			}
		}
	}
	switch {
	case !timed, units["week"] && units["month"]:
		return nil
	case units["week"]:
		start := w.weekOf(calendar.NewDate(2026, 1, 1))
		return &question.Range{Start: start.String(), End: start.AddDays(28).String()}
	}
	return &question.Range{Start: "2026-01-01", End: "2026-02-01"}
}
