package cards

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/words"
)

// The bounds of a description.
const (
	maxBytes      = 32 << 10
	maxNotDefined = 4 << 10 // bytes
	maxNearest    = 4
	maxFound      = 20 // short cards that words find
)

// Describer describes one view. It is immutable and safe for concurrent use.
type Describer struct {
	view  *bundle.View
	index *words.Index
	// sources is whether the view's metrics live in several data systems.
	sources bool
}

// New describes a view; index is the view's.
func New(view *bundle.View, index *words.Index) *Describer {
	d := &Describer{view: view, index: index}
	for _, name := range view.Names() {
		d.sources = d.sources || d.source(view.Metric(name)) != d.source(view.Metric(view.Names()[0]))
	}
	return d
}

func (d *Describer) source(m *bundle.Metric) string {
	return d.view.Model(m.Measure.Terms[0].Model).Source
}

// Describe answers a request; now is a reading of the clock. The error is a *question.Malformed.
func (d *Describer) Describe(in Request, now time.Time) (*Catalog, error) {
	switch {
	case len(in.Metrics) > question.MaxMetrics:
		return nil, malformed("metrics", "a list of 1 to 8 names of metrics")
	case len(in.Metrics) > 0 && (in.Search != "" || in.Cursor != ""):
		return nil, malformed("metrics", "metrics alone: without search and cursor")
	case in.Search != "" && in.Cursor != "":
		return nil, malformed("cursor", "no cursor beside search: what words find comes at once")
	case utf8.RuneCountInString(in.Search) > words.MaxLength:
		return nil, malformed("search", fmt.Sprintf("at most %d characters", words.MaxLength))
	}
	switch {
	case len(in.Metrics) > 0:
		return d.named(in.Metrics, now), nil
	case in.Search != "":
		return d.search(in.Search, now), nil
	}
	after, ok := readCursor(in.Cursor, d.view.Digest())
	if !ok {
		return nil, malformed("cursor", "the cursor of the list before, as it came; when the catalog has changed since, start again without one")
	}
	return d.list(after, now), nil
}

func malformed(path, accepted string) error {
	return &question.Malformed{Path: path, Accepted: accepted}
}

// begin is a catalog without cards.
func (d *Describer) begin(now time.Time) *Catalog {
	about, rules := d.view.About(), d.view.Calendar().Rules()
	return &Catalog{
		Outcome: "catalog", Metrics: []Card{}, Count: len(d.view.Names()),
		Bundle: Bundle{about.Name, about.Version, d.view.Digest(), about.Title, clip(about.Description, maxProse)},
		Calendar: Calendar{rules.Timezone, d.view.Calendar().Today(now).String(), rules.WeekStart, rules.FiscalYearStart,
			rules.FiscalYearNamedBy},
	}
}

// list is the page of metrics after a name: full cards where all of them fit, else short ones.
func (d *Describer) list(after string, now time.Time) *Catalog {
	names := d.view.Names()
	out := d.begin(now)
	if after == "" {
		out.NotDefined = d.notDefined()
		if len(names) <= maxFull {
			for _, values := range []int{maxValues, fewValues} {
				if full := d.with(out, names, values); fits(full) {
					return full
				}
			}
		}
	}
	at, found := slices.BinarySearch(names, after)
	if found {
		at++
	}
	out.Next = nextName
	room := maxBytes - size(out) - maxNameCursor - len(nextPage)
	for ; at < len(names); at++ {
		card := d.short(d.view.Metric(names[at]))
		if room -= size(card) + len(","); room < 0 {
			out.Cursor = writeCursor(names[at-1], d.view.Digest())
			out.Next = nextPage
			break
		}
		out.Metrics = append(out.Metrics, card)
	}
	return out
}

