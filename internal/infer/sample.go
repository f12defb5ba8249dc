package infer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// Sampled names the columns of a model whose values Sample copies, and those that it leaves out for looking personal.
func (m *Model) Sampled() (copied, left []string) {
	for _, c := range m.Columns {
		if c.unsampled() {
			left = append(left, c.Name)
		} else {
			copied = append(copied, c.Name)
		}
	}
	return copied, left
}

// unsampled reports whether a column's values stay where they are: personal ones, and what people write freely.
func (c Column) unsampled() bool {
	return c.Personal || c.Type.Kind == expr.String && slices.ContainsFunc(words(c.Name), func(w string) bool {
		return slices.Contains([]string{"note", "comment", "remark", "message", "feedback", "memo", "bio", "subject", "body", "text", "description"}, singular(w))
	})
}

// personalInside finds what looks like an address or a number of a person anywhere in a text.
var personalInside = regexp.MustCompile(`[^@ ]@[^@ ]+\.|\+[0-9][0-9 ()./-]{7,}`)

// Sample copies at most limit rows of each model into fixtures, in the order of its key. Columns that look personal, by
// name or by a value among those rows, are empty in them. It is asked for apart: nothing else keeps rows.
func (p *Proposal) Sample(ctx context.Context, src warehouse.Source, limit int) ([]File, error) {
	var files []File
	for i := range p.Models {
		m := &p.Models[i]
		var columns []dialect.Column
		for _, c := range m.Columns {
			if !c.unsampled() {
				columns = append(columns, dialect.Column{Name: c.Name, Type: c.Type})
			}
		}
		if len(columns) == 0 {
			continue
		}
		st, err := dialect.Sample(p.options.Dialect, m.Table, columns, m.Key, limit)
		if err != nil {
			return nil, err
		}
		r, err := src.Query(ctx, st)
		switch {
		case err != nil && warehouse.KindOf(err) == warehouse.NotFinite:
			p.note("%s has no fixture of its own rows: a value among them is not finite.", m.Name)
			continue
		case err != nil:
			return nil, fmt.Errorf("sampling %s: %w", m.Name, err)
		}
		files = append(files, File{"fixtures/" + m.Name + ".csv", p.fixture(m, columns, r.Rows)})
	}
	return files, nil
}

// fixture writes rows as a file of fixtures: every declared column is there, and one that looks personal is null.
func (p *Proposal) fixture(m *Model, columns []dialect.Column, rows [][]warehouse.Cell) string {
	at := map[string]int{}
	for i, c := range columns {
		values := make([]string, len(rows))
		for j, row := range rows {
			values[j], _ = row[i].(string)
		}
		if (looksPersonal(values) || slices.ContainsFunc(values, personalInside.MatchString)) && !c.Type.Temporal() && !slices.Contains(m.Key, c.Name) {
			p.note("The values of %s in %s look personal, and are left out of the fixture.", c.Name, m.Name)
			continue
		}
		at[c.Name] = i
	}
	var b strings.Builder
	line := func(cell func(c Column) string) {
		for i, c := range m.Columns {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(cell(c))
		}
		b.WriteByte('\n')
	}
	line(func(c Column) string { return csvText(c.Name) })
	for _, row := range rows {
		line(func(c Column) string {
			i, ok := at[c.Name]
			if !ok {
				return ""
			}
			return csvCell(row[i])
		})
	}
	return b.String()
}

// csvCell spells a cell; null is nothing, the empty text two quotes.
func csvCell(cell warehouse.Cell) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return csvText(v)
	}
	return fmt.Sprint(cell)
}

func csvText(s string) string {
	if s == "" || strings.ContainsAny(s, ",\"\r\n") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
