package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/render"
	lexicon "sutura.dev/internal/words"
)

func (a *app) searchCommand() *cobra.Command {
	var format, kind, locale string
	var limit int
	cmd := &cobra.Command{
		Use:     "search WORDS",
		GroupID: groupAsk,
		Short:   "Find metrics, dimensions and values by words",
		Long: `Find what words may mean: metrics, dimensions, values, terms of the glossary and saved questions, in every language of
the catalog. Case, accents and typing mistakes do not matter. Words that are recorded as not defined come with the reason.
It ends with 1 when nothing is found.`,
		Example: "  sutura search late flights\n  sutura search newark --kind value\n  sutura search umsatz --locale de --format json",
		Args: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, "")) == "" {
				return usage("`"+cmd.CommandPath()+"` needs words to look for", "`"+cmd.CommandPath()+" --help` shows how it is used.")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if limit < 1 || limit > lexicon.MaxLimit {
				return usage(fmt.Sprintf("--limit takes a whole number from 1 to %d", lexicon.MaxLimit), "")
			}
			w, err := a.open()
			if err != nil {
				return err
			}
			in := lexicon.Words{Text: strings.Join(args, " "), Limit: limit, Locale: locale}
			if kind != "any" {
				in.Kinds = []lexicon.Kind{lexicon.Kind(kind)}
			}
			return a.found(lexicon.New(w.view()).Search(in), format)
		},
	}
	kinds := []string{"any"}
	for _, k := range lexicon.Kinds() {
		kinds = append(kinds, string(k))
	}
	choiceFlag(cmd, cmd.Flags(), &kind, "kind", "what may be found", kinds...)
	cmd.Flags().IntVar(&limit, "limit", lexicon.DefaultLimit, "how many at most, best first")
	cmd.Flags().StringVar(&locale, "locale", "", "the language of the words, such as `de`; any when not said")
	formatFlag(cmd, &format, "text", "json")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// found prints what words may mean.
func (a *app) found(r lexicon.Results, format string) error {
	if format == "json" {
		err := a.out.JSON(struct {
			Count   int           `json:"count"`
			Results []lexicon.Hit `json:"results"`
		}{r.Count, r.Hits})
		if err != nil {
			return err
		}
	} else {
		a.foundText(r)
	}
	if r.Count == 0 {
		a.say("Nothing is found; `sutura describe` lists the metrics.")
		return errFound
	}
	if more := r.Count - len(r.Hits); more > 0 {
		a.say("And %d more; --limit shows more of them.", more)
	}
	return nil
}

func (a *app) foundText(r lexicon.Results) {
	t := render.Table{Columns: []render.Column{{Name: "found"}, {Name: "name"}, {Name: "title"}, {Name: "by"}}}
	for _, h := range r.Hits {
		if h.Kind == lexicon.NotDefined {
			a.out.Line("%s is not defined:", render.Escape(h.Title))
			a.out.Quote(h.Why)
			continue
		}
		t.Rows = append(t.Rows, []any{string(h.Kind), foundName(h), dash(h.Title), h.MatchedField + ": " + h.Snippet})
	}
	if len(t.Rows) == 0 {
		return
	}
	if len(t.Rows) < len(r.Hits) {
		a.out.Line("")
	}
	a.out.Table(t)
}

// foundName is what a question takes: a name, or a condition as --where does.
func foundName(h lexicon.Hit) string {
	if h.Value == "" {
		return h.Name
	}
	q := question.Question{Metrics: []string{"any"}, Filters: []question.Filter{{Dimension: h.Name, Values: []string{h.Value}}}}
	if said, ok := question.FlagsOf(q); ok && len(said.Where) == 1 {
		return said.Where[0]
	}
	return h.Name + "=" + h.Value
}
