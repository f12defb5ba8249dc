package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
	"sutura.dev/internal/sources"
)

func (a *app) verifyCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "verify [ANSWER]",
		GroupID: groupAsk,
		Short:   "Hold the catalog, or a saved answer, to what the data gives",
		Long: `Compare what the catalog declares with the data: tables, columns and types, keys that must not repeat, columns that must
not be null. Then ask for every anchor, the published values that a metric must give.

With ANSWER, a file that ` + "`sutura ask --format json`" + ` wrote, ask its question again and say what differs: the bundle, what
its metrics mean, the statement, the rows. It ends with 1 when something differs.`,
		Example: "  sutura verify\n  sutura verify --format json\n  sutura verify answer.json",
		Args:    maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return a.replay(cmd.Context(), format, args[0])
			}
			return a.verify(cmd.Context(), format)
		},
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
	stop := a.working("comparing the data with what is declared")
	defer stop()
	declared, err := a.declared(ctx, w, engine)
	if err != nil {
		return err
	}
	fresh := engine.Freshness(ctx)
	results := []answer.AnchorResult{}
	if !declared.HasErrors() {
		if results, err = engine.Anchors(ctx); err != nil {
			return broken(err, false)
		}
	}
	stop()
	found := render.Select(declared, 0)
	wrong := 0
	for _, r := range results {
		if !r.OK {
			wrong++
		}
	}
	old := slices.ContainsFunc(fresh, func(f answer.Freshness) bool { return f.Stale || f.Unknown })
	if format == "json" {
		err = a.out.JSON(struct {
			Declared render.Findings       `json:"declared"`
			Anchors  []answer.AnchorResult `json:"anchors"`
			Wrong    int                   `json:"wrong"`
			Fresh    []answer.Freshness    `json:"fresh"`
		}{found.Wire(w.files), results, wrong, fresh})
	} else if a.out.Diagnostics(found, w.files); found.Errors == 0 {
		a.anchors(results, wrong)
		a.fresh(fresh)
	}
	if err == nil && (wrong > 0 || old || found.Errors > 0) {
		return errFound
	}
	return err
}

// declared compares the declarations with the data: first the tables, and where they are as declared, their rows.
func (a *app) declared(ctx context.Context, w *workspace, engine *answer.Engine) (diag.List, error) {
	found, err := sources.Check(ctx, w.bundle, engine.Sources)
	if err != nil {
		return nil, failed("the tables of a source cannot be listed", "`sutura doctor` looks at the source.")
	}
	if !found.HasErrors() {
		if found, err = sources.Prove(ctx, w.bundle, engine.Sources); err != nil {
			return nil, failed("the keys of a source's tables cannot be proved", "`sutura doctor` looks at the source.")
		}
	}
	return w.located(found), nil
}

func (a *app) anchors(results []answer.AnchorResult, wrong int) {
	if len(results) == 0 {
		a.out.Line("tables, columns, types, keys and nulls are as declared; the catalog has no anchors on its sources")
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

// fresh says how far the data of models reaches that declare it.
func (a *app) fresh(of []answer.Freshness) {
	if len(of) == 0 {
		return
	}
	checks := make([]render.Check, len(of))
	for i, f := range of {
		c := render.Check{OK: !f.Stale && !f.Unknown, What: "data of " + f.Model, Found: "until " + f.Until}
		switch {
		case f.Unknown:
			c.Found = "the source does not say how new it is"
		case f.Until == "":
			c.Found = "no row says how new it is"
		case f.Within != "":
			c.Found += ", at most " + f.Within + " old"
			if f.Stale {
				c.Found = "until " + f.Until + ", older than " + f.Within
			}
		}
		checks[i] = c
	}
	a.out.Line("")
	a.out.Checks(checks...)
}

// asked is a question's flags without its metric.
func asked(q question.Question) string {
	f, ok := question.FlagsOf(q)
	if !ok {
		return "-"
	}
	return dash(render.Shell(f.Args()[len(q.Metrics):]))
}
