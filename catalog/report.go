package catalog

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// reporter turns what CUE found into diagnostics. CUE says that a value is wrong and where; the schema's shape says
// what would be right; the authors' syntax says what to underline.
type reporter struct {
	files   []*ast.File
	places  places
	root    *schema.Shape
	cut     map[token.Pos]ast.Node
	refused imports
	partial bool // names may be missing for no fault of who uses them
	lost    bool // so too because what was cut out may have held names
	found   diag.List
	paths   [][]string // of found, one each
	seen    map[finding]bool
	near    *suggester
	keys    map[string]*regexp.Regexp
}

// finding is what makes two diagnostics the same: a template's mistake is reported once, not for each of its uses.
type finding struct {
	code diag.Code
	at   diag.Range
	name string
}

func newReporter(s *syntax, e evaluated, p places) *reporter {
	return &reporter{
		files: s.files, places: p, root: schema.Root(), cut: e.cut, refused: s.refused, partial: s.partial,
		seen: map[finding]bool{}, near: newSuggester(), keys: map[string]*regexp.Regexp{},
	}
}

func (r *reporter) report(d diag.Diagnostic, path []string) {
	name := ""
	if len(path) > 0 {
		name = path[len(path)-1]
	}
	if key := (finding{d.Code, d.Range, name}); !r.seen[key] {
		r.seen[key] = true
		d.Path = strings.Join(path, ".")
		r.found = append(r.found, d)
		r.paths = append(r.paths, slices.Clone(path))
	}
}

// all reports everything that is wrong with the catalog's value.
func (r *reporter) all(v cue.Value) {
	r.value(v, nil, r.root)
	helpers, err := v.Fields(cue.Definitions(true), cue.Hidden(true))
	for err == nil && helpers.Next() {
		if helpers.Selector().LabelType() == cue.StringLabel {
			continue
		}
		for _, e := range errors.Errors(helpers.Value().Validate()) {
			r.errors([]errors.Error{e}, e.Path(), nil)
		}
	}
}

// value visits a value and reports what is wrong in it, and whether anything was.
func (r *reporter) value(v cue.Value, path []string, shape *schema.Shape) bool {
	wrong := false
	if fields, err := v.Fields(); err == nil {
		for fields.Next() {
			label := labelText(fields.Selector())
			wrong = r.field(fields.Value(), append(path, label), shape) || wrong
		}
	} else if elems, err := v.List(); err == nil {
		for elems.Next() {
			label := labelText(elems.Selector())
			wrong = r.field(elems.Value(), append(path, label), shape) || wrong
		}
	}
	switch {
	case wrong:
	case v.Err() != nil:
		r.errors(errors.Errors(v.Err()), path, shape)
		wrong = true
	case !chosen(v).IsConcrete():
		r.notConcrete(path, nil)
		wrong = true
	}
	return wrong
}

// chosen is a value, or of a choice where nobody chose its default.
func chosen(v cue.Value) cue.Value {
	if preferred, ok := v.Default(); ok { // zone: *"UTC" | string, where no file says otherwise
		return preferred
	}
	return v
}

func (r *reporter) field(v cue.Value, path []string, parent *schema.Shape) bool {
	if parent == nil {
		return r.value(v, path, nil)
	}
	label := path[len(path)-1]
	if parent.Kind == schema.Map && parent.Key != nil && !r.accepts(parent.Key, label) {
		r.badName(path, parent.Key, v)
		return true
	}
	shape, ok := parent.Step(label)
	if !ok && (parent.Arm(schema.Struct) != nil) {
		r.unknownField(path, parent, v)
		return true
	}
	return r.value(v, path, shape)
}

func (r *reporter) accepts(key *schema.Shape, label string) bool {
	if key.Pattern == "" {
		return true
	}
	if r.keys[key.Pattern] == nil {
		r.keys[key.Pattern] = regexp.MustCompile(key.Pattern)
	}
	return r.keys[key.Pattern].MatchString(label)
}

