package bundle

import (
	"strconv"
	"strings"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
)

// physical sees definitions as the data system has them: a path of joins is the tables and the pairs of columns that
// it goes through, whatever the author calls models and joins. It remembers what it worked out; not for concurrent use.
type physical struct {
	*Bundle
	ways map[step]string
}

type step struct {
	from *Model
	path string
}

func newPhysical(b *Bundle) *physical { return &physical{b, map[step]string{}} }

// way spells the path of joins from m.
func (p *physical) way(m *Model, path string) string {
	if path == "" {
		return ""
	}
	at := step{m, path}
	if known, ok := p.ways[at]; ok {
		return known
	}
	before, name := lastStep(path)
	join := p.At(m, before).Join(name)
	text := p.way(m, before) + tableText(p.models[join.To].Table) + onText(join.On) + p.timesText(p.At(m, before), join) + ";"
	p.ways[at] = text
	return text
}

// lastStep parts a path of joins into its last one and those before.
func lastStep(path string) (before, last string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}

// tableText spells a table so that different tables have different texts.
func tableText(parts []string) string {
	quoted := make([]string, len(parts))
	for i, part := range parts {
		quoted[i] = strconv.Quote(part)
	}
	return strings.Join(quoted, ".")
}

// onText spells the pairs of a join so that different pairs have different texts.
func onText(on []Pair) string {
	pairs := make([]string, len(on))
	for i, pair := range on {
		pairs[i] = strconv.Quote(pair.Left) + "=" + strconv.Quote(pair.Right)
		if pair.Truncate != "" {
			pairs[i] = pair.Truncate + " " + pairs[i]
		}
	}
	return "(" + strings.Join(pairs, ",") + ")"
}

// timesText spells what a join compares times by, empty where it compares none with a meaning of its own.
func (p *physical) timesText(m *Model, j *Join) string {
	var columns []*Column
	text, weeks := "", false
	if d := j.During; d != nil {
		text = "[" + strconv.Quote(d.From) + "<=" + strconv.Quote(d.At) + "<" + strconv.Quote(d.To) + "]"
		columns = append(columns, m.Column(d.At), p.models[j.To].Column(d.From))
	}
	for _, pair := range j.On {
		if pair.Timely() {
			columns = append(columns, m.Column(pair.Left), p.models[j.To].Column(pair.Right))
			weeks = weeks || pair.Truncate == string(calendar.Week)
		}
	}
	if len(columns) == 0 {
		return ""
	}
	text += "@" + p.def.About.Calendar.Timezone
	for _, c := range columns {
		if c != nil && c.Zone != p.def.About.Calendar.Timezone {
			text += "," + c.Zone
		}
	}
	if weeks {
		text += " " + p.def.About.Calendar.WeekStart
	}
	return text
}

// tree is an expression of m with ways for paths.
func (p *physical) tree(m *Model, n *expr.Node) *expr.Node {
	if n == nil || !joined(n) {
		return n
	}
	out := *n
	if n.Column != nil {
		out.Column = &expr.Column{Role: p.way(m, n.Column.Role), Name: n.Column.Name}
	}
	if n.Args != nil {
		out.Args = make([]*expr.Node, len(n.Args))
		for i, a := range n.Args {
			out.Args[i] = p.tree(m, a)
		}
	}
	return &out
}

// joined reports whether an expression reads another table than its model's.
func joined(n *expr.Node) bool {
	found := false
	n.Walk(func(n *expr.Node) { found = found || n.Column != nil && n.Column.Role != "" })
	return found
}

// time is a time column with its way, and its zone only where it is not the calendar's.
func (p *physical) time(m *Model, t *Time) *Time {
	if t == nil {
		return nil
	}
	out := *t
	out.Role = p.way(m, t.Role)
	if out.Zone == p.def.About.Calendar.Timezone {
		out.Zone = ""
	}
	return &out
}

func (p *physical) rows(m *Model) rowsMeaning {
	return rowsMeaning{Source: m.Source, Dialect: p.sources[m.Source].Dialect, Table: m.Table}
}

// conditions are the parts of lists of conditions that all hold: an AND among them is its parts.
func conditions(lists ...[]expr.Node) []*expr.Node {
	var out []*expr.Node
	for _, list := range lists {
		for i := range list {
			out = appendParts(out, &list[i])
		}
	}
	return out
}

func appendParts(out []*expr.Node, n *expr.Node) []*expr.Node {
	if n.Op != expr.OpAnd {
		return append(out, n)
	}
	for _, a := range n.Args {
		out = appendParts(out, a)
	}
	return out
}
