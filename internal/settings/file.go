package settings

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// value is one setting's text and where it stands.
type value struct {
	text string
	at   diag.Range // without a file: the environment
}

// reader gathers values and findings.
type reader struct {
	file   File
	lines  []string
	values map[string]value // by dotted path
	found  diag.List
	// broken holds the aliases with findings of their own, about which nothing more is said.
	broken map[string]bool
	named  map[string]diag.Range // aliases that the file names
}

func (r *reader) add(code diag.Code, at diag.Range, message, hint string) {
	r.found = append(r.found, diag.Diagnostic{Code: code, Message: message, Hint: hint, Range: at})
}

// parse walks the file's one document along the table of keys.
func (r *reader) parse(text []byte) {
	if !utf8.Valid(text) {
		r.add(diag.SettingsSyntax, diag.Range{File: r.file.Name}, "the settings are not UTF-8 text", "Save the file as UTF-8.")
		return
	}
	r.lines = strings.Split(string(text), "\n")
	document, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		var at diag.Range
		if e, ok := errors.AsType[*yaml.SyntaxError](err); ok {
			at = r.place(e.Token)
		}
		r.add(diag.SettingsSyntax, at, "this is not YAML", "Write `key: value`, one a line, indented with spaces; quote a text that holds `: ` or ` #`.")
		return
	}
	for i, d := range document.Docs {
		switch {
		case d.Body == nil:
		case i > 0:
			r.add(diag.SettingsSyntax, r.place(d.Start), "a second document begins here, and settings are one", "Remove the line ---.")
		default:
			r.mapping(d.Body, "", "")
		}
	}
}

// mapping reads the keys under a dotted path; pattern is the path with aliases as *.
func (r *reader) mapping(n ast.Node, path, pattern string) {
	names, anyAlias := children(pattern)
	m, ok := n.(*ast.MappingNode)
	if !ok {
		if _, empty := n.(*ast.NullNode); empty {
			return
		}
		r.spoil(path)
		hint := ""
		if _, text := n.(*ast.StringNode); text && pattern == "sources.*." {
			hint = "Write {path: ...} for files, or {dsn_env: ...} for a database."
		}
		r.add(diag.SettingsValue, r.place(n.GetToken()), shown(path)+" holds "+expected(names, anyAlias), hint)
		return
	}
	seen := map[string]diag.Range{}
	for _, entry := range m.Values {
		at := r.place(entry.Key.GetToken())
		key, ok := entry.Key.(*ast.StringNode)
		if !ok {
			r.add(diag.SettingsUnknownKey, at, "a key is a plain word here", shown(path)+" holds "+expected(names, anyAlias)+".")
			continue
		}
		name := key.Value
		if first, repeated := seen[name]; repeated {
			r.found = append(r.found, diag.Diagnostic{Code: diag.SettingsRepeatedKey, Message: "the key is here twice", Hint: "Keep one of the two.",
				Range: at, Related: []diag.Related{{Range: first, Message: "the first one"}}})
			continue
		}
		seen[name] = at
		r.entry(entry.Value, at, name, path, pattern)
	}
}

// entry reads one key of a mapping.
func (r *reader) entry(n ast.Node, at diag.Range, name, path, pattern string) {
	names, anyAlias := children(pattern)
	step := name
	if anyAlias {
		if !aliasForm.MatchString(name) {
			r.add(diag.SettingsAlias, at, "a source's name is lower-case letters, digits and underscores, and begins with a letter", "Write it as the catalog's `sources` does.")
			return
		}
		step = "*"
		r.named[name] = at
	}
	if k, leaf := lookup(pattern + step); leaf {
		r.scalar(n, k, path+name)
		return
	}
	if isPrefix(pattern + step + ".") {
		r.mapping(n, path+name+".", pattern+step+".")
		return
	}
	r.spoil(path)
	switch near, ok := nearest.Name(name, names); {
	case strings.HasPrefix(pattern, "sources.*.") && (name == "dsn" || name == "url" || name == "password"):
		r.add(diag.SettingsSecret, at, "a connection string is a secret and does not belong into the settings", "Put it into an environment variable and name that with dsn_env, or into a file and name that with dsn_file.")
	case ok:
		r.add(diag.SettingsUnknownKey, at, "there is no such setting", fmt.Sprintf("Did you mean %s?", near))
	default:
		r.add(diag.SettingsUnknownKey, at, "there is no such setting", shown(path)+" holds "+expected(names, anyAlias)+".")
	}
}

