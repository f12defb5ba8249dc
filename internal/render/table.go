package render

import (
	"strings"

	"sutura.dev/bundle/numformat"
	"sutura.dev/internal/rows"
)

// Table is rows to show. A cell is nil, bool, int64, float64 or string.
type Table struct {
	Columns []Column
	Rows    [][]any
}

// Column heads a column. Numeric ones are aligned to the right, whatever their cells are made of: exact decimals are
// strings.
type Column struct {
	Name    string
	Unit    string
	Numeric bool
	// Format is a pattern of bundle/numformat that people's tables follow; CSV and TSV do not.
	Format string
}

// Table prints rows for people. Nothing is cut: a wide table is wide.
func (p *Printer) Table(t Table) {
	cols := make([][]string, len(t.Columns))
	widths := make([]int, len(t.Columns))
	units := false
	for i, c := range t.Columns {
		cols[i] = p.column(t.Rows, i, c.Format)
		widths[i] = max(cells(p.text(c.Name)), cells(p.text(c.Unit)))
		units = units || c.Unit != ""
		for _, s := range cols[i] {
			widths[i] = max(widths[i], cells(s))
		}
	}
	line := func(cell func(i int) string) {
		parts := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			parts[i] = pad(cell(i), widths[i], c.Numeric)
		}
		p.Line("%s", strings.TrimRight(strings.Join(parts, "  "), " "))
	}
	line(func(i int) string { return p.style.bold.Render(p.text(t.Columns[i].Name)) })
	if units {
		line(func(i int) string { return p.style.dim.Render(p.text(t.Columns[i].Unit)) })
	}
	line(func(i int) string { return p.style.dim.Render(strings.Repeat(p.glyph("─", "-"), widths[i])) })
	for r := range t.Rows {
		line(func(i int) string { return cols[i][r] })
	}
}

// column writes the cells of column i: by its format, or doubles with the same number of places.
func (p *Printer) column(of [][]any, i int, format string) []string {
	out := make([]string, len(of))
	if pattern, err := numformat.Parse(format); err == nil {
		for n, r := range of {
			out[n] = p.cell(formatted(pattern, r[i]))
		}
		return out
	}
	var floats []float64
	for _, r := range of {
		if f, ok := r[i].(float64); ok {
			floats = append(floats, f)
		}
	}
	digits := places(floats)
	for n, r := range of {
		if f, ok := r[i].(float64); ok {
			out[n] = fixed(f, digits)
		} else {
			out[n] = p.cell(r[i])
		}
	}
	return out
}

// formatted is a number as a pattern writes it; what is no number stays as it is.
func formatted(pattern numformat.Pattern, v any) any {
	if v == nil {
		return nil
	}
	if text, ok := pattern.Write(rows.Plain(v)); ok {
		return text
	}
	return v
}

// cell is one value for people, in a table for a terminal.
func (p *Printer) cell(v any) string {
	if v == nil {
		return p.style.dim.Render("null")
	}
	return p.text(rows.Shown(v))
}
