package sources

import (
	"context"
	"fmt"

	"sutura.dev/bundle"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/diag"
)

// Check compares the tables and columns that b declares with those of the open sources. Models of sources that are not
// open are left out. An error is a source that could not be asked.
func Check(ctx context.Context, b *bundle.Bundle, open Set) (diag.List, error) {
	var found diag.List
	for _, source := range b.Sources() {
		opened, ok := open[source.Name]
		if !ok {
			continue
		}
		tables, err := opened.Tables(ctx)
		if err != nil {
			return nil, fmt.Errorf("listing the tables of %s: %w", source.Name, err)
		}
		for i := range b.Models() {
			m := &b.Models()[i]
			if m.Source != source.Name {
				continue
			}
			for _, problem := range answer.Compare(m, tables, b.Model) {
				found = append(found, diag.Diagnostic{Code: diag.SourceDrift, Path: "models." + m.Name, Message: problem,
					Hint: "Correct the model, or name other data in the settings."})
			}
		}
	}
	return found.Sorted(), nil
}

// Prove compares the keys, the unique columns and the nulls that b declares with the rows of the open sources. It reads
// every table once for each. An error is a source that could not be asked.
func Prove(ctx context.Context, b *bundle.Bundle, open Set) (diag.List, error) {
	var found diag.List
	for i := range b.Models() {
		m := &b.Models()[i]
		source, ok := open[m.Source]
		if !ok {
			continue
		}
		problems, err := answer.Proven(ctx, source, m)
		if err != nil {
			return nil, fmt.Errorf("proving the keys of %s: %w", m.Name, err)
		}
		for _, problem := range problems {
			found = append(found, diag.Diagnostic{Code: diag.SourceKeys, Path: "models." + m.Name, Message: problem,
				Hint: "Correct the model's key, unique or nullable, or the data."})
		}
	}
	return found.Sorted(), nil
}
