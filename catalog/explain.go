package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// violation reports a value that the schema does not accept.
func (r *reporter) violation(errs []errors.Error, path []string, shape *schema.Shape) {
	d := diag.Diagnostic{Code: diag.WrongType, Range: r.placeOf(path, errs), Message: fmt.Sprintf("%s must be %s", dotted(path), describe(shape))}
	text, isText := r.offered(path, errs)
	switch {
	case shape.Kind == schema.Enum && isText:
		d.Code = diag.NotOneOf
		d.Hint = cmp.Or(foreignValue(text, shape.Values), r.near.name(text, shape.Values, ""))
	case isText && (shape.Kind == schema.Text || shape.Kind == schema.Enum):
		d.Code = diag.OutOfForm
	case slices.ContainsFunc(errs, outOfBound):
		d.Code = diag.OutOfForm
	case !isText && shape.Arm(schema.Text) != nil && shape.Name == "" && text != "":
		d.Hint = "Write it in double quotes."
	case shape.Arm(schema.Text) != nil && r.reference(path) != "":
		d.Hint = fmt.Sprintf("Without quotes it refers to a CUE field; if it is text, write %q.", r.reference(path))
	case isText && shape.Kind == schema.List:
		d.Hint = "Write it in brackets: [" + strconv.Quote(text) + "]."
	case isText && shape.Kind == schema.Boolean && shape.Only == "":
		d.Hint = "Write true or false, without quotes."
	case isText && shape.Arm(schema.Struct) != nil || isText && shape.Arm(schema.Map) != nil:
		d.Hint = r.instead(path, text, shape)
	}
	d.Hint = cmp.Or(d.Hint, ownForm(path))
	if d.Hint == "" && shape.Arm(schema.Map) != nil && r.listed(path) {
		d.Hint = fmt.Sprintf("Write each under its name, without brackets: %s: some_name: {...}.", path[len(path)-1])
	}
	d.Hint = cmp.Or(d.Hint, details(shape))
	r.report(d, path)
}

// ownForm says how a field is written that is often given another form.
func ownForm(path []string) string {
	if len(path) == 0 { // the catalog itself
		return ""
	}
	switch path[len(path)-1] {
	case "columns":
		return `Write each column with its type: columns: {order_id: {type: "integer"}}.`
	case "on":
		return `Write the columns, this model's first: on: customer_id: "id".`
	case "ratio":
		return `Write what is divided by what: ratio: {numerator: metric: "returned", denominator: metric: "sold"}.`
	case "during":
		return `Write {at: "ordered_at", from: "valid_from", to: "valid_to"}.`
	case "count":
		return `Write count: "*" for rows, or an expression in double quotes, whose values are counted.`
	case "p":
		return "Write a part of 1: 0.9 for the 90th of 100."
	}
	return ""
}

// outOfBound reports whether a number is of the right type, and too small or too large.
func outOfBound(e errors.Error) bool {
	format, args := e.Msg()
	return strings.HasPrefix(format, "incompatible") && strings.Contains(format, "bounds") ||
		strings.Contains(format, "out of bound") && len(args) == 2 && !strings.HasPrefix(fmt.Sprint(args[1]), "=~")
}

// offered returns the scalar that the author wrote at a path, and whether it is text; empty where it is none.
func (r *reporter) offered(path []string, errs []errors.Error) (string, bool) {
	var literals []*ast.BasicLit
	if found := r.places.index().find(path); found != nil {
		for _, s := range found.spots {
			if lit, ok := s.value.(*ast.BasicLit); ok {
				literals = append(literals, lit)
			}
		}
	}
	for _, p := range r.authored(errs...) {
		if lit, ok := r.places.nodes()[p].(*ast.BasicLit); ok {
			literals = append(literals, lit)
		}
	}
	for _, lit := range literals {
		if lit.Kind != token.STRING || strings.TrimLeft(lit.Value, "#")[0] == '\'' { // which is bytes
			return lit.Value, false
		}
		if text, ok := decodedText(lit.Value); ok {
			return text, true
		}
	}
	return "", false
}

// listed reports whether the author wrote a list at a path.
func (r *reporter) listed(path []string) bool {
	found := r.places.index().find(path)
	return found != nil && len(path) > 0 && slices.ContainsFunc(found.spots, func(s spot) bool {
		_, ok := s.value.(*ast.ListLit)
		return ok
	})
}

// reference returns the name that the author wrote at a path without quotes, or nothing.
func (r *reporter) reference(path []string) string {
	if found := r.places.index().find(path); found != nil {
		for _, s := range found.spots {
			if name, ok := s.value.(*ast.Ident); ok {
				return name.Name
			}
		}
	}
	return ""
}

