package mcp

import (
	"fmt"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/serve/cards"
)

func (w *page) objects(o *cards.Objects) {
	w.row([]any{"id", "kind", "title"})
	for _, l := range o.Objects {
		w.row([]any{l.ID, l.Kind, l.Title})
	}
	if o.Count > len(o.Objects) {
		w.line("%d of %s", len(o.Objects), plural(o.Count, "object"))
	}
	if o.Cursor != "" {
		w.line("cursor: %s", o.Cursor)
	}
}

func (w *page) object(o *cards.Object) {
	w.line("%s %s", o.Kind, escape(o.ID))
	w.quote(o.Title)
	w.quote(o.Description)
	for _, f := range [][2]string{
		{"name", o.Name}, {"status", o.Status}, {"ask instead", o.Use}, {"may be gone after", o.Until}, {"type", o.Type}, {"unit", o.Unit},
		{"filter", o.Filter}, {"model", o.Model}, {"leads to", o.To}, {"means", o.Means}, {"value", o.Value}, {"owner", o.Owner}, {"meaning", o.Meaning},
	} {
		if f[1] != "" {
			w.line("%s: %s", f[0], escape(f[1]))
		}
	}
	for _, f := range []struct {
		what  string
		names []string
	}{{"also called", o.Synonyms}, {"areas", o.Areas}, {"grains", o.Grains}, {"metrics", o.Metrics}, {"dimensions", o.Dimensions}, {"roles", o.Roles}} {
		if len(f.names) > 0 {
			w.line("%s: %s", f.what, listed(f.names))
		}
	}
	if o.MoreThat > 0 {
		w.line("and %s more", plural(o.MoreThat, "metric"))
	}
	w.ways(o.Hierarchies)
	for _, c := range o.Caveats {
		w.line("caveat:")
		w.quote(c)
	}
	if o.Checked != nil {
		w.line("checked from %s to before %s", o.Checked.Start, o.Checked.End)
	}
	if len(o.Values) > 0 {
		w.values(o.Values)
	}
	if o.More > 0 {
		w.line("and %s more; search finds them", plural(o.More, "value"))
	}
	if o.Question != nil {
		w.line("question: %s", question.Encode(*o.Question))
	}
	w.parameters(o.Parameters)
	w.physical(o.Physical)
}

func (w *page) ways(hierarchies []cards.Hierarchy) {
	for _, h := range hierarchies {
		w.line("coarse to fine, %s: %s", escape(h.Name), listed(h.Levels))
	}
}

func (w *page) parameters(list []bundle.Parameter) {
	for _, p := range list {
		w.line("parameter %s: fills %s %s; required %v; default %s", escape(p.Name), escape(p.Fills), escape(p.Dimension), p.Required, said(p.Default))
		w.quote(p.Description)
	}
}

func (w *page) physical(p *cards.Physical) {
	if p == nil {
		return
	}
	for _, f := range [][2]string{
		{"source", p.Source}, {"table", strings.Join(p.Table, ".")}, {"key", strings.Join(p.Key, ", ")}, {"expression", p.Expression},
		{"conditions", strings.Join(p.Conditions, "; ")}, {"joins", strings.Join(p.Joins, ".")},
	} {
		if f[1] != "" {
			w.line("%s: %s", f[0], escape(f[1]))
		}
	}
	for _, c := range p.Columns {
		w.line("column %s: %s", escape(c.Name), escape(c.Type))
	}
}

func (w *page) model(m *cards.Model) {
	w.line("model of %s %s %s", escape(m.Bundle.Name), escape(m.Bundle.Version), m.Bundle.Digest)
	w.line("areas: %s", listed(m.Areas))
	w.line("today is %s in %s; weeks start on %s; fiscal years start in month %d and are named by their %s",
		m.Calendar.Today, m.Calendar.Timezone, m.Calendar.WeekStart, m.Calendar.FiscalYearStart, m.Calendar.FiscalYearNamedBy)
	for _, f := range m.Models {
		w.line("model %s", escape(f.Name))
		w.quote(f.Title)
		w.quote(f.Description)
		w.line("metrics: %s; dimensions: %s", listed(f.Metrics), listed(f.Dimensions))
		w.ways(f.Hierarchies)
	}
	w.cards(m.Metrics)
	for _, d := range m.Dimensions {
		w.dimension(d)
	}
	for _, h := range m.Hints {
		w.row([]any{"also called", h.ID, h.Value, fmt.Sprintf("%q", h.Words)})
	}
	for _, u := range m.Unknown {
		w.line("%s is no area here; the nearest: %s", u.Argument, listed(u.Nearest))
	}
	if m.LeftOut != "" {
		w.line("%s", m.LeftOut)
	}
}

func (w *page) queries(q *cards.Queries) {
	if q.Count == 0 {
		w.line("there are no saved queries")
	}
	for _, s := range q.Queries {
		w.line("query %s: asks %s", escape(s.Name), listed(s.Metrics))
		w.quote(s.Title)
		w.quote(s.Description)
		w.parameters(s.Parameters)
	}
	if q.Count > len(q.Queries) {
		w.line("%d of %d; list_objects lists all", len(q.Queries), q.Count)
	}
}

func (w *page) area(a *cards.Area) {
	if !a.Found {
		w.line("there is no such area; the nearest: %s", listed(a.Nearest))
		return
	}
	w.line("area %s (%s): %s, %s", escape(a.Name), escape(a.ID), plural(a.Metrics, "metric"), plural(a.Objects, "object"))
}
