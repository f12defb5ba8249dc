package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sutura.dev/catalog"
	"sutura.dev/internal/render"
)

func (a *app) valuesCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "values [MODEL.DIMENSION...]",
		GroupID: groupAuthor,
		Short:   "Read the values of pinned dimensions from their sources",
		Long: `Read the different values of each dimension that says filter: "pinned", or of those that are named, and write them to
values/MODEL.DIMENSION.json, at most 1,000. The files are part of the catalog: questions filter by these values and no
others until they are read again, and the difference is reviewed like any other.`,
		Example: "  sutura values\n  sutura values visits.device",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.values(cmd.Context(), args) },
	}
}

// pinnedDimension is a dimension whose values are to be read.
type pinnedDimension struct{ model, name string }

func (d pinnedDimension) String() string { return d.model + "." + d.name }

func (a *app) values(ctx context.Context, named []string) error {
	if a.flags.bundle != "" {
		return usage("values are of a catalog, not of a bundle", "Leave out --bundle.")
	}
	root, err := a.root("")
	if err != nil {
		return err
	}
	files, err := catalog.ReadDir(root)
	if err != nil {
		return unreadable(filepath.Join(root, catalog.Folder), err)
	}
	show := func(file string) string { return shown(filepath.Join(root, filepath.FromSlash(file))) }
	cat, _ := catalog.Load(files)
	all := pinnedDimensions(cat)
	wanted, err := among(all, named)
	if err != nil || len(wanted) == 0 {
		if err == nil {
			a.msg.Line("no dimension of this catalog is pinned")
		}
		return err
	}
	w := compileFiles(root, files.WithValues(placeholders(cat, all, files)), show)
	if w.findings.HasErrors() {
		found := render.Select(w.findings, defaultMaxDiagnostics)
		a.msg.Diagnostics(found, w.files)
		a.msg.Problem("the catalog has problems: "+found.Summary(), "Mend them first; `sutura check` shows them all.")
		return errFound
	}
	engine, done, err := a.engine(ctx, w)
	if err != nil {
		return err
	}
	defer done()
	for _, d := range wanted {
		values, err := engine.Distinct(ctx, d.model, d.name, catalog.MaxValues)
		if err != nil {
			return broken(err, false)
		}
		if problem := catalog.PinnedProblem(values); problem != "" {
			return failed(fmt.Sprintf("%s cannot be pinned: %s", d, problem), "Say filter: \"open\", or let an `expr` make other values of them.")
		}
		file := filepath.Join(root, filepath.FromSlash(catalog.PinnedFile(d.model, d.name)))
		if err := writeValues(file, values); err != nil {
			return failed(render.Escape(shown(file))+" cannot be written", "Look at its folder's permissions.")
		}
		a.out.Line("%s: %s", shown(file), count(len(values), "value"))
		if was := cat.Models[d.model].Dimensions[d.name].Pinned; was != nil {
			a.changed("+", values, was)
			a.changed("-", was, values)
		}
	}
	return nil
}

// valuesShown is how many values that came, or went, are printed.
const valuesShown = 20

// changed prints the values that are in one list only.
func (a *app) changed(sign string, in, notIn []string) {
	only := slices.DeleteFunc(slices.Clone(in), func(v string) bool { return slices.Contains(notIn, v) })
	for _, v := range only[:min(len(only), valuesShown)] {
		a.out.Line("  %s %s", sign, render.Escape(v))
	}
	if more := len(only) - valuesShown; more > 0 {
		a.out.Line("  %s %d more", sign, more)
	}
}

// pinnedDimensions are those of a catalog, sorted.
func pinnedDimensions(c *catalog.Catalog) []pinnedDimension {
	var out []pinnedDimension
	if c == nil {
		return nil
	}
	for _, model := range slices.Sorted(maps.Keys(c.Models)) {
		for _, name := range slices.Sorted(maps.Keys(c.Models[model].Dimensions)) {
			if d := c.Models[model].Dimensions[name]; d.Filter == "pinned" && !d.Personal {
				out = append(out, pinnedDimension{model, name})
			}
		}
	}
	return out
}

// among are the named dimensions, all where none is.
func among(all []pinnedDimension, named []string) ([]pinnedDimension, error) {
	if len(named) == 0 {
		return all, nil
	}
	var out []pinnedDimension
	for _, name := range named {
		i := slices.IndexFunc(all, func(d pinnedDimension) bool { return d.String() == name })
		if i < 0 {
			names := make([]string, len(all))
			for j, d := range all {
				names[j] = d.String()
			}
			return nil, usage("no pinned dimension is named "+render.Escape(name), "Pinned are: "+strings.Join(names, ", ")+".")
		}
		out = append(out, all[i])
	}
	return out, nil
}

// placeholders stand for values that are not read yet, so that the rest of the catalog compiles.
func placeholders(c *catalog.Catalog, all []pinnedDimension, files catalog.Files) map[string][]byte {
	out := map[string][]byte{}
	for _, d := range all {
		if c.Models[d.model].Dimensions[d.name].Pinned != nil {
			continue
		}
		m, dimension := c.Models[d.model], c.Models[d.model].Dimensions[d.name]
		text := "x"
		if col := m.Columns[dimension.Column]; dimension.Expr == "" && col != nil {
			switch col.Type {
			case "integer", "decimal", "float":
				text = "0"
			case "date":
				text = "2026-01-01"
			case "timestamp":
				text = "2026-01-01T00:00:00"
			}
		}
		out[catalog.PinnedFile(d.model, d.name)], _ = json.Marshal([]string{text})
	}
	return out
}

// writeValues writes one value a line, so that a difference is read by lines.
func writeValues(file string, values []string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	data, err := json.MarshalIndent(values, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o644)
}
