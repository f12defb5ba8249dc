package question

import (
	"slices"
	"strings"
)

// Conditions in flags. NAME=A,B is in; NAME!=A,B is not_in; NAME=A..B is between, both ends included; NAME=A.. is gte
// and NAME=..B is lte, so that the two meet in between; any operator is said as NAME:OP=VALUES or NAME:OP. For --having
// NAME=A is eq, NAME!=A is ne, and NAME=A..B is gte and lte. A value with a comma, a quote, two dots, a dot at its
// end, or nothing in it is written in double quotes, its own quotes doubled, as in CSV.

const (
	whereAccepted = `a condition on a dimension, such as channel=web,store or channel!=web or price=10..20 or price=10.. or name:starts_with=A; ` +
		`put a value with a comma, a quote or two dots into double quotes`
	havingAccepted = "a condition on a metric, such as revenue=100.. or revenue=..200 or revenue!=0 or revenue:gt=100 or revenue:is_null"
)

// condition is NAME, then how it compares, then values. to marks NAME=A..B and its halves.
type condition struct {
	name     string
	op       string // as said after a colon
	negative bool
	values   []string
	to       bool
	from, up bool // which ends of the to form are said
}

// parseCondition reads a condition without knowing its operators.
func parseCondition(text string) (condition, bool) {
	end := strings.IndexAny(text, ":=!")
	if end < 1 {
		return condition{}, false
	}
	c := condition{name: strings.TrimSpace(text[:end])}
	if c.name == "" {
		return condition{}, false
	}
	rest := text[end:]
	if op, found := strings.CutPrefix(rest, ":"); found {
		var valued bool
		c.op, rest, valued = strings.Cut(op, "=")
		if c.op == "" {
			return condition{}, false
		}
		if !valued {
			return c, true
		}
		rest = "=" + rest
	}
	rest, c.negative = strings.CutPrefix(rest, "!")
	rest, ok := strings.CutPrefix(rest, "=")
	if !ok || c.negative && c.op != "" {
		return condition{}, false
	}
	return c, c.read(rest)
}

// read reads values separated by commas, or two with two dots between, either of which may be missing.
func (c *condition) read(text string) bool {
	if text == "" {
		return true // no values, which Validate judges
	}
	first, said, rest, ok := readValue(text)
	if !ok {
		return false
	}
	if high, found := strings.CutPrefix(rest, ".."); found {
		second, upSaid, rest, ok := readValue(high)
		c.to, c.from, c.up = true, said, upSaid
		if said {
			c.values = append(c.values, first)
		}
		if upSaid {
			c.values = append(c.values, second)
		}
		return ok && rest == "" && (said || upSaid)
	}
	c.values = []string{first}
	for rest != "" {
		if said = said && rest[0] == ','; !said {
			return false
		}
		if first, said, rest, ok = readValue(rest[1:]); !ok {
			return false
		}
		c.values = append(c.values, first)
	}
	return said
}

// readValue reads one value up to a comma, two dots or the end. said is false where there is nothing.
func readValue(text string) (value string, said bool, rest string, ok bool) {
	if !strings.HasPrefix(text, `"`) {
		end := len(text)
		if i := strings.IndexByte(text, ','); i >= 0 {
			end = i
		}
		if i := strings.Index(text[:end], ".."); i >= 0 {
			end = i
		}
		return text[:end], end > 0, text[end:], !strings.Contains(text[:end], `"`)
	}
	var out strings.Builder
	for rest = text[1:]; ; {
		before, after, found := strings.Cut(rest, `"`)
		out.WriteString(before)
		if !found {
			return "", false, "", false
		}
		if !strings.HasPrefix(after, `"`) {
			ended := after == "" || after[0] == ',' || strings.HasPrefix(after, "..")
			return out.String(), true, after, ended
		}
		out.WriteByte('"')
		rest = after[1:]
	}
}

// writeValue is what readValue reads.
func writeValue(value string) string {
	if value == "" || strings.ContainsAny(value, `,"`) || strings.Contains(value, "..") || strings.HasSuffix(value, ".") {
		return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
	}
	return value
}

func parseWhere(text string) (Filter, error) {
	c, ok := parseCondition(text)
	bad := &Malformed{Path: "--where", Accepted: whereAccepted}
	if !ok || c.to && (c.negative || c.op != "") {
		return Filter{}, bad
	}
	f := Filter{Dimension: c.name, Op: c.op, Values: c.values}
	switch {
	case c.negative:
		f.Op = OpNotIn
	case c.from && c.up:
		f.Op = OpBetween
	case c.from:
		f.Op = OpGte
	case c.up:
		f.Op = OpLte
	}
	if c.op != "" && !slices.Contains(filterOps, c.op) {
		return Filter{}, bad
	}
	return f, nil
}

func whereFlag(f Filter) string {
	values := make([]string, len(f.Values))
	for i, value := range f.Values {
		values[i] = writeValue(value)
	}
	switch f.Op {
	case "", OpIn:
		return f.Dimension + "=" + strings.Join(values, ",")
	case OpNotIn:
		return f.Dimension + "!=" + strings.Join(values, ",")
	case OpBetween:
		return f.Dimension + "=" + strings.Join(values, "..")
	case OpGte:
		return f.Dimension + "=" + values[0] + ".."
	case OpLte:
		return f.Dimension + "=.." + values[0]
	case OpIsNull, OpIsNotNull:
		return f.Dimension + ":" + f.Op
	default:
		return f.Dimension + ":" + f.Op + "=" + strings.Join(values, ",")
	}
}

func parseHaving(text string) ([]Having, error) {
	c, ok := parseCondition(text)
	bad := &Malformed{Path: "--having", Accepted: havingAccepted}
	if !ok || c.to && (c.negative || c.op != "") || len(c.values) > 1 && !c.to {
		return nil, bad
	}
	if c.to {
		var out []Having
		if c.from {
			out = append(out, Having{c.name, OpGte, c.values[0]})
		}
		if c.up {
			out = append(out, Having{c.name, OpLte, c.values[len(c.values)-1]})
		}
		return out, nil
	}
	h := Having{Metric: c.name, Op: c.op}
	switch {
	case c.negative:
		h.Op = "ne"
	case c.op == "":
		h.Op = "eq"
	case !slices.Contains(havingOps, c.op):
		return nil, bad
	}
	if len(c.values) == 1 {
		h.Value = c.values[0]
	}
	return []Having{h}, nil
}

func havingFlag(h Having) string {
	switch h.Op {
	case "eq":
		return h.Metric + "=" + writeValue(h.Value)
	case "ne":
		return h.Metric + "!=" + writeValue(h.Value)
	case OpGte:
		return h.Metric + "=" + writeValue(h.Value) + ".."
	case OpLte:
		return h.Metric + "=.." + writeValue(h.Value)
	case OpIsNull, OpIsNotNull:
		return h.Metric + ":" + h.Op
	default:
		return h.Metric + ":" + h.Op + "=" + writeValue(h.Value)
	}
}
