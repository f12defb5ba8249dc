package bundle

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
)

// compareRest finds what changed and is in no metric. What a metric's reason names is not said again.
func (d *differ) compareRest() {
	d.about()
	compareNamed(d, "sources.", d.before.def.Sources, d.after.def.Sources, func(s Source) string { return s.Name }, d.source)
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

// compareNamed compares sorted definitions by name: one side only, or both and different.
func compareNamed[T any](d *differ, folder string, before, after []T, name func(T) string, edited func(origin string, was, is *T)) {
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
			d.other(DefinitionAdded, origin, "", "", "")
		case !sameDefinition(was, &after[i]):
			edited(origin, was, &after[i])
		}
	}
	for i := range before {
		if old[name(before[i])] != nil {
			d.other(DefinitionRemoved, folder+name(before[i]), "", "", "")
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
	d.queries(was.Queries, is.Queries)
}

func (d *differ) queries(was, is []Query) {
	named := func(list []Query, name string) *Query {
		i := slices.IndexFunc(list, func(q Query) bool { return q.Name == name })
		if i < 0 {
			return nil
		}
		return &list[i]
	}
	for i := range was {
		if named(is, was[i].Name) == nil {
			d.other(QueryRemoved, "knowledge.queries."+was[i].Name, "", "", "")
		}
	}
	for i := range is {
		old, origin := named(was, is[i].Name), "knowledge.queries."+is[i].Name
		switch {
		case old == nil:
			d.other(QueryAdded, origin, "", "", "")
			continue
		case !sameDefinition(old.Question, is[i].Question) || !sameDefinition(old.Parameters, is[i].Parameters):
			d.other(QueryChanged, origin, "", "", "")
		}
		for _, f := range []wordChange{{"title", old.Title, is[i].Title}, {"description", old.Description, is[i].Description}} {
			if f.before != f.after {
				d.other(ProseChanged, origin, f.name, f.before, f.after)
			}
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
