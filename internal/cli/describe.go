package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/render"
)

func (a *app) describeCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "describe [METRIC]",
		GroupID: groupAsk,
		Short:   "Say what is measured",
		Long:    "List the metrics, or say all about one: what it means, how it is computed, and what it can be asked by.",
		Example: "  sutura describe\n  sutura describe revenue\n  sutura describe revenue --format json",
		Args:    maxArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			w, err := a.open()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.listMetrics(w, format)
			}
			return a.describeMetric(w, args[0], format)
		},
	}
	formatFlag(cmd, &format, "text", "json")
	cmd.ValidArgsFunction = a.completeMetrics(1)
	return cmd
}

// metricJSON is a metric in listings.
type metricJSON struct {
	Name        string   `json:"name"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Unit        string   `json:"unit,omitempty"`
	Type        string   `json:"type"`
	Status      string   `json:"status"`
	Use         string   `json:"use,omitempty"`
	Owner       string   `json:"owner,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Caveats     []string `json:"caveats,omitempty"`
	Grains      []string `json:"grains"`
	Dimensions  []string `json:"dimensions"`
}

func metricOf(m *bundle.Metric) metricJSON {
	out := metricJSON{
		Name: m.Name, Title: m.Prose.Title, Description: m.Prose.Description, Unit: m.Unit, Type: m.Type.String(), Status: m.Status,
		Use: m.Use, Owner: m.Prose.Owner, Tags: m.Prose.Tags, Caveats: m.Caveats, Grains: m.Grains, Dimensions: m.Dimensions,
	}
	if out.Grains == nil {
		out.Grains = []string{}
	}
	if out.Dimensions == nil {
		out.Dimensions = []string{}
	}
	return out
}

func (a *app) listMetrics(w *workspace, format string) error {
	metrics := w.bundle.Metrics()
	if format == "json" {
		out := struct {
			Metrics []metricJSON `json:"metrics"`
		}{Metrics: []metricJSON{}}
		for i := range metrics {
			out.Metrics = append(out.Metrics, metricOf(&metrics[i]))
		}
		return a.out.JSON(out)
	}
	a.out.Table(metricTable(metrics))
	a.say("")
	a.say("`sutura describe METRIC` says all about one.")
	return nil
}

func metricTable(metrics []bundle.Metric) render.Table {
	t := render.Table{Columns: []render.Column{{Name: "metric"}, {Name: "title"}, {Name: "unit"}, {Name: "grains"}, {Name: "status"}}}
	for _, m := range metrics {
		t.Rows = append(t.Rows, []any{m.Name, dash(m.Prose.Title), dash(m.Unit), grainSpan(m.Grains), m.Status})
	}
	return t
}

// grainSpan is "day to year".
func grainSpan(grains []string) string {
	switch len(grains) {
	case 0:
		return "no time"
	case 1:
		return grains[0]
	}
	return grains[0] + " to " + grains[len(grains)-1]
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func (a *app) describeMetric(w *workspace, name, format string) error {
	view := w.view()
	m := view.Metric(name)
	if m == nil {
		return failed("there is no metric of that name", suggest(name, view.Names(), "There are "+someOf(view.Names())+"; `sutura describe` lists the metrics."))
	}
	space := plan.Space(view, []string{name})
	if format == "json" {
		return a.out.JSON(struct {
			metricJSON
			Meaning string          `json:"meaning"` // digest
			Space   *question.Space `json:"space"`

			Hierarchies []bundle.Hierarchy `json:"hierarchies,omitempty"`
		}{metricOf(m), w.bundle.MetricDigests(name).Meaning, space, view.Hierarchies(m)})
	}
	p := a.out
	title := m.Name
	if m.Prose.Title != "" {
		title += ": " + m.Prose.Title
	}
	p.Heading(title)
	if m.Prose.Description != "" {
		p.Quote(m.Prose.Description)
	}
	p.Line("")
	status := m.Status
	if m.Use != "" {
		status += ", use " + m.Use
	}
	p.Fields([][2]string{
		{"computed", m.Definition()}, {"unit", m.Unit}, {"type", m.Type.String()}, {"status", status}, {"owner", m.Prose.Owner},
		{"tags", strings.Join(m.Prose.Tags, ", ")}, {"grains", strings.Join(m.Grains, ", ")},
		{"beside", strings.Join(space.Beside(), ", ")}, {"meaning", w.bundle.MetricDigests(name).Meaning},
	})
	for _, c := range m.Caveats {
		p.Line("caveat")
		p.Quote(c)
	}
	a.dimensions(space)
	a.hierarchies(view.Hierarchies(m))
	if !a.flags.quiet {
		a.msg.Line("")
		a.msg.Line("Ask it:")
		a.msg.Command(append(a.again("ask"), starterArgs(m, space)...))
	}
	return nil
}

func (a *app) dimensions(space *question.Space) {
	if len(space.Dimensions) == 0 {
		return
	}
	t := render.Table{Columns: []render.Column{{Name: "dimension"}, {Name: "type"}, {Name: "filter"}, {Name: "values"}}}
	for _, d := range space.Dimensions {
		t.Rows = append(t.Rows, []any{d.Name, d.Type, d.Filter, dash(someOf(d.Values))})
	}
	a.out.Line("")
	a.out.Table(t)
}

// hierarchies prints the ways down.
func (a *app) hierarchies(ways []bundle.Hierarchy) {
	if len(ways) == 0 {
		return
	}
	t := render.Table{Columns: []render.Column{{Name: "hierarchy"}, {Name: "coarse to fine"}}}
	for _, h := range ways {
		t.Rows = append(t.Rows, []any{h.Name, strings.Join(h.Levels, " > ")})
	}
	a.out.Line("")
	a.out.Table(t)
}

// someOf joins as many of the values as are easily read. One that its neighbours or its ends could be mistaken for is quoted.
func someOf(values []string) string {
	const room = 60
	text := ""
	for i, v := range values {
		if len(values) > 1 && (v == "" || strings.Contains(v, ",") || strings.TrimSpace(v) != v) {
			v = `"` + v + `"`
		}
		if i > 0 && len(text)+len(v) > room {
			return text + ", ..."
		}
		if i > 0 {
			text += ", "
		}
		text += v
	}
	return text
}

// starterArgs is a first question about a metric.
func starterArgs(m *bundle.Metric, space *question.Space) []string {
	f := question.Flags{Metrics: []string{m.Name}}
	if len(m.Grains) > 0 {
		f.Range, f.Grain = "this-year", m.Grains[len(m.Grains)/2]
	}
	for _, d := range space.Dimensions {
		if d.Filter == bundle.FilterClosed {
			f.By = []string{d.Name}
			break
		}
	}
	return f.Args()
}
