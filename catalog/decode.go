package catalog

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"

	"cuelang.org/go/cue"
)

// decoder fills the catalog's types from an evaluated value. It never fails: what is not of the expected form is left
// out, and overflow says where a number did not fit.
type decoder struct {
	plans    map[reflect.Type][]fieldPlan
	path     []string
	overflow [][]string
}

type fieldPlan struct {
	name  string
	path  cue.Path
	index []int
}

// shorthand is a struct that may be authored as text.
type shorthand interface{ fromText(text string) }

func (t *Term) fromText(text string)    { t.Text = text }
func (k *JoinKey) fromText(text string) { k.Right = text }
func (f *Formula) fromText(text string) { f.Expr = text }

func decode(v cue.Value) (*Catalog, [][]string) {
	d := &decoder{plans: map[reflect.Type][]fieldPlan{}}
	c := &Catalog{}
	d.into(reflect.ValueOf(c).Elem(), v)
	c.defaults()
	return c, d.overflow
}

func (d *decoder) into(dst reflect.Value, v cue.Value) {
	v = chosen(v)
	if dst.Kind() == reflect.Pointer {
		if k := v.IncompleteKind(); k != cue.BottomKind || isStruct(v) {
			dst.Set(reflect.New(dst.Type().Elem()))
			d.into(dst.Elem(), v)
		}
		return
	}
	if dst.Type() == reflect.TypeFor[RawQuestion]() {
		if text, err := v.MarshalJSON(); err == nil {
			dst.SetBytes(text)
		}
		return
	}
	if short, ok := dst.Addr().Interface().(shorthand); ok && v.Kind() == cue.StringKind {
		text, _ := v.String() // of that kind
		short.fromText(text)
		return
	}
	switch dst.Kind() {
	case reflect.Struct:
		d.structure(dst, v)
	case reflect.Map:
		d.mapping(dst, v)
	case reflect.Slice:
		d.list(dst, v)
	default:
		d.scalar(dst, v)
	}
}

// isStruct reports whether v has fields to be read, errors among them or not.
func isStruct(v cue.Value) bool {
	_, err := v.Fields()
	return err == nil
}

func (d *decoder) structure(dst reflect.Value, v cue.Value) {
	for _, f := range d.plan(dst.Type()) {
		if field := v.LookupPath(f.path); field.Exists() {
			d.path = append(d.path, f.name)
			d.into(dst.FieldByIndex(f.index), field)
			d.path = d.path[:len(d.path)-1]
		}
	}
}

func (d *decoder) mapping(dst reflect.Value, v cue.Value) {
	fields, err := v.Fields()
	if err != nil {
		return
	}
	m := reflect.MakeMap(dst.Type())
	for fields.Next() {
		name := labelText(fields.Selector())
		d.path = append(d.path, name)
		elem := reflect.New(dst.Type().Elem()).Elem()
		d.into(elem, fields.Value())
		d.path = d.path[:len(d.path)-1]
		if elem.Kind() == reflect.Pointer && elem.IsNil() {
			elem.Set(reflect.New(elem.Type().Elem())) // it exists, if only by name
		}
		m.SetMapIndex(reflect.ValueOf(name), elem)
	}
	dst.Set(m)
}

func (d *decoder) list(dst reflect.Value, v cue.Value) {
	if v.Kind() == cue.StringKind { // a table as one dotted text
		text, _ := v.String() // of that kind
		dst.Set(reflect.ValueOf(strings.Split(text, ".")))
		return
	}
	elems, err := v.Fields() // unlike List, of a list with mistakes too
	if err != nil {
		if elems = elements(v); elems == nil {
			return
		}
	}
	out := reflect.MakeSlice(dst.Type(), 0, 4)
	for elems.Next() {
		elem := reflect.New(dst.Type().Elem()).Elem()
		d.path = append(d.path, labelText(elems.Selector()))
		d.into(elem, elems.Value())
		d.path = d.path[:len(d.path)-1]
		out = reflect.Append(out, elem)
	}
	dst.Set(out)
}

