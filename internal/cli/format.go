package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is a flag that takes one of a closed set of words.
type choice struct {
	to *string
	of []string
}

func (c choice) String() string {
	if c.to == nil {
		return ""
	}
	return *c.to
}

func (c choice) Type() string { return strings.Join(c.of, "|") }

func (c choice) Set(v string) error {
	if !slices.Contains(c.of, v) {
		return usage("takes "+oneOf(c.of), "")
	}
	*c.to = v
	return nil
}

// formatFlag adds --format; the first word is the default.
func formatFlag(cmd *cobra.Command, to *string, of ...string) {
	choiceFlag(cmd, cmd.Flags(), to, "format", "how to print it", of...)
}

// choiceFlag adds a flag that takes one of a closed set; the first word is the default.
func choiceFlag(cmd *cobra.Command, flags *pflag.FlagSet, to *string, name, help string, of ...string) {
	*to = of[0]
	flags.Var(choice{to, of}, name, help)
	must(cmd.RegisterFlagCompletionFunc(name, words(of...)))
}

// oneOf is "a, b or c".
func oneOf(of []string) string {
	if len(of) < 2 {
		return strings.Join(of, "")
	}
	return strings.Join(of[:len(of)-1], ", ") + " or " + of[len(of)-1]
}
