package bundle

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"sutura.dev/bundle/question"
)

// compareRest finds what changed and is in no metric. What a metric's reason names is not said again.
func (d *differ) compareRest() {
	d.about()
	compareNamed(d, "sources.", definitions, d.before.def.Sources, d.after.def.Sources, func(s Source) string { return s.Name }, d.source)
	d.models()
	d.knowledge()
}

func (d *differ) about() {
	was, is := d.before.def.About, d.after.def.About
	for _, f := range []wordChange{
		{"name", was.Name, is.Name}, {"title", was.Title, is.Title}, {"description", was.Description, is.Description},
		{"owner", was.Owner, is.Owner}, {"locale", was.Locale, is.Locale},
	} {
		if f.before != f.after {
			d.other(ProseChanged, "about", f.name, f.before, f.after)
		}
	}
	if was.Calendar != is.Calendar {
		d.other(DefinitionEdited, "about.calendar", "", "", "")
	}
}

func (d *differ) source(origin string, was, is *Source) {
	if was.Title != is.Title {
		d.other(ProseChanged, origin, "title", was.Title, is.Title)
	}
	if was.Dialect != is.Dialect {
		d.other(DefinitionEdited, origin, "", was.Dialect, is.Dialect)
	}
}

// sides are the reasons that something is on one side only.
type sides struct{ added, removed Code }

var (
	definitions = sides{DefinitionAdded, DefinitionRemoved}
	queries     = sides{QueryAdded, QueryRemoved}
)

// compareNamed compares definitions by name: those of one side only, and those of both that differ.
func compareNamed[T any](d *differ, folder string, codes sides, before, after []T, name func(T) string, edited func(origin string, was, is *T)) {
	old := make(map[string]*T, len(before))
	for i := range before {
		old[name(before[i])] = &before[i]
	}
	for i := range after {
		origin := folder + name(after[i])
		was := old[name(after[i])]
		delete(old, name(after[i]))
		switch {
		case was == nil:
			d.other(codes.added, origin, "", "", "")
		case !sameDefinition(was, &after[i]):
			edited(origin, was, &after[i])
		}
	}
	for i := range before {
		if old[name(before[i])] != nil {
			d.other(codes.removed, folder+name(before[i]), "", "", "")
		}
	}
}

// knowledge compares what is descriptive. Saved questions are asked by their names, so they count as questions do.
func (d *differ) knowledge() {
	was, is := &d.before.def.Knowledge, &d.after.def.Knowledge
	a, b := was.parts(), is.parts()
	for i, part := range a {
		if !sameDefinition(part.of, b[i].of) {
			d.other(KnowledgeChanged, "knowledge", part.name, linesText(part.lines), linesText(b[i].lines))
		}
	}
	compareNamed(d, "knowledge.queries.", queries, was.Queries, is.Queries, func(q Query) string { return q.Name }, d.query)
}

// knowledgePart is a list of what is descriptive, and a line for each of it.
type knowledgePart struct {
	name  string
	of    any
	lines []string
}

func (k *Knowledge) parts() []knowledgePart {
	glossary := lines(k.Glossary, func(e Entry) string {
		means := strings.Join(slices.DeleteFunc([]string{e.Metric, e.Dimension, e.Value}, func(s string) bool { return s == "" }), " ")
		return termsText(append([]Term{e.Term}, e.Synonyms...)) + ": " + means
	})
	return []knowledgePart{
		{"glossary", k.Glossary, glossary},
		{"words that are not defined", k.NotDefined, lines(k.NotDefined, func(n NotDefined) string { return n.Phrase + ": " + n.Why })},
		{"caveats", k.Caveats, lines(k.Caveats, func(c Caveat) string { return strings.Join(c.Metrics, ", ") + ": " + c.Text })},
		{"examples", k.Examples, lines(k.Examples, func(e Example) string { return e.Phrase + ": " + string(question.Encode(e.Question)) })},
		{"places", k.Places, lines(k.Places, func(p Place) string {
			text, _ := canonical(p)
			return string(text)
		})},
	}
}

func lines[T any](list []T, text func(T) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = text(v)
	}
	return out
}

func (d *differ) query(origin string, was, is *Query) {
	if !sameDefinition(was.Question, is.Question) || !sameDefinition(bare(was.Parameters), bare(is.Parameters)) {
		d.other(QueryChanged, origin, "", was.asks(), is.asks())
	}
	for _, f := range []wordChange{{"title", was.Title, is.Title}, {"description", was.Description, is.Description}} {
		if f.before != f.after {
			d.other(ProseChanged, origin, f.name, f.before, f.after)
		}
	}
	for _, p := range was.Parameters {
		i := slices.IndexFunc(is.Parameters, func(q Parameter) bool { return q.Name == p.Name })
		if i >= 0 && is.Parameters[i].Description != p.Description {
			d.other(ProseChanged, origin, "description of "+p.Name, p.Description, is.Parameters[i].Description)
		}
	}
}

// bare are parameters without what people read.
func bare(of []Parameter) []Parameter {
	out := slices.Clone(of)
	for i := range out {
		out[i].Description = ""
	}
	return out
}

// asks spells the question, and what may be filled in.
func (q *Query) asks() string {
	out := []string{string(question.Encode(q.Question))}
	for _, p := range bare(q.Parameters) {
		text, _ := canonical(p)
		out = append(out, string(text))
	}
	return linesText(out)
}

// sameDefinition compares what a bundle's file would hold: a list that was left out is an empty one.
func sameDefinition(a, b any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	x, err := canonical(a)
	y, err2 := canonical(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}
