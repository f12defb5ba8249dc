package catalog

import (
	"fmt"
	"slices"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/numformat"
	"sutura.dev/internal/diag"
)

func (k *checker) metric(name string) {
	m := k.Metrics[name]
	path := []string{"metrics", name}
	if name == period {
		k.reportName(diag.NameTaken, path, "Name it after what it measures.", "period is the name of the time in every answer")
	}
	k.prose(path, m.Prose)
	k.measure(path, m)
	k.distinct(at(path, "grains"), m.Grains, "grain")
	k.distinct(at(path, "dimensions"), m.Dimensions, "dimension")
	k.distinct(at(path, "caveats"), m.Caveats, "caveat")
	if !slices.Equal(m.Audience, k.About.Audience) { // else it is the catalog's, checked there
		k.repeated(at(path, "audience"), m.Audience, "audience")
	}
	if model := k.single(m); model != "" {
		for i, d := range m.Dimensions {
			k.dimensionOf(at(path, "dimensions", fmt.Sprint(i)), model, d)
		}
	}
	k.format(at(path, "format"), m.Format)
	k.deprecated(path, name, m)
	k.audience(path, m)
	for i, a := range m.Anchors {
		k.anchor(at(path, "anchors", fmt.Sprint(i)), m, a)
	}
}

// format warns of a number format that tables cannot follow: they show the numbers as they are.
func (k *checker) format(path []string, text string) {
	if text == "" {
		return
	}
	if _, err := numformat.Parse(text); err != nil {
		k.add(diag.Diagnostic{Code: diag.FormatUnread, Severity: diag.Warning, Range: k.Range(path...), Message: "this is no number format, and tables do not follow it",
			Hint: `Write it as in "0.0%", "#,##0", "$#,##0.00" or "#,##0.0 km".`}, path)
	}
}

// single returns the one known model whose rows a metric measures, or empty where it has several: what they share is
// the compiler's to say.
func (k *checker) single(m *Metric) string {
	for range len(k.Metrics) + 1 { // a circle of metrics has none
		term := MetricTerm{Model: m.Model}
		switch s := m.Measure; {
		case s.Ratio != nil, s.Formula != nil:
			return ""
		case s.Cumulative != nil:
			term = s.Cumulative.MetricTerm
		case s.Shift != nil:
			term = s.Shift.MetricTerm
		}
		if term.Metric == "" {
			if model := term.modelOf(m); k.Models[model] != nil {
				return model
			}
			return ""
		}
		if m = k.Metrics[term.Metric]; m == nil {
			return ""
		}
	}
	return ""
}

// modelOf returns the model of an inline measure: its own, or the metric's.
func (t MetricTerm) modelOf(m *Metric) string {
	if t.Model != "" {
		return t.Model
	}
	return m.Model
}

func (k *checker) deprecated(path []string, name string, m *Metric) {
	if m.Deprecated == nil {
		return
	}
	p := at(path, "deprecated")
	if m.Status != "deprecated" {
		k.report(diag.DeprecatedForm, at(path, "status"), `Say status: "deprecated", or leave it out.`, "%s is %s, and says how it is deprecated", dotted(path), m.Status)
	}
	switch use := k.Metrics[m.Deprecated.Use]; {
	case m.Deprecated.Use == "":
	case m.Deprecated.Use == name:
		k.report(diag.DeprecatedForm, at(p, "use"), "Name another metric, or leave `use` out.", "%s is to be used instead of itself", name)
	case use == nil:
		k.unknown(diag.UnknownMetric, at(p, "use"), "there is no metric "+m.Deprecated.Use, m.Deprecated.Use, k.metrics)
	case use.Status == "deprecated":
		k.report(diag.DeprecatedForm, at(p, "use"), "Name a metric that stays.", "%s is deprecated too", m.Deprecated.Use)
	}
	k.date(diag.DeprecatedForm, at(p, "until"), m.Deprecated.Until)
}

// date reports a day that does not exist, such as the 30th of February.
func (k *checker) date(code diag.Code, path []string, text string) (calendar.Date, bool) {
	day, ok := calendar.ParseDate(text)
	if !ok && text != "" {
		k.report(code, path, "Write a day that exists, such as \"2026-01-31\".", "%s is no day", text)
	}
	return day, ok
}

// audience reports an audience wider than that of an input.
func (k *checker) audience(path []string, m *Metric) {
	inputs := k.inputs(path, m)
	for _, in := range inputs {
		input := k.Metrics[in.metric]
		if input == nil || slices.Contains(m.Discloses, in.metric) || slices.Contains(input.Audience, everyone) {
			continue
		}
		for _, who := range m.Audience {
			if !slices.Contains(input.Audience, who) {
				k.add(diag.Diagnostic{
					Code: diag.AudienceWider, Range: k.Range(at(path, "audience")...),
					Message: fmt.Sprintf("%s is shown to %s, and its input %s is not", dotted(path), who, in.metric),
					Hint:    fmt.Sprintf("Narrow `audience`, or say that it is meant: discloses: [%q].", in.metric),
					Related: []diag.Related{{Range: k.Range("metrics", in.metric, "audience"), Message: fmt.Sprintf("%s is shown to %s", in.metric, list(input.Audience, "and"))}},
				}, path)
				break
			}
		}
	}
	for i, name := range m.Discloses {
		p := at(path, "discloses", fmt.Sprint(i))
		switch {
		case k.Metrics[name] == nil:
			k.unknown(diag.UnknownMetric, p, "there is no metric "+name, name, k.metrics)
		case !slices.ContainsFunc(inputs, func(in input) bool { return in.metric == name }):
			k.report(diag.AudienceWider, p, "Name inputs only.", "%s is no input of %s, so nothing of it is disclosed", name, dotted(path))
		}
	}
}

func (k *checker) anchor(path []string, m *Metric, a Anchor) {
	decimal := expr.Type{Kind: expr.Decimal, Precision: 38, Scale: 18}
	if _, ok := expr.Value(decimal, a.Value); !ok {
		k.report(diag.AnchorForm, at(path, "value"), `Write its digits: value: "12.64".`, "the value of an anchor is a number")
	}
	if within, ok := expr.Value(decimal, a.Within); !ok || within[0] == '-' {
		k.report(diag.AnchorForm, at(path, "within"), `Write how far off it may be: within: "0.01".`, "the tolerance of an anchor is a number of 0 or more")
	}
	if a.Range != nil {
		start, ok := k.date(diag.AnchorForm, at(path, "range", "start"), a.Range.Start)
		end, also := k.date(diag.AnchorForm, at(path, "range", "end"), a.Range.End)
		if ok && also && start.Compare(end) >= 0 {
			k.report(diag.AnchorForm, at(path, "range", "end"), "The end is the day after the last: a year ends on the first of January.", "the range ends before it holds a day")
		}
	}
	model := k.single(m)
	if model == "" {
		return
	}
	if timeless := k.timeless(m, model); timeless && a.Range != nil {
		k.report(diag.AnchorForm, at(path, "range"), "Leave the range out.", "the metric has no time")
	} else if !timeless && a.Range == nil {
		k.report(diag.AnchorForm, path, "Say which days it is about: range: {start: \"2026-01-01\", end: \"2027-01-01\"}.", "an anchor of a metric with a time needs a range")
	}
	for i, f := range a.Filters {
		k.dimensionOf(at(path, "filters", fmt.Sprint(i), "dimension"), model, f.Dimension)
	}
}

func (k *checker) timeless(m *Metric, model string) bool {
	if m.Time != "" {
		return m.Time == "none"
	}
	return k.Models[model].Time == "none"
}