func elements(v cue.Value) *cue.Iterator {
	elems, err := v.List()
	if err != nil {
		return nil
	}
	return &elems
}

func (d *decoder) scalar(dst reflect.Value, v cue.Value) {
	switch dst.Kind() {
	case reflect.String:
		if text, ok := scalarText(v); ok {
			dst.SetString(text)
		}
	case reflect.Bool:
		if b, err := v.Bool(); err == nil {
			dst.SetBool(b)
		}
	case reflect.Int:
		if !v.IsConcrete() || v.Kind() != cue.IntKind {
			return
		}
		n, err := v.Int64()
		if err != nil || n > math.MaxInt32 || n < math.MinInt32 {
			d.overflow = append(d.overflow, slices.Clone(d.path))
			return
		}
		dst.SetInt(n)
	case reflect.Float64:
		if !v.IsConcrete() || v.Kind()&cue.NumberKind == 0 {
			return
		}
		f, err := v.Float64()
		if err != nil {
			d.overflow = append(d.overflow, slices.Clone(d.path))
			return
		}
		dst.SetFloat(f)
	}
}

// scalarText returns a string, a number with its digits as they were authored, or true or false.
func scalarText(v cue.Value) (string, bool) {
	switch v.Kind() {
	case cue.StringKind:
		text, err := v.String()
		return text, err == nil
	case cue.IntKind, cue.FloatKind, cue.NumberKind, cue.BoolKind:
		text, err := v.MarshalJSON()
		return string(text), err == nil
	}
	return "", false
}

// plan lists the fields of a struct type, those of embedded structs among them.
func (d *decoder) plan(t reflect.Type) []fieldPlan {
	if p, ok := d.plans[t]; ok {
		return p
	}
	var out []fieldPlan
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || !f.IsExported() {
			continue
		}
		out = append(out, fieldPlan{name: name, path: cue.MakePath(cue.Str(name)), index: f.Index})
	}
	d.plans[t] = out
	return out
}

// defaults fills in what the schema's comments promise, so that nobody below has to know.
func (c *Catalog) defaults() {
	calendar := &c.About.Calendar
	calendar.Timezone = cmp.Or(calendar.Timezone, "UTC")
	calendar.WeekStart = cmp.Or(calendar.WeekStart, "monday")
	calendar.FiscalYearNamedBy = cmp.Or(calendar.FiscalYearNamedBy, "start")
	calendar.FiscalYearStart = cmp.Or(calendar.FiscalYearStart, 1)
	c.About.Locale = cmp.Or(c.About.Locale, "en")
	for _, s := range c.Sources {
		s.Dialect = canonicalDialect(s.Dialect)
	}
	for _, m := range c.Models {
		for _, j := range m.Joins {
			j.Cardinality = cmp.Or(j.Cardinality, "many_to_one")
		}
		for name, dim := range m.Dimensions {
			if dim.Column == "" && dim.Expr == "" {
				dim.Column = name
			}
		}
	}
	for _, m := range c.Metrics {
		if m.Deprecated != nil {
			m.Status = cmp.Or(m.Status, "deprecated")
		}
		m.Status = cmp.Or(m.Status, "certified")
		m.Owner = cmp.Or(m.Owner, c.About.Owner)
		if m.Audience == nil {
			m.Audience = slices.Clone(c.About.Audience)
		}
		for i := range m.Anchors {
			m.Anchors[i].On = cmp.Or(m.Anchors[i].On, "source")
			m.Anchors[i].Within = cmp.Or(m.Anchors[i].Within, "0")
		}
	}
}

func canonicalDialect(name string) string {
	switch name {
	case "postgresql":
		return "postgres"
	case "mariadb", "mysql_mariadb":
		return "mysql"
	case "mssql":
		return "sqlserver"
	}
	return name
}
