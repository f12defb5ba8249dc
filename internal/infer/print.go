package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
)

// File is one file of the proposal; Path is slash-separated and relative to the catalog's root.
type File struct {
	Path string
	Text string
}

// Files writes the catalog: what it is, a file a model with its metrics, and the settings that say where the data is.
func (p *Proposal) Files() []File {
	files := []File{
		{"catalog/about.cue", p.about()},
		{"sutura.yaml", p.settings()},
	}
	for _, m := range p.Models {
		base := m.Name
		if base == "about" || base == "schema" { // files that are there already
			base += "_model"
		}
		files = append(files, File{"catalog/" + base + ".cue", m.text(p.Name, dialect.Schema(p.options.Dialect))})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files
}

// settings is sutura.yaml.
func (p *Proposal) settings() string {
	if p.options.DSNEnv != "" {
		return "# Where the data is: the environment variable that holds the connection string, which stands nowhere else.\nsources:\n  " +
			p.Name + ":\n    dsn_env: " + p.options.DSNEnv + "\n"
	}
	path := p.options.Path
	if !regexp.MustCompile(`^[A-Za-z0-9_./][A-Za-z0-9_./-]*$`).MatchString(path) || regexp.MustCompile(`^[0-9.]+$`).MatchString(path) {
		path = text(path)
	}
	return "# Where the data is. Paths are relative to this file; the catalog itself says nothing about it.\nsources:\n  " + p.Name + ":\n    path: " + path + "\n"
}

func (p *Proposal) about() string {
	w := &printer{}
	w.line("package catalog")
	w.line("")
	for _, n := range p.Notes {
		w.line("// %s", comment(n))
	}
	w.open("about:")
	w.line("name:     %s", text(p.Name))
	w.line(`version:  "0.1.0"`)
	w.line(`audience: ["everyone"] // who may see metrics that do not say it themselves`)
	w.line("// The zone in which days begin, and the day on which weeks do.")
	w.line(`calendar: {timezone: "UTC", week_start: "monday"}`)
	w.close()
	w.line("")
	w.line("sources: %s: {dialect: %s}", p.Name, text(p.options.Dialect))
	return w.String()
}

func (m *Model) text(source, schema string) string {
	w := &printer{}
	w.line("package catalog")
	w.line("")
	w.line("// %s.", rows(m.Rows))
	for _, n := range m.notes {
		w.line("// %s", comment(n))
	}
	w.open("models: " + label(m.Name) + ":")
	w.line("title:  %s", text(title(m.Name)))
	w.line("source: %s", text(source))
	w.line("table:  %s", m.table(schema))
	if len(m.Key) > 0 {
		w.line("key: %s // unique in all %s rows", list(m.Key), count(m.Rows))
	}
	m.writeTime(w)
	m.writeColumns(w)
	m.writeJoins(w)
	m.writeDimensions(w)
	w.close()
	for _, metric := range m.Metrics {
		w.line("")
		w.open("metrics: " + metric.Name + ":")
		w.line("title:       %s", text(metric.Title))
		w.line("description: %s", text(metric.Description))
		w.line("model:       %s", text(m.Name))
		of := `"*"`
		if metric.Column != "" {
			of = text(expression(metric.Column))
		}
		w.line("measure: %s: %s", metric.Measure, of)
		w.line(`status: "draft"`)
		w.close()
	}
	return w.String()
}

func rows(n int64) string {
	if n == 1 {
		return "1 row when this was written"
	}
	return count(n) + " rows when this was written"
}

// table is the reference to the source's table: one word where it is in the dialect's own schema, dotted, or a list where
// a part holds a dot.
func (m *Model) table(schema string) string {
	parts := m.Table
	if parts[0] == schema {
		parts = parts[1:]
	}
	if slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(p, ".") || strings.TrimSpace(p) != p }) {
		return list(parts)
	}
	return text(strings.Join(parts, "."))
}