func (r *reporter) missing(path []string) {
	if r.partial {
		return
	}
	// A required struct that no one wrote is what is missing, not each of its fields.
	for len(path) > 1 {
		owner := path[:len(path)-1]
		if f, ok := r.fieldOf(owner); !ok || !f.Required || r.places.index().find(owner) != nil {
			break
		}
		path = owner
	}
	label, owner := path[len(path)-1], path[:len(path)-1]
	d := diag.Diagnostic{Code: diag.MissingField, Range: r.labelOf(owner, cue.Value{}), Message: fmt.Sprintf("%s has no %s", dotted(owner), label)}
	if len(owner) == 0 {
		d.Range = fileStart(r.files[0].Filename)
	}
	if f, ok := r.fieldOf(path); ok {
		d.Hint = fmt.Sprintf("Add `%s`. %s", label, strings.ReplaceAll(f.Doc, "\n", " "))
	}
	r.report(d, path)
}

// fieldOf returns the schema's field at a path.
func (r *reporter) fieldOf(path []string) (schema.Field, bool) {
	shape := r.root
	for _, label := range path[:len(path)-1] {
		next, ok := shape.Step(label)
		if !ok {
			return schema.Field{}, false
		}
		shape = next
	}
	if s := shape.Arm(schema.Struct); s != nil {
		return s.Field(path[len(path)-1])
	}
	return schema.Field{}, false
}

func (r *reporter) conflict(errs []errors.Error, path []string) {
	spots := r.authored(errs...)
	// Of a conflict, CUE places the two values first; later places are how it came to them.
	var values []token.Pos
	for _, e := range errs {
		if r.betweenAuthors(e) {
			for _, p := range r.positions(e)[:2] {
				if !slices.Contains(values, p) {
					values = append(values, p)
				}
			}
		}
	}
	if len(values) > 0 {
		spots = values
	}
	if len(spots) == 0 {
		r.notComputable(errs[0], path)
		return
	}
	slices.SortFunc(spots, token.Pos.Compare)
	d := diag.Diagnostic{
		Code: diag.Conflict, Range: r.extent(spots[0]),
		Message: fmt.Sprintf("%s is given different values in different places", dotted(path)),
		Hint:    "Keep one of them: in CUE a value is stated once, and stating it again must agree.",
	}
	for _, p := range spots[1:] {
		d.Related = append(d.Related, diag.Related{Range: r.extent(p), Message: "here it is given another value"})
	}
	r.report(d, path)
}

// unsatisfied reports a value that does not meet a condition of the authors' own.
func (r *reporter) unsatisfied(e errors.Error, path []string) {
	spots := r.authored(e)
	d := diag.Diagnostic{
		Code: diag.OutOfForm, Range: r.extent(spots[0]), Message: fmt.Sprintf("%s does not meet a condition that the catalog sets for it", dotted(path)),
		Hint: "Change the value, or the condition.",
	}
	for _, p := range spots[1:] {
		d.Related = append(d.Related, diag.Related{Range: r.extent(p), Message: "the condition and the value meet here"})
	}
	r.report(d, path)
}

func (r *reporter) notConcrete(path []string, errs []errors.Error) {
	r.report(diag.Diagnostic{
		Code: diag.NotConcrete, Range: r.placeOf(path, errs), Message: fmt.Sprintf("%s has no value, only a constraint", dotted(path)),
		Hint: "Give it a value, or leave it out; where a template should give it, check that the template's own fields are filled in.",
	}, path)
}

func (r *reporter) undefined(e errors.Error, args []any, path []string) {
	name := ""
	if len(args) > 0 {
		name = fmt.Sprint(args[0])
	}
	if format, _ := e.Msg(); strings.HasPrefix(format, "index") {
		name = "element " + name
	}
	d := diag.Diagnostic{
		Code: diag.NameNotFound, Range: r.placeOf(path, []errors.Error{e}), Message: fmt.Sprintf("%s refers to %s, which does not exist", dotted(path), name),
		Hint: "Refer to a field that is declared.",
	}
	if own := r.authored(e); len(own) > 0 {
		d.Range = r.extent(own[0])
	}
	r.report(d, path)
}

func (r *reporter) notComputable(e errors.Error, path []string) {
	format, args := e.Msg()
	at := r.placeOf(path, nil)
	if own := r.authored(e); len(own) > 0 {
		at = r.extent(own[0])
	}
	d := diag.Diagnostic{Code: diag.NotComputable, Range: at, Message: "CUE cannot compute this value", Hint: "`cue eval` shows how CUE comes to it."}
	all := computations()
	if i := slices.IndexFunc(all, func(c computation) bool { return strings.HasPrefix(format, c.format) }); i >= 0 {
		d.Message, d.Hint = all[i].message, all[i].hint
	}
	switch {
	case strings.HasPrefix(format, "error in call to") && len(args) > 0:
		d.Message = fmt.Sprintf("the call of %v fails with these arguments", args[0])
	case format == "%s" && len(args) == 1: // the authors' own, by way of error("...")
		d.Message, d.Hint = fmt.Sprint(args[0]), "The catalog itself says so, by error()."
	}
	r.report(d, path)
}

