package goldens

import (
	"bytes"
	"slices"
	"strings"
)

// Kind says how a golden differs from what the catalog gives now.
type Kind uint8

// The kinds of a difference.
const (
	Missing    Kind = iota // a metric that is not recorded
	Drifted                // a part of a case is not what was recorded
	Orphan                 // a golden, or a folder of questions, of no metric
	Unreadable             // a file that Accept did not write
)

// Part is what of a case differs.
type Part string

// The parts of a case, in the order in which they stand.
const (
	PartQuestion  Part = "question"
	PartPlan      Part = "plan"
	PartStatement Part = "statement"
	PartBinds     Part = "binds"
	PartColumns   Part = "columns"
	PartRows      Part = "rows"
)

// Difference is what is wrong with one file.
type Difference struct {
	Kind   Kind
	Metric string
	Path   string
	// LineEnds is whether an unreadable one is so for its line ends, which most often git changed.
	LineEnds bool
	// Changes of a drifted golden, in the order of its cases.
	Changes []Change
}

// Change is one part of one case, before and now; empty where it was not there, or is no more.
type Change struct {
	Case string
	Part Part
	// Dialects whose statement or binds changed in this way, as duckdb+postgres; empty for other parts.
	Dialects string
	Was, Now string
	// Line is where the part stands in the recorded file, or the case where the part is new; 0 where the case is new.
	Line int
}

// Compare says how recorded goldens differ from a recording, to the byte. Where nothing is recorded it says nothing. Only
// metrics of the recording are compared, and where they are all the bundle has, orphans are found.
func Compare(files Files, now *Recording) []Difference {
	if !files.Recorded() {
		return nil
	}
	var out []Difference
	for _, g := range now.Goldens {
		data, ok := files.Source(g.Path())
		d := Difference{Kind: Missing, Metric: g.Metric, Path: g.Path()}
		if ok {
			want := g.Bytes()
			if bytes.Equal(data, want) {
				continue
			}
			d.Kind, d.LineEnds = Unreadable, bytes.Contains(data, []byte("\r\n"))
			if was, readable := readGolden(g.Metric, data); readable {
				d.Changes = changes(was, g.Golden(), sectionLines(data))
			}
			if len(d.Changes) > 0 {
				d.Kind = Drifted
			}
		}
		out = append(out, d)
	}
	if now.Whole {
		out = append(out, orphans(files, now.known)...)
	}
	slices.SortFunc(out, func(a, b Difference) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// Between says how the goldens of two recordings differ, such as those of two versions of a catalog. A metric of one
// of them is all new, or all gone.
func Between(was, now *Recording) []Difference {
	var out []Difference
	for _, g := range now.Goldens {
		before, ok := was.golden(g.Metric)
		switch {
		case !ok:
			out = append(out, Difference{Kind: Missing, Metric: g.Metric, Path: g.Path()})
		case !bytes.Equal(before.Bytes(), g.Bytes()):
			out = append(out, Difference{Kind: Drifted, Metric: g.Metric, Path: g.Path(), Changes: changes(before.Golden(), g.Golden(), nil)})
		}
	}
	for _, g := range was.Goldens {
		if _, ok := now.golden(g.Metric); !ok {
			out = append(out, Difference{Kind: Orphan, Metric: g.Metric, Path: g.Path()})
		}
	}
	slices.SortFunc(out, func(a, b Difference) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// orphans are the goldens, and the folders of questions, of metrics that the bundle does not have.
func orphans(files Files, known []string) []Difference {
	var out []Difference
	for _, path := range files.paths {
		metric, golden := goldenMetric(path)
		if rest, ok := strings.CutPrefix(path, questionsFolder+"/"); ok {
			metric, _, golden = strings.Cut(rest, "/")
			path = questionsFolder + "/" + metric
		}
		if _, ok := slices.BinarySearch(known, metric); ok || !golden {
			continue
		}
		if n := len(out); n == 0 || out[n-1].Path != path { // a folder's files follow each other
			out = append(out, Difference{Kind: Orphan, Metric: metric, Path: path})
		}
	}
	return out
}

// changes lists the parts that differ, by the cases as they are now, then those that are gone.
func changes(was, now *Golden, lines map[string]int) []Change {
	var out []Change
	for i := range now.Cases {
		c := &now.Cases[i]
		before := was.find(c.Name)
		if before == nil {
			before = &Case{Name: c.Name}
		}
		out = append(out, before.changes(c, lines)...)
	}
	for i := range was.Cases {
		if c := &was.Cases[i]; now.find(c.Name) == nil {
			out = append(out, c.changes(&Case{Name: c.Name}, lines)...)
		}
	}
	return out
}

func (g *Golden) find(name string) *Case {
	if i := slices.IndexFunc(g.Cases, func(c Case) bool { return c.Name == name }); i >= 0 {
		return &g.Cases[i]
	}
	return nil
}

// changes of one case.
func (c *Case) changes(now *Case, lines map[string]int) []Change {
	var out []Change
	at := func(section string) int {
		if line := lines[c.Name+"/"+section]; line > 0 {
			return line
		}
		return lines[c.Name+"/question.json"]
	}
	add := func(part Part, section, was, now string) {
		if was != now {
			out = append(out, Change{Case: c.Name, Part: part, Was: was, Now: now, Line: at(section)})
		}
	}
	byDialect := func(part Part, extension string, was, now map[string]string) {
		for _, name := range union(was, now) {
			a, b := was[name], now[name]
			if a == b {
				continue
			}
			last := len(out) - 1
			if last >= 0 && out[last].Part == part && out[last].Was == a && out[last].Now == b {
				out[last].Dialects += "+" + name
				continue
			}
			line := 0
			for _, s := range merged(was) {
				if slices.Contains(strings.Split(s.name, "+"), name) {
					line = lines[c.Name+"/"+s.name+extension]
				}
			}
			if line == 0 {
				line = at("binds")
			}
			out = append(out, Change{Case: c.Name, Part: part, Dialects: name, Was: a, Now: b, Line: line})
		}
	}
	add(PartQuestion, "question.json", c.Question, now.Question)
	add(PartPlan, "plan", c.Plan, now.Plan)
	byDialect(PartStatement, ".sql", c.Statements, now.Statements)
	byDialect(PartBinds, ".binds", c.Binds, now.Binds)
	add(PartColumns, "columns", c.Columns, now.Columns)
	add(PartRows, "rows", rowsOrNone(c.Rows), rowsOrNone(now.Rows))
	return out
}

// rowsOrNone tells a question that gives no rows from one whose rows are not there.
func rowsOrNone(s *string) string {
	switch {
	case s == nil:
		return ""
	case *s == "":
		return "no rows\n"
	}
	return *s
}

func union(a, b map[string]string) []string {
	names := slices.Concat(sortedKeys(a), sortedKeys(b))
	slices.Sort(names)
	return slices.Compact(names)
}

// sectionLines are the lines at which the sections of a golden's text begin, below their names.
func sectionLines(data []byte) map[string]int {
	out := map[string]int{}
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		if name, ok := sectionName(text); ok {
			out[name] = line + 1
		}
	}
	return out
}