func (m *Model) writeTime(w *printer) {
	if m.Time == "" {
		w.line(`time: "none" // no column says when a row happened`)
		return
	}
	var remarks []string
	if m.First != "" {
		remarks = append(remarks, "from "+m.First+" to "+m.Last)
	}
	for _, c := range m.Columns {
		if c.Type.Temporal() && c.Name != m.Time {
			remarks = append(remarks, "or "+comment(c.Name))
		}
	}
	if len(remarks) == 0 {
		w.line("time: %s", text(m.Time))
		return
	}
	w.line("time: %s // %s", text(m.Time), strings.Join(remarks, ", "))
}

func (m *Model) writeColumns(w *printer) {
	w.line("")
	w.open("columns:")
	for _, c := range m.Columns {
		fields := "type: " + text(string(c.Type.Kind))
		if c.Type.Kind == expr.Decimal {
			fields += fmt.Sprintf(", precision: %d, scale: %d", c.Type.Precision, c.Type.Scale)
		}
		if slices.Contains(m.Key, c.Name) {
			fields += ", nullable: false"
		}
		if c.Type.Kind == expr.Timestamp {
			w.line(`%s: {%s, zone: "UTC"} // whose clock? correct the zone where it is another`, label(c.Name), fields)
			continue
		}
		w.line("%s: {%s}", label(c.Name), fields)
	}
	w.close()
}

func (m *Model) writeJoins(w *printer) {
	if len(m.Joins) == 0 {
		return
	}
	w.line("")
	w.open("joins:")
	for _, j := range m.Joins {
		if j.Unmatched == 0 {
			w.line("// Each of %s rows with a value finds its match.", count(j.Rows))
		} else {
			w.line("// %s of %s rows with a value (%s %%) find no match; they stay, in the group without a name.", count(j.Unmatched), count(j.Rows), share(j.Unmatched, j.Rows))
		}
		on := make([]string, len(j.Columns))
		for i, c := range j.Columns {
			on[i] = label(c) + ": " + text(j.TargetColumns[i])
		}
		pair := on[0]
		if len(on) > 1 {
			pair = "{" + strings.Join(on, ", ") + "}"
		}
		w.line("%s: {to: %s, on: %s}", label(j.Name), text(j.To), pair)
	}
	w.close()
}

func (m *Model) writeDimensions(w *printer) {
	var lines, hidden []string
	for _, c := range m.Columns {
		if c.Dimension == "" {
			if c.Personal {
				hidden = append(hidden, comment(c.Name))
			}
			continue
		}
		var fields []string
		if c.Dimension != c.Name {
			fields = append(fields, "column: "+text(c.Name))
		}
		if len(c.Values) > 0 {
			fields = append(fields, "values: "+list(c.Values))
		}
		lines = append(lines, fmt.Sprintf("%s: {%s}", label(c.Dimension), strings.Join(fields, ", ")))
	}
	if len(lines)+len(hidden) == 0 {
		return
	}
	w.line("")
	w.open("dimensions:")
	if len(hidden) > 0 {
		w.line("// No dimension, for looking personal: %s. One with personal: true groups, and its values are never kept.", strings.Join(hidden, ", "))
	}
	for _, l := range lines {
		w.line("%s", l)
	}
	w.close()
}

// share is part of whole in hundredths, to one place, never rounded to none or all.
func share(part, whole int64) string {
	tenths := min(max(part*1000/whole, 1), 999)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// printer writes indented lines of CUE.
type printer struct {
	strings.Builder
	depth int
}

func (w *printer) line(format string, args ...any) {
	if format != "" {
		w.WriteString(strings.Repeat("\t", w.depth))
		fmt.Fprintf(w, format, args...)
	}
	w.WriteByte('\n')
}

func (w *printer) open(name string) { w.line("%s {", name); w.depth++ }

func (w *printer) close() { w.depth--; w.line("}") }

// label writes a field's name. A leading underscore would hide the field.
func label(name string) string {
	if regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`).MatchString(name) &&
		!slices.Contains([]string{"package", "import", "for", "in", "if", "let", "true", "false", "null", "func", "try", "else", "otherwise", "fallback"}, name) {
		return name
	}
	return text(name)
}

func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = text(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// text writes a string that CUE and YAML read alike. A backslash is doubled, so that nothing is interpolated.
func text(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r == 0x7f || r >= 0x80 && !strconv.IsPrint(r) && r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// comment keeps a text on its line.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}
