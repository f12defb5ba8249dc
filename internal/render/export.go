package render

import "sutura.dev/internal/rows"

// CSV prints rows as CSV. Values are data and stay as they are, but on a terminal they are escaped.
func (p *Printer) CSV(t Table) {
	head := func(c Column) string { return c.Name }
	if !p.look.Terminal {
		p.buf.WriteString(rows.CSV(t.plain(head)))
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
	p.buf.WriteString(rows.CSV(out))
}

// Markdown prints rows as a table of GitHub's Markdown, units beside the names.
func (p *Printer) Markdown(t Table) {
	p.buf.WriteString(rows.Markdown(t.plain(func(c Column) string {
		if c.Unit == "" {
			return c.Name
		}
		return c.Name + " (" + c.Unit + ")"
	})))
}

// plain is the table for a program, each of its columns headed.
func (t Table) plain(head func(Column) string) rows.Table {
	out := rows.Table{Rows: t.Rows}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, rows.Column{Name: head(c), Numeric: c.Numeric})
	}
	return out
}
