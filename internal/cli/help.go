package cli

// helpTemplate is how `--help` reads: what it does, how it is written, examples, then the rest.
const helpTemplate = `{{with or .Long .Short}}{{. | trimTrailingWhitespaces}}

{{end}}Usage:
  {{if .HasAvailableSubCommands}}{{.CommandPath}} COMMAND [flags]{{else}}{{.UseLine}}{{end}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- if and .HasAvailableSubCommands (not .Groups)}}

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}
{{- if .HasAvailableSubCommands}}{{$commands := .Commands}}{{range $group := .Groups}}

{{.Title}}{{range $commands}}{{if and (eq .GroupID $group.ID) .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableInheritedFlags}}

Flags of every command:
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableSubCommands}}

"{{.CommandPath}} COMMAND --help" says more about a command.
{{- end}}
`
