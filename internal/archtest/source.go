package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A File is one file of the tree, by its slash-separated path from the root.
type File struct {
	Path string
	Text []byte
}

const (
	unparsed   Rule = "Go parses"
	printing   Rule = "output has owners"
	reading    Rule = "one clock"
	zoning     Rule = "one edition of time zones"
	locating   Rule = "a binary knows no source files"
	initialise Rule = "no init"
	dots       Rule = "no dot imports"
	skipping   Rule = "no test is skipped"
	leftovers  Rule = "nothing is left to do"
	long       Rule = "a file is one concept"
	documented Rule = "a package says what it is"
)

const (
	maxLines    = 500 // of a file of Go that is no test
	maxDocLines = 15  // of a package's comment
)

// A ban forbids names of a package of the standard library outside some of our packages. It holds for tests where it
// says so.
type ban struct {
	rule    Rule
	of      string
	names   []string
	outside []string
	tests   bool
	instead string
}

func bans() []ban {
	return []ban{
		{rule: printing, of: "fmt", names: []string{"Print", "Printf", "Println"}, outside: []string{"internal/cli", "internal/render", "cmd/...", "scripts/..."},
			tests: true, instead: "write to a writer that was handed in"},
		{rule: reading, of: "time", names: []string{"Now", "Since", "Until"}, outside: []string{"internal/clock"}, instead: "take a clock.Clock"},
		{rule: zoning, of: "time", names: []string{"LoadLocation"}, tests: true, instead: "use calendar.LoadZone: a machine's rules are of any edition"},
		{rule: locating, of: "runtime", names: []string{"Caller", "Callers"}, tests: true, instead: "use checkout.Path: -trimpath takes the files' names away"},
	}
}

// Source holds every Go file, those below testdata apart, to the rules of code.
func Source(files []File) []Violation {
	var out []Violation
	docs := map[string]int{} // package folder -> files with a package comment
	folders := map[string]bool{}
	for _, f := range files {
		if !isGo(f.Path) {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, f.Path, f.Text, parser.ParseComments)
		if err != nil {
			out = append(out, Violation{unparsed, f.Path, "does not parse"})
			continue
		}
		s := source{File: f, set: set, parsed: parsed, folder: path.Dir(f.Path), test: strings.HasSuffix(f.Path, "_test.go")}
		out = append(out, s.banned()...)
		out = append(out, s.declared()...)
		if s.test {
			out = append(out, s.skips()...)
			continue
		}
		out = append(out, s.comments()...)
		if n := bytes.Count(f.Text, []byte("\n")); n > maxLines {
			out = append(out, Violation{long, f.Path, fmt.Sprintf("has %d lines, the bound is %d: split it by concept", n, maxLines)})
		}
		folders[s.folder] = true
		if parsed.Doc != nil {
			docs[s.folder]++
		}
	}
	for folder := range folders {
		if docs[folder] != 1 {
			out = append(out, Violation{documented, folder, fmt.Sprintf("has %d package comments; one file, one comment", docs[folder])})
		}
	}
	return sorted(out)
}

func isGo(file string) bool {
	return strings.HasSuffix(file, ".go") && !slices.Contains(strings.Split(path.Dir(file), "/"), "testdata")
}

// source is one parsed file.
type source struct {
	File
	set    *token.FileSet
	parsed *ast.File
	folder string
	test   bool
}

func (s source) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.Path, s.set.Position(n.Pos()).Line)
}

// banned finds the names of bans, whether called or handed on, by whatever name the file imports their package.
func (s source) banned() []Violation {
	var out []Violation
	imported := map[string]string{} // local name -> import path
	for _, spec := range s.parsed.Imports {
		imports, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser has seen it as a string
		}
		local := path.Base(imports)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." {
			out = append(out, Violation{dots, s.at(spec), "imports " + imports + " without a name"})
		}
		imported[local] = imports
	}
	ast.Inspect(s.parsed, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := selector.X.(*ast.Ident)
		if !ok || of.Obj != nil { // a variable that is called like a package
			return true
		}
		for _, b := range bans() {
			if imported[of.Name] == b.of && slices.Contains(b.names, selector.Sel.Name) && !matchesAny(b.outside, s.folder) && (b.tests || !s.test) {
				out = append(out, Violation{b.rule, s.at(n), b.of + "." + selector.Sel.Name + ": " + b.instead})
			}
		}
		return true
	})
	return out
}

// declared finds init functions, the printing builtins, and package comments that are too long.
func (s source) declared() []Violation {
	var out []Violation
	for _, d := range s.parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			out = append(out, Violation{initialise, s.at(d), "declares init: nothing happens on import"})
		}
	}
	ast.Inspect(s.parsed, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.Ident); ok && f.Obj == nil && (f.Name == "print" || f.Name == "println") {
			out = append(out, Violation{printing, s.at(n), f.Name + ": write to a writer that was handed in"})
		}
		return true
	})
	if doc := s.parsed.Doc; doc != nil {
		if n := s.set.Position(doc.End()).Line - s.set.Position(doc.Pos()).Line + 1; n > maxDocLines {
			out = append(out, Violation{documented, s.at(doc), fmt.Sprintf("the package comment has %d lines, the bound is %d", n, maxDocLines)})
		}
	}
	return out
}

// skips finds calls of Skip, Skipf and SkipNow on what tests, benchmarks and fuzz targets are handed.
func (s source) skips() []Violation {
	var out []Violation
	ast.Inspect(s.parsed, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := selector.X.(*ast.Ident)
		if ok && slices.Contains([]string{"t", "b", "f", "tb"}, of.Name) && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, selector.Sel.Name) {
			out = append(out, Violation{skipping, s.at(n), "skips: a test that lacks what it needs fails, and says how to get it"})
		}
		return true
	})
	return out
}

// comments finds marks of unfinished work.
func (s source) comments() []Violation {
	var out []Violation
	for _, group := range s.parsed.Comments {
		for _, c := range group.List {
			for _, mark := range []string{"TODO", "FIXME", "XXX"} {
				if strings.Contains(c.Text, mark) {
					out = append(out, Violation{leftovers, s.at(c), "says " + mark + ": do it, or write down why not"})
				}
			}
		}
	}
	return out
}
