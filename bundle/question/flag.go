package question

import (
	"slices"
	"strconv"
	"strings"
)

// Flags are the arguments of `sutura ask` that say a question: the metrics, and the values of its flags.
//
//	--by channel,region.name   --grain month   --range 2026-Q2   --include-null channel
//	--where channel=web,store  --having revenue=100..   --top 5:revenue:desc
//	--compare previous_period  --order revenue:desc,channel   --fill --others --totals
type Flags struct {
	Metrics     []string
	By          []string
	Grain       string
	Range       string
	Where       []string
	IncludeNull []string
	Having      []string
	Top         string
	Compare     string
	Order       []string
	Fill        bool
	Others      bool
	Totals      bool
}

// Question reads the flags. The error is always a *Malformed whose path is a flag, or a field as Validate names it.
func (f Flags) Question() (Question, error) {
	f.Metrics, f.By, f.IncludeNull, f.Order = listedNames(f.Metrics), trimmed(f.By), trimmed(f.IncludeNull), trimmed(f.Order)
	q := Question{Metrics: f.Metrics, Grain: f.Grain, Dimensions: f.By, Fill: f.Fill, Others: f.Others, Totals: f.Totals}
	for _, read := range []func(*Question) error{f.readRange, f.readWhere, f.readHaving, f.readTop, f.readCompare, f.readOrder} {
		if err := read(&q); err != nil {
			return Question{}, err
		}
	}
	if err := Validate(q); err != nil {
		return Question{}, err
	}
	return q, nil
}

// listedNames are metrics, which may stand in one word with commas between them, as --by takes its names. No name holds a
// comma or a space.
func listedNames(words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, strings.Split(w, ",")...)
	}
	return trimmed(out)
}

// trimmed are names without the spaces around them, which "channel, region" in quotes has.
func trimmed(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, strings.TrimSpace(n))
	}
	return out
}

func (f Flags) readRange(q *Question) error {
	if f.Range == "" {
		return nil
	}
	r, err := ParseRangeFlag(f.Range)
	q.Range = &r
	return err
}

func (f Flags) readWhere(q *Question) error {
	for _, text := range f.Where {
		filter, err := parseWhere(text)
		if err != nil {
			return err
		}
		q.Filters = append(q.Filters, filter)
	}
	for _, name := range f.IncludeNull {
		i := slices.IndexFunc(q.Filters, func(f Filter) bool { return f.Dimension == name })
		if i < 0 {
			return &Malformed{Path: "--include-null", Accepted: "a dimension that a --where names too"}
		}
		q.Filters[i].IncludeNull = true
	}
	return nil
}

func (f Flags) readHaving(q *Question) error {
	for _, text := range f.Having {
		having, err := parseHaving(text)
		if err != nil {
			return err
		}
		q.Having = append(q.Having, having...)
	}
	return nil
}

func (f Flags) readTop(q *Question) error {
	if f.Top == "" {
		return nil
	}
	count, by, _ := strings.Cut(f.Top, ":")
	n, err := strconv.Atoi(count)
	name, direction, ok := parseDirected(by)
	if err != nil || !ok {
		return &Malformed{Path: "--top", Accepted: "how many and by which metric, such as 5:revenue or 5:revenue:asc"}
	}
	q.Top = &Top{N: n, By: name, Direction: direction}
	return nil
}

func (f Flags) readOrder(q *Question) error {
	for _, text := range f.Order {
		by, direction, ok := parseDirected(text)
		if !ok {
			return &Malformed{Path: "--order", Accepted: "columns of the answer, such as revenue:desc,channel"}
		}
		q.Order = append(q.Order, OrderBy{By: by, Direction: direction})
	}
	return nil
}

// parseDirected reads name or name:direction.
func parseDirected(text string) (name, direction string, ok bool) {
	name, direction, said := strings.Cut(text, ":")
	return name, direction, name != "" && (!said || slices.Contains(directions, direction))
}

func directed(name, direction string) string {
	if direction == "" {
		return name
	}
	return name + ":" + direction
}

// FlagsOf says q in flags: Question gives q again, its filters' op empty for in. It is false where q is not valid or a
// name in it is none that a bundle could have, which no flag can say.
func FlagsOf(q Question) (Flags, bool) {
	f := Flags{Metrics: q.Metrics, By: q.Dimensions, Grain: q.Grain, Fill: q.Fill, Others: q.Others, Totals: q.Totals}
	if Validate(q) != nil || !allNames(q) {
		return Flags{}, false
	}
	if q.Range != nil {
		f.Range = rangeFlag(*q.Range)
	}
	for _, filter := range q.Filters {
		f.Where = append(f.Where, whereFlag(filter))
		if filter.IncludeNull {
			f.IncludeNull = append(f.IncludeNull, filter.Dimension)
		}
	}
	for _, h := range q.Having {
		f.Having = append(f.Having, havingFlag(h))
	}
	if q.Top != nil {
		f.Top = strconv.Itoa(q.Top.N) + ":" + directed(q.Top.By, q.Top.Direction)
	}
	if q.Compare != nil {
		f.Compare = compareFlag(*q.Compare)
	}
	for _, o := range q.Order {
		f.Order = append(f.Order, directed(o.By, o.Direction))
	}
	return f, true
}

// allNames reports whether every name in q is made of a-z, 0-9, _ and dots.
func allNames(q Question) bool {
	names := slices.Concat(q.Metrics, q.Dimensions)
	for _, f := range q.Filters {
		names = append(names, f.Dimension)
	}
	for _, h := range q.Having {
		names = append(names, h.Metric)
	}
	if q.Top != nil {
		names = append(names, q.Top.By)
	}
	for _, o := range q.Order {
		names = append(names, o.By)
	}
	return !slices.ContainsFunc(names, func(name string) bool {
		return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_.") != "" || strings.Contains(name, "..")
	})
}

// Args are the flags as arguments, unquoted: ["revenue", "--by", "channel"].
func (f Flags) Args() []string {
	args := slices.Clone(f.Metrics)
	one := func(flag, value string) {
		if value != "" {
			args = append(args, flag, value)
		}
	}
	each := func(flag string, values []string) {
		for _, value := range values {
			args = append(args, flag, value)
		}
	}
	one("--by", strings.Join(f.By, ","))
	one("--grain", f.Grain)
	one("--range", f.Range)
	each("--where", f.Where)
	each("--include-null", f.IncludeNull)
	each("--having", f.Having)
	one("--top", f.Top)
	one("--compare", f.Compare)
	one("--order", strings.Join(f.Order, ","))
	for _, said := range []struct {
		flag string
		on   bool
	}{{"--fill", f.Fill}, {"--others", f.Others}, {"--totals", f.Totals}} {
		if said.on {
			args = append(args, said.flag)
		}
	}
	return args
}

// Command is the line that asks q, ready to paste into a POSIX shell. It is false where FlagsOf is.
func Command(q Question) (string, bool) {
	f, ok := FlagsOf(q)
	if !ok {
		return "", false
	}
	words := []string{"sutura", "ask"}
	for _, arg := range f.Args() {
		words = append(words, quote(arg))
	}
	return strings.Join(words, " "), true
}

// quote writes one word for a POSIX shell: bare where no shell gives any of its characters a meaning.
func quote(word string) string {
	const bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:=/+@%"
	if word != "" && strings.Trim(word, bare) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
