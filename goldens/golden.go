package goldens

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/compiler/dialect"
)

// Golden is what is recorded of a metric: a file, goldens/<metric>.txtar, of a few questions and all that comes of them.
//
//	-- NAME/question.json --        the question, as its decoder reads it
//	-- NAME/plan --                 what is computed, in words
//	-- NAME/duckdb.sql --           the statement; duckdb+postgres.sql where the texts of two dialects are equal
//	-- NAME/postgres.sql --         of another dialect, the lines that differ from the first one's
//	-- NAME/binds --                its values, $1 first: type, value, what for; duckdb.binds where dialects differ
//	-- NAME/columns --              what a row holds: name, type, unit
//	-- NAME/rows --                 the rows that the fixtures give, each a line of JSON
//
// Rows are left out where they cannot be computed.
type Golden struct {
	Metric string
	Cases  []Case
}

// Sealed is a golden as its file.
type Sealed struct {
	Metric string
	data   []byte
}

// Path is where the golden is recorded, below the catalog's root.
func (s Sealed) Path() string { return goldenPath(s.Metric) }

// Bytes is the golden as a file. Not to be changed.
func (s Sealed) Bytes() []byte { return s.data }

// Golden reads the file again.
func (s Sealed) Golden() *Golden {
	g, ok := readGolden(s.Metric, s.data)
	if !ok {
		panic("goldens: the golden of " + s.Metric + " cannot be read as it was written")
	}
	return g
}

// Case is one question of a golden, each part as text that ends in a newline.
type Case struct {
	// Name of an author's question begins with questions/.
	Name     string
	Question string
	Plan     string
	// Statements and Binds are by dialect.
	Statements map[string]string
	Binds      map[string]string
	Columns    string
	// Rows is nil where there are none recorded, and points at nothing where the question gives none.
	Rows *string
}

// cannotBeWritten stands before the reason where a dialect has no statement of a question.
const cannotBeWritten = "cannot be written: "

// heading is the first line of a golden. The number is that of its form.
const (
	heading      = "sutura golden 1: "
	headingAfter = ". Written by `sutura goldens accept`; read its difference, do not edit it.\n"
)

// Path is where a golden is recorded, below the catalog's root.
func (g *Golden) Path() string { return goldenPath(g.Metric) }

// Bytes writes the golden in the txtar format.
func (g *Golden) Bytes() []byte {
	var all []section
	size := len(heading) + len(g.Metric) + len(headingAfter)
	for i := range g.Cases {
		for _, s := range g.Cases[i].sections() {
			size += len("--  --\n") + len(s.name) + len(s.text)
			all = append(all, s)
		}
	}
	out := make([]byte, 0, size)
	out = append(out, heading+g.Metric+headingAfter...)
	for _, s := range all {
		out = append(out, "-- "...)
		out = append(out, s.name...)
		out = append(out, " --\n"...)
		out = append(out, s.text...)
	}
	return out
}

// section is a part of a case as it stands in the file.
type section struct {
	name, text string
}

func (c *Case) sections() []section {
	out := []section{{"question.json", c.Question}, {"plan", c.Plan}}
	statements := merged(c.Statements)
	for i, s := range statements {
		if i > 0 {
			s.text = apart(statements[0], s.text)
		}
		out = append(out, section{s.name + ".sql", s.text})
	}
	binds := merged(c.Binds)
	for _, s := range binds {
		if len(binds) == 1 {
			s.name = "binds"
		} else {
			s.name += ".binds"
		}
		out = append(out, s)
	}
	out = append(out, section{"columns", c.Columns})
	if c.Rows != nil {
		out = append(out, section{"rows", *c.Rows})
	}
	for i := range out {
		out[i] = section{c.Name + "/" + out[i].name, guarded(out[i].text)}
	}
	return out
}

// merged puts dialects whose texts are equal together: duckdb+postgres.
func merged(texts map[string]string) []section {
	var out []section
	for _, name := range provenFirst(texts) {
		at := slices.IndexFunc(out, func(s section) bool { return s.text == texts[name] })
		if at < 0 {
			out = append(out, section{name, texts[name]})
			continue
		}
		out[at].name += "+" + name
	}
	return out
}

