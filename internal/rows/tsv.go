package rows

import "strings"

// TSV writes lines that end in LF, cells apart by tabs, under a head. A backslash, tab, line feed and carriage return in a
// text are \\, \t, \n and \r, and null is \N: what COPY of PostgreSQL reads, and the loaders of other data systems.
func TSV(t Table) string {
	if len(t.Columns) == 0 {
		return ""
	}
	var b strings.Builder
	line := func(field func(i int) string) {
		for i := range t.Columns {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(field(i))
		}
		b.WriteByte('\n')
	}
	escape := strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
	line(func(i int) string { return escape.Replace(t.Columns[i].Name) })
	for _, row := range t.Rows {
		line(func(i int) string {
			if row[i] == nil {
				return `\N`
			}
			return escape.Replace(Plain(row[i]))
		})
	}
	return b.String()
}
