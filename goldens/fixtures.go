package goldens

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"sutura.dev/bundle"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// Fixtures are small tables, one for each that the bundle's models read: rows that a person wrote, or rows made from
// the bundle alone. They do not change.
type Fixtures struct {
	bundle    *bundle.Bundle
	relations []*relation
	of        map[string]*relation // by model
}

// Load takes the fixtures of a bundle from files: fixtures/<model>.csv where a person wrote one. Its first line names
// every declared column of the table, in any order; nothing between two commas is null, two quotes are the empty text;
// each value is spelled as its type has it, an instant with its zone. Keys must be unique and never null. Rows of other
// models are synthesised (synthesise.go says how).
//
// The findings tell of every file; with an error among them the Fixtures are nil.
func Load(b *bundle.Bundle, files Files) (*Fixtures, diag.List) {
	all, of, found := relations(b)
	found = append(found, files.findings...)
	var models []string
	for _, m := range b.Models() {
		models = append(models, m.Name)
	}
	written := files.below(fixturesFolder, ".csv")
	for _, name := range slices.Sorted(maps.Keys(written)) {
		r, path := of[name], written[name]
		if problem := place(r, name, path, models); problem != nil {
			found = append(found, *problem)
			continue
		}
		r.file = path
		data, _ := files.Source(path)
		found = append(found, r.read(path, data)...)
	}
	if found.HasErrors() {
		return nil, found.Sorted()
	}
	synthesise(b, all, of)
	for _, r := range all {
		r.seal()
	}
	return &Fixtures{bundle: b, relations: all, of: of}, found.Sorted()
}

// place finds what is wrong with a file of fixtures being there at all.
func place(r *relation, name, path string, models []string) *diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.FixtureUnknown, Range: diag.Range{File: path}}
	switch {
	case r == nil:
		d.Message, d.Hint = "there is no model of this name", "Name the file after the model whose rows it holds."
		if near, ok := nearest.Name(name, models); ok {
			d.Hint = fmt.Sprintf("Did you mean %s/%s.csv?", fixturesFolder, near)
		}
	case r.file != "":
		d.Message = fmt.Sprintf("the rows of the table %s are in %s already", r.name(), r.file)
		d.Hint = "Models of one table share its rows: keep one file."
	default:
		return nil
	}
	return &d
}

// Digest identifies all rows, and the tables that they are in: sha256:HEX.
func (f *Fixtures) Digest() string {
	h := sha256.New()
	for _, r := range f.relations {
		fmt.Fprintf(h, "%s %s\n", r.source, r.digest)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// Synthesised reports whether no person wrote the rows of a model.
func (f *Fixtures) Synthesised(model string) bool {
	return f.of[model] != nil && f.of[model].file == ""
}

// CSV writes the rows of a model's table as the file that Load would take them from, nil for no model of the bundle.
func (f *Fixtures) CSV(model string) []byte {
	if f.of[model] == nil {
		return nil
	}
	return f.of[model].csv()
}

// seal computes the digest of a table that is complete.
func (r *relation) seal() {
	for i := range r.columns {
		r.distinct = append(r.distinct, sync.OnceValue(func() []string { return r.values(i) }))
	}
	h := sha256.New()
	fmt.Fprintf(h, "sutura fixture 1\n%q\n", r.parts)
	for i, c := range r.columns {
		fmt.Fprintf(h, "%q %s\n", c.Name, r.native(i))
	}
	h.Write(r.csv())
	r.digest = hex.EncodeToString(h.Sum(nil))
}

func (r *relation) csv() []byte {
	var out bytes.Buffer
	for i, c := range r.columns {
		writeCell(&out, i, &c.Name)
	}
	out.WriteByte('\n')
	for _, row := range r.rows {
		for i, v := range row {
			writeCell(&out, i, v)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func writeCell(out *bytes.Buffer, i int, v *string) {
	if i > 0 {
		out.WriteByte(',')
	}
	switch {
	case v == nil:
	case *v == "" || strings.ContainsAny(*v, ",\"\n\r"):
		out.WriteString(`"` + strings.ReplaceAll(*v, `"`, `""`) + `"`)
	default:
		out.WriteString(*v)
	}
}

// values are the different values of a column, in order.
func (r *relation) values(at int) []string {
	var out []string
	for _, row := range r.rows {
		if row[at] != nil {
			out = append(out, *row[at])
		}
	}
	slices.SortFunc(out, func(a, b string) int { return compare(r.columns[at].Type, a, b) })
	return slices.Compact(out)
}
