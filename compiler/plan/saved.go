package plan

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/nearest"
)

// What a parameter of a saved question fills.
const (
	FillsRange  = "range"
	FillsFilter = "filter"
)

// Argument is what an asker gives for a parameter of a saved question: the values of its filter, or one text that says the
// range as --range does. Place is where it was said, for messages: parameters[0].
type Argument struct {
	Name   string
	Values []string
	Place  string
}

// Saved is a saved question with its parameters filled in.
type Saved struct {
	Question question.Question
	// Defaults are the parameters that were not said, and for which their default was taken.
	Defaults []bundle.Parameter
	// Kept are the parameters that were not said and have no default: the saved question's own value stands, where it has one.
	Kept []bundle.Parameter
}

// Fill makes a question of a saved one. A parameter that is not said has its default; without one, the saved question's own
// value stands. Values are typed here: one that no filter of the parameter's dimension can take is no argument. Whether the
// filled question is answered is for Resolve to say.
func Fill(view *bundle.View, saved *bundle.Query, said []Argument) (Saved, *question.Malformed) {
	out := Saved{Question: saved.Question}
	out.Question.Filters = slices.Clone(out.Question.Filters)
	if malformed := known(saved, said); malformed != nil {
		return Saved{}, malformed
	}
	places := map[string]string{} // of what was filled, by its path in the question
	for _, p := range saved.Parameters {
		a := Argument{Name: p.Name, Values: []string{p.Default}, Place: "parameters." + p.Name}
		switch i := slices.IndexFunc(said, func(a Argument) bool { return a.Name == p.Name }); {
		case i >= 0:
			a = said[i]
		case p.Required:
			return Saved{}, &question.Malformed{Path: "parameters", Accepted: "the parameter " + p.Name + " too, which this saved question requires"}
		case p.Default != "":
			out.Defaults = append(out.Defaults, p)
		default:
			if says(saved.Question, p) {
				out.Kept = append(out.Kept, p)
			}
			continue
		}
		path, malformed := fill(view, &out.Question, p, a)
		if malformed != nil {
			return Saved{}, malformed
		}
		places[path] = a.Place
	}
	if malformed, _ := question.Validate(out.Question).(*question.Malformed); malformed != nil {
		for path, place := range places {
			if rest, ok := strings.CutPrefix(malformed.Path, path); ok {
				if path == "range" {
					rest = ".values[0]"
				}
				malformed.Path = place + rest
				break
			}
		}
		return Saved{}, malformed
	}
	return out, nil
}

// says reports whether a question has a value of its own where a parameter fills it in.
func says(q question.Question, p bundle.Parameter) bool {
	if p.Fills == FillsRange {
		return q.Range != nil
	}
	return slices.ContainsFunc(q.Filters, func(f question.Filter) bool { return f.Dimension == p.Dimension })
}

// known holds arguments to the parameters that there are, each said once.
func known(saved *bundle.Query, said []Argument) *question.Malformed {
	names := make([]string, len(saved.Parameters))
	for i, p := range saved.Parameters {
		names[i] = p.Name
	}
	for i, a := range said {
		switch {
		case len(names) == 0:
			return &question.Malformed{Path: a.Place, Accepted: "no parameters: this saved question has none"}
		case !slices.Contains(names, a.Name):
			m := &question.Malformed{Path: a.Place + ".name", Accepted: "one of the parameters of this saved question: " + strings.Join(names, ", ")}
			m.Nearest, _ = nearest.Name(a.Name, names)
			return m
		case slices.ContainsFunc(said[:i], func(b Argument) bool { return a.Name == b.Name }):
			return &question.Malformed{Path: a.Place + ".name", Accepted: "each parameter once"}
		}
	}
	return nil
}

// fill puts one argument into its place in a question, and says where that is.
func fill(view *bundle.View, q *question.Question, p bundle.Parameter, a Argument) (path string, malformed *question.Malformed) {
	if p.Fills == FillsRange {
		if len(a.Values) != 1 {
			return "", &question.Malformed{Path: a.Place + ".values", Accepted: "one text that says the range: " + question.RangeAccepted}
		}
		r, err := question.ParseRangeFlag(a.Values[0])
		if err != nil {
			return "", &question.Malformed{Path: a.Place + ".values[0]", Accepted: question.RangeAccepted}
		}
		q.Range = &r
		return "range", nil
	}
	if malformed := typed(view, *q, p, a); malformed != nil {
		return "", malformed
	}
	i := slices.IndexFunc(q.Filters, func(f question.Filter) bool { return f.Dimension == p.Dimension })
	if i < 0 {
		i = len(q.Filters)
		q.Filters = append(q.Filters, question.Filter{Dimension: p.Dimension})
	}
	q.Filters[i].Values = slices.Clone(a.Values)
	return pathOf("filters", i, ""), nil
}

// typed holds the values of an argument to the type of its dimension.
func typed(view *bundle.View, q question.Question, p bundle.Parameter, a Argument) *question.Malformed {
	if len(q.Metrics) == 0 || view.Metric(q.Metrics[0]) == nil {
		return nil // which is refused
	}
	d := view.Resolve(view.Metric(q.Metrics[0]).Measure.Terms[0].Model, p.Dimension)
	if d == nil {
		return nil
	}
	t := FilterType(d.Expr.Type)
	for i, v := range a.Values {
		if canonical, ok := expr.Value(t, v); !ok || !bindable(t, canonical) {
			return &question.Malformed{Path: a.Place + "." + pathOf("values", i, ""), Accepted: spelling(t)}
		}
	}
	return nil
}

// NoQuery refuses a name that is no saved question of the view. What exists and is not visible gives the same bytes as
// what does not exist.
func NoQuery(view *bundle.View, name string) *question.Refusal {
	var names []string
	for _, q := range view.Queries() {
		names = append(names, q.Name)
	}
	r := refuse(question.ObjectUnknown, "There is no saved question of this name; there are %s.", someOf(names, 12))
	if len(names) == 0 {
		r = refuse(question.ObjectUnknown, "There is no saved question of this name, and none of any other.")
	}
	r.About, r.Suggestions = []string{}, []question.Question{}
	if near := view.Query(nearestName(name, names)); near != nil {
		r.About, r.Suggestions = []string{near.Name}, []question.Question{near.Question}
	}
	return r
}
