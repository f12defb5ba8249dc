package resolve

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/words"
	"sutura.dev/internal/words/ground"
)

// MaxLength bounds the words, in characters.
const MaxLength = ground.MaxLength

// MaxOptions bounds what is offered. Words that name more things are left over: they say too little.
const MaxOptions = 12

// Resolver reads words over one view. It is immutable and safe for concurrent use.
type Resolver struct {
	view  *bundle.View
	index *words.Index
}

// New makes a resolver of a view and its index.
func New(view *bundle.View, index *words.Index) *Resolver { return &Resolver{view, index} }

// Context is where the person stands who speaks.
type Context struct {
	// Locale decides between readings; empty for none.
	Locale string
	// Reference is the person's local time, as ground.ParseReference reads it; empty for none: then only times that need none are read, and
	// windows that count back from now.
	Reference string
}

// Kind is what became of some words.
type Kind string

// The closed set of outcomes. None is an error.
const (
	Resolution    Kind = "resolution"
	Clarification Kind = "clarification"
	Empty         Kind = "empty"
	NotDefined    Kind = "not_defined"
)

// Outcome is what words come to.
type Outcome struct {
	Kind     Kind
	Bindings []Binding
	// Question is ready to be asked; nil where something is missing or left over.
	Question *question.Question
	Missing  []Missing
	Unbound  []Span
	// About are the words that the options are for.
	About   *Span
	Options []Option
	// State is what Resume goes on from, of a clarification.
	State State
	// Phrase and Why are those of words that are recorded as not defined.
	Phrase, Why string
}

// Binding is a run of words and what it does in the question.
type Binding struct {
	Role     Role           `json:"role"`
	ID       string         `json:"id,omitempty"`
	Name     string         `json:"name,omitempty"` // as a question writes it
	Values   []string       `json:"values,omitempty"`
	Evidence words.Evidence `json:"evidence,omitempty"`
	Span
}

// Span is some of the words. Text is empty where they are not known any more.
type Span struct {
	Text string `json:"words,omitempty"`
	From int    `json:"from"`
	To   int    `json:"to"`
}

// Option is one thing that words may mean.
type Option struct {
	ID    string `json:"id" jsonschema:"what selected_option_id takes"`
	Label string `json:"label" jsonschema:"what people call it"`
}

// ErrOption says that a choice is none of those that were offered, and ErrGone that something of the state is not there for the view.
var (
	ErrOption = errors.New("this is none of the options that were offered")
	ErrGone   = errors.New("something that was read is not there any more")
)

// Resolve reads words. The error is ground.ErrReference.
func (r *Resolver) Resolve(said string, c Context) (*Outcome, error) {
	if c.Reference != "" {
		if _, err := ground.ParseReference(c.Reference); err != nil {
			return nil, err
		}
	}
	if utf8.RuneCountInString(said) > MaxLength {
		return &Outcome{Kind: Empty}, nil
	}
	t := &reading{Resolver: r, text: scan(said), context: c}
	t.read()
	if d := t.undefined(); d != nil {
		return &Outcome{Kind: NotDefined, Phrase: d.Label, Why: d.Why}, nil
	}
	in := &interpreter{reading: t}
	in.run()
	in.state.Problems = t.problems
	return r.proceed(in.state, t.text, c.Locale), nil
}

// undefined is the first name whose best evidence is that of a phrase that is recorded as not defined.
func (r *reading) undefined() *words.Mention {
	for _, it := range r.items {
		best := -1
		for i := range it.names {
			if best < 0 || it.names[i].Rank() < it.names[best].Rank() || it.names[i].Rank() == it.names[best].Rank() && it.names[i].Kind == words.NotDefined {
				best = i
			}
		}
		if best >= 0 && it.names[best].Kind == words.NotDefined {
			return &it.names[best]
		}
	}
	return nil
}

// Resume goes on where a clarification stopped, with the option that was picked. The error is ErrOption or ErrGone.
func (r *Resolver) Resume(s State, option, locale string) (*Outcome, error) {
	if s.Asked < 0 || s.Asked >= len(s.Parts) {
		return nil, ErrGone
	}
	if !slices.Contains(s.Offered, option) {
		return nil, ErrOption
	}
	s.Parts = slices.Clone(s.Parts)
	p := &s.Parts[s.Asked]
	i := slices.IndexFunc(p.May, func(c Choice) bool { return c.id() == option })
	if i < 0 {
		return nil, ErrOption
	}
	p.May = []Choice{p.May[i]}
	for _, p := range s.Parts {
		if len(p.May) == 0 || slices.ContainsFunc(p.May, func(c Choice) bool { return !r.sees(c) }) {
			return nil, ErrGone
		}
	}
	s.Offered = nil
	return r.proceed(s, nil, locale), nil
}

