package cli

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/guidance"
)

func (a *app) promptCommand() *cobra.Command {
	var format string
	var scopes, audiences []string
	cmd := &cobra.Command{
		Use:     "prompt",
		GroupID: groupAsk,
		Short:   "Print what agents are told on connecting",
		Long: `Print the instructions that ` + "`sutura serve`" + ` gives an agent on connecting: what is measured, how to ask, what comes back, and
what to do about every refusal. They are derived from the bundle, the doors that the settings open and what the caller may do;
the operator's own words (the setting instructions) come last. Paste them where a client does not show a server's instructions.`,
		Example: "  sutura prompt\n  sutura prompt --scopes catalog.read,metrics.ask --audiences finance\n  sutura prompt --format json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, s := range scopes {
				if !slices.Contains(scopeNames(), s) {
					return usage("--scopes takes a list of "+oneOf(scopeNames()), suggest(s, scopeNames(), ""))
				}
			}
			r, err := a.reader(scopes, audiences, cmd.Flags().Changed)
			if err != nil {
				return err
			}
			text := guidance.Text(*r)
			if format == "json" {
				return a.out.JSON(struct {
					Tools        []string `json:"tools"`
					Instructions string   `json:"instructions"`
				}{r.Tools, text})
			}
			a.out.Raw([]byte(text))
			return nil
		},
	}
	cmd.Flags().StringSliceVar(&scopes, "scopes", nil, "what the caller may do (default: everything)")
	cmd.Flags().StringSliceVar(&audiences, "audiences", nil, "whose metrics the caller sees, besides everyone's (default: all)")
	must(cmd.RegisterFlagCompletionFunc("scopes", words(scopeNames()...)))
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

// reader is an agent that connects over standard input and output, as the settings and the flags have it.
func (a *app) reader(scopes, audiences []string, said func(flag string) bool) (*guidance.Reader, error) {
	w, err := a.open()
	if err != nil {
		return nil, err
	}
	s, files, found := a.settings(w)
	if found.HasErrors() {
		return nil, a.unusable(found, files, "the settings have problems")
	}
	if !said("audiences") {
		audiences = s.Serving.Audiences
	}
	if !said("scopes") {
		scopes = s.Serving.Scopes
	}
	r := &guidance.Reader{View: w.bundle.View(audiences, false), Tools: []string{}}
	for _, c := range serve.Capabilities() {
		open := slices.ContainsFunc(c.Doors, func(d serve.Door) bool { return slices.Contains(s.Serving.Doors, string(d)) })
		if open && (scopes == nil || slices.Contains(scopes, string(c.Scope))) {
			r.Tools = append(r.Tools, c.Name)
		}
	}
	if s.Serving.Instructions == "" {
		return r, nil
	}
	switch r.Additions, err = readText(s.Serving.Instructions, maxInstructions); {
	case errors.Is(err, errTooLong):
		return nil, failed("the instructions are longer than 16 KiB", "Agents read them on every connection; shorten them.")
	case err != nil:
		return nil, failed("the file that instructions names cannot be read", "Correct the path or its permissions.")
	}
	return r, nil
}