// provenFirst are the dialects of texts: those that are proven, and then the others, which are read as what differs.
func provenFirst(texts map[string]string) []string {
	unproven := func(name string) int {
		if dialect.StateOf(name) == dialect.Proven {
			return 0
		}
		return 1
	}
	return slices.SortedFunc(maps.Keys(texts), func(a, b string) int {
		return cmp.Or(unproven(a)-unproven(b), strings.Compare(a, b))
	})
}

// guarded keeps lines that would be read as the beginning of another section apart from those: a text that an author
// compares with may hold any line. A backslash before the line says so.
func guarded(text string) string {
	if !strings.Contains(text, "-- ") {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, `\`)
		if strings.HasPrefix(bare, "-- ") {
			out.WriteByte('\\')
		}
		out.WriteString(line)
	}
	return out.String()
}

// unguarded is the text that guarded wrote.
func unguarded(text string) string {
	if !strings.Contains(text, `\-`) && !strings.Contains(text, `\\`) {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, `\`)
		if strings.HasPrefix(bare, "-- ") {
			line = strings.TrimPrefix(line, `\`)
		}
		out.WriteString(line)
	}
	return out.String()
}

// readGolden reads what Bytes wrote. It is false for anything else.
func readGolden(metric string, data []byte) (*Golden, bool) {
	if !bytes.HasPrefix(data, []byte(heading+metric+headingAfter)) {
		return nil, false
	}
	g := &Golden{Metric: metric}
	for _, s := range parse(data) {
		at := strings.LastIndexByte(s.name, '/')
		if at < 0 {
			return nil, false
		}
		name, part := s.name[:at], s.name[at+1:]
		if n := len(g.Cases); n == 0 || g.Cases[n-1].Name != name {
			g.Cases = append(g.Cases, Case{Name: name, Statements: map[string]string{}, Binds: map[string]string{}})
		}
		if !g.Cases[len(g.Cases)-1].take(part, unguarded(s.text)) {
			return nil, false
		}
	}
	completeBinds(g)
	return g, bytes.Equal(g.Bytes(), data)
}

// parse cuts a file in the txtar format into its sections; what comes before the first is left out.
func parse(data []byte) []section {
	var out []section
	text := string(data)
	start := 0 // of the last section's text
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n') + 1
		if end <= at {
			end = len(text)
		}
		if name, ok := sectionName(text[at:end]); ok {
			if len(out) > 0 {
				out[len(out)-1].text = text[start:at]
			}
			out, start = append(out, section{name: name}), end
		}
		at = end
	}
	if len(out) > 0 {
		out[len(out)-1].text = text[start:]
	}
	return out
}

// sectionName reads the line with which a section begins.
func sectionName(line string) (string, bool) {
	name, begins := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "-- ")
	name, ends := strings.CutSuffix(name, " --")
	return name, begins && ends && name != ""
}

// take puts a section where it belongs.
func (c *Case) take(part, text string) bool {
	dialects, kind, dotted := strings.Cut(part, ".")
	switch {
	case part == "question.json":
		c.Question = text
	case part == "plan":
		c.Plan = text
	case part == "columns":
		c.Columns = text
	case part == "rows":
		c.Rows = &text
	case part == "binds":
		c.Binds[""] = text
	case dotted && kind == "sql":
		text, ok := c.whole(text)
		for name := range strings.SplitSeq(dialects, "+") {
			c.Statements[name] = text
		}
		return ok
	case dotted && kind == "binds":
		for name := range strings.SplitSeq(dialects, "+") {
			c.Binds[name] = text
		}
	default:
		return false
	}
	return true
}

// completeBinds gives each dialect the binds that are written once for all.
func completeBinds(g *Golden) {
	for i := range g.Cases {
		c := &g.Cases[i]
		all, ok := c.Binds[""]
		if !ok {
			continue
		}
		delete(c.Binds, "")
		for name := range c.Statements {
			c.Binds[name] = all
		}
	}
}

// bindsText writes typed binds, one a line. What a bind is for is left out where it is a literal of a definition.
func bindsText(binds []dialect.Bind) string {
	var b strings.Builder
	for i, bind := range binds {
		t := bind.Type.String()
		if bind.List {
			t += "[]"
		}
		b.WriteString("$" + strconv.Itoa(i+1) + " " + t + " " + jsonText(bind.Value))
		if bind.Label != "" && bind.Label != "definition" {
			b.WriteString(" " + bind.Label)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// jsonText is a value on one line of JSON.
func jsonText(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("goldens: binds and cells hold only values that JSON has: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
