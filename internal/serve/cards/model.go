package cards

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/nearest"
)

// ModelRequest asks for the semantic model of some areas.
type ModelRequest struct {
	Areas       []string `json:"areas"`
	Hints       bool     `json:"include_search_hints"`
	Hierarchies bool     `json:"include_hierarchies"`
	Locale      string   `json:"locale"`
}

// ModelFields is the table of its fields.
func ModelFields() []question.Field {
	return []question.Field{
		{Name: "areas", Kind: question.Texts, Accepts: "a list of names of areas; everything when not said"},
		{Name: "include_search_hints", Kind: question.Flag, Accepts: "true to have the other words for things too"},
		{Name: "include_hierarchies", Kind: question.Flag, Accepts: "true to have the ways down from coarse dimensions to finer ones too"},
		{Name: "locale", Kind: question.Text, Accepts: "the language of titles and descriptions, such as de or cs-CZ, where the catalog has it; the catalog's own when not said"},
	}
}

// Model is what can be asked in some areas, at once.
type Model struct {
	Outcome    string      `json:"outcome" jsonschema:"always model"`
	Bundle     Bundle      `json:"bundle" jsonschema:"the definitions that answers come from"`
	Calendar   Calendar    `json:"calendar" jsonschema:"how days, weeks and years are cut"`
	Areas      []string    `json:"areas" jsonschema:"names of the areas that this is of; all that there are when none was said"`
	Models     []Fact      `json:"models" jsonschema:"the models, by name"`
	Metrics    []Card      `json:"metrics" jsonschema:"the metrics, by name"`
	Dimensions []Dimension `json:"dimensions" jsonschema:"the dimensions that models name, each once"`
	Hints      []Hint      `json:"hints,omitempty" jsonschema:"other words for things"`
	Unknown    []Unknown   `json:"unknown,omitempty" jsonschema:"the names that are no area here"`
	LeftOut    string      `json:"left_out,omitempty" jsonschema:"what had no room, and how to see it"`
}

// Fact is a model, with the metrics of it.
type Fact struct {
	Name        string      `json:"name" jsonschema:"its name; its id is model and the name"`
	Title       string      `json:"title,omitempty" jsonschema:"what people call it"`
	Description string      `json:"description,omitempty" jsonschema:"what its rows are, in its author's words"`
	Metrics     []string    `json:"metrics" jsonschema:"names of its metrics"`
	Dimensions  []string    `json:"dimensions" jsonschema:"names of the dimensions that its metrics are asked by"`
	Hierarchies []Hierarchy `json:"hierarchies,omitempty" jsonschema:"ways down, from a coarse dimension to finer ones"`
}

// Hint is other words for an object, or for a value of it.
type Hint struct {
	ID    string   `json:"id" jsonschema:"the id of what they mean"`
	Value string   `json:"value,omitempty" jsonschema:"the value of that dimension which they mean"`
	Words []string `json:"words" jsonschema:"the words"`
}

// maxModel bounds a model, in bytes.
const maxModel = 64 << 10

// detail is how much a model says of each thing, most first.
type detail struct {
	values  int // of a dimension
	prose   bool
	full    bool // cards and dimensions, not names alone
	leftOut string
}

// details are tried in this order, until what comes out has room.
func details() []detail {
	const narrow = "; name fewer areas to see it"
	return []detail{
		{maxValues, true, true, ""},
		{fewValues, true, true, ""}, // what is not shown is counted beside the values
		{0, true, true, ""},
		{0, false, true, "Descriptions and other words had no room" + narrow + ", or get_object for one thing."},
		{0, false, false, "There was room for names alone" + narrow + ", or list_objects and get_object."},
	}
}

// Model is the semantic model of the asked areas; now is a reading of the clock. What has no room is left out and said.
func (r *Registry) Model(in ModelRequest, now time.Time) *Model {
	begun := r.begin(in, now)
	wanted := func(o *object) bool {
		return len(in.Areas) == 0 || slices.ContainsFunc(o.areas, func(a string) bool { return slices.Contains(begun.Areas, a) })
	}
	var metrics []*bundle.Metric
	for _, name := range r.view.Names() {
		if wanted(r.objects[KindMetric+"."+name]) {
			metrics = append(metrics, r.view.Metric(name))
		}
	}
	var out *Model
	for _, how := range details() {
		if how.full && len(metrics)*leastCard > maxModel {
			continue
		}
		out = r.with(*begun, in, how, metrics)
		if how.prose && in.Hints {
			out.Hints = r.hints(wanted)
		}
		if size(out) <= maxModel {
			break
		}
	}
	return out
}

// leastCard is less than a card without prose takes, in bytes.
const leastCard = 50

