package catalog

import (
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"sutura.dev/catalog/schema"
)

// schemaFile begins the names of the embedded schema's files, so that their positions are told from the authors'.
const schemaFile = "sutura.dev:"

func inSchema(p token.Pos) bool { return strings.HasPrefix(p.Filename(), schemaFile) }

// evaluated is the one instance, and what CUE could not resolve in it.
type evaluated struct {
	value      *cue.Value // nil where CUE gave up
	unresolved []errors.Error
	cut        map[token.Pos]ast.Node // what was cut out, because it resolves to nothing
}

// evaluate builds one instance from the sorted files and the constraint of the schema. It reads nothing: imports are
// the embedded schema and CUE's own library.
//
// CUE gives up on the whole instance where one name resolves to nothing; so that it does not hide every other mistake,
// what does not resolve is cut out and the rest is built again.
func evaluate(s *syntax) evaluated {
	e := evaluated{cut: map[token.Pos]ast.Node{}}
	for range 4 {
		value, err := instantiate(s)
		if err == nil {
			e.value = &value
			return e
		}
		errs := errors.Errors(err)
		e.unresolved = append(e.unresolved, errs...)
		if !cutOut(s.files, errs, e.cut) {
			return e
		}
	}
	return e
}

func instantiate(s *syntax) (cue.Value, error) {
	var context *build.Context
	load := func(_ token.Pos, importPath string) *build.Instance {
		importPath, _, _ = strings.Cut(importPath, ":")
		files := schema.Package(importPath)
		if files == nil {
			return nil // CUE's own library, or refused already
		}
		inst := context.NewInstance("", nil)
		inst.ImportPath = importPath
		for _, f := range files {
			_ = inst.AddFile(schemaFile+f.Path, f.Data) // an error stays in the instance
		}
		_ = inst.Complete()
		return inst
	}
	context = build.NewContext(build.Loader(load))
	inst := context.NewInstance("", nil)
	for _, f := range s.files {
		if err := inst.AddSyntax(f); err != nil {
			return cue.Value{}, err
		}
	}
	constraint, err := parser.ParseFile(schemaFile+"constraint.cue", schema.Constraint(s.pkg))
	if err != nil {
		return cue.Value{}, err
	}
	if err := inst.AddSyntax(constraint); err != nil {
		return cue.Value{}, err
	}
	values, err := cuecontext.New().BuildInstances([]*build.Instance{inst})
	if err != nil {
		return cue.Value{}, err
	}
	return values[0], nil
}

// cutOut replaces what the errors point at by bottom, or removes imports that they point at. It reports whether it cut
// anything.
func cutOut(files []*ast.File, errs []errors.Error, cut map[token.Pos]ast.Node) bool {
	wanted := map[token.Pos]bool{}
	for _, e := range errs {
		if p := e.Position(); p.IsValid() && cut[p] == nil {
			wanted[p] = true
		}
	}
	before := len(cut)
	take := func(n ast.Node) bool {
		if !wanted[n.Pos()] {
			return false
		}
		cut[n.Pos()] = n
		return true
	}
	for _, f := range files {
		astutil.Apply(f, func(c astutil.Cursor) bool {
			switch n := c.Node().(type) {
			case *ast.ImportDecl:
				n.Specs = slices.DeleteFunc(n.Specs, func(spec *ast.ImportSpec) bool { return take(spec) })
				return false
			case *ast.LetClause:
				if take(n) {
					c.Delete()
				}
			case *ast.Alias:
				if wanted[n.Pos()] && take(n.Ident) {
					c.Replace(n.Expr) // what it names stays
				}
			case *ast.PostfixAlias:
				return false
			case *ast.Ident:
				switch parent := c.Parent().Node().(type) {
				case *ast.Field:
					if parent.Label == n {
						return false
					}
				case *ast.Alias:
					if parent.Ident == n {
						return false
					}
				}
				if take(n) {
					c.Replace(&ast.BottomLit{Bottom: n.Pos()})
				}
			}
			return true
		}, nil)
		f.Unresolved = nil
	}
	return len(cut) > before
}
