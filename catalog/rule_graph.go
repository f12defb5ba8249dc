package catalog

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// input is a metric that another is made of, and where that is said.
type input struct {
	metric string
	path   []string
}

// inputs lists the metrics that a metric names, each place once. In a formula these are the words that are metrics;
// whether it parses is the compiler's to say.
func (k *checker) inputs(path []string, m *Metric) []input {
	p := at(path, "measure")
	var out []input
	add := func(t MetricTerm, p []string) {
		if t.Metric != "" {
			out = append(out, input{t.Metric, at(p, "metric")})
		}
	}
	s := m.Measure
	if s.Ratio != nil {
		add(s.Ratio.Numerator, at(p, "ratio", "numerator"))
		add(s.Ratio.Denominator, at(p, "ratio", "denominator"))
	}
	if s.Cumulative != nil {
		add(s.Cumulative.MetricTerm, at(p, "cumulative"))
	}
	if s.Shift != nil {
		add(s.Shift.MetricTerm, at(p, "shift"))
	}
	if f := s.Formula; f != nil {
		for _, name := range names(f.Terms) {
			add(f.Terms[name], at(p, "formula", "terms", name))
		}
		for _, word := range words(f.Expr) {
			if _, isTerm := f.Terms[word]; !isTerm && k.Metrics[word] != nil {
				out = append(out, input{word, at(p, "formula")})
			}
		}
	}
	return out
}

// words lists the names in a formula, each once, leaving out strings and what is called like a function.
func words(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\'':
			end := strings.IndexByte(text[i+1:], '\'')
			if end < 0 {
				return out
			}
			i += end + 2
		case isWord(c):
			end := i
			for end < len(text) && isWord(text[end]) {
				end++
			}
			word := text[i:end]
			if !strings.HasPrefix(strings.TrimLeft(text[end:], " \t\n"), "(") && !slices.Contains(out, word) {
				out = append(out, word)
			}
			i = end
		default:
			i++
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// cycles reports every circle of metrics once, at the first of its names.
func (k *checker) cycles() {
	const (
		unseen = iota
		open
		done
	)
	state := map[string]int{}
	var trail []input // from the root to the metric at hand; the path says where the next one is named
	var visit func(name string)
	visit = func(name string) {
		state[name] = open
		for _, in := range k.inputs([]string{"metrics", name}, k.Metrics[name]) {
			if k.Metrics[in.metric] == nil {
				continue
			}
			trail = append(trail, input{name, in.path})
			switch state[in.metric] {
			case unseen:
				visit(in.metric)
			case open:
				from := slices.IndexFunc(trail, func(t input) bool { return t.metric == in.metric })
				k.cycle(trail[from:])
			}
			trail = trail[:len(trail)-1]
		}
		state[name] = done
	}
	for _, name := range k.metrics {
		if state[name] == unseen {
			visit(name)
		}
	}
}

func (k *checker) cycle(circle []input) {
	circle = slices.Clone(circle)
	first := slices.IndexFunc(circle, func(t input) bool {
		return !slices.ContainsFunc(circle, func(other input) bool { return other.metric < t.metric })
	})
	circle = slices.Concat(circle[first:], circle[:first])
	var chain []string
	for _, t := range circle {
		chain = append(chain, t.metric)
	}
	d := diag.Diagnostic{
		Code: diag.MetricCycle, Range: k.Range(circle[0].path...), Hint: "Break the circle: measure rows in one of them.",
		Message: fmt.Sprintf("%s is made of itself: %s", chain[0], strings.Join(append(chain, chain[0]), " needs ")),
	}
	for _, t := range circle[1:] {
		d.Related = append(d.Related, diag.Related{Range: k.Range(t.path...), Message: t.metric + " is part of the circle"})
	}
	k.add(d, circle[0].path)
}
