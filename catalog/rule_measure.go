package catalog

import (
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// form is one key of a measure.
type form struct {
	key string
	set bool
}

// forms lists a measure's keys in the schema's order.
func (m *Measure) forms() []form {
	return []form{
		{"sum", m.Sum != ""}, {"min", m.Min != ""}, {"max", m.Max != ""}, {"avg", m.Avg != ""}, {"median", m.Median != ""},
		{"count", m.Count != ""}, {"count_distinct", m.CountDistinct != ""}, {"count_if", m.CountIf != ""},
		{"percentile", m.Percentile != nil}, {"ratio", m.Ratio != nil}, {"formula", m.Formula != nil},
		{"cumulative", m.Cumulative != nil}, {"shift", m.Shift != nil}, {"snapshot", m.Snapshot != nil},
	}
}

// key returns the one key that a measure has, or empty.
func (m *Measure) key() string {
	key := ""
	for _, f := range m.forms() {
		switch {
		case f.set && key != "":
			return ""
		case f.set:
			key = f.key
		}
	}
	return key
}

// derived reports whether a measure is made of metrics, and reads no rows itself.
func derived(key string) bool {
	return slices.Contains([]string{"ratio", "formula", "cumulative", "shift"}, key)
}

func (k *checker) measure(path []string, m *Metric) {
	p := at(path, "measure")
	key, ok := k.oneKey(p, &m.Measure)
	if !ok {
		return
	}
	switch key {
	case "ratio":
		k.term(at(p, key, "numerator"), m, m.Measure.Ratio.Numerator)
		k.term(at(p, key, "denominator"), m, m.Measure.Ratio.Denominator)
	case "formula":
		k.formula(at(p, key), m)
	case "cumulative":
		c := m.Measure.Cumulative
		k.term(at(p, key), m, c.MetricTerm)
		k.oneOf(at(p, key), "window", form{"unbounded", c.Unbounded}, form{"since_start_of", c.SinceStartOf != ""}, form{"rolling", c.Rolling != nil})
	case "shift":
		s := m.Measure.Shift
		k.term(at(p, key), m, s.MetricTerm)
		k.oneOf(at(p, key), "offset", form{"by", s.By != nil}, form{"to_start_of", s.ToStartOf != ""})
	default:
		k.rows(path, m.Model, m.Time)
		k.snapshot(at(p, key), m.Model, m.Measure.Snapshot)
	}
	if derived(key) {
		k.misplaced(path, m, key)
	}
	k.empty(at(path, "empty"), m, key)
	k.exact(at(path, "exact"), m, key)
}

// oneKey reports a measure that has none or several keys.
func (k *checker) oneKey(path []string, m *Measure) (string, bool) {
	var all, set []string
	for _, f := range m.forms() {
		all = append(all, f.key)
		if f.set {
			set = append(set, f.key)
		}
	}
	if len(set) == 1 {
		return set[0], true
	}
	if len(set) > 1 {
		k.report(diag.NotOneKey, path, "Keep one of them; two measures are two metrics.", "%s has %s; a measure has exactly one", dotted(path), list(set, "and"))
		return "", false
	}
	for _, key := range all { // a key without text
		if lookup(k.places.evaluated(), at(path, key)).Exists() {
			k.report(diag.NotOneKey, at(path, key), "Write what is measured.", "%s is empty", dotted(at(path, key)))
			return "", false
		}
	}
	k.report(diag.NotOneKey, path, "Say one of "+list(all, "or")+".", "%s says nothing to measure", dotted(path))
	return "", false
}

// oneOf reports none or several of the forms that exclude each other.
func (k *checker) oneOf(path []string, what string, forms ...form) {
	var all, set []string
	for _, f := range forms {
		all = append(all, f.key)
		if f.set {
			set = append(set, f.key)
		}
	}
	switch len(set) {
	case 0:
		k.report(diag.NotOneKey, path, "Say one of "+list(all, "or")+".", "%s says no %s", dotted(path), what)
	case 1:
	default:
		k.report(diag.NotOneKey, path, "Keep one of them.", "%s says %s; it has exactly one %s", dotted(path), list(set, "and"), what)
	}
}

// rows reports a measure over rows whose model or time is unknown.
func (k *checker) rows(path []string, model, time string) {
	switch {
	case model == "":
		k.reportName(diag.ModelUnsaid, path, "Say whose rows are measured: model: \"...\".", "%s measures rows, and does not say of which model", dotted(path))
	case k.Models[model] == nil:
		k.unknown(diag.UnknownModel, at(path, "model"), "there is no model "+model, model, k.models)
	case time != "":
		k.timePath(at(path, "time"), model, time)
	}
}

func (k *checker) snapshot(path []string, model string, s *Snapshot) {
	if s == nil {
		return
	}
	if key, ok := k.oneKey(at(path, "measure"), &s.Measure); ok && (derived(key) || key == "snapshot") {
		k.report(diag.TermForm, at(path, "measure"), "Measure the rows: sum, count, avg and so on.", "a snapshot takes a simple measure, and %s is none", article(key))
	}
	if k.Models[model] != nil {
		k.columnList(at(path, "per"), model, s.Per)
	}
}

// term reports what is wrong with a term: another metric, or an inline measure.
func (k *checker) term(path []string, m *Metric, t MetricTerm) {
	switch {
	case t.Metric == "" && t.Measure == nil:
		k.report(diag.TermForm, path, `Name a metric: {metric: "..."}; or measure rows: {model: "...", measure: sum: "..."}.`, "%s is neither a metric nor a measure", dotted(path))
	case t.Metric != "" && (t.Measure != nil || t.Model != "" || t.Where != nil || t.Time != ""):
		k.report(diag.TermForm, at(path, "metric"), "Keep the metric, or write the whole measure inline.", "%s names a metric, and says more: a named metric is taken as it is", dotted(path))
	case t.Metric != "":
		if k.Metrics[t.Metric] == nil {
			k.unknown(diag.UnknownMetric, at(path, "metric"), "there is no metric "+t.Metric, t.Metric, k.metrics)
		}
	default:
		k.rows(path, t.modelOf(m), t.Time)
		key, ok := k.oneKey(at(path, "measure"), t.Measure)
		if ok && derived(key) {
			k.report(diag.TermForm, at(path, "measure"), "Declare it as a metric, and name that here.", "an inline measure is simple or a snapshot, and %s is neither", article(key))
		}
		if ok && key == "snapshot" {
			k.snapshot(at(path, "measure", "snapshot"), t.modelOf(m), t.Measure.Snapshot)
		}
	}
}

func (k *checker) formula(path []string, m *Metric) {
	f := m.Measure.Formula
	for _, name := range names(f.Terms) {
		p := at(path, "terms", name)
		k.term(p, m, f.Terms[name])
		if k.Metrics[name] != nil {
			k.reportName(diag.NameTaken, p, "Name the term otherwise.", "%s is the name of a metric too, so the formula could mean either", name)
		}
	}
}

// misplaced reports conditions, time and model on a metric that reads no rows itself.
func (k *checker) misplaced(path []string, m *Metric, key string) {
	if m.Where != nil {
		k.report(diag.ConditionMisplaced, at(path, "where"), "Move it into the term, or into the metric that the term names.", "a %s has no rows of its own for `where` to restrict", key)
	}
	if m.Time != "" {
		k.report(diag.ConditionMisplaced, at(path, "time"), "Move it into the term, or into the metric that the term names.", "a %s has no rows of its own for `time` to place", key)
	}
	if m.Model != "" && k.Models[m.Model] == nil {
		k.unknown(diag.UnknownModel, at(path, "model"), "there is no model "+m.Model, m.Model, k.models)
	}
}

func (k *checker) empty(path []string, m *Metric, key string) {
	if m.Empty == "" {
		return
	}
	switch {
	case key == "sum", key == "snapshot" && m.Measure.Snapshot.Measure.key() == "sum":
	case strings.HasPrefix(key, "count"):
		k.report(diag.EmptyMisplaced, path, "Leave `empty` out.", "over no rows %s is 0 already", article(key))
	case key == "formula":
		for _, in := range k.leaves(m, map[string]bool{}) {
			if in != "sum" && !strings.HasPrefix(in, "count") {
				k.report(diag.EmptyMisplaced, path, "Leave `empty` out.", "this formula is made of %s, and over no rows that is not 0", article(in))
				return
			}
		}
	default:
		k.report(diag.EmptyMisplaced, path, "Leave `empty` out; sums, and formulas of sums and counts, may have it.", "over no rows %s is not 0", article(key))
	}
}

// leaves lists the keys of the measures that a metric is made of, through formulas.
func (k *checker) leaves(m *Metric, seen map[string]bool) []string {
	if m.Measure.Formula == nil {
		return []string{m.Measure.key()}
	}
	var out []string
	for _, name := range names(m.Measure.Formula.Terms) {
		if t := m.Measure.Formula.Terms[name]; t.Measure != nil {
			out = append(out, t.Measure.key())
		}
	}
	for _, in := range k.inputs(nil, m) {
		if other := k.Metrics[in.metric]; other != nil && !seen[in.metric] {
			seen[in.metric] = true
			out = append(out, k.leaves(other, seen)...)
		}
	}
	return out
}

func (k *checker) exact(path []string, m *Metric, key string) {
	if !m.Exact || key == "avg" || key == "ratio" || key == "formula" || key == "snapshot" && m.Measure.Snapshot.Measure.key() == "avg" {
		return
	}
	k.report(diag.ExactMisplaced, path, "Leave `exact` out.", "%s divides nothing, so there is no quotient to be exact", article(key))
}
