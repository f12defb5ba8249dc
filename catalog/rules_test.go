package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sutura.dev/internal/diag"
)

func TestAtMostTenThousandMetrics(t *testing.T) {
	c := &Catalog{
		About:   About{Audience: []string{"everyone"}},
		Sources: map[string]*Source{"w": {Dialect: "duckdb"}},
		Models:  map[string]*Model{"m": {Source: "w", Table: []string{"m"}, Time: "none"}},
		Metrics: map[string]*Metric{},
	}
	add := func(i int) {
		m := &Metric{Model: "m", Measure: Measure{Sum: fmt.Sprint(i)}, Audience: []string{"everyone"}}
		m.Description = "d"
		c.Metrics[fmt.Sprintf("m%d", i)] = m
	}
	for i := range maxMetrics {
		add(i)
	}
	if found := c.check(nil, false); len(found) > 0 {
		t.Fatalf("10,000 metrics:\n%.500s", found)
	}
	add(maxMetrics)
	found := c.check(nil, false)
	if len(found) != 1 || found[0].Code != diag.OverBound {
		t.Fatalf("10,001 metrics:\n%.500s", found)
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"(revenue - cost) * 0.5":                "revenue cost 0 5",
		"coalesce(revenue, 0) + abs (cost)":     "revenue 0 cost",
		"CASE WHEN a > 'b c' THEN d ELSE a END": "CASE WHEN a THEN d ELSE END",
		"a + 'unclosed b":                       "a",
		"":                                      "",
		"net_revenue/net_revenue_last_year-1":   "net_revenue net_revenue_last_year 1",
		"a\n+\nb":                               "a b",
	} {
		if got := strings.Join(words(text), " "); got != want {
			t.Errorf("words(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestProperName(t *testing.T) {
	for label, want := range map[string]string{
		"Net-Revenue": "net_revenue", "2026 sales": "sales", "tržby": "", "a.b": "a_b", "__": "", "X": "x",
		strings.Repeat("a", 80): strings.Repeat("a", 63),
	} {
		if got := properName(label); got != want {
			t.Errorf("properName(%q) = %q, want %q", label, got, want)
		}
	}
}

// A finding at, above or below a place that is reported already would only repeat it.
func TestWhatIsReportedIsNotRepeated(t *testing.T) {
	k := &checker{Catalog: &Catalog{}, broken: map[string]bool{}}
	c := k.Catalog
	c.Metrics = map[string]*Metric{"a": {Model: "gone"}, "b": {Model: "gone"}}
	for _, x := range []struct {
		reported []string
		codes    []diag.Code
	}{
		{nil, []diag.Code{diag.UnknownModel, diag.NoDescription}},
		{[]string{"metrics", "a", "measure", "summ"}, []diag.Code{diag.UnknownModel}},
		{[]string{"metrics", "a"}, nil},
		{[]string{"metrics", "a", "model"}, nil},
		{[]string{"metrics", "b"}, []diag.Code{diag.UnknownModel, diag.NoDescription}},
	} {
		c.Metrics["a"].Measure = Measure{Sum: "x"}
		var reported [][]string
		if x.reported != nil {
			reported = [][]string{x.reported}
		}
		var got []diag.Code
		for _, d := range c.check(reported, false) {
			if strings.HasPrefix(d.Path, "metrics.a") {
				got = append(got, d.Code)
			}
		}
		if !slices.Equal(got, x.codes) {
			t.Errorf("reported %v: found %v, want %v", x.reported, got, x.codes)
		}
	}
}
