package catalog

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// standard are the packages of CUE's standard library that a catalog may import: the pure ones.
func standard() []string {
	return []string{
		"crypto/hmac", "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512", "encoding/base64", "encoding/csv",
		"encoding/hex", "encoding/json", "encoding/yaml", "html", "list", "math", "math/bits", "net", "path", "regexp",
		"strconv", "strings", "struct", "text/tabwriter", "text/template", "time", "uuid",
	}
}

// syntax is what the parser made of the files.
type syntax struct {
	files    []*ast.File
	pkg      string
	refused  imports // those that are not allowed
	partial  bool    // something of it could not be read, so that a name may be missing for no fault of who uses it
	findings diag.List
}

// imports are paths that are imported, the names by which files know them, and where.
type imports struct {
	paths, names []string
	at           []token.Pos
}

func parse(files Files) *syntax {
	s := &syntax{findings: slices.Clone(files.findings), partial: len(files.findings) > 0}
	if len(files.files) == 0 && len(files.findings) == 0 {
		s.report(diag.NoCatalog, diag.Range{File: Folder}, "there is no catalog here: no .cue file lies under catalog/", "`sutura init` writes a starter catalog.")
	}
	for _, f := range files.files {
		s.file(f)
	}
	s.packages()
	for _, f := range s.files {
		s.refusals(f)
	}
	return s
}

func (s *syntax) report(code diag.Code, at diag.Range, message, hint string) {
	s.findings = append(s.findings, diag.Diagnostic{Code: code, Range: at, Message: message, Hint: hint})
}

func (s *syntax) file(f schema.File) {
	if d, bad := guard(f); bad {
		s.findings = append(s.findings, d)
		s.partial = true
		return
	}
	s.turned(f)
	parsed, err := parser.ParseFile(f.Path, f.Data)
	if err == nil {
		s.files = append(s.files, parsed)
		return
	}
	s.partial = true
	if s.merging(f) {
		return
	}
	for _, e := range errors.Errors(err) {
		at := pointAt(e.Position())
		if at.File == "" {
			at = fileStart(f.Path)
		}
		format, args := e.Msg()
		if message, hint := nameSentence(format, args); message != "" {
			s.report(diag.NotCUE, at, message, hint)
			continue
		}
		s.report(diag.NotCUE, at, "this is not CUE: "+syntaxSentence(format, args), syntaxHint(format, lineOf(f, at)))
	}
}

// mergeMark is a line that git leaves where two sides of a merge disagree.
var mergeMark = regexp.MustCompile(`(?m)^(<{7} .*|={7}|>{7} .*|\|{7} .*)\r?$`)

// merging reports the first mark of a merge that is not settled, in a file that is no CUE.
func (s *syntax) merging(f schema.File) bool {
	at := mergeMark.FindIndex(f.Data)
	if at == nil {
		return false
	}
	file := token.NewFile(f.Path, -1, len(f.Data))
	file.SetLinesForContent(f.Data)
	s.report(diag.NotCUE, pointAt(file.Pos(at[0], token.NoRelPos)), "a merge left its marks here", "Keep one of the two sides, or what both mean, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>.")
	return true
}

// turned reports the first sign of a file that turns the direction of text: what a reviewer reads is then not what is loaded.
func (s *syntax) turned(f schema.File) {
	at := bytes.IndexFunc(f.Data, func(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' })
	if at < 0 {
		return
	}
	file := token.NewFile(f.Path, -1, len(f.Data))
	file.SetLinesForContent(f.Data)
	s.report(diag.TurnedText, pointAt(file.Pos(at, token.NoRelPos)), "a sign that is not seen turns the direction of the text here", "Delete it; text of right-to-left scripts needs no such sign.")
}

// packages holds every file to the package that most files say.
func (s *syntax) packages() {
	count := map[string]int{}
	for _, f := range s.files {
		name := f.PackageName()
		if count[name]++; name != "" && (s.pkg == "" || count[name] > count[s.pkg]) {
			s.pkg = name
		}
	}
	if s.pkg == "" {
		s.pkg = "catalog"
	}
	s.files = slices.DeleteFunc(s.files, func(f *ast.File) bool {
		name := f.PackageName()
		if name == s.pkg {
			return false
		}
		at := fileStart(f.Filename)
		message := fmt.Sprintf("%s says no package; it is left out", f.Filename)
		for _, d := range f.Decls {
			if p, ok := d.(*ast.Package); ok {
				at = rangeOf(p.Name)
				message = fmt.Sprintf("%s says package %s, others say %s; it is left out", f.Filename, name, s.pkg)
			}
		}
		s.report(diag.OtherPackage, at, message, fmt.Sprintf("Begin it with `package %s`: a catalog is one package, its folders included.", s.pkg))
		s.partial = true
		return true
	})
}

// refusals looks for what would make the catalog depend on more than its files.
func (s *syntax) refusals(f *ast.File) {
	ast.Walk(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Attribute:
			s.attribute(n)
		case *ast.ImportSpec:
			s.importSpec(n)
		}
		return true
	}, nil)
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool { _, ok := d.(*ast.Attribute); return ok })
}

