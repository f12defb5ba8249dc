package dialect

import (
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// renderer writes one statement.
type renderer struct {
	spec
	plan  *plan.Plan
	out   strings.Builder
	binds []Bind
	// definitions are the parameters of authored values. Equal ones are one parameter, so that the text depends on what
	// the definitions say, and on nothing else.
	definitions map[authored]string
	// quoted are the names that were quoted before: most stand in many places.
	quoted map[string]string
	// tables are the tables read, each once.
	tables [][]string
	// named are the columns that legs meet by, and columns their names and those of markers.
	named   relation
	columns scope
	// sums are the columns of formulas that are sums of exact numbers, which have 38 digits already.
	sums map[*expr.Node]bool
	// windowed are the windows that are written, and windowNames their names.
	windowed    []*plan.Windows
	windowNames []string
	// thresholds are the parameters of having.
	thresholds map[*plan.Having]string
	// ctes are the names of common table expressions.
	ctes scope
	// unfit is set where a table has a name that the dialect would cut.
	unfit bool
}

// quote quotes a name, each once.
func (r *renderer) quote(name string) string {
	out, known := r.quoted[name]
	if !known {
		if r.quoted == nil {
			r.quoted = map[string]string{}
		}
		out = r.spec.quote(name)
		r.quoted[name] = out
	}
	return out
}

// table writes a table's name and remembers it.
func (r *renderer) table(parts []string) string {
	if !slices.ContainsFunc(r.tables, func(t []string) bool { return slices.Equal(t, parts) }) {
		r.tables = append(r.tables, parts)
	}
	return quoteParts(r.spec, parts)
}

// write appends pieces of text.
func (r *renderer) write(pieces ...string) {
	for _, p := range pieces {
		r.out.WriteString(p)
	}
}

func digits(n int) string { return strconv.Itoa(n) }

// parameter adds a parameter and returns where it stands.
func (r *renderer) parameter(b Bind) string {
	r.binds = append(r.binds, b)
	return mark(len(r.binds) - 1)
}

// bind adds a parameter and returns it standing in its cast.
func (r *renderer) bind(t expr.Type, value any, label string) string {
	return r.castAs(r.spelled(r.parameter(Bind{Type: t, Value: value, Label: label}), t), t)
}

// bindList adds a list parameter. A zero in it has no sign.
func (r *renderer) bindList(t expr.Type, values []string, label string) string {
	if t.Kind == expr.Float {
		values = slices.Clone(values)
		for i, v := range values {
			if bindValue(t, v) == 0.0 {
				values[i] = "0"
			}
		}
	}
	return r.parameter(Bind{Type: t, List: true, Value: values, Label: label})
}

// listParameter adds a list parameter that becomes a column.
func (r *renderer) listParameter(t expr.Type, values []string, label, name string) list {
	return list{name, t, r.bindList(t, values, label)}
}

// castAs writes a cast that changes no value.
func (r *renderer) castAs(x string, t expr.Type) string {
	return "CAST(" + x + " AS " + r.typeName(t) + ")"
}

// castTo is castAs, of types that are their kind.
func (r *renderer) castTo(x string, k expr.Kind) string { return r.castAs(x, expr.Type{Kind: k}) }

// literal binds an authored literal; NULL is structure.
func (r *renderer) literal(n *expr.Node) string {
	if n.Value == nil {
		return r.castAs("NULL", n.Type)
	}
	t, value := n.Type, bindValue(n.Type, *n.Value)
	if _, wide := value.(string); wide && t.Kind == expr.Integer {
		t = expr.Type{Kind: expr.Decimal, Precision: expr.MaxPrecision}
	}
	return r.authored(authored{t, value})
}

// authored is a value that a definition holds, as a driver takes it.
type authored struct {
	as    expr.Type
	value any
}

// authored binds a value of a definition.
func (r *renderer) authored(v authored) string {
	text, ok := r.definitions[v]
	if !ok {
		text = r.bind(v.as, v.value, "definition")
		if r.definitions == nil {
			r.definitions = map[authored]string{}
		}
		r.definitions[v] = text
	}
	return text
}

// bindValue turns a canonical spelling into the Go value that a driver takes for the type. Exact numbers beyond
// 64 bits, decimals, dates and times travel as text.
func bindValue(t expr.Type, text string) any {
	switch t.Kind {
	case expr.Integer:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	case expr.Float:
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	case expr.Boolean:
		return text == "true"
	case expr.String, expr.Decimal, expr.Date, expr.Timestamp, expr.TimestampTZ, expr.Null:
	}
	return text
}

// grouped is a value as it is grouped and counted distinct.
func (r *renderer) grouped(x string, t expr.Type) string {
	if t.Kind == expr.Float {
		return r.oneZero(x)
	}
	return r.keyed(x, t)
}

// keyed is a value as it is compared.
func (r *renderer) keyed(x string, t expr.Type) string {
	if t.Kind == expr.String {
		return r.comparable(x)
	}
	return x
}

// shownKey is a key as it is answered; name is its column's.
func (r *renderer) shownKey(x string, t expr.Type, name string) string {
	if t.Kind != expr.String || r.shown(x) == x {
		return x
	}
	return r.shown(x) + " AS " + r.quote(name)
}

// lines writes items one a line, indented, joined by commas.
func (r *renderer) lines(indent string, items []string) {
	for i, item := range items {
		if i > 0 {
			r.out.WriteByte(',')
		}
		r.write("\n", indent, item)
	}
}
