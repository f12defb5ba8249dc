package cli

import "github.com/spf13/cobra"

func (a *app) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "completion {bash|zsh|fish}",
		GroupID: groupOther,
		Short:   "Print the completion script of a shell",
		Long:    "Print the script that completes commands, flags, and the metrics and dimensions of the catalog at hand.",
		Example: `  source <(sutura completion bash)
  sutura completion zsh > "${fpath[1]}/_sutura"
  sutura completion fish > ~/.config/fish/completions/sutura.fish`,
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				switch args[0] {
				case "bash":
					return cmd.Root().GenBashCompletionV2(a.product, true)
				case "zsh":
					return cmd.Root().GenZshCompletion(a.product)
				case "fish":
					return cmd.Root().GenFishCompletion(a.product, true)
				}
			}
			return usage("completion takes bash, zsh or fish", "")
		},
	}
}