// sees reports whether what a choice names is there for this view.
func (r *Resolver) sees(c Choice) bool {
	switch {
	case c.ID == "" || c.ID == plan.PeriodColumn:
		return true
	case strings.HasPrefix(c.ID, "metric."):
		return r.metric(c.ID) != nil
	}
	d := r.dimension(c.ID)
	if d == nil || (c.Role == AsFilter || c.Role == AsExclude) && d.Dimension.Filter == bundle.FilterClosed && (len(c.Args) == 0 || !slices.Contains(d.Dimension.Values, c.Args[0])) {
		return false
	}
	return slices.ContainsFunc(r.view.Names(), func(name string) bool { return r.permits(r.view.Metric(name), d) })
}

// dimension is what an id such as dimension.orders.region.name stands for; nil where it is none.
func (r *Resolver) dimension(id string) *bundle.Resolved {
	rest, ok := strings.CutPrefix(id, "dimension.")
	model, name, also := strings.Cut(rest, ".")
	if !ok || !also {
		return nil
	}
	return r.view.Resolve(model, name)
}

// permits reports whether a metric can be asked by a dimension.
func (r *Resolver) permits(m *bundle.Metric, d *bundle.Resolved) bool {
	if _, ok := slices.BinarySearch(m.Dimensions, d.Name); !ok {
		return false
	}
	own := r.view.Resolve(m.Measure.Terms[0].Model, d.Name)
	return own != nil && own.Identity == d.Identity
}

// proceed asks what is open, or makes the question.
func (r *Resolver) proceed(s State, t *text, locale string) *Outcome {
	r.reduce(&s)
	if at := open(s.Parts); at >= 0 {
		if !slices.ContainsFunc(s.Parts, func(p Part) bool {
			return slices.ContainsFunc(p.May, func(c Choice) bool { return c.Role == AsMetric })
		}) {
			return r.proceed(without(s, at), t, locale) // whatever is picked, there is nothing to be asked of it
		}
		return r.ask(s, at, t, locale)
	}
	m := &maker{Resolver: r, state: s}
	m.make()
	out := &Outcome{Kind: Resolution, Missing: m.problems}
	for _, p := range s.Parts {
		if p.May[0].Role != AsSaid && !slices.Contains(m.dropped, p.Place) {
			out.Bindings = append(out.Bindings, r.binding(p, t))
		}
	}
	for _, l := range m.state.Left {
		out.Unbound = append(out.Unbound, span(l, t))
	}
	if len(out.Bindings) == 0 {
		return &Outcome{Kind: Empty, Unbound: out.Unbound}
	}
	if len(out.Missing) == 0 && len(out.Unbound) == 0 {
		out.Question = &m.question
	}
	return out
}

// reduce drops what the metrics cannot be asked by, where something is left, and of the rest all but the best evidence.
func (r *Resolver) reduce(s *State) {
	s.Parts = slices.Clone(s.Parts)
	var metrics []*bundle.Metric
	settled := true
	for i := range s.Parts {
		p := &s.Parts[i]
		if !slices.ContainsFunc(p.May, func(c Choice) bool { return c.Role == AsMetric }) {
			continue
		}
		if p.May = foremost(p.May); len(p.May) > 1 {
			settled = false
		} else if m := r.metric(p.May[0].ID); m != nil {
			metrics = append(metrics, m)
		}
	}
	if !settled {
		return
	}
	for i := range s.Parts {
		s.Parts[i].May = r.fitting(s.Parts[i].May, metrics)
	}
	for i := range s.Parts {
		if p := &s.Parts[i]; p.With > 0 {
			p.May, s.Parts[p.With-1].May = together(p.May, s.Parts[p.With-1].May)
		}
	}
	for i := range s.Parts {
		if p := &s.Parts[i]; len(p.May) > 1 {
			p.May = r.distinct(foremost(p.May), metrics)
		}
	}
}

// together keeps of the choices of two values that are joined those of the dimensions that both may be of, by the best evidence of both
// together; all, where there is no such dimension. Two values of two dimensions would hold at once, which nobody means by "or" or "and".
func together(a, b []Choice) (ofA, ofB []Choice) {
	best, kept := -1, []string{}
	for _, x := range a {
		for _, y := range b {
			if x.ID != y.ID || x.Role != y.Role {
				continue
			}
			switch rank := x.Rank + y.Rank; {
			case best < 0 || rank < best:
				best, kept = rank, []string{x.ID}
			case rank == best:
				kept = append(kept, x.ID)
			}
		}
	}
	if best < 0 {
		return a, b
	}
	other := func(c Choice) bool { return !slices.Contains(kept, c.ID) }
	return slices.DeleteFunc(slices.Clone(a), other), slices.DeleteFunc(slices.Clone(b), other)
}