func (r *reporter) badName(path []string, key *schema.Shape, v cue.Value) {
	label := path[len(path)-1]
	hint := cmp.Or(details(key), "Write "+describe(key)+".")
	if suggestion := properName(label); key.Name == "#Name" && suggestion != "" {
		hint = fmt.Sprintf("%s %q would do.", hint, suggestion)
	}
	r.report(diag.Diagnostic{
		Code: diag.MalformedName, Range: r.labelOf(path, v), Message: fmt.Sprintf("%q is not %s", label, describe(key)), Hint: hint,
	}, path)
}

// properName is the nearest name that the schema accepts, or empty.
func properName(label string) string {
	var b strings.Builder
	small := false // a word begins where a small letter turns into a capital
	for _, c := range label {
		capital := c >= 'A' && c <= 'Z'
		switch {
		case capital && small:
			b.WriteByte('_')
			fallthrough
		case capital, c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '_':
			b.WriteString(strings.ToLower(string(c)))
		case strings.ContainsRune(" -.", c):
			b.WriteByte('_')
		default:
			return ""
		}
		small = c >= 'a' && c <= 'z'
	}
	name := strings.TrimLeft(b.String(), "_0123456789")
	return name[:min(len(name), 63)]
}

func (r *reporter) unknownField(path []string, parent *schema.Shape, v cue.Value) {
	label, owner := path[len(path)-1], path[:len(path)-1]
	names := parent.Arm(schema.Struct).Names()
	if len(owner) == 0 {
		r.report(diag.Diagnostic{
			Code: diag.UnknownField, Range: r.labelOf(path, v), Message: fmt.Sprintf("a catalog has no %s", label),
			Hint: r.fieldHint(label, parent, names, "Its parts are "+list(names, "and")+"; what only helps to write them is named with # or _, or a let."),
		}, path)
		return
	}
	r.report(diag.Diagnostic{
		Code: diag.UnknownField, Range: r.labelOf(path, v), Message: fmt.Sprintf("%s has no field %s", dotted(owner), label),
		Hint: r.fieldHint(label, parent, names, "Its fields are "+list(names, "and")+"."),
	}, path)
}

// fieldHint names the field that is meant: another tool's word for it, or the nearest, or otherwise.
func (r *reporter) fieldHint(label string, parent *schema.Shape, names []string, otherwise string) string {
	if hint := foreignField(label, names); hint != "" {
		return hint
	}
	if hint := inside(label, parent); hint != "" {
		return hint
	}
	return r.near.name(label, names, otherwise)
}

// inside says where a field belongs that one of the fields beside it has, and no other.
func inside(label string, parent *schema.Shape) string {
	var owners []string
	for _, f := range parent.Arm(schema.Struct).Fields {
		if s := f.Shape.Arm(schema.Struct); s != nil && slices.Contains(s.Names(), label) {
			owners = append(owners, f.Name)
		}
	}
	if len(owners) != 1 {
		return ""
	}
	return fmt.Sprintf("It belongs into %s: %s: {%s: ...}.", owners[0], owners[0], label)
}

// notAllowed reports a field that the schema has, and a definition of the authors' own does not.
func (r *reporter) notAllowed(path []string, shape *schema.Shape) {
	label, owner := path[len(path)-1], path[:len(path)-1]
	if shape == nil {
		r.report(diag.Diagnostic{
			Code: diag.UnknownField, Range: r.labelOf(path, cue.Value{}), Message: fmt.Sprintf("%s has no field %s", dotted(owner), label),
			Hint: "A definition lists all of its fields; add this one there, or correct the spelling.",
		}, path)
		return
	}
	r.report(diag.Diagnostic{
		Code: diag.UnknownField, Range: r.labelOf(path, cue.Value{}),
		Message: fmt.Sprintf("%s is held to a definition of the catalog's own, which has no field %s", dotted(owner), label),
		Hint:    "A definition lists all of its fields: add this one to it, or embed the schema's definition in it.",
	}, path)
}

// errors reports the errors of one value.
func (r *reporter) errors(errs []errors.Error, path []string, shape *schema.Shape) {
	errs = slices.DeleteFunc(slices.Clone(errs), r.known)
	if len(errs) == 0 {
		r.paths = append(r.paths, slices.Clone(path)) // reported where it was cut out
		r.lost = r.lost || shape == nil || shape.Kind == schema.Struct || shape.Kind == schema.Map
		return
	}
	below := map[string]bool{}
	for _, e := range errs { // of a union, what is wrong inside its struct says more
		p := e.Path()
		if shape != nil && len(p) > len(path) && slices.Equal(p[:len(path)], path) && !below[strings.Join(p, "\x00")] {
			below[strings.Join(p, "\x00")] = true
			r.below(e, slices.Clone(p), len(path), shape)
		}
	}
	if len(below) == 0 {
		r.own(errs, path, shape)
	}
}

