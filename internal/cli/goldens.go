package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/goldens"
	"sutura.dev/internal/render"
)

func (a *app) goldensCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "goldens",
		GroupID: groupAuthor,
		Short:   "What is recorded of each metric: statements, and rows on the fixtures",
		Long: `What is recorded of each metric in goldens/: a few questions, their statements and binds, and the rows that they give
on the fixtures (fixtures/MODEL.csv, made from the catalog where nobody wrote them). check fails when something differs
from what is recorded; accept records it, after the difference was read.`,
		Example: "  sutura goldens list\n  sutura goldens diff revenue\n  sutura goldens accept",
		Args:    a.noSuchCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	verb := func(use, short, example string, run func(ctx context.Context, format string, metrics []string) error) *cobra.Command {
		var format string
		sub := &cobra.Command{
			Use: use + " [METRIC...]", Short: short, Example: example, ValidArgsFunction: a.completeMetrics(0),
			RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), format, args) },
		}
		formatFlag(sub, &format, "text", "json")
		cmd.AddCommand(sub)
		return sub
	}
	verb("list", "List what is recorded, and whether it still holds", "  sutura goldens list\n  sutura goldens list --format json", a.goldensList)
	var all bool
	diff := verb("diff", "Show how the catalog differs from what is recorded; ends with 1 where it does",
		"  sutura goldens diff\n  sutura goldens diff revenue --all --color always | less -R",
		func(ctx context.Context, format string, metrics []string) error {
			return a.goldensDiff(ctx, format, metrics, all)
		})
	diff.Flags().BoolVar(&all, "all", false, "every part: plans, binds, and the statement of every dialect too")
	verb("accept", "Record what the catalog gives now", "  sutura goldens accept\n  sutura goldens accept revenue orders", a.goldensAccept)
	return cmd
}

// recorded reads and records the goldens of the catalog, all or those of the named metrics. Findings other than
// differences end the work.
func (a *app) recorded(ctx context.Context, metrics []string) (*workspace, *recorded, error) {
	if a.flags.bundle != "" {
		return nil, nil, usage("goldens are of a catalog, not of a bundle", "Leave out --bundle.")
	}
	w, err := a.open()
	if err != nil {
		return nil, nil, err
	}
	stop := a.working("computing rows on the fixtures")
	defer stop()
	r, err := w.fixtures()
	if err == nil {
		err = w.record(ctx, r)
	}
	if err != nil {
		return nil, nil, err
	}
	stop()
	if r.found.HasErrors() {
		a.msg.Diagnostics(render.Select(r.found, defaultMaxDiagnostics), w.files)
		return nil, nil, failed("the fixtures or the questions have problems", "Mend them first; `sutura check` shows them all.")
	}
	if !r.files.Recorded() {
		r.differences = nothingRecorded(r.now)
	}
	return w, r, r.only(w, metrics)
}

// drifted are the first few differences that have hunks to show.
func (w *workspace) drifted() []goldens.Difference {
	if w.recorded == nil {
		return nil
	}
	out := slices.DeleteFunc(slices.Clone(w.recorded.differences), func(d goldens.Difference) bool { return d.Kind != goldens.Drifted })
	return out[:min(driftShown, len(out))]
}

// nothingRecorded are the differences from no goldens at all.
func nothingRecorded(now *goldens.Recording) []goldens.Difference {
	var out []goldens.Difference
	for _, g := range now.Goldens {
		out = append(out, goldens.Difference{Kind: goldens.Missing, Metric: g.Metric, Path: g.Path()})
	}
	return out
}

// only keeps what is about the named metrics, all where none is named.
func (r *recorded) only(w *workspace, metrics []string) error {
	if len(metrics) == 0 {
		return nil
	}
	known := slices.Clone(w.view().Names())
	for _, d := range r.differences {
		if d.Kind == goldens.Orphan {
			known = append(known, d.Metric)
		}
	}
	for _, name := range metrics {
		if !slices.Contains(known, name) {
			return failed("there is no metric of that name", suggest(name, known, "`sutura describe` lists the metrics."))
		}
	}
	r.differences = slices.DeleteFunc(r.differences, func(d goldens.Difference) bool { return !slices.Contains(metrics, d.Metric) })
	r.now.Goldens = slices.DeleteFunc(r.now.Goldens, func(g goldens.Sealed) bool { return !slices.Contains(metrics, g.Metric) })
	return nil
}

func (a *app) goldensAccept(ctx context.Context, format string, metrics []string) error {
	w, r, err := a.recorded(ctx, metrics)
	if err != nil {
		return err
	}
	written, err := goldens.Accept(w.root, r.differences, r.now)
	if err != nil {
		return unwritable(shown(w.root)+"/goldens", err)
	}
	if format == "json" {
		out := []acceptedJSON{}
		for _, f := range written {
			out = append(out, acceptedJSON(f))
		}
		return a.out.JSON(out)
	}
	for _, f := range written {
		what := "recorded"
		if f.Removed {
			what = "removed"
		}
		a.out.Line("%s %s", what, render.Escape(w.files.Show(f.Path)))
	}
	if len(written) == 0 {
		a.say("nothing to record: %s as recorded", isAre(count(len(r.now.Goldens), "metric"), len(r.now.Goldens)))
	}
	return nil
}

func isAre(what string, n int) string {
	if n == 1 {
		return what + " is"
	}
	return what + " are"
}

// acceptedJSON is a file that was written or removed.
type acceptedJSON struct {
	Path    string `json:"path"` // below the catalog's folder
	Removed bool   `json:"removed"`
}

