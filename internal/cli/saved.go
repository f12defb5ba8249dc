package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
)

// savedFlags name a saved question of the catalog, and fill it in.
type savedFlags struct {
	query  string
	params []string
}

func (f *savedFlags) add(a *app, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.query, "query", "", "ask the catalog's saved question of this `NAME`, in place of metrics and flags")
	fs.StringArrayVar(&f.params, "param", nil, "fill the saved question's parameter in: `NAME=VALUES`, such as carrier=UA,AA or when=2026-Q2")
	query := fs.Lookup("query")
	query.Value = &once{Value: query.Value}
	must(cmd.RegisterFlagCompletionFunc("query", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var out []cobra.Completion
		if view := a.completionView(); view != nil {
			for _, q := range view.Queries() {
				out = append(out, cobra.CompletionWithDesc(q.Name, q.Title))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}))
	must(cmd.RegisterFlagCompletionFunc("param", func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return a.completeParams(f.query, typed)
	}))
}

// completeParams completes the name of a parameter, then the values that its dimension has.
func (a *app) completeParams(query, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	view := a.completionView()
	if view == nil || view.Query(query) == nil {
		return nil, directive
	}
	q := view.Query(query)
	name, _, valued := strings.Cut(typed, "=")
	var out []cobra.Completion
	for _, p := range q.Parameters {
		switch {
		case !valued:
			out = append(out, cobra.CompletionWithDesc(p.Name+"=", p.Description))
		case p.Name != name:
		case p.Fills == plan.FillsRange:
			for _, r := range []string{"this-year", "this-month", "last-12-months", "last-3-months", "last-30-days"} {
				out = append(out, name+"="+r)
			}
		default:
			if d := view.Resolve(view.Metric(q.Question.Metrics[0]).Measure.Terms[0].Model, p.Dimension); d != nil {
				for _, v := range d.Dimension.Values {
					out = append(out, typed[:strings.LastIndexAny(typed, ",=")+1]+v)
				}
			}
		}
	}
	return out, directive
}

// said reports whether a saved question is asked; what else a question is said by must then be left out.
func (f *savedFlags) said(other bool) (bool, error) {
	switch {
	case f.query == "" && len(f.params) > 0:
		return false, usage("--param fills a saved question in, and none is named", "Name it with --query.")
	case f.query != "" && other:
		return false, usage("a saved question has all of its parts", "Leave out the metrics and the flags of a question, or --query; --param fills it in.")
	}
	return f.query != "", nil
}

// fill makes the question of the saved one.
func (f *savedFlags) fill(a *app, view *bundle.View) (question.Question, *question.Refusal, error) {
	name := strings.TrimPrefix(f.query, "query.") // as search says it
	saved := view.Query(name)
	if saved == nil {
		return question.Question{}, plan.NoQuery(view, name), nil
	}
	args := make([]plan.Argument, len(f.params))
	for i, text := range f.params {
		name, values, err := question.ParseParam(text)
		if err != nil {
			return question.Question{}, nil, malformed(err, false)
		}
		args[i] = plan.Argument{Name: name, Values: values, Place: "--param " + name}
	}
	filled, wrong := plan.Fill(view, saved, args)
	if wrong != nil {
		return question.Question{}, nil, f.malformed(wrong)
	}
	for _, p := range filled.Defaults {
		a.say("%s is not said: %s is taken", p.Name, p.Default)
	}
	return filled.Question, nil, nil
}

// malformed says which flag is none.
func (f *savedFlags) malformed(m *question.Malformed) error {
	at := *m
	if at.Path == "parameters" {
		at.Path = "--param"
	}
	for _, end := range []string{".values", ".name"} {
		if i := strings.LastIndex(at.Path, end); i >= 0 {
			at.Path = at.Path[:i]
		}
	}
	if !slices.ContainsFunc(f.params, func(p string) bool { return "--param "+strings.SplitN(p, "=", 2)[0] == at.Path }) {
		at.Path = "--param"
	}
	return malformed(&at, false)
}
