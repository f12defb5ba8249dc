package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/infer"
	"sutura.dev/internal/render"
	"sutura.dev/internal/sources"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
)

var variableForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// origin is data that a catalog is proposed for.
type origin struct {
	label   string // what messages call it
	tooBig  string // what to do where it is too large to be measured
	options infer.Options
	open    func(context.Context) (warehouse.Source, error)
}

// fromPath is a file or a folder.
func fromPath(dir, path string) origin {
	return origin{
		label:   path,
		tooBig:  "Start with a smaller extract, and name the whole data in sutura.yaml afterwards.",
		options: infer.Options{Name: stem(path), Path: relative(dir, path), Dialect: duckdb.Dialect},
		open: func(ctx context.Context) (warehouse.Source, error) {
			return duckdb.Open(ctx, duckdb.Options{Path: path})
		},
	}
}

// fromVariable is a PostgreSQL database, by the environment variable with its connection string. The catalog is named
// after its folder: no part of a connection string is written down.
func (a *app) fromVariable(dir, name string) (origin, error) {
	if !variableForm.MatchString(name) { // it may be the connection string itself
		return origin{}, usage("--from-env names an environment variable, and this is none", "Put the connection string into a variable, and name that: `sutura init DIR --from-env SHOP_DSN`.")
	}
	dsn, problem := sources.FromVariable(name, func(name string) (string, bool) {
		set := slices.ContainsFunc(a.Environ, func(v string) bool { return strings.HasPrefix(v, name+"=") })
		return a.getenv(name), set
	})
	if problem != "" {
		return origin{}, failed(problem, "Put a connection string into it, such as postgres://reader:password@db.example.com/shop?sslmode=verify-full.")
	}
	return origin{
		label:   "the database of " + name,
		tooBig:  "Start with `sutura init`, and declare its tables by hand.",
		options: infer.Options{Name: stem(dir), DSNEnv: name, Dialect: postgres.Dialect},
		open: func(ctx context.Context) (warehouse.Source, error) {
			return postgres.Open(ctx, postgres.Options{DSN: dsn})
		},
	}, nil
}

// maxNotes is how many remarks about a model are printed; its file has all of them.
const maxNotes = 8

// startFrom writes a catalog proposed for data, and fixtures of its rows where a sample is asked for.
func (a *app) startFrom(ctx context.Context, dir string, from origin, sample int) error {
	source, err := from.open(ctx)
	if err != nil {
		return unopened(from.label, err)
	}
	defer source.Close()
	stop := a.working("measuring " + from.label)
	defer stop()
	p, err := infer.Propose(ctx, source, from.options)
	if err != nil {
		return unmeasured(from, err)
	}
	stop()
	if len(p.Models) == 0 { // nothing is written, or mending the data and starting again would find files that are there
		return failed("nothing in "+render.Escape(from.label)+" can be proposed: "+render.Escape(strings.Join(p.Notes, " ")), "Mend what this says, or start with `sutura init`, and declare its tables by hand.")
	}
	files := schema.Starter()
	for _, f := range p.Files() {
		files = append(files, schema.File{Path: f.Path, Data: []byte(f.Text)})
	}
	if sample > 0 {
		a.announce(p, sample)
		fixtures, err := p.Sample(ctx, source, sample)
		if err != nil {
			return unmeasured(from, err)
		}
		for _, f := range fixtures {
			files = append(files, schema.File{Path: f.Path, Data: []byte(f.Text)})
		}
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
		for i, n := range m.Notes() {
			if i == maxNotes {
				a.msg.Line("  and %d more, in the comments of its file", len(m.Notes())-i)
				break
			}
			a.msg.Line("  %s", render.Escape(n))
		}
	}
	for _, n := range p.Notes {
		a.msg.Line("%s", render.Escape(n))
	}
	a.next(dir, firstQuestion(p))
	return nil
}

// announce names the columns whose values a sample copies, before any is read.
func (a *app) announce(p *infer.Proposal, sample int) {
	for i := range p.Models {
		copied, left := p.Models[i].Sampled()
		line := fmt.Sprintf("copying at most %s of %s: %s", count(sample, "row"), p.Models[i].Name, strings.Join(copied, ", "))
		if len(left) > 0 {
			line += "; never, for looking personal: " + strings.Join(left, ", ")
		}
		a.msg.Line("%s", render.Escape(line))
	}
	_ = a.msg.Flush()
}

func unmeasured(from origin, err error) error {
	switch warehouse.KindOf(err) {
	case warehouse.Exhausted:
		return failed(render.Escape(from.label)+" is too large to be measured in its memory", from.tooBig)
	case warehouse.Refused:
		return failed(render.Escape(from.label)+" does not let its tables be read", "Grant the user SELECT on them.")
	case warehouse.Unavailable:
		return failed("the connection to "+render.Escape(from.label)+" was lost", "Try again.")
	case warehouse.Cancelled, warehouse.Deadline, warehouse.Failed, warehouse.OutOfRange, warehouse.NotFinite:
	}
	return failed(render.Escape(from.label)+" could be opened and not measured", "Start with `sutura init`, and declare its tables by hand.")
}

func unopened(label string, err error) error {
	if e, ok := errors.AsType[*warehouse.OpenError](err); ok {
		if strings.HasPrefix(e.Problem, "its ") { // a database server says no name
			return failed(render.Escape(label)+" cannot be opened: "+e.Problem, e.Remedy)
		}
		return failed(render.Escape(e.Problem), render.Escape(e.Remedy))
	}
	return failed(render.Escape(label)+" cannot be opened", "")
}

// found says what a model was found to be.
func found(m infer.Model) string {
	parts := []string{m.Name + ": " + count(int(m.Rows), "row")}
	if len(m.Key) > 0 {
		parts = append(parts, "unique by "+strings.Join(m.Key, ", "))
	}
	for _, j := range m.Joins {
		parts = append(parts, "joins "+j.To+" as "+j.Name)
	}
	if m.First != "" {
		parts = append(parts, m.Time+" from "+m.First+" to "+m.Last)
	}
	return strings.Join(append(parts, count(len(m.Metrics), "draft metric")), "; ")
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