// state is what became of a golden, in a word.
func state(k goldens.Kind) string {
	switch k {
	case goldens.Missing:
		return "not recorded"
	case goldens.Drifted:
		return "differs"
	case goldens.Orphan:
		return "of no metric"
	case goldens.Unreadable:
		return "unreadable"
	}
	return ""
}

// goldenJSON is one line of the list.
type goldenJSON struct {
	Metric    string   `json:"metric"`
	Path      string   `json:"path"`
	State     string   `json:"state"` // recorded, or what is wrong
	Questions []string `json:"questions"`
	Rows      bool     `json:"rows"` // whether every question has its rows
}

func (a *app) goldensList(ctx context.Context, format string, metrics []string) error {
	w, r, err := a.recorded(ctx, metrics)
	if err != nil {
		return err
	}
	list := []goldenJSON{}
	for _, g := range r.now.Goldens {
		out := goldenJSON{Metric: g.Metric, Path: g.Path(), State: "recorded", Questions: []string{}, Rows: true}
		for _, c := range g.Golden().Cases {
			out.Questions = append(out.Questions, c.Name)
			out.Rows = out.Rows && c.Rows != nil
		}
		list = append(list, out)
	}
	for _, d := range r.differences {
		i := slices.IndexFunc(list, func(g goldenJSON) bool { return g.Path == d.Path })
		if i < 0 {
			i = len(list)
			list = append(list, goldenJSON{Metric: d.Metric, Path: d.Path, Questions: []string{}})
		}
		list[i].State = state(d.Kind)
	}
	if format == "json" {
		return a.out.JSON(list)
	}
	t := render.Table{Columns: []render.Column{{Name: "metric"}, {Name: "state"}, {Name: "rows"}, {Name: "questions"}}}
	for _, g := range list {
		rows := "yes"
		if !g.Rows {
			rows = "no"
		}
		t.Rows = append(t.Rows, []any{g.Metric, g.State, rows, dash(strings.Join(g.Questions, ", "))})
	}
	a.out.Table(t)
	a.say("")
	a.say("%s, %d not as recorded", count(len(w.bundle.Metrics()), "metric"), len(r.differences))
	return nil
}

func (a *app) goldensDiff(ctx context.Context, format string, metrics []string, all bool) error {
	w, r, err := a.recorded(ctx, metrics)
	if err != nil {
		return err
	}
	if format == "json" {
		err = a.out.JSON(differencesJSON(r.differences))
	} else {
		keep := statementsAndRows
		if all {
			keep = func(changes []goldens.Change) []goldens.Change { return changes }
		}
		a.drift(w, r.differences, keep)
		if len(r.differences) == 0 {
			a.say("%s as recorded", isAre(count(len(r.now.Goldens), "metric"), len(r.now.Goldens)))
		}
	}
	if err == nil && len(r.differences) > 0 {
		return errFound
	}
	return err
}

// drift prints how goldens differ: of each, the parts that keep leaves.
func (a *app) drift(w *workspace, differences []goldens.Difference, keep func([]goldens.Change) []goldens.Change) {
	for _, d := range differences {
		summary := state(d.Kind)
		if len(d.Changes) > 0 {
			summary += ": " + d.Summary()
		}
		a.out.Heading(fmt.Sprintf("%s  %s", w.files.Show(d.Path), summary))
		for _, c := range keep(d.Changes) {
			part := string(c.Part)
			if c.Dialects != "" {
				part += " (" + strings.ReplaceAll(c.Dialects, "+", ", ") + ")"
			}
			a.out.Line("  %s: %s", render.Escape(c.Case), part)
			a.out.Hunks(c.Was, c.Now)
		}
		a.out.Line("")
	}
}

// statementsAndRows leaves, of each question, the statement of one dialect and the rows; where neither changed, all of it.
func statementsAndRows(changes []goldens.Change) []goldens.Change {
	var out []goldens.Change
	for i, c := range changes {
		sameCase := func(o goldens.Change) bool { return o.Case == c.Case && o.Part == c.Part }
		if c.Part == goldens.PartRows || c.Part == goldens.PartStatement && !slices.ContainsFunc(changes[:i], sameCase) {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		return changes
	}
	return out
}

// firstStatementAndRows leaves one statement and, of the first question whose rows changed, the rows.
func firstStatementAndRows(changes []goldens.Change) []goldens.Change {
	var out []goldens.Change
	for _, part := range []goldens.Part{goldens.PartStatement, goldens.PartRows} {
		if i := slices.IndexFunc(changes, func(c goldens.Change) bool { return c.Part == part }); i >= 0 {
			out = append(out, changes[i])
		}
	}
	return out
}

type (
	differenceJSON struct {
		Metric  string     `json:"metric"`
		Path    string     `json:"path"`
		State   string     `json:"state"`
		Changes []partJSON `json:"changes"`
	}
	partJSON struct {
		Question string `json:"question"` // its name in the golden
		Part     string `json:"part"`
		Dialects string `json:"dialects,omitempty"`
		Was      string `json:"was"`
		Now      string `json:"now"`
	}
)

func differencesJSON(differences []goldens.Difference) []differenceJSON {
	out := []differenceJSON{}
	for _, d := range differences {
		j := differenceJSON{Metric: d.Metric, Path: d.Path, State: state(d.Kind), Changes: []partJSON{}}
		for _, c := range d.Changes {
			j.Changes = append(j.Changes, partJSON{c.Case, string(c.Part), c.Dialects, c.Was, c.Now})
		}
		out = append(out, j)
	}
	return out
}
