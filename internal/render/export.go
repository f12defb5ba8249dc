package render

import (
	"slices"

	"sutura.dev/bundle/numformat"
	"sutura.dev/internal/rows"
)

// CSV prints rows as CSV. Values are data and stay as they are, but on a terminal they are escaped.
func (p *Printer) CSV(t Table) { p.export(t, rows.CSV) }

// TSV prints rows as TSV, as CSV does.
func (p *Printer) TSV(t Table) { p.export(t, rows.TSV) }

func (p *Printer) export(t Table, write func(rows.Table) string) {
	head := func(c Column) string { return c.Name }
	if !p.look.Terminal {
		p.buf.WriteString(write(t.plain(head)))
		return
	}
	out := t.plain(func(c Column) string { return p.text(c.Name) })
	out.Rows = make([][]any, len(t.Rows))
	for i, row := range t.Rows {
		out.Rows[i] = make([]any, len(row))
		for j, v := range row {
			if out.Rows[i][j] = v; v != nil {
				out.Rows[i][j] = p.text(rows.Plain(v))
			}
		}
	}
	p.buf.WriteString(write(out))
}

// FormulaLike names the columns that have texts which a spreadsheet would take for formulas.
func (t Table) FormulaLike() []string {
	var out []string
	for i, c := range t.Columns {
		if !c.Numeric && slices.ContainsFunc(t.Rows, func(row []any) bool {
			text, ok := row[i].(string)
			return ok && rows.FormulaLike(text)
		}) {
			out = append(out, c.Name)
		}
	}
	return out
}

// Markdown prints rows as a table of GitHub's Markdown, units beside the names, numbers by their formats.
func (p *Printer) Markdown(t Table) {
	for i, c := range t.Columns {
		if pattern, err := numformat.Parse(c.Format); err == nil {
			t.Rows = mapped(t.Rows, i, func(v any) any { return formatted(pattern, v) })
		}
	}
	p.buf.WriteString(rows.Markdown(t.plain(func(c Column) string {
		if c.Unit == "" {
			return c.Name
		}
		return c.Name + " (" + c.Unit + ")"
	})))
}

// mapped is the rows with each cell of column i made another; those that it is given stay as they are.
func mapped(of [][]any, i int, to func(any) any) [][]any {
	out := make([][]any, len(of))
	for n, row := range of {
		out[n] = slices.Clone(row)
		out[n][i] = to(row[i])
	}
	return out
}

// plain is the table for a program, each of its columns headed.
func (t Table) plain(head func(Column) string) rows.Table {
	out := rows.Table{Rows: t.Rows}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, rows.Column{Name: head(c), Numeric: c.Numeric})
	}
	return out
}