// below reports an error inside a value that was not visited, because CUE gave it up as a whole.
func (r *reporter) below(e errors.Error, path []string, from int, shape *schema.Shape) {
	for i := from; i < len(path); i++ {
		label := strings.Trim(path[i], `"`)
		if strings.ContainsAny(label[:min(1, len(label))], "#_") {
			shape = nil // helps to write the catalog, and is no part of it
			break
		}
		path[i] = label
		if shape.Kind == schema.Map && shape.Key != nil && !r.accepts(shape.Key, label) {
			r.badName(path[:i+1], shape.Key, cue.Value{})
			return
		}
		next, ok := shape.Step(label)
		if !ok && shape.Arm(schema.Struct) != nil {
			r.unknownField(path[:i+1], shape, cue.Value{})
			return
		}
		if shape = next; shape == nil {
			break
		}
	}
	r.own([]errors.Error{e}, path, shape)
}

// known reports whether an error only follows from what was cut out.
func (r *reporter) known(e errors.Error) bool {
	return r.ofRefused(e) || slices.ContainsFunc(r.positions(e), func(p token.Pos) bool { return r.cut[p] != nil })
}

// ofRefused reports whether an error only says that a refused import is not there.
func (r *reporter) ofRefused(e errors.Error) bool {
	if slices.Contains(r.refused.at, e.Position()) {
		return true
	}
	format, args := e.Msg()
	return (strings.Contains(format, "package") || strings.Contains(format, "import")) && len(args) > 0 && slices.Contains(r.refused.paths, fmt.Sprint(args[0]))
}

func (r *reporter) own(errs []errors.Error, path []string, shape *schema.Shape) {
	for _, e := range errs {
		switch format, args := e.Msg(); {
		case strings.HasPrefix(format, "field is required"):
			r.missing(path)
			return
		case strings.HasPrefix(format, "field not allowed"):
			r.notAllowed(path, shape)
			return
		case isIncomplete(e):
			r.notConcrete(path, []errors.Error{e})
			return
		case strings.HasPrefix(format, "undefined field"), strings.HasPrefix(format, "index out of range"):
			if !r.partial {
				r.undefined(e, args, path)
			}
			return
		case strings.HasPrefix(format, "conflicting values") && r.betweenAuthors(e), strings.HasPrefix(format, "incompatible list lengths"):
			r.conflict(errs, path)
			return
		case strings.HasPrefix(format, "invalid value") && r.betweenAuthors(e):
			r.unsatisfied(e, path)
			return
		}
	}
	switch {
	case shape != nil && slices.ContainsFunc(errs, func(e errors.Error) bool { return slices.ContainsFunc(r.positions(e), inSchema) }):
		r.violation(errs, path, shape)
	default:
		r.notComputable(errs[0], path)
	}
}

func isIncomplete(e errors.Error) bool {
	format, _ := e.Msg()
	return strings.HasPrefix(format, "incomplete") || strings.HasPrefix(format, "non-concrete") || strings.Contains(format, "requires concrete")
}

// positions returns where an error arises, the value's own place first where CUE knows it.
func (r *reporter) positions(e errors.Error) []token.Pos {
	return slices.DeleteFunc(append([]token.Pos{e.Position()}, e.InputPositions()...), func(p token.Pos) bool { return !p.IsValid() })
}

// authored returns the positions that are in the authors' files.
func (r *reporter) authored(errs ...errors.Error) []token.Pos {
	var out []token.Pos
	for _, e := range errs {
		for _, p := range r.positions(e) {
			if !inSchema(p) && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// betweenAuthors reports whether the two values in conflict, which CUE places first, are both the authors'.
func (r *reporter) betweenAuthors(e errors.Error) bool {
	p := r.positions(e)
	return len(p) >= 2 && !inSchema(p[0]) && !inSchema(p[1])
}