func (s *syntax) attribute(a *ast.Attribute) {
	name, _ := a.Split()
	switch name {
	case "embed", "tag", "if", "ignore", "extern", "experiment":
		s.report(diag.AttributeRefused, rangeOf(a), fmt.Sprintf("@%s is not allowed in a catalog", name),
			"Write the value itself: a catalog means the same wherever and however it is loaded.")
	}
}

func (s *syntax) importSpec(spec *ast.ImportSpec) {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return // the parser reports it
	}
	name, local, _ := strings.Cut(name, ":")
	allowed := append(standard(), schema.ImportPath, schema.FamiliesPath)
	if slices.Contains(allowed, name) {
		return
	}
	if local == "" {
		local = path.Base(name)
	}
	if spec.Name != nil {
		local = spec.Name.Name
	}
	s.refused.names = append(s.refused.names, local)
	s.refused.paths = append(s.refused.paths, name)
	s.refused.at = append(s.refused.at, spec.Pos())
	hint := "A catalog imports CUE's standard library and sutura.dev/schema only; put what you need under catalog/, in the same package."
	if near, ok := nearest.Name(name, allowed); ok {
		hint = fmt.Sprintf("Did you mean %q?", near)
	}
	s.report(diag.ImportRefused, rangeOf(spec.Path), fmt.Sprintf("%q cannot be imported into a catalog", name), hint)
}

// vendored warns where the copy of the schema that editors read is not the embedded one.
func (s *syntax) vendored(files Files) {
	if len(files.vendored) == 0 {
		return
	}
	copies := map[string][]byte{}
	for _, f := range files.vendored {
		copies[f.Path] = f.Data
	}
	for _, want := range schema.Vendored() {
		got, ok := copies[want.Path]
		if ok && bytes.Equal(got, want.Data) {
			continue
		}
		message := "the vendored schema is not the one that this sutura checks against"
		if !ok {
			message = "the vendored schema lacks a file of the one that this sutura checks against"
		}
		s.findings = append(s.findings, diag.Diagnostic{
			Code: diag.VendoredDiffers, Severity: diag.Warning, Range: fileStart(want.Path), Message: message,
			Hint: "Refresh it: `sutura schema --write`.",
		})
		return
	}
}

// syntaxSentence says what the parser found, in our words where it is frequent.
func syntaxSentence(format string, args []any) string {
	switch {
	case strings.HasPrefix(format, "expected"):
		return fmt.Sprintf(format, args...)
	case strings.Contains(format, "UTF-8"), strings.Contains(format, "NUL"), strings.Contains(format, "byte order"):
		return "it holds bytes that are not text in UTF-8"
	case strings.Contains(format, "not terminated"), strings.Contains(format, "unterminated"):
		return "a string, or a comment, is not closed"
	}
	return "something is missing, or stands where it cannot stand"
}

// yamlList is an element of a list as YAML writes it.
var yamlList = regexp.MustCompile(`(^|: )\s*- \w`)

// syntaxHint says how what the parser stumbles over is written, as far as the line and its complaint tell.
func syntaxHint(format, line string) string {
	switch {
	case strings.Contains(format, "UTF-8"), strings.Contains(format, "NUL"), strings.Contains(format, "byte order"):
		return "Save the file as UTF-8."
	case strings.Contains(format, "not terminated"), strings.Contains(format, "unterminated"):
		return `A text in double quotes ends on the line where it begins; one of several lines stands between """ and """, each on a line of its own.`
	case yamlList.MatchString(line):
		return "This reads like YAML: in CUE fields stand in braces, name: {...}, and lists in brackets."
	case strings.HasPrefix(format, "expected"):
		return "Look for a brace, a bracket or a quote that is missing here or before."
	}
	return "Text stands in double quotes, and between two fields of one line stands a comma."
}

// lineOf is the line of a place.
func lineOf(f schema.File, at diag.Range) string {
	lines := strings.Split(string(f.Data), "\n")
	if n := at.Start.Line - 1; n >= 0 && n < len(lines) {
		return lines[n]
	}
	return ""
}

// nameSentence says what is wrong with the name of a `let` or an alias, in a file that reads well otherwise; empty for all else.
func nameSentence(format string, args []any) (message, hint string) {
	if len(args) == 0 {
		return "", ""
	}
	name := fmt.Sprint(args[0])
	switch {
	case strings.HasPrefix(format, "cannot have both alias and field"):
		return fmt.Sprintf("%s is the name of a field, and of a `let` or an alias", name), "Rename the `let` or the alias."
	case strings.HasPrefix(format, "alias") && strings.Contains(format, "redeclared"):
		return fmt.Sprintf("%s is declared twice in one place", name), "Keep one, or name it otherwise."
	}
	return "", ""
}

// pointAt is the place of a position that has no extent.
func pointAt(p token.Pos) diag.Range {
	if !p.IsValid() {
		return diag.Range{}
	}
	at := diag.Position{Line: p.Line(), Column: p.Column()}
	return diag.Range{File: p.Filename(), Start: at, End: at}
}

// rangeOf is the place of a node.
func rangeOf(n ast.Node) diag.Range {
	r := pointAt(n.Pos())
	if end := n.End(); end.IsValid() {
		r.End = diag.Position{Line: end.Line(), Column: end.Column()}
	}
	return r
}
