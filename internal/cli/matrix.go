package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/render"
)

func (a *app) matrixCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "matrix [METRIC...]",
		GroupID: groupAsk,
		Short:   "Say which metrics can be asked together",
		Long: `Show by which dimensions and grains the metrics are asked: metrics that are asked alike stand together as A, B, C, and a
mark says that a dimension is theirs. Metrics are asked together by the dimensions and grains that they have in common.
With names, only those metrics are shown, and what they can be asked by together.`,
		Example: "  sutura matrix\n  sutura matrix revenue orders\n  sutura matrix --format json",
		RunE: func(_ *cobra.Command, args []string) error {
			w, err := a.open()
			if err != nil {
				return err
			}
			view := w.view()
			for _, name := range args {
				if view.Metric(name) == nil {
					return failed("there is no metric of that name", suggest(name, view.Names(), "There are "+someOf(view.Names())+"; `sutura describe` lists the metrics."))
				}
			}
			m := plan.MatrixOf(view, args)
			if format == "json" {
				return a.out.JSON(matrixOf(view, m, args))
			}
			a.matrix(view, m, args)
			return nil
		},
	}
	formatFlag(cmd, &format, "text", "json")
	cmd.ValidArgsFunction = a.completeMetrics(0)
	return cmd
}

// matrixJSON is the matrix: groups of metrics, and dimensions with the groups that have them.
type matrixJSON struct {
	Groups     []matrixGroupJSON     `json:"groups"`
	Dimensions []matrixDimensionJSON `json:"dimensions"`
	Together   *question.Space       `json:"together,omitempty"` // of the named metrics, where they can be asked together
}

type matrixGroupJSON struct {
	Group   string   `json:"group"`
	Metrics []string `json:"metrics"`
	Source  string   `json:"source"`
	Grains  []string `json:"grains"`
}

type matrixDimensionJSON struct {
	Name   string   `json:"name"`
	Of     string   `json:"of,omitempty"` // the model that declares it, where another dimension has the name
	Groups []string `json:"groups"`
}

func matrixOf(view *bundle.View, m plan.Matrix, names []string) matrixJSON {
	out := matrixJSON{Groups: []matrixGroupJSON{}, Dimensions: []matrixDimensionJSON{}}
	for i, r := range m.Rows {
		out.Groups = append(out.Groups, matrixGroupJSON{letters(i), r.Metrics, r.Source, r.Grains})
	}
	for _, c := range m.Columns {
		var groups []string
		for _, r := range c.Rows {
			groups = append(groups, letters(r))
		}
		for _, d := range c.Dimensions {
			out.Dimensions = append(out.Dimensions, matrixDimensionJSON{d.Name, d.Of, groups})
		}
	}
	if len(names) > 0 && m.Sources() == 1 {
		out.Together = plan.Space(view, names)
	}
	return out
}

// letters names a group: A to Z, then AA.
func letters(i int) string {
	out := ""
	for i++; i > 0; i = (i - 1) / 26 {
		out = string(rune('A'+(i-1)%26)) + out
	}
	return out
}

// pageWidth is how wide a text is that is read without a terminal of one's own.
const pageWidth = 80

func (a *app) matrix(view *bundle.View, m plan.Matrix, names []string) {
	many := m.Sources() > 1
	for i, r := range m.Rows {
		about := grainSpan(r.Grains)
		if many {
			about += ", in " + r.Source
		}
		a.out.Heading(letters(i) + ": " + about)
		for _, line := range wrapped(r.Metrics, pageWidth-2) {
			a.out.Line("  %s", render.Escape(line))
		}
	}
	a.matrixMarks(m)
	switch {
	case len(names) > 0:
		a.together(view, m, names)
	case many:
		a.say("")
		a.say("Metrics of one data system are asked together, by the dimensions that they share; those of two are asked apart.")
	default:
		a.say("")
		a.say("Any of these metrics are asked together, by the dimensions and grains that they\nshare; `sutura matrix METRIC...` says which.")
	}
}

// matrixMarks prints which groups have which dimensions, as many groups beside each other as a page holds. Dimensions of
// the same groups share a mark.
func (a *app) matrixMarks(m plan.Matrix) {
	name := len("dimension")
	for _, c := range m.Columns {
		for _, d := range c.Dimensions {
			name = max(name, len(dimensionText(d)))
		}
	}
	label := len(letters(len(m.Rows) - 1))
	beside := max(1, (pageWidth-name)/(label+2))
	for first := 0; first < len(m.Rows); first += beside {
		end := min(first+beside, len(m.Rows))
		t := render.Table{Columns: []render.Column{{Name: "dimension"}}}
		for i := first; i < end; i++ {
			t.Columns = append(t.Columns, render.Column{Name: letters(i)})
		}
		room := pageWidth - (end-first)*(label+2)
		for _, c := range m.Columns {
			t.Rows = append(t.Rows, marks(c, first, end, room)...)
		}
		if len(t.Rows) > 0 {
			a.out.Line("")
			a.out.Table(t)
		}
	}
}

// marks are the lines of dimensions of the same groups: their names, and a mark for each group from first to before end
// that has them. None has: no line.
func marks(c plan.MatrixColumn, first, end, room int) [][]any {
	marked := make([]any, end-first)
	found := false
	for i := range marked {
		marked[i] = "-"
		if slices.Contains(c.Rows, first+i) {
			marked[i], found = "x", true
		}
	}
	if !found {
		return nil
	}
	names := make([]string, len(c.Dimensions))
	for i, d := range c.Dimensions {
		names[i] = dimensionText(d)
	}
	var out [][]any
	for _, line := range wrapped(names, room) {
		out = append(out, append([]any{line}, marked...))
	}
	return out
}

func dimensionText(d plan.MatrixDimension) string {
	if d.Of == "" {
		return d.Name
	}
	return d.Name + " of " + d.Of
}

// wrapped joins names by commas, in lines that are no longer than a width where no name is.
func wrapped(names []string, width int) []string {
	var out []string
	line := ""
	for i, n := range names {
		if i < len(names)-1 {
			n += ","
		}
		switch {
		case line == "":
			line = n
		case len(line)+1+len(n) > width:
			out, line = append(out, line), n
		default:
			line += " " + n
		}
	}
	return append(out, line)
}

// together says what the named metrics can be asked by in one question.
func (a *app) together(view *bundle.View, m plan.Matrix, names []string) {
	a.out.Line("")
	space := plan.Space(view, names)
	switch {
	case m.Sources() > 1:
		a.out.Line("These are not asked together: they live in different data systems.")
		return
	case len(space.Metrics) > question.MaxMetrics:
		a.out.Line("These are not asked together: a question has at most %d metrics.", question.MaxMetrics)
		return
	}
	dimensions := make([]string, len(space.Dimensions))
	for i, d := range space.Dimensions {
		dimensions[i] = d.Name
	}
	none := func(names []string) string { return dash(strings.Join(names, ", ")) }
	for _, f := range [][2]string{
		{"together by", none(dimensions)}, {"grains", none(space.Grains)}, {"beside", none(space.Beside())},
	} {
		for i, line := range wrapped(strings.Split(f[1], ", "), pageWidth-13) {
			if i > 0 {
				f[0] = ""
			}
			a.out.Line("%-11s  %s", f[0], line)
		}
	}
}
