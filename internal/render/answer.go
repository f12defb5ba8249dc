package render

import (
	"strings"

	"sutura.dev/internal/answer"
	"sutura.dev/internal/rows"
)

// AnswerTable is an answer's rows as a table. Where others or totals were asked they follow, and a column before all others
// says of which list a row is: row, others or total.
func AnswerTable(a *answer.Answer) Table {
	t := Table{Rows: a.Rows}
	apart := a.Others != nil || a.Totals != nil
	if apart {
		t.Columns = append(t.Columns, Column{Name: "part"})
		t.Rows = nil
		add := func(part string, rows [][]any) {
			for _, row := range rows {
				t.Rows = append(t.Rows, append([]any{part}, row...))
			}
		}
		add("row", a.Rows)
		add("others", a.Others)
		add("total", a.Totals)
	}
	for _, c := range a.Columns {
		column := Column{Name: c.Name, Unit: c.Unit, Numeric: c.Type.Numeric()}
		if column.Numeric {
			column.Format = c.Format
		}
		t.Columns = append(t.Columns, column)
	}
	return t
}

// Note prints what a reader of an answer, or of a statement, should know.
func (p *Printer) Note(text string) { p.Line("%s %s", p.style.warn.Render("note:"), p.text(text)) }

// Provenance prints where an answer's numbers come from, digests by their first digits: JSON has all of them. The clock
// is said where the question leaned on it.
func (p *Printer) Provenance(a *answer.Answer, clock bool) {
	lines := provenance(a, clock)
	width := 0
	for _, l := range lines {
		width = max(width, cells(p.text(l[0])))
	}
	for _, l := range lines {
		p.Line("%s", p.style.dim.Render(pad(p.text(l[0]), width, false)+"  "+p.text(l[1])))
	}
}

// MarkdownAnswer prints an answer's rows as a table, its notes and its provenance as a quotation below.
func (p *Printer) MarkdownAnswer(a *answer.Answer, clock bool) {
	p.Markdown(AnswerTable(a))
	p.Line("")
	for _, n := range a.Notes {
		p.Line("> %s  ", rows.MarkdownText(n.Text))
	}
	for _, line := range provenance(a, clock) {
		p.Line("> %s: %s  ", rows.MarkdownText(line[0]), rows.MarkdownText(line[1]))
	}
}

func provenance(a *answer.Answer, clock bool) [][2]string {
	from := a.Provenance
	lines := [][2]string{{"bundle", from.Bundle.Name + " " + from.Bundle.Version + ", " + Short(from.Bundle.Digest)}}
	for _, m := range from.Metrics {
		lines = append(lines, [2]string{m.Name, m.Status + ", " + Short(m.Meaning)})
	}
	if r := a.Question.Range; r != nil && from.Bounds != nil {
		lines = append(lines, [2]string{"range", r.Start + " to before " + r.End + ", " + from.Bounds.Zone})
	}
	for _, l := range from.Legs {
		lines = append(lines, [2]string{"statement", Short(from.Statement) + " on " + l.Source + " (" + l.Dialect + "), " + plural(l.Rows, "row")})
	}
	if from.DataUntil != "" {
		lines = append(lines, [2]string{"data until", from.DataUntil})
	}
	if clock {
		lines = append(lines, [2]string{"clock", from.Clock})
	}
	return lines
}

// Short is a digest as people compare it: its scheme and its first twelve digits.
func Short(digest string) string {
	scheme, hex, ok := strings.Cut(digest, ":")
	if !ok || len(hex) < 12 {
		return digest
	}
	return scheme + ":" + hex[:12]
}

// groupName is the dimensions' values of a row as one name.
func (p *Printer) groupName(a *answer.Answer, row []any) string {
	var parts []string
	for i, c := range a.Columns {
		if c.Role == answer.RoleDimension {
			parts = append(parts, rows.Shown(row[i]))
		}
	}
	return strings.Join(parts, ", ")
}
