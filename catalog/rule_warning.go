package catalog

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// warnings reports what is worth reading and stops nothing.
func (k *checker) warnings() {
	k.alike()
	used := k.used()
	for _, name := range k.models {
		m := k.Models[name]
		path := []string{"models", name}
		if !used[name] && !k.found.HasErrors() && len(k.broken) == 0 && !k.partial {
			k.warn(diag.ModelUnused, path, "Remove it, or measure it.", "%s is measured by no metric, and no model that is measured joins it", name)
		}
		for _, join := range names(m.Joins) {
			if to := k.Models[m.Joins[join].To]; to != nil && len(to.Where) > 0 && used[name] && !m.minds(join) {
				k.warn(diag.JoinedConditions, at(path, "joins", join),
					fmt.Sprintf("Facts that join such rows count too; if they must not, say so in models.%s.where.", name),
					"the conditions of %s are not applied where %s joins it", m.Joins[join].To, name)
			}
		}
	}
	k.localTimes()
	k.undescribed()
}

// undescribed reports the metrics without a description: one finding for all of them, at the first.
func (k *checker) undescribed() {
	var without []string
	for _, name := range k.metrics {
		if k.Metrics[name].Description == "" {
			without = append(without, name)
		}
	}
	switch n := len(without); {
	case n == 1:
		k.warn(diag.NoDescription, []string{"metrics", without[0]}, sayWhat, "%s has no description", without[0])
	case n > maxNamed:
		k.warn(diag.NoDescription, []string{"metrics", without[0]}, sayWhat, "%d metrics have no description: %s and %d more", n, strings.Join(without[:maxNamed], ", "), n-maxNamed)
	case n > 1:
		k.warn(diag.NoDescription, []string{"metrics", without[0]}, sayWhat, "%d metrics have no description: %s and %s", n, strings.Join(without[:n-1], ", "), without[n-1])
	}
}

const (
	sayWhat = "Say in a sentence or two what is counted, and what is left out."
	// maxNamed is how many metrics a finding about many names.
	maxNamed = 12
)

// minds reports whether a model's own conditions say something of what a join reaches, or of what lies behind it.
func (m *Model) minds(join string) bool {
	for _, role := range append(names(m.Roles), join) {
		path, ok := m.Roles[role]
		if !ok {
			path = role
		}
		column := regexp.MustCompile(`(?i)(^|[^a-z0-9_.])"?` + regexp.QuoteMeta(role) + `"?\.`)
		if (path == join || strings.HasPrefix(path, join+".")) && slices.ContainsFunc(m.Where, column.MatchString) {
			return true
		}
	}
	return false
}

// alike reports metrics that measure the same: equal in all that decides the number.
func (k *checker) alike() {
	type meaning struct {
		Model, Time, Empty string
		Measure            Measure
		Where              []string
		Exact              bool
	}
	first := map[string]string{}
	for _, name := range k.metrics {
		m := k.Metrics[name]
		_, wrong := k.broken[joined([]string{"metrics", name})]
		if m.Status == "deprecated" || m.Measure.key() == "" || wrong { // what is wrong in it may be what it differs by
			continue
		}
		text, err := json.Marshal(meaning{m.Model, m.Time, m.Empty, m.Measure, slices.Sorted(slices.Values(m.Where)), m.Exact})
		if err != nil {
			continue // a number that is no number, reported elsewhere
		}
		other, ok := first[string(text)]
		if !ok {
			first[string(text)] = name
			continue
		}
		path := []string{"metrics", name}
		k.add(diag.Diagnostic{
			Code: diag.MetricsAlike, Severity: diag.Warning, Range: k.places.label(path), Message: fmt.Sprintf("%s and %s are equal in all but name", other, name),
			Hint:    "Keep one and give it synonyms, or deprecate the other.",
			Related: []diag.Related{{Range: k.places.label([]string{"metrics", other}), Message: other + " is here"}},
		}, path)
	}
}

// used finds the models that metrics measure, and those that they join.
func (k *checker) used() map[string]bool {
	used := map[string]bool{}
	var use func(model string)
	use = func(model string) {
		m := k.Models[model]
		if m == nil || used[model] {
			return
		}
		used[model] = true
		for _, j := range m.Joins {
			use(j.To)
		}
	}
	for _, m := range k.Metrics {
		use(m.Model)
		for _, t := range m.terms() {
			use(t.Model)
		}
	}
	return used
}

// terms lists the terms of a metric.
func (m *Metric) terms() []MetricTerm {
	var out []MetricTerm
	if r := m.Measure.Ratio; r != nil {
		out = append(out, r.Numerator, r.Denominator)
	}
	if f := m.Measure.Formula; f != nil {
		for _, name := range names(f.Terms) {
			out = append(out, f.Terms[name])
		}
	}
	if c := m.Measure.Cumulative; c != nil {
		out = append(out, c.MetricTerm)
	}
	if s := m.Measure.Shift; s != nil {
		out = append(out, s.MetricTerm)
	}
	return out
}

// localTimes reports local times that place rows, and whose zone is not said.
func (k *checker) localTimes() {
	places := map[string][]string{} // the times of each model
	for _, name := range k.models {
		m := k.Models[name]
		places[name] = append(places[name], m.Time)
		if m.Fresh != nil {
			places[name] = append(places[name], m.Fresh.Column)
		}
		for _, join := range names(m.Joins) {
			if d := m.Joins[join].During; d != nil {
				places[name] = append(places[name], d.At)
				places[m.Joins[join].To] = append(places[m.Joins[join].To], d.From, d.To)
			}
		}
	}
	for _, name := range k.metrics {
		m := k.Metrics[name]
		for _, t := range append(m.terms(), MetricTerm{Model: m.Model, Time: m.Time}) {
			places[t.modelOf(m)] = append(places[t.modelOf(m)], t.Time)
		}
	}
	for _, name := range k.models {
		slices.Sort(places[name])
		for _, column := range slices.Compact(places[name]) {
			if c := k.Models[name].Columns[column]; c != nil && c.Type == "timestamp" && c.Zone == "" && !daily(c.Grain) {
				k.warn(diag.ZoneUndeclared, []string{"models", name, "columns", column},
					fmt.Sprintf("Say what it holds: zone: %q, or another.", k.About.Calendar.Timezone),
					"%s of %s is a local time without a zone, and is taken as %s", column, name, k.About.Calendar.Timezone)
			}
		}
	}
}

// daily reports whether a column of this grain holds days, or longer, and no times of day that a zone would move.
func daily(grain string) bool { return grain != "" && grain != "hour" }
