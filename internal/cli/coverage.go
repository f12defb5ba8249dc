package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/internal/coverage"
	"sutura.dev/internal/render"
)

func (a *app) coverageCommand() *cobra.Command {
	var format string
	var top int
	cmd := &cobra.Command{
		Use:     "coverage AUDIT.jsonl...",
		GroupID: groupAsk,
		Short:   "Say how much of what was asked is certified, and what is worth a metric",
		Long: `Read the audit of a server and say how many answers were certified and how many statements were ungoverned: over time, by
caller and by tool; why questions were refused; and which ungoverned statements come back, by their shape and by the tables
and aggregates that they touch. The first of those are the ones to make metrics of. Files may be of any size; lines that
cannot be read are counted and left out; a file of none but those fails. Nothing is kept, and constants are shown as ?.`,
		Example: "  sutura coverage audit.jsonl\n  sutura coverage audit-*.jsonl --format json\n  zcat audit.jsonl.gz | sutura coverage -",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("`"+cmd.CommandPath()+"` needs the file of an audit", "The setting audit.path names it; - is standard input.")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if top < 1 || top > 1000 {
				return usage("--top takes a whole number from 1 to 1000", "")
			}
			r := coverage.New()
			stop := a.working("reading")
			for _, name := range args {
				if err := a.readAudit(r, name); err != nil {
					stop()
					return err
				}
			}
			stop()
			report := r.Report()
			if format == "json" {
				report.Candidates, report.Shapes = report.Candidates[:min(top, len(report.Candidates))], report.Shapes[:min(top, len(report.Shapes))]
				return a.out.JSON(report)
			}
			a.coverageText(report, top)
			return nil
		},
	}
	formatFlag(cmd, &format, "text", "json")
	cmd.Flags().IntVar(&top, "top", 10, "how many callers, candidates and shapes at most")
	return cmd
}

// readAudit takes one file in; - is standard input.
func (a *app) readAudit(r *coverage.Reader, name string) error {
	var in io.Reader = a.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return unreadable(name, err)
		}
		defer f.Close()
		in = f
	}
	switch err := r.Read(in); {
	case errors.Is(err, coverage.ErrNoLine):
		return failed("no line of "+render.Escape(name)+" can be read", "The setting audit.path names the file of an audit: a JSON object on each line.")
	case err != nil:
		return unreadable(name, err)
	}
	return nil
}

// coverageText is a report for people.
func (a *app) coverageText(r coverage.Report, top int) {
	if r.Lines.Broken > 0 {
		a.say("note: %s could not be read, and are left out", count(r.Lines.Broken, "line"))
	}
	if r.Lines.Calls == 0 {
		a.out.Line("no calls")
		return
	}
	a.out.Line("%s from %s to %s: %s certified, %s ungoverned", count(r.Lines.Calls, "call"), r.From, r.To, count(r.Total.Answers, "answer"), count(r.Total.Ungoverned, "statement"))
	if len(r.Time) > 1 {
		a.out.Line("")
		a.out.LineChart(certifiedChart(r))
	}
	a.shares("By caller", "caller", r.Callers, top)
	a.shares("By tool", "tool", r.Tools, top)
	a.codes("Refused questions", r.Refused, top)
	a.codes("Statements that gave nothing", r.NotRun, top)
	a.candidates(r, top)
	a.shapes(r, top)
}

// certifiedChart draws answers and ungoverned statements over time.
func certifiedChart(r coverage.Report) render.LineChart {
	c := render.LineChart{Title: "Certified and ungoverned", Unit: "calls", Grain: r.Grain, Series: []render.Series{{Name: "certified"}, {Name: "ungoverned"}}}
	for _, p := range r.Time {
		c.Periods = append(c.Periods, p.Name)
		c.Series[0].Values = append(c.Series[0].Values, float64(p.Answers))
		c.Series[1].Values = append(c.Series[1].Values, float64(p.Ungoverned))
	}
	return c
}

func (a *app) shares(title, what string, rows []coverage.Row, top int) {
	t := render.Table{Columns: []render.Column{{Name: what}, {Name: "certified", Numeric: true}, {Name: "ungoverned", Numeric: true}, {Name: "share", Numeric: true},
		{Name: "refused", Numeric: true}, {Name: "gave nothing", Numeric: true}, {Name: "other", Numeric: true}}}
	for _, r := range rows[:min(top, len(rows))] {
		share := "-"
		if r.Certified != nil {
			share = fmt.Sprintf("%.1f %%", *r.Certified*100)
		}
		t.Rows = append(t.Rows, []any{dash(r.Name), int64(r.Answers), int64(r.Ungoverned), share, int64(r.Refusals), int64(r.NotRun), int64(r.Other)})
	}
	a.listed(title, t, len(rows)-len(t.Rows))
}

// listed prints a table below its title, and how much is left out.
func (a *app) listed(title string, t render.Table, more int) {
	if len(t.Rows) == 0 {
		return
	}
	a.out.Line("")
	a.out.Heading(title)
	a.out.Table(t)
	if more > 0 {
		a.out.Line("and %d more; --top shows more of them", more)
	}
}

func (a *app) codes(title string, codes []coverage.Count, top int) {
	t := render.Table{Columns: []render.Column{{Name: "code"}, {Name: "times", Numeric: true}}}
	for _, c := range codes[:min(top, len(codes))] {
		t.Rows = append(t.Rows, []any{dash(c.Code), int64(c.Count)})
	}
	a.listed(title, t, len(codes)-len(t.Rows))
}

func (a *app) candidates(r coverage.Report, top int) {
	t := render.Table{Columns: []render.Column{{Name: "what"}, {Name: "of"}, {Name: "statements", Numeric: true}, {Name: "callers", Numeric: true}, {Name: "shapes", Numeric: true}, {Name: "last"}}}
	for _, c := range r.Candidates[:min(top, len(r.Candidates))] {
		t.Rows = append(t.Rows, []any{c.Aggregate, dash(strings.Join(c.Relations, ", ")), int64(c.Statements), int64(c.Callers), int64(c.Shapes), c.Last})
	}
	a.listed("What could be metrics, the most asked first", t, len(r.Candidates)-len(t.Rows))
}

func (a *app) shapes(r coverage.Report, top int) {
	t := render.Table{Columns: []render.Column{{Name: "statements", Numeric: true}, {Name: "callers", Numeric: true}, {Name: "last"}, {Name: "shape"}}}
	for _, s := range r.Shapes[:min(top, len(r.Shapes))] {
		t.Rows = append(t.Rows, []any{int64(s.Statements), int64(s.Callers), s.Last, s.Text})
	}
	a.listed("Ungoverned statements by their shape", t, len(r.Shapes)-len(t.Rows))
	if r.Unshaped > 0 {
		a.out.Line("%s of shapes past the first thousands are counted only", count(r.Unshaped, "statement"))
	}
}
