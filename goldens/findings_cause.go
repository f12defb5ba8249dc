package goldens

import (
	"maps"
	"slices"
	"strings"

	"sutura.dev/bundle/question"
)

// cause says why a golden differs, where that is not in the metric's definition; else it is empty. A metric is asked other
// questions than were recorded for what came, went or changed of what it can be asked by, and all else follows from that;
// where the same statements give other rows, the fixtures are others. Dimensions have the names of their own models, so that
// one cause reads the same whatever road leads to it.
func (d *Difference) cause() string {
	if !slices.ContainsFunc(d.Changes, func(c Change) bool { return c.Part != PartRows || c.Was == "" || c.Now == "" }) {
		return "other fixtures"
	}
	var was, now asking
	for _, c := range d.Changes {
		if c.Part == PartQuestion && !strings.HasPrefix(c.Case, "questions/") {
			was.add(c.Was)
			now.add(c.Now)
		}
	}
	var causes []string
	for _, of := range []struct {
		what     string
		was, now map[string]bool
	}{{"dimension", was.dimensions, now.dimensions}, {"grain", was.grains, now.grains}} {
		if names := only(of.now, of.was); len(names) > 0 {
			causes = append(causes, "new: the "+of.what+plural(names)+" "+strings.Join(names, ", "))
		}
		if names := only(of.was, of.now); len(names) > 0 {
			causes = append(causes, "gone: the "+of.what+plural(names)+" "+strings.Join(names, ", "))
		}
	}
	if len(causes) == 0 { // which dimensions are filtered depends on which there are
		if names := differ(was.filters, now.filters); len(names) > 0 {
			causes = append(causes, "other values of "+strings.Join(names, ", "))
		}
		if !maps.Equal(was.ranges, now.ranges) {
			causes = append(causes, "rows of other years")
		}
	}
	return strings.Join(causes, "; ")
}

// asking is what questions ask by, together.
type asking struct {
	dimensions, grains, ranges map[string]bool
	filters                    map[string]string // the clauses of a dimension
}

func (a *asking) add(text string) {
	if a.dimensions == nil {
		*a = asking{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]string{}}
	}
	q, err := question.Decode([]byte(text))
	if err != nil {
		return // there is no such question on this side
	}
	for _, name := range q.Dimensions {
		a.dimensions[own(name)] = true
	}
	if q.Grain != "" {
		a.grains[q.Grain] = true
	}
	if r := q.Range; r != nil {
		a.ranges[r.Period+" "+r.Start+" "+r.End] = true
	}
	for _, f := range q.Filters {
		a.filters[own(f.Dimension)] += f.Op + " " + strings.Join(f.Values, "\x00") + "\n"
	}
}

// own is a dimension's name in its own model.
func own(name string) string { return name[strings.LastIndex(name, ".")+1:] }

func only(a, b map[string]bool) []string {
	return slices.Sorted(func(yield func(string) bool) {
		for name := range a {
			if !b[name] && !yield(name) {
				return
			}
		}
	})
}

func differ(a, b map[string]string) []string {
	names := slices.Sorted(maps.Keys(a))
	names = slices.AppendSeq(names, maps.Keys(b))
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return a[name] == b[name] })
}

func plural(names []string) string {
	if len(names) == 1 {
		return ""
	}
	return "s"
}
