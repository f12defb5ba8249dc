package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/render"
)

type askFlags struct {
	questionFlags
	format  string
	plot    bool
	timeout time.Duration
}

const defaultTimeout = 30 * time.Second

func (a *app) askCommand() *cobra.Command {
	var f askFlags
	cmd := &cobra.Command{
		Use:     "ask METRIC...",
		GroupID: groupAsk,
		Short:   "Ask a question and get its answer with proof",
		Long: `Ask a question about metrics of the catalog. The answer is rows, what a reader should know of them, and where they
come from. A refusal is an answer too: it says what to ask instead, and ends with 1. The table rounds doubles to six
digits for reading; json, csv and tsv carry every digit.`,
		Example: `  sutura ask revenue --range 2026
  sutura ask revenue orders --by channel --grain month --range 2026 --plot
  sutura ask revenue --range last-3-months --where channel=web,store --format csv
  sutura ask --query revenue_card --param channel=web --param when=2026-Q2
  sutura ask --question question.json --format json
  sutura ask --words "revenue by channel last month"`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.ask(cmd.Context(), f, args) },
	}
	f.add(a, cmd)
	formatFlag(cmd, &f.format, "table", "json", "csv", "tsv", "markdown")
	cmd.Flags().BoolVar(&f.plot, "plot", false, "draw it too: lines over time, bars of groups")
	cmd.Flags().DurationVar(&f.timeout, "timeout", defaultTimeout, "stop the statement after this `TIME`")
	return cmd
}

func (a *app) ask(ctx context.Context, f askFlags, metrics []string) error {
	switch {
	case f.plot && f.format != "table":
		return usage("--plot draws for people, and --format "+f.format+" is for programs", "Leave one of them out.")
	case f.timeout <= 0:
		return usage("--timeout takes a time above zero, such as 30s", "")
	case len(metrics) == 0 && f.byFlags() && len(f.saved.params) == 0:
		return usage("a question names at least one metric", "`sutura describe` lists the metrics.")
	}
	q, err := f.question(a, metrics)
	if err != nil {
		return err
	}
	w, err := a.open()
	if err != nil {
		return err
	}
	q, refusal, err := f.fill(a, w.view(), q)
	switch {
	case err != nil:
		return err
	case refusal != nil:
		return a.refused(q, refusal, "ask", f.format == "json")
	}
	engine, done, err := a.engine(ctx, w, sourceOf(w.view(), q)...)
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	stop := a.working("asking " + w.bundle.About().Name)
	outcome, err := engine.Ask(ctx, q)
	stop()
	if err != nil {
		return broken(err, f.byFlags())
	}
	switch o := outcome.(type) {
	case *answer.Refused:
		return a.refused(q, &o.Refusal, "ask", f.format == "json")
	case *answer.Answer:
		return a.answer(w, o, f, q)
	}
	return errors.New("an outcome is an answer or a refusal")
}

// engine opens the data of a workspace for asking. done closes it.
func (a *app) engine(ctx context.Context, w *workspace, only ...string) (*answer.Engine, func(), error) {
	now, err := a.clock()
	if err != nil {
		return nil, nil, err
	}
	set, err := a.sources(ctx, w, only...)
	if err != nil {
		return nil, nil, err
	}
	return &answer.Engine{View: w.view(), Sources: set, Clock: now, Version: buildFacts().Version}, func() { _ = set.Close() }, nil
}

// sourceOf names the source of the question's first metric that exists, so that no other is opened; none for none: then
// every source is.
func sourceOf(view *bundle.View, q question.Question) []string {
	for _, name := range q.Metrics {
		if m := view.Metric(name); m != nil {
			return []string{view.Model(m.Measure.Terms[0].Model).Source}
		}
	}
	return nil
}

// broken says in our words why there is no outcome.
func broken(err error, flags bool) error {
	if failure, ok := errors.AsType[*answer.Failure](err); ok {
		return failed(failure.Detail, cmp.Or(failure.Remedy, "`sutura doctor` looks at the source."))
	}
	return malformed(err, flags)
}

func (a *app) answer(w *workspace, o *answer.Answer, f askFlags, q question.Question) error {
	clock := a.flags.clock != "" || q.Range != nil && q.Range.Last != nil
	table := render.AnswerTable(o)
	switch f.format {
	case "json":
		return a.out.JSON(o)
	case "markdown":
		a.out.MarkdownAnswer(o, clock)
	case "csv", "tsv":
		if f.format == "csv" {
			a.out.CSV(table)
		} else {
			a.out.TSV(table)
		}
		if !a.flags.quiet {
			notes(a.msg, o.Notes)
			if names := table.FormulaLike(); len(names) > 0 {
				a.msg.Note("texts of " + strings.Join(names, ", ") + " begin like a spreadsheet's formulas; they are data, unchanged: import them as text")
			}
			a.msg.Provenance(o, clock)
		}
	default:
		a.out.Table(table)
		a.out.Line("")
		if f.plot {
			a.plot(w, o)
		}
		notes(a.out, o.Notes)
		a.out.Provenance(o, clock)
	}
	return nil
}

func (a *app) plot(w *workspace, o *answer.Answer) {
	if len(o.Rows) > 0 && a.out.Plot(o, buckets(w.bundle, o.Question)) {
		a.out.Line("")
		return
	}
	a.say("there is one value, and nothing to draw: add --grain or --by")
}

// buckets lists the periods of a question that was resolved, none where it has no grain.
func buckets(b *bundle.Bundle, q question.Question) []calendar.Local {
	grain, ok := calendar.ParseGrain(q.Grain)
	if !ok || q.Range == nil {
		return nil
	}
	start, _ := calendar.ParseLocal(q.Range.Start)
	end, _ := calendar.ParseLocal(q.Range.End)
	return b.Calendar().Buckets(calendar.Span{Start: start, End: end}, grain)
}