type computation struct{ format, message, hint string }

func computations() []computation {
	return []computation{
		{"structural cycle", "this contains itself, without end", "Let it refer to names instead of to the whole of what it is part of."},
		{"cycle", "this depends on itself", "Break the circle: give one of its values outright."},
		{"cyclic", "this depends on itself", "Break the circle: give one of its values outright."},
		{"failed arithmetic", "this divides by zero, or its result is no number", "Guard it with an if, or give other operands."},
		{"division by zero", "this divides by zero", "Guard it with an if, or give another divisor."},
		{"invalid operands", "an operation is given values of types it does not take", "Make both sides the same type."},
		{"invalid operand", "an operation is given a value of a type it does not take", "Make both sides the same type."},
		{"cannot use", "a function is given a value of a type it does not take", "Give a value of the type that it takes."},
		{"cannot call", "there is no function of this name", "See the functions of CUE's standard library."},
		{"explicit error", "this is declared an error (_|_)", "Give it a value."},
		{"invalid interpolation", "a value in \\( ) cannot be written into text", "Write a string, a number or a boolean there."},
	}
}

// unresolved reports names that CUE could not resolve, and imports that nothing uses.
func (r *reporter) unresolved(errs []errors.Error) {
	declared := r.declared()
	for _, e := range errs {
		format, args := e.Msg()
		name := ""
		if len(args) > 0 {
			name = fmt.Sprint(args[0])
		}
		d := diag.Diagnostic{Code: diag.NotComputable, Range: r.extent(e.Position()), Message: "CUE cannot read this", Hint: "`cue vet` shows what CUE makes of it."}
		switch {
		case strings.HasPrefix(format, "reference"), strings.HasPrefix(format, "unresolved identifier"):
			if r.partial || slices.Contains(r.refused.names, name) {
				continue
			}
			d.Code, d.Message = diag.NameNotFound, fmt.Sprintf("%s is declared nowhere that this can see", name)
			d.Hint = fmt.Sprintf("If you mean text, write it in quotes: %q; if you mean another definition, write its whole path, such as metrics.%s.", name, name)
			interpolated, selected := r.within(e.Position())
			if interpolated {
				d.Hint = fmt.Sprintf("\\( ) puts a value of the catalog into the text; a column is written by its name alone: %s.", name)
			}
			among := declared
			if !selected { // whoever refers to a part of the catalog goes on with a dot: a lone amount is not about
				among = slices.DeleteFunc(slices.Clone(declared), func(n string) bool { return slices.Contains(r.root.Names(), n) })
			}
			if !slices.Contains(declared, name) {
				d.Hint = r.near.name(name, among, d.Hint)
			}
		case strings.HasPrefix(format, "imported and not used"):
			d.Code, d.Message, d.Hint = diag.Unused, fmt.Sprintf("%s is imported and not used", strings.Trim(name, `"`)), "Remove the import."
		case strings.HasPrefix(format, "unreferenced alias or let"):
			d.Code, d.Message, d.Hint = diag.Unused, fmt.Sprintf("%s is declared and not used", name), "Remove it."
		case r.ofRefused(e):
			continue
		case strings.Contains(format, "redeclared as imported"):
			d.Message, d.Hint = fmt.Sprintf("%s is an import and a field, and can only be one of them", name), `Give the import another name: import other "...".`
		}
		r.report(d, nil)
	}
}

// within reports whether a place is inside \( ) of a text, and whether the name there goes on with a dot.
func (r *reporter) within(at token.Pos) (interpolated, selected bool) {
	for _, f := range r.files {
		if f.Filename != at.Filename() {
			continue
		}
		ast.Walk(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Interpolation:
				interpolated = interpolated || n.Pos().Offset() <= at.Offset() && at.Offset() < n.End().Offset()
			case *ast.SelectorExpr:
				selected = selected || n.X.Pos() == at
			}
			return true
		}, nil)
	}
	return interpolated, selected
}

// declared returns the names of the definitions, hidden fields and top-level fields of all files.
func (r *reporter) declared() []string {
	var out []string
	for _, f := range r.files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.Field:
				if name, _, err := ast.LabelName(decl.Label); err == nil {
					out = append(out, name)
				}
			case *ast.LetClause:
				out = append(out, decl.Ident.Name)
			}
		}
	}
	return out
}