func isPrefix(path string) bool {
	names, alias := children(path)
	return len(names) > 0 || alias
}

// scalar reads one value.
func (r *reader) scalar(n ast.Node, k Key, path string) {
	var text string
	at := r.place(n.GetToken())
	switch v := n.(type) {
	case *ast.StringNode:
		text = v.Value
	case *ast.IntegerNode:
		text = v.Token.Value
	case *ast.SequenceNode:
		list, ok := listed(v)
		if !ok || k.Kind != Names && k.Kind != Choices {
			r.spoil(path)
			r.add(diag.SettingsValue, at, path+" is "+wanted(k)+", and this is none", "")
			return
		}
		text = list
	case *ast.MappingNode:
		at = r.place(v.Values[0].Key.GetToken())
		held, ok := r.mapped(v)
		if !ok {
			r.spoil(path)
			return
		}
		text = held
	case *ast.NullNode:
		r.spoil(path)
		r.add(diag.SettingsValue, at, path+" is empty", "Write "+wanted(k)+", or remove the key.")
		return
	default:
		r.spoil(path)
		r.add(diag.SettingsValue, at, path+" is "+wanted(k)+", and this is none", "")
		return
	}
	r.set(k, path, value{text, at})
}

// listed joins a list of words; false where an element is none.
func listed(n *ast.SequenceNode) (string, bool) {
	var out []string
	for _, v := range n.Values {
		word, ok := v.(*ast.StringNode)
		if !ok || strings.Contains(word.Value, ",") {
			return "", false
		}
		out = append(out, word.Value)
	}
	return strings.Join(out, ","), true
}

// set keeps a value that is of its key's kind. What it says never repeats the value, which may be a misplaced secret.
func (r *reader) set(k Key, path string, v value) {
	if code, message, hint := unfit(k, path, v.text); message != "" {
		r.spoil(path)
		r.add(code, v.at, message, hint)
		return
	}
	r.values[path] = v
}

// spoil remembers that the source of a dotted path has findings already.
func (r *reader) spoil(path string) {
	if parts := strings.Split(path, "."); len(parts) > 1 && parts[0] == "sources" {
		r.broken[parts[1]] = true
	}
}

// place is the range of a token on its first line. The parser counts characters, diagnostics bytes.
func (r *reader) place(t *token.Token) diag.Range {
	at := diag.Range{File: r.file.Name}
	if t == nil || t.Position == nil || t.Position.Line < 1 || t.Position.Line > len(r.lines) {
		return at
	}
	line := strings.TrimSuffix(r.lines[t.Position.Line-1], "\r")
	bytes := func(column int) int {
		for i := range line {
			if column--; column == 0 {
				return i + 1
			}
		}
		return len(line) + 1
	}
	length := utf8.RuneCountInString(t.Value)
	if t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType {
		length += 2
	}
	at.Start = diag.Position{Line: t.Position.Line, Column: bytes(t.Position.Column)}
	at.End = diag.Position{Line: t.Position.Line, Column: max(bytes(t.Position.Column+length), at.Start.Column+1)}
	return at
}

func shown(path string) string {
	if path == "" {
		return FileName
	}
	return strings.TrimSuffix(path, ".")
}

func expected(names []string, alias bool) string {
	if alias {
		return "the names of the catalog's sources"
	}
	return "the keys " + strings.Join(names, ", ")
}
