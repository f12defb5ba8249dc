package cli

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/render"
)

func (a *app) schemaCommand() *cobra.Command {
	var write bool
	cmd := &cobra.Command{
		Use:     "schema",
		GroupID: groupAuthor,
		Short:   "Print the authoring schema, or refresh the copy in a catalog",
		Long: `Print the schema that catalogs are held to, as CUE. With --write, refresh the copy under cue.mod/pkg, by which
editors and cue vet show mistakes; sutura itself always uses its own.`,
		Example: "  sutura schema\n  sutura schema --write",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			if write {
				return a.refreshSchema()
			}
			for i, f := range schema.Vendored() {
				if i > 0 {
					a.out.Line("")
				}
				a.out.Line("// %s", f.Path)
				a.out.Raw(f.Data)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&write, "write", false, "write the files below the catalog's cue.mod/pkg")
	return cmd
}

func (a *app) refreshSchema() error {
	root, err := a.root("")
	if err != nil {
		return err
	}
	for _, f := range schema.Vendored() {
		path := filepath.Join(root, filepath.FromSlash(f.Path))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.Data) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return unwritable(filepath.Dir(path), err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			return unwritable(path, err)
		}
		a.out.Line("%s", render.Escape(shown(path)))
	}
	return nil
}
