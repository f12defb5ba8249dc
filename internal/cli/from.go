package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/infer"
	"sutura.dev/internal/render"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// startFrom writes a catalog proposed for the data in path.
func (a *app) startFrom(ctx context.Context, dir, path string) error {
	source, err := duckdb.Open(ctx, duckdb.Options{Path: path})
	if err != nil {
		return unopened(path, err)
	}
	defer source.Close()
	p, err := infer.Propose(ctx, source, infer.Options{Name: stem(path), Path: relative(dir, path), Dialect: duckdb.Dialect})
	switch {
	case warehouse.KindOf(err) == warehouse.Exhausted && err != nil:
		return failed(render.Escape(path)+" is too large to be measured in this machine's memory", "Start with a smaller extract, and name the whole data in sutura.yaml afterwards.")
	case err != nil:
		return failed(render.Escape(path)+" could be opened and not measured", "Start with `sutura init`, and declare its tables by hand.")
	}
	files := schema.Starter()
	for _, f := range p.Files() {
		files = append(files, schema.File{Path: f.Path, Data: []byte(f.Text)})
	}
	if err := writeNew(dir, files); err != nil {
		return err
	}
	if err := ignoreCache(dir); err != nil {
		return err
	}
	a.started(dir, files)
	if a.flags.quiet {
		return nil
	}
	a.msg.Line("")
	for _, m := range p.Models {
		a.msg.Line("%s", render.Escape(found(m)))
	}
	for _, n := range p.Notes {
		a.msg.Line("%s", render.Escape(n))
	}
	a.next(dir, firstQuestion(p))
	return nil
}

func unopened(path string, err error) error {
	if e, ok := errors.AsType[*warehouse.OpenError](err); ok {
		return failed(render.Escape(e.Problem), render.Escape(e.Remedy))
	}
	return failed(render.Escape(path)+" cannot be opened", "")
}

// found says what a model was found to be.
func found(m infer.Model) string {
	parts := []string{fmt.Sprintf("%s: %d rows", m.Name, m.Rows)}
	if len(m.Key) > 0 {
		parts = append(parts, "unique by "+strings.Join(m.Key, ", "))
	}
	for _, j := range m.Joins {
		parts = append(parts, "joins "+j.To+" as "+j.Name)
	}
	if m.First != "" {
		parts = append(parts, m.Time+" from "+m.First+" to "+m.Last)
	}
	return strings.Join(append(parts, fmt.Sprintf("%d draft metrics", len(m.Metrics))), "; ")
}

// firstQuestion asks the draft of the model with the most rows, over the year of its latest one.
func firstQuestion(p *infer.Proposal) []string {
	if len(p.Models) == 0 {
		return nil
	}
	largest := p.Models[0]
	for _, m := range p.Models[1:] {
		if m.Rows > largest.Rows {
			largest = m
		}
	}
	command := []string{"sutura", "ask", largest.Metrics[0].Name}
	for _, c := range largest.Columns {
		if c.Dimension != "" && len(c.Values) > 1 {
			command = append(command, "--by", c.Dimension)
			break
		}
	}
	if largest.Last != "" {
		command = append(command, "--range", largest.Last[:4])
	}
	return command
}

// stem is a file's or folder's name without folders and the last extension.
func stem(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// relative is path as a file in dir names it.
func relative(dir, path string) string {
	from, err := filepath.Abs(dir)
	if err != nil {
		return path
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(from, to); err == nil {
		to = short
	}
	return filepath.ToSlash(to)
}
