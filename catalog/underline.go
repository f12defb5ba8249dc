package catalog

import (
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"sutura.dev/internal/diag"
)

// placeOf is what to underline for a value: where it is written, the spot that the errors point at first; where a
// template or a comprehension made it, the first of the errors' places.
func (r *reporter) placeOf(path []string, errs []errors.Error) diag.Range {
	own := r.authored(errs...)
	if found := r.places.index().find(path); found != nil && len(found.spots) > 0 {
		for _, p := range own {
			for _, s := range found.spots {
				if s.value.Pos() == p {
					return s.rangeOf()
				}
			}
		}
		return found.spots[0].rangeOf()
	}
	if len(own) > 0 {
		return r.extent(own[0])
	}
	return r.places.at(path)
}

// labelOf is what to underline for a name: its label where it is written, or else where its value comes from.
func (r *reporter) labelOf(path []string, v cue.Value) diag.Range {
	if found := r.places.index().find(path); found != nil && len(found.spots) > 0 {
		return r.places.label(path)
	}
	if at := r.places.authored(v); at.File != "" {
		return at
	}
	if own := r.authored(errors.Errors(v.Err())...); len(own) > 0 {
		return r.extent(own[0])
	}
	return r.places.label(path)
}

// extent is the place of what stands at a position, whether it was cut out or not.
func (r *reporter) extent(p token.Pos) diag.Range {
	if n := r.cut[p]; n != nil {
		return rangeOf(n)
	}
	return r.places.extent(p)
}

// opening is the place of a struct's brace; the whole of it would underline half a file.
func opening(s *ast.StructLit) diag.Range {
	at := pointAt(s.Pos())
	at.End.Column++
	return at
}

func fileStart(name string) diag.Range {
	at := diag.Position{Line: 1, Column: 1}
	return diag.Range{File: name, Start: at, End: at}
}

func decodedText(lit string) (string, bool) {
	text, err := literal.Unquote(lit)
	return text, err == nil
}

// dotted names a path in a sentence.
func dotted(path []string) string {
	if len(path) == 0 {
		return "the catalog"
	}
	return strings.Join(path, ".")
}