// begin is a model of the asked areas without anything in it.
func (r *Registry) begin(in ModelRequest, now time.Time) *Model {
	c := r.describer.begin(now)
	out := &Model{Outcome: "model", Bundle: c.Bundle, Calendar: c.Calendar, Areas: []string{}}
	var all []string
	for _, id := range r.in(KindArea, "") {
		all = append(all, r.objects[id].name)
	}
	if len(in.Areas) == 0 {
		out.Areas = append(out.Areas, all...)
	}
	for i, area := range in.Areas {
		switch {
		case !slices.Contains(all, area):
			out.Unknown = append(out.Unknown, Unknown{fmt.Sprintf("areas[%d]", i), nearest.Names(area, all, maxNearest)})
		case !slices.Contains(out.Areas, area):
			out.Areas = append(out.Areas, area)
		}
	}
	slices.Sort(out.Areas)
	return out
}

// with is a model of metrics in some detail.
func (r *Registry) with(out Model, in ModelRequest, how detail, metrics []*bundle.Metric) *Model {
	out.LeftOut = how.leftOut
	out.Models, out.Metrics, out.Dimensions = []Fact{}, []Card{}, []Dimension{}
	of := map[string][]string{}
	for _, m := range metrics {
		of[r.modelOf(m).Name] = append(of[r.modelOf(m).Name], m.Name)
	}
	for _, id := range r.in(KindModel, "") {
		if o := r.objects[id]; len(of[o.name]) > 0 {
			out.Models = append(out.Models, r.fact(o, of[o.name], in, how))
		}
	}
	if !how.full {
		return &out
	}
	for _, m := range metrics {
		out.Metrics = append(out.Metrics, r.card(m, in.Locale, how))
	}
	out.Dimensions = append(out.Dimensions, r.describer.dimensions(metrics, how.values)...)
	for i := range out.Dimensions {
		r.localise(&out.Dimensions[i], metrics, in.Locale, how)
	}
	return &out
}

func (r *Registry) fact(o *object, metrics []string, in ModelRequest, how detail) Fact {
	out := Fact{Name: o.name, Metrics: metrics}
	out.Title, out.Description = inLocale(o.prose, in.Locale)
	out.Title, out.Description = clip(out.Title, maxTitle), clip(out.Description, maxAside)
	if !how.prose {
		out.Title, out.Description = "", ""
	}
	dimensions, ways := r.asked(&object{metrics: metrics})
	out.Dimensions = append([]string{}, dimensions...)
	if in.Hierarchies {
		out.Hierarchies = ways
	}
	return out
}

func (r *Registry) card(m *bundle.Metric, locale string, how detail) Card {
	out := r.describer.full(m)
	out.Title, out.Description = inLocale(&m.Prose, locale)
	out.Title, out.Description = clip(out.Title, maxTitle), clip(out.Description, maxAside)
	if !how.prose {
		out.Title, out.Description, out.Caveats = "", "", nil
	}
	return out
}

// localise says a dimension in a language.
func (r *Registry) localise(d *Dimension, metrics []*bundle.Metric, locale string, how detail) {
	for _, m := range metrics {
		if !slices.Contains(m.Dimensions, d.Name) || len(d.Metrics) > 0 && !slices.Contains(d.Metrics, m.Name) {
			continue
		}
		title, description := inLocale(&r.describer.dimension(m, d.Name).Dimension.Prose, locale)
		d.Title, d.Description = clip(title, maxTitle), clip(description, maxAside)
		break
	}
	if !how.prose {
		d.Title, d.Description = "", ""
	}
}

// hints lists the other words of what is wanted, those of every language, by id.
func (r *Registry) hints(wanted func(*object) bool) []Hint {
	var out []Hint
	add := func(id, value string, words []string) {
		if len(words) > 0 {
			out = append(out, Hint{id, value, words})
		}
	}
	for _, id := range r.ids {
		o := r.objects[id]
		switch {
		case !wanted(o):
		case o.kind == KindGlossary:
			add(o.hit.Means, o.hit.Value, append([]string{o.name}, texts(o.term.Synonyms)...))
		case o.prose != nil:
			words := texts(o.prose.Synonyms)
			for _, l := range o.prose.Locales {
				words = append(words, texts(l.Synonyms)...)
			}
			add(o.id, "", words)
			if o.dimension == nil {
				continue
			}
			for _, v := range o.dimension.Dimension.Values {
				add(o.id, v, texts(o.prose.ValueWords[v]))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Hint) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Value, b.Value)) })
	return out
}

// inLocale is a title and a description in a language, or in the language of a region's: de for de-AT. What is not said
// in it is in the catalog's own.
func inLocale(p *bundle.Prose, locale string) (title, description string) {
	title, description = p.Title, p.Description
	best := 0
	for _, l := range p.Locales {
		fit := 0
		switch {
		case strings.EqualFold(l.Locale, locale):
			fit = 3
		case strings.EqualFold(l.Locale, language(locale)):
			fit = 2
		case strings.EqualFold(language(l.Locale), language(locale)):
			fit = 1
		}
		if locale == "" || fit <= best {
			continue
		}
		best = fit
		title, description = cmp.Or(l.Title, p.Title), cmp.Or(l.Description, p.Description)
	}
	return title, description
}

// language is the first part of a locale.
func language(locale string) string {
	if i := strings.IndexAny(locale, "-_"); i >= 0 {
		return locale[:i]
	}
	return locale
}
