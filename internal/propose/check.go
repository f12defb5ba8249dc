package propose

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/expression"
	"sutura.dev/internal/nearest"
)

// Bounds of a proposal's texts, in characters, and of its lists.
const (
	maxTitle       = 200
	maxUnit        = 60
	maxDescription = 4000
	maxList        = 16
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// Check finds everything that is wrong with a proposal, in the order of its fields. Metrics that the view does not show do
// not exist for it, nor do models that only such metrics measure.
func Check(v *bundle.View, m *Metric) []Problem {
	c := &checker{view: v, metric: m}
	c.name()
	c.text("title", m.Title, maxTitle)
	c.text("description", m.Description, maxDescription)
	if strings.TrimSpace(m.Description) == "" {
		c.add("description", "a metric says what it measures", "Write a whole sentence.")
	}
	c.text("unit", m.Unit, maxUnit)
	c.measure()
	return c.found
}

type checker struct {
	view   *bundle.View
	metric *Metric
	found  []Problem
	source string // of the first model or metric that is measured
}

func (c *checker) add(field, problem, hint string) {
	c.found = append(c.found, Problem{field, problem, hint})
}

func (c *checker) name() {
	switch name := c.metric.Name; {
	case !nameForm.MatchString(name):
		c.add("name", "a name is lower-case letters, digits and underscores, and begins with a letter; at most 63 of them", "Write one such as large_orders.")
	case c.view.Metric(name) != nil:
		c.add("name", "there is a metric of this name", "Ask it, or choose another name.")
	}
}

// text refuses what the catalog refuses of prose.
func (c *checker) text(field, text string, most int) {
	switch {
	case utf8.RuneCountInString(text) > most:
		c.add(field, fmt.Sprintf("this is longer than %d characters", most), "Shorten it.")
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Cf, r) }):
		c.add(field, "this holds characters that control or hide what is read", "Write plain text.")
	}
}

func (c *checker) measure() {
	m := c.metric
	_, _, set := m.Measure.one()
	if m.Measure.Ratio != nil {
		set++
	}
	if m.Measure.Formula != nil {
		set++
	}
	if set != 1 {
		c.add("measure", fmt.Sprintf("a measure is exactly one thing, and here are %d", set), "Set one of sum, min, max, avg, median, count, count_distinct, count_if, ratio and formula.")
		return
	}
	if simple := m.Measure.Ratio == nil && m.Measure.Formula == nil; simple {
		c.simple("measure", &m.Measure.Simple, m.Model, "where", m.Where)
		return
	}
	if len(m.Where) > 0 {
		c.add("where", "conditions belong to the terms of a ratio or a formula", "Put them into the terms.")
	}
	if r := m.Measure.Ratio; r != nil {
		c.side("measure.ratio.numerator", &r.Numerator)
		c.side("measure.ratio.denominator", &r.Denominator)
		return
	}
	c.formula(m.Measure.Formula)
}

// side checks one of the two totals of a ratio.
func (c *checker) side(field string, t *Term) {
	if of := c.term(field, t); of.Kind != "" && !of.Numeric() {
		c.add(field, "a ratio divides numbers, and this is none", "")
	}
}

// simple types a simple measure; the zero Type where something is wrong with it.
func (c *checker) simple(field string, s *Simple, model, whereField string, where []string) expr.Type {
	key, text, _ := s.one()
	m := c.model(field, model)
	if m == nil {
		return expr.Type{}
	}
	scope := scope{c.view.Bundle, m}
	var of expr.Type
	good := true
	if key != "count" || text != "*" {
		n, problems := expression.Compile(text, scope)
		good = c.expressions(field+"."+key, problems)
		if n != nil {
			of = n.Type
		}
	}
	if len(where) > maxList {
		c.add(whereField, fmt.Sprintf("these are more than %d conditions", maxList), "Join some with AND.")
		return expr.Type{}
	}
	for i, w := range where {
		_, problems := expression.CompileCondition(w, scope)
		good = c.expressions(fmt.Sprintf("%s[%d]", whereField, i), problems) && good
	}
	if !good {
		return expr.Type{}
	}
	t, ok := bundle.Func(key).Result(of, false)
	if !ok {
		c.add(field+"."+key, fmt.Sprintf("%s does not apply to %s", key, of), "Use a number, or count what is there.")
	}
	return t
}

func (c *checker) expressions(field string, problems []expression.Problem) bool {
	for _, p := range problems {
		c.add(field, p.Message, p.Hint)
	}
	return len(problems) == 0
}

// model finds the model that is measured; nil where it is reported.
func (c *checker) model(field, name string) *bundle.Model {
	models := c.models()
	switch i := slices.IndexFunc(models, func(m *bundle.Model) bool { return m.Name == name }); {
	case name == "" && field == "measure":
		c.add("model", "nothing says whose rows are measured", "Set model to "+oneOf(models)+".")
	case name == "":
		c.add(field+".model", "nothing says whose rows are measured", "Set model to "+oneOf(models)+".")
	case i < 0:
		at := field + ".model"
		if field == "measure" || name == c.metric.Model {
			at = "model"
		}
		hint := "There are " + oneOf(models) + "."
		if near, ok := nearest.Name(name, modelNames(models)); ok {
			hint = "Did you mean " + near + "?"
		}
		c.add(at, "there is no such model", hint)
	default:
		return c.sameSource(field, models[i])
	}
	return nil
}

// sameSource refuses a measure over two data systems.
func (c *checker) sameSource(field string, m *bundle.Model) *bundle.Model {
	if c.source == "" {
		c.source = m.Source
	}
	if m.Source != c.source {
		c.add(field, "the parts of one measure lie in two data systems", "Measure each apart.")
		return nil
	}
	return m
}

// models are those that the caller may know of: whose metrics are all hidden from them is hidden too.
func (c *checker) models() []*bundle.Model {
	seen, used := map[string]bool{}, map[string]bool{}
	for _, m := range c.view.Metrics() {
		for i := range m.Measure.Terms {
			used[m.Measure.Terms[i].Model] = true
		}
	}
	for _, name := range c.view.Names() {
		for _, t := range c.view.Metric(name).Measure.Terms {
			seen[t.Model] = true
		}
	}
	var out []*bundle.Model
	for i := range c.view.Models() {
		if m := &c.view.Models()[i]; seen[m.Name] || !used[m.Name] {
			out = append(out, m)
		}
	}
	return out
}

func modelNames(models []*bundle.Model) []string {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.Name
	}
	return names
}

func oneOf(models []*bundle.Model) string {
	names := modelNames(models)
	if len(names) == 0 {
		return "a model"
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