// fitting are the choices that the metrics can be asked by; all, where that is none.
func (r *Resolver) fitting(may []Choice, metrics []*bundle.Metric) []Choice {
	fits := slices.DeleteFunc(slices.Clone(may), func(c Choice) bool {
		d := r.dimension(c.ID)
		return d != nil && slices.ContainsFunc(metrics, func(m *bundle.Metric) bool { return !r.permits(m, d) })
	})
	if len(fits) == 0 {
		return may
	}
	return fits
}

// foremost are the choices of the best evidence.
func foremost(may []Choice) []Choice {
	best := slices.MinFunc(may, func(a, b Choice) int { return a.Rank - b.Rank }).Rank
	return slices.DeleteFunc(slices.Clone(may), func(c Choice) bool { return c.Rank != best })
}

// distinct drops a choice that is, for the metrics, one before it under another name: the maker of the aircraft, which is the plane's maker.
func (r *Resolver) distinct(may []Choice, metrics []*bundle.Metric) []Choice {
	same := func(a, b Choice) bool {
		d, o := r.dimension(a.ID), r.dimension(b.ID)
		return d != nil && o != nil && a.Role == b.Role && slices.Equal(a.Args, b.Args) && len(metrics) > 0 && !slices.ContainsFunc(metrics, func(m *bundle.Metric) bool {
			x, y := r.view.Resolve(m.Measure.Terms[0].Model, d.Name), r.view.Resolve(m.Measure.Terms[0].Model, o.Name)
			return x == nil || y == nil || !x.Expr.Equal(y.Expr)
		})
	}
	var out []Choice
	for _, c := range may {
		if !slices.ContainsFunc(out, func(o Choice) bool { return same(o, c) }) {
			out = append(out, c)
		}
	}
	return out
}

// open is the part that is asked about first: one that may be a metric, else the first; -1 for none.
func open(parts []Part) int {
	first := -1
	for i, p := range parts {
		if len(p.May) < 2 {
			continue
		}
		if slices.ContainsFunc(p.May, func(c Choice) bool { return c.Role == AsMetric }) {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// without leaves a part over.
func without(s State, at int) State {
	left := s.Parts[at].Place
	s.Parts = slices.Delete(slices.Clone(s.Parts), at, at+1)
	for i := range s.Parts {
		if s.Parts[i].On == at {
			s.Parts[i].On = -1
		} else if s.Parts[i].On > at {
			s.Parts[i].On--
		}
		if s.Parts[i].With == at+1 {
			s.Parts[i].With = 0
		} else if s.Parts[i].With > at+1 {
			s.Parts[i].With--
		}
	}
	s.Left = append(slices.Clone(s.Left), left)
	slices.SortFunc(s.Left, func(a, b Place) int { return a.From - b.From })
	return s
}

// ask offers what a part may be.
func (r *Resolver) ask(s State, at int, t *text, locale string) *Outcome {
	p := s.Parts[at]
	if len(p.May) > MaxOptions {
		s = without(s, at)
		s.Problems = append(slices.Clone(s.Problems), Missing{"words", "some of them name too many things to choose from; say more of the name"})
		return r.proceed(s, t, locale)
	}
	s.Asked = at
	about := span(p.Place, t)
	out := &Outcome{Kind: Clarification, About: &about}
	for _, c := range p.May {
		s.Offered = append(s.Offered, c.id())
		out.Options = append(out.Options, Option{c.id(), r.label(c, locale)})
	}
	out.State = s
	return out
}

func span(p Place, t *text) Span {
	out := Span{From: p.From, To: p.To}
	if t != nil {
		out.Text = string(t.runes[p.From:p.To])
	}
	return out
}

func (r *Resolver) binding(p Part, t *text) Binding {
	c := p.May[0]
	out := Binding{Role: c.Role, ID: c.ID, Values: c.Args, Span: span(p.Place, t)}
	if c.ID != "" {
		out.Evidence = words.EvidenceOf(c.Rank)
	}
	if m := r.metric(c.ID); m != nil {
		out.Name = m.Name
	} else if d := r.dimension(c.ID); d != nil {
		out.Name = d.Name
	}
	return out
}

// askedAt is the clock by which a question is tried: what is relative to now is as long at any other.
var askedAt = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
