package cli

import (
	"context"

	"github.com/spf13/cobra"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/render"
	"sutura.dev/internal/sources"
)

func (a *app) verifyCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "verify",
		GroupID: groupAsk,
		Short:   "Compare the published values with what the data gives",
		Long: `Compare what the catalog declares of its tables with what is there, then ask for every anchor, the published values
that a metric must give. It ends with 1 when something differs.`,
		Example: "  sutura verify\n  sutura verify --format json",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.verify(cmd.Context(), format) },
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func (a *app) verify(ctx context.Context, format string) error {
	w, err := a.open()
	if err != nil {
		return err
	}
	engine, done, err := a.engine(ctx, w)
	if err != nil {
		return err
	}
	defer done()
	declared, err := sources.Check(ctx, w.bundle, engine.Sources)
	if err != nil {
		return failed("the tables of a source cannot be listed", "`sutura doctor` looks at the source")
	}
	results := []answer.AnchorResult{}
	if !declared.HasErrors() {
		stop := a.working("asking for the anchors")
		results, err = engine.Anchors(ctx)
		if stop(); err != nil {
			return broken(err, false)
		}
	}
	found := render.Select(declared, 0)
	wrong := 0
	for _, r := range results {
		if !r.OK {
			wrong++
		}
	}
	if format == "json" {
		err = a.out.JSON(struct {
			Declared render.Findings       `json:"declared"`
			Anchors  []answer.AnchorResult `json:"anchors"`
			Wrong    int                   `json:"wrong"`
		}{found.Wire(w.files), results, wrong})
	} else if a.out.Diagnostics(found, w.files); found.Errors == 0 {
		a.anchors(results, wrong)
	}
	if err == nil && (wrong > 0 || found.Errors > 0) {
		return errFound
	}
	return err
}

func (a *app) anchors(results []answer.AnchorResult, wrong int) {
	if len(results) == 0 {
		a.out.Line("the catalog has no anchors on its sources")
		return
	}
	t := render.Table{Columns: []render.Column{{Name: "metric"}, {Name: "asked"}, {Name: "expected", Numeric: true}, {Name: "within", Numeric: true}, {Name: "actual", Numeric: true}, {Name: "verdict"}}}
	for _, r := range results {
		verdict := "ok"
		switch {
		case r.Problem != "":
			verdict = r.Problem
		case !r.OK:
			verdict = "differs"
		}
		t.Rows = append(t.Rows, []any{r.Metric, asked(r.Question), r.Expected, dash(r.Within), dash(r.Actual), verdict})
	}
	a.out.Table(t)
	a.out.Line("")
	a.out.Line("%s, %d wrong", count(len(results), "anchor"), wrong)
}

// asked is a question's flags without its metric.
func asked(q question.Question) string {
	f, ok := question.FlagsOf(q)
	if !ok {
		return "-"
	}
	return dash(render.Shell(f.Args()[len(q.Metrics):]))
}
