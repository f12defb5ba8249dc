package oracle_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/goldens"
	"sutura.dev/internal/answer"
)

// worldsOfLaws is how many random worlds are held to the laws of numbers.
const worldsOfLaws = 2

// everything is a range that most rows lie in.
var everything = &question.Range{Start: "2025-01-01", End: "2027-01-01"}

// TestLaws holds answers over random worlds to each other, on both engines: what `check --prove` does over fixtures.
func TestLaws(t *testing.T) {
	on := servers(t)[1]
	for seed := range worldsOfLaws {
		w, _ := drawTrial(t, seed, "agree")
		ways := w.open(t, on)
		for name, e := range ways.engines {
			answers := 0
			for _, metric := range w.names {
				p := w.proveMetric(t, e, metric)
				answers += p.Answers
				for _, b := range p.Breaches {
					if b.Law == goldens.LawValues && (b.About == "memo" || strings.HasSuffix(b.About, "town")) {
						continue // what is pinned here is drawn, and not all that there is
					}
					t.Errorf("seed %d, %s: %s of %s (%s)\n%s\n%s\n%s\n%s\n%s", seed, name, b.Law, b.Metric, b.About, question.Encode(b.Questions[0]),
						strings.Join(b.Rows[0], "\n"), question.Encode(b.Questions[1]), strings.Join(b.Rows[1], "\n"), w.metrics[slices.Index(w.names, b.Metric)])
				}
			}
			if answers < 100 {
				t.Errorf("seed %d, %s: only %d answers were compared", seed, name, answers)
			}
		}
		ways.close()
	}
}

func (w *world) proveMetric(t *testing.T, e *answer.Engine, name string) goldens.Proof {
	m := w.view().Metric(name)
	r := everything
	if !m.Temporal() {
		r = nil
	}
	p, err := goldens.ProveMetric(context.Background(), e, m, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLawsCanFail plants a mistake against each of some laws, and must see that law broken.
func TestLawsCanFail(t *testing.T) {
	for _, m := range []struct {
		law   goldens.Law
		plant func(string, []dialect.Bind) (string, []dialect.Bind)
	}{
		{goldens.LawGroups, replace(`(FROM "[^"]+" AS f)(\n\s*GROUP BY\n\s*)(f\."[^"]+")`, "$1 WHERE $3 IS NOT NULL$2$3")},
		{goldens.LawBuckets, replace(`(FROM "[^"]+" AS f)(\n\s*GROUP BY\n\s*f\."period"\n)`, `$1 WHERE f."period" > DATE '2025-12-31'$2`)},
		{goldens.LawRange, atBind("range end", func(text, mark string) string { return strings.ReplaceAll(text, " < "+mark, " <= "+mark) })},
		{goldens.LawFilters, replace(` = ANY\(`, ` <> ALL(`)},
		{goldens.LawValues, replace(`IS NULL\)`, `IS NOT NULL AND false)`)},
		{goldens.LawFill, replace(`CAST\(NULL AS hugeint\)`, `CAST(7 AS hugeint)`)},
		{goldens.LawOthers, replace(`LEFT JOIN ("ranked[^"]*")`, `JOIN $1`)},
		{goldens.LawHaving, replace(`IS NOT NULL\nORDER`, "IS NULL\nORDER")},
	} {
		t.Run(fmt.Sprint(m.law), func(t *testing.T) {
			w, _ := drawTrial(t, 1, "agree")
			source := w.planted(t, mistake{statement: m.plant})
			defer source.Close()
			if !w.breaks(t, w.engine(source), m.law) {
				t.Error("nothing breaks it")
			}
		})
	}
}

// breaks reports whether any metric breaks a law.
func (w *world) breaks(t *testing.T, e *answer.Engine, law goldens.Law) bool {
	return slices.ContainsFunc(w.names, func(name string) bool {
		return slices.ContainsFunc(w.proveMetric(t, e, name).Breaches, func(b goldens.Breach) bool { return b.Law == law })
	})
}
