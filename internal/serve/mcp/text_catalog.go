package mcp

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/cards"
	"sutura.dev/internal/words"
)

func (w *page) catalog(c *cards.Catalog) {
	w.line("catalog %s %s %s", escape(c.Bundle.Name), escape(c.Bundle.Version), c.Bundle.Digest)
	w.quote(c.Bundle.Title)
	w.quote(c.Bundle.Description)
	w.line("today is %s in %s; weeks start on %s; fiscal years start in month %d and are named by their %s",
		c.Calendar.Today, c.Calendar.Timezone, c.Calendar.WeekStart, c.Calendar.FiscalYearStart, c.Calendar.FiscalYearNamedBy)
	w.cards(c.Metrics)
	if c.Count > len(c.Metrics) {
		w.line("%d of %s", len(c.Metrics), plural(c.Count, "metric"))
	}
	for _, g := range c.Groups {
		w.line("dimensions of %s: %s", listed(g.Metrics), listed(g.Dimensions))
		w.ways(g.Hierarchies)
		if g.Source != "" {
			w.line("source: %s", escape(g.Source))
		}
	}
	for _, d := range c.Dimensions {
		w.dimension(d)
	}
	w.space(c.Space)
	for _, u := range c.Unknown {
		w.line("%s is no metric here; the nearest: %s", u.Argument, listed(u.Nearest))
	}
	for _, n := range c.NotDefined {
		w.line("not defined here:")
		w.quote(n.Phrase)
		w.quote(n.Why)
	}
	if c.Cursor != "" {
		w.line("cursor: %s", c.Cursor)
	}
	w.line("%s", c.Next)
}

// cards writes a table of metrics, what is more of each below its line.
func (w *page) cards(metrics []cards.Card) {
	if len(metrics) == 0 {
		return
	}
	w.row([]any{"metric", "title", "unit", "grains", "status"})
	for _, m := range metrics {
		status := m.Status
		if status == "" {
			status = "certified"
		}
		w.row([]any{m.Name, m.Title, m.Unit, strings.Join(m.Grains, " "), status})
		if m.Type == "" { // a short card
			continue
		}
		w.quote(m.Description)
		for _, c := range m.Caveats {
			w.line("caveat:")
			w.quote(c)
		}
		if m.Use != "" || m.Until != "" {
			w.line("ask instead: %s; it may be gone after: %s", said(m.Use), said(m.Until))
		}
		if m.Checked != nil {
			w.line("checked from %s to before %s", m.Checked.Start, m.Checked.End)
		}
	}
}

func (w *page) dimension(d cards.Dimension) {
	w.line("dimension %s: %s, filter %s", escape(d.Name), escape(d.Type), d.Filter)
	if len(d.Metrics) > 0 {
		w.line("of the metrics %s", listed(d.Metrics))
	}
	w.quote(d.Title)
	w.quote(d.Description)
	if d.Unit != "" {
		w.line("unit: %s", escape(d.Unit))
	}
	if len(d.Values) == 0 {
		return
	}
	w.values(d.Values)
	if d.More > 0 {
		w.line("and %s more; search finds them", plural(d.More, "value"))
	}
}

// values writes values in one line, or as a table where they have labels.
func (w *page) values(values []cards.Value) {
	if !slices.ContainsFunc(values, func(v cards.Value) bool { return v.Label != "" }) {
		line := []any{"values:"}
		for _, v := range values {
			line = append(line, v.Value)
		}
		w.row(line)
		return
	}
	w.row([]any{"value", "label"})
	for _, v := range values {
		w.row([]any{v.Value, v.Label})
	}
}

func (w *page) found(f *serve.Found) {
	if len(f.Results) == 0 {
		w.line("nothing found; use other words, or list the metrics with describe_catalog")
		return
	}
	w.row([]any{"kind", "name", "value", "title", "means", "metrics", "score", "matched_field", "snippet"})
	for _, h := range f.Results {
		w.row([]any{string(h.Kind), h.Name, h.Value, h.Title, h.Means, metricsOf(h), h.Score, h.MatchedField, h.Snippet})
		if h.Kind == words.NotDefined {
			w.line("not defined here; put no other metric in its place:")
			w.quote(h.Why)
		}
	}
	if f.Count > len(f.Results) {
		w.line("%d of %s", len(f.Results), plural(f.Count, "result"))
	}
}

// metricsOf names some metrics of a hit, and says how many there are besides.
func metricsOf(h words.Hit) string {
	out := strings.Join(h.Metrics, " ")
	if h.MoreMetrics > 0 {
		out += fmt.Sprintf(" and %d more", h.MoreMetrics)
	}
	return out
}

// preview writes a statement over the lines that it has: it is ours, and its values are parameters.
func (w *page) preview(p *answer.Preview) {
	w.line("%s; nothing was run:", p.Dialect)
	w.line("%s", strings.TrimRight(p.SQL, "\n"))
	if len(p.ParameterPlan) > 0 {
		w.row([]any{"parameter", "type", "value", "for"})
		for _, b := range p.ParameterPlan {
			w.row([]any{b.Name, b.Type, b.Bound, b.Label})
		}
	}
	w.line("%s", strings.TrimRight(p.Plan, "\n"))
	w.WriteString("provenance: statement " + p.Statement)
}

func said(s string) string {
	if s == "" {
		return "not said"
	}
	return escape(s)
}
