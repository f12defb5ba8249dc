package cli

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/render"
)

// starter is a shop with one table of twelve orders: enough to check, to ask and to change.
//
//go:embed starter
var starter embed.FS

func (a *app) initCommand() *cobra.Command {
	var from, variable string
	var sample int
	cmd := &cobra.Command{
		Use:     "init [DIR]",
		GroupID: groupAuthor,
		Short:   "Start a catalog",
		Long: `Start a catalog in DIR (default: here): the schema for editors, a small example with its data, and the
settings that say where the data is. Nothing that exists is overwritten.

With --from, the catalog is proposed for your own data: a .csv, .parquet or .duckdb file, or a folder of .csv and
.parquet files. Keys and joins are measured on every row; metrics are drafts to edit. Values are written only of columns
with few, and never of those that look personal. The data stays where it is.`,
		Example: `  sutura init shop
  cd shop && sutura check && sutura ask revenue --by channel --range 2026
  sutura init shop --from orders.csv
  sutura init shop --from-env SHOP_DSN --sample 5`,
		Args: maxArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			said := cmd.Flags().Changed
			switch {
			case said("sample") && (sample < 1 || sample > maxSample):
				return usage(fmt.Sprintf("--sample takes 1 to %d rows", maxSample), "")
			case said("from") && from == "":
				return usage("--from names a file or a folder, and this is no name", "")
			case said("from-env") && variable == "":
				return usage("--from-env names an environment variable, and this is no name", "")
			case variable != "":
				o, err := a.fromVariable(dir, variable)
				if err != nil {
					return err
				}
				return a.startFrom(cmd.Context(), dir, o, sample)
			case from != "":
				return a.startFrom(cmd.Context(), dir, fromPath(dir, from), sample)
			case said("sample"):
				return usage("--sample copies rows of your own data", "Name it with --from or --from-env.")
			}
			return a.start(dir)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "propose the catalog for the data in this `FILE` or folder")
	cmd.Flags().StringVar(&variable, "from-env", "", "propose it for the PostgreSQL database whose connection string is in this environment variable, `NAME`")
	cmd.Flags().IntVar(&sample, "sample", 0, "copy at most `N` rows of each table into fixtures, without columns that look personal")
	cmd.MarkFlagsMutuallyExclusive("from", "from-env")
	return cmd
}

// maxSample is how many rows of a table can be copied into fixtures, which people read.
const maxSample = 1000

func (a *app) start(dir string) error {
	files := schema.Starter()
	err := fs.WalkDir(starter, "starter", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := starter.ReadFile(path)
		files = append(files, schema.File{Path: strings.TrimPrefix(path, "starter/"), Data: data})
		return err
	})
	if err != nil {
		return err
	}
	if err := writeNew(dir, files); err != nil {
		return err
	}
	if err := ignoreCache(dir); err != nil {
		return err
	}
	a.started(dir, files)
	a.next(dir, []string{"sutura", "ask", "revenue", "--by", "channel", "--range", "2026"})
	return nil
}

// ignoreCache keeps the cache out of version control, where nobody has said yet what is.
func ignoreCache(dir string) error {
	path := filepath.Join(dir, ".gitignore")
	if exists(path) {
		return nil // .sutura keeps itself out too
	}
	if err := createFile(path, []byte("/.sutura/\n")); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// started lists the files that are the author's to edit.
func (a *app) started(dir string, files []schema.File) {
	for _, f := range files {
		if !strings.HasPrefix(f.Path, "cue.mod/") {
			a.out.Line("%s", render.Escape(filepath.Join(dir, filepath.FromSlash(f.Path))))
		}
	}
}

// next says what to run in dir.
func (a *app) next(dir string, ask []string) {
	if a.flags.quiet {
		return
	}
	a.msg.Line("")
	a.msg.Line("Next:")
	if filepath.Clean(dir) != "." {
		a.msg.Command([]string{"cd", dir})
	}
	a.msg.Command([]string{"sutura", "check"})
	if len(ask) > 0 {
		a.msg.Command(ask)
	}
}

// writeNew writes files below dir, all of them or, where one of them exists, none.
func writeNew(dir string, files []schema.File) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if _, err := os.Lstat(path); err == nil {
			return unwritable(path, fs.ErrExist)
		}
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return unwritable(filepath.Dir(path), err)
		}
		if err := createFile(path, f.Data); err != nil {
			return unwritable(path, err)
		}
	}
	return nil
}

// createFile writes a file that does not exist yet.
func createFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}
