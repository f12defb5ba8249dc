package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// build is what the program knows of how it was built.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the tree differed from the commit
	Go       string `json:"go"`
	System   string `json:"system"`
	CUE      string `json:"cue"`
	DuckDB   string `json:"duckdb_driver"`
	Parser   string `json:"postgres_parser"`
}

func buildFacts() build {
	b := build{Version: "devel", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	for _, d := range info.Deps {
		switch d.Path {
		case "cuelang.org/go":
			b.CUE = d.Version
		case "github.com/duckdb/duckdb-go/v2":
			b.DuckDB = d.Version
		case "github.com/pganalyze/pg_query_go/v5":
			b.Parser = d.Version
		}
	}
	return b
}

func (a *app) versionCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "version",
		GroupID: groupOther,
		Short:   "Print how this program was built",
		Example: "  sutura version\n  sutura version --format json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			b := buildFacts()
			if format == "json" {
				return a.out.JSON(b)
			}
			commit := b.Commit
			if b.Modified {
				commit += " (modified)"
			}
			a.out.Fields([][2]string{{"sutura", b.Version}, {"commit", commit}, {"go", b.Go}, {"system", b.System},
				{"cue", b.CUE}, {"duckdb driver", b.DuckDB}, {"postgres parser", b.Parser}})
			return nil
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}
