package bundle

import (
	"bytes"
	"fmt"
	"reflect"
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
	for _, part := range []struct {
		name    string
		equal   bool
		was, is int
	}{
		{"glossary", sameDefinition(was.Glossary, is.Glossary), len(was.Glossary), len(is.Glossary)},
		{"words that are not defined", sameDefinition(was.NotDefined, is.NotDefined), len(was.NotDefined), len(is.NotDefined)},
		{"caveats", sameDefinition(was.Caveats, is.Caveats), len(was.Caveats), len(is.Caveats)},
		{"examples", sameDefinition(was.Examples, is.Examples), len(was.Examples), len(is.Examples)},
		{"places", sameDefinition(was.Places, is.Places), len(was.Places), len(is.Places)},
	} {
		if !part.equal {
			d.other(KnowledgeChanged, "knowledge", part.name, fmt.Sprint(part.was), fmt.Sprint(part.is))
		}
	}
	compareNamed(d, "knowledge.queries.", queries, was.Queries, is.Queries, func(q Query) string { return q.Name }, d.query)
}

func (d *differ) query(origin string, was, is *Query) {
	if !sameDefinition(was.Question, is.Question) || !sameDefinition(was.Parameters, is.Parameters) {
		d.other(QueryChanged, origin, "", "", "")
	}
	for _, f := range []wordChange{{"title", was.Title, is.Title}, {"description", was.Description, is.Description}} {
		if f.before != f.after {
			d.other(ProseChanged, origin, f.name, f.before, f.after)
		}
	}
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