// named has full cards of the named metrics, as many as there is room for, and what they span together.
func (d *Describer) named(asked []string, now time.Time) *Catalog {
	out := d.begin(now)
	var names []string
	for i, n := range asked {
		switch {
		case d.view.Metric(n) == nil:
			out.Unknown = append(out.Unknown, Unknown{fmt.Sprintf("metrics[%d]", i), nearest.Names(n, d.view.Names(), maxNearest)})
		case !slices.Contains(names, n):
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		out.Next = nextFind
		return out
	}
	if len(names) > 1 {
		out.Space = plan.Space(d.view, names)
		for i := range out.Space.Dimensions {
			out.Space.Dimensions[i].Values = nil // the dimensions below have them
		}
	}
	return d.fitted(out, names)
}

// search has the metrics that words find, best first: full cards of a few, short ones of many.
func (d *Describer) search(text string, now time.Time) *Catalog {
	out := d.begin(now)
	r := d.index.Search(words.Words{Text: text, Kinds: []words.Kind{words.Metric}, Limit: maxFound})
	out.Count = r.Count
	for _, h := range d.index.Search(words.Words{Text: text, Kinds: []words.Kind{words.NotDefined}, Limit: 3}).Hits {
		if h.Score >= leastNotDefined {
			out.NotDefined = append(out.NotDefined, NotDefined{h.Title, clip(h.Why, maxAside)})
		}
	}
	names := make([]string, 0, len(r.Hits))
	for _, h := range r.Hits {
		names = append(names, h.Name)
	}
	switch {
	case len(names) == 0:
		out.Next = nextFind
		return out
	case len(names) <= question.MaxMetrics:
		return d.fitted(out, names)
	}
	for _, n := range names {
		out.Metrics = append(out.Metrics, d.short(d.view.Metric(n)))
	}
	out.Next = nextName
	return out
}

// leastNotDefined is the score from which words are about a phrase that is not defined.
const leastNotDefined = 0.8

// fitted has full cards of the first names that there is room for, and short ones of the rest.
func (d *Describer) fitted(out *Catalog, names []string) *Catalog {
	for full := len(names); ; full-- {
		for _, values := range []int{maxValues, fewValues, 0} {
			got := d.with(out, names[:full], values)
			for _, n := range names[full:] {
				got.Metrics = append(got.Metrics, d.short(d.view.Metric(n)))
				got.Next = nextRest
			}
			if fits(got) || full == 1 && values == 0 {
				return got
			}
		}
	}
}

// with is the catalog with full cards of the named metrics, and their dimensions with at most so many values each.
func (d *Describer) with(begun *Catalog, names []string, values int) *Catalog {
	out := *begun
	out.Metrics, out.Next = make([]Card, 0, len(names)), nextAsk
	metrics := make([]*bundle.Metric, 0, len(names))
	for _, n := range names {
		m := d.view.Metric(n)
		metrics = append(metrics, m)
		out.Metrics = append(out.Metrics, d.full(m))
	}
	out.Groups, out.Dimensions = d.groups(metrics), d.dimensions(metrics, values)
	return &out
}

// notDefined lists the phrases that have no meaning, as many as there is room for beside a list.
func (d *Describer) notDefined() []NotDefined {
	var out []NotDefined
	room := maxNotDefined
	for _, n := range d.view.Knowledge().NotDefined {
		phrase := NotDefined{clip(n.Phrase, maxTitle), clip(n.Why, maxAside)}
		if room -= size(phrase); room < 0 {
			break
		}
		out = append(out, phrase)
	}
	return out
}

// What to do next.
const (
	nextAsk  = "Ask with these names and values. Metrics of two groups are asked together by the dimensions and grains that they share."
	nextName = "Name up to eight of these in metrics to see their dimensions, values and caveats before asking."
	nextPage = "Name up to eight of these in metrics to see all about them, send cursor for the metrics after these, or use search."
	nextFind = "Look for other words with search, or list the metrics by sending no arguments."
	nextRest = "Ask with these names and values; name the short cards alone in metrics to see the rest of them."
)

// maxNameCursor is the longest cursor of a metric, in bytes.
const maxNameCursor = 256

// size is how many bytes v takes.
func size(v any) int {
	data, err := json.Marshal(v)
	if err != nil { // text, numbers and lists encode
		panic(err)
	}
	return len(data)
}

func fits(c *Catalog) bool { return size(c) <= maxBytes }
