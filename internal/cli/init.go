package cli

import (
	"embed"
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
	return &cobra.Command{
		Use:     "init [DIR]",
		GroupID: groupAuthor,
		Short:   "Start a catalog",
		Long: `Start a catalog in DIR (default: here): the schema for editors, a small example with its data, and the
settings that say where the data is. Nothing that exists is overwritten.`,
		Example: `  sutura init shop
  cd shop && sutura check && sutura ask revenue --by channel --range 2026`,
		Args: maxArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return a.start(dir)
		},
	}
}

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
	for _, f := range files {
		if !strings.HasPrefix(f.Path, "cue.mod/") {
			a.out.Line("%s", render.Escape(filepath.Join(dir, filepath.FromSlash(f.Path))))
		}
	}
	if a.flags.quiet {
		return nil
	}
	a.msg.Line("")
	a.msg.Line("Next:")
	if filepath.Clean(dir) != "." {
		a.msg.Command([]string{"cd", dir})
	}
	a.msg.Command([]string{"sutura", "check"})
	a.msg.Command([]string{"sutura", "ask", "revenue", "--by", "channel", "--range", "2026"})
	return nil
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
