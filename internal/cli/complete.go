package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle"
	"sutura.dev/compiler/plan"
)

// completionView is the bundle at hand, nil where there is none: completion never complains.
func (a *app) completionView() *bundle.View {
	if a.flags.bundle != "" {
		if w, err := a.openBundle(); err == nil {
			return w.view()
		}
		return nil
	}
	root, err := a.root("")
	if err != nil {
		return nil
	}
	if w, err := compileCatalog(root); err == nil && w.bundle != nil {
		return w.view()
	}
	return nil
}

// completeMetrics completes up to limit metrics with their titles; 0 is any number.
func (a *app) completeMetrics(limit int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		view := a.completionView()
		if view == nil || limit > 0 && len(args) >= limit {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var out []cobra.Completion
		for _, name := range view.Names() {
			if !slices.Contains(args, name) {
				out = append(out, cobra.CompletionWithDesc(name, view.Metric(name).Prose.Title))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeQuestion completes the flags of a question from what the metrics named so far can be asked by.
func (a *app) completeQuestion(cmd *cobra.Command) {
	cmd.ValidArgsFunction = a.completeMetrics(0)
	dimensions := func(suffix string, filtered bool) cobra.CompletionFunc {
		return func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return a.completeDimensions(args, typed, suffix, filtered)
		}
	}
	must(cmd.RegisterFlagCompletionFunc("by", dimensions("", false)))
	must(cmd.RegisterFlagCompletionFunc("include-null", dimensions("", true)))
	must(cmd.RegisterFlagCompletionFunc("where", dimensions("=", true)))
	must(cmd.RegisterFlagCompletionFunc("grain", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if view := a.completionView(); view != nil {
			if space := plan.Space(view, args); space != nil {
				return space.Grains, cobra.ShellCompDirectiveNoFileComp
			}
		}
		return []cobra.Completion{"hour", "day", "week", "month", "quarter", "year"}, cobra.ShellCompDirectiveNoFileComp
	}))
	must(cmd.RegisterFlagCompletionFunc("compare", words("previous_period", "1-year", "1-month", "1-week")))
	must(cmd.RegisterFlagCompletionFunc("range", words("this-year", "this-month", "last-12-months", "last-3-months", "last-30-days")))
}

// completeDimensions completes the last name of a list; filtered keeps those that filter, and their values after "=".
func (a *app) completeDimensions(metrics []string, typed, suffix string, filtered bool) ([]cobra.Completion, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	view := a.completionView()
	if view == nil {
		return nil, directive
	}
	space := plan.Space(view, metrics)
	if space == nil {
		return nil, directive
	}
	before := typed[:strings.LastIndexAny(typed, ",=")+1]
	name, _, valued := strings.Cut(typed, "=")
	var out []cobra.Completion
	for _, d := range space.Dimensions {
		switch {
		case filtered && d.Filter == bundle.FilterNone:
		case valued && d.Name == strings.TrimSuffix(name, "!"):
			for _, v := range d.Values {
				out = append(out, before+v)
			}
		case !valued:
			out = append(out, before+d.Name+suffix)
		}
	}
	return out, directive
}
