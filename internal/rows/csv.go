package rows

import "strings"

// CSV writes RFC 4180: a head, lines that end in CRLF, quotes doubled. Null is nothing and an empty text is ""; where there
// is one column only, null is "" too, since readers skip a line of nothing. A text is written as it is: one that begins
// like a formula (=, +, -, @) is data, and to change it would be to give another value; whoever opens the file in a
// spreadsheet imports such columns as text.
func CSV(t Table) string {
	if len(t.Columns) == 0 {
		return ""
	}
	var b strings.Builder
	line := func(field func(i int) string) {
		for i := range t.Columns {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(field(i))
		}
		b.WriteString("\r\n")
	}
	line(func(i int) string { return csvField(t.Columns[i].Name) })
	for _, row := range t.Rows {
		line(func(i int) string {
			if row[i] == nil && len(t.Columns) > 1 {
				return ""
			}
			return csvField(Plain(row[i]))
		})
	}
	return b.String()
}

// FormulaLike reports whether a spreadsheet would take a text for a formula.
func FormulaLike(text string) bool { return text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 }

func csvField(s string) string {
	if s == "" || strings.ContainsAny(s, ",\"\r\n") || strings.TrimSpace(s) != s {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
