package catalog

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/diag"
)

func (k *checker) dimension(path []string, model, name string) {
	m := k.Models[model]
	d := m.Dimensions[name]
	k.prose(path, d.Prose)
	k.askedAs(path, name)
	if d.Conformed != "" {
		k.askedAs(at(path, "conformed"), d.Conformed)
	}
	authored := lookup(k.places.evaluated(), at(path, "column")).Exists()
	_, known := m.Columns[d.Column]
	switch {
	case d.Expr != "" && authored:
		k.reportName(diag.DimensionForm, path, "Keep `expr`, or `column`.", "%s has a column and an expression", dotted(path))
	case known || d.Expr != "":
	case authored:
		k.declared(at(path, "column"), model, d.Column)
	case !k.partial:
		k.reportName(diag.UnknownColumn, path, k.near.name(name, names(m.Columns), "Name the column it shows: column: \"...\"; or write an expression: expr: \"...\"."),
			"%s shows the column of its own name, and there is none", dotted(path))
	}
	k.filter(path, m, d)
	k.values(path, d)
}

// askedAs reports a name that would mean two things in a question.
func (k *checker) askedAs(path []string, name string) {
	switch {
	case name == period:
		k.reportName(diag.NameTaken, path, "Name it after what happened, such as ordered_on.", "period is the name of the time in every answer")
	case k.Metrics[name] != nil:
		d := diag.Diagnostic{
			Code: diag.NameTaken, Range: k.places.label(path), Message: fmt.Sprintf("%s is the name of a metric, and cannot be a dimension too", name),
			Hint:    "Rename one of them; a dimension may show any column: `column:`.",
			Related: []diag.Related{{Range: k.places.label([]string{"metrics", name}), Message: "the metric is here"}},
		}
		k.add(d, path)
	}
}

func (k *checker) filter(path []string, m *Model, d *Dimension) {
	boolean := d.Expr == "" && m.Columns[d.Column] != nil && m.Columns[d.Column].Type == "boolean"
	switch {
	case boolean && d.Values != nil:
		k.report(diag.DimensionForm, at(path, "values"), "Leave `values` out.", "a boolean's values are true and false")
	case boolean && d.Filter != "":
		k.report(diag.DimensionForm, at(path, "filter"), "Leave `filter` out.", "a boolean's values are true and false, and may always be asked for")
	case d.Values != nil && d.Filter != "":
		k.report(diag.DimensionForm, at(path, "filter"), "Keep `values`, or `filter`.", "%s is closed by its values, and cannot be %s too", dotted(path), d.Filter)
	case d.Filter == "pinned" && d.Personal:
		k.report(diag.DimensionForm, at(path, "filter"), `Say filter: "open", or leave it out.`, "values that identify people are not pinned, since pinned values are committed")
	}
}

func (k *checker) values(path []string, d *Dimension) {
	if d.Values != nil && len(d.Values) == 0 {
		k.report(diag.ListForm, at(path, "values"), "List at least one, or leave the field out.", "%s has no values", dotted(path))
	}
	if len(d.Values) > maxValues {
		k.report(diag.OverBound, at(path, "values"), `Say filter: "open" or "pinned" instead.`, "%d values; a closed list has at most 1,000", len(d.Values))
	}
	for i, v := range d.Values {
		k.value(at(path, "values", fmt.Sprint(i)), v)
	}
	for _, labelled := range []struct {
		field string
		of    []string
	}{{"labels", names(d.Labels)}, {"value_synonyms", names(d.ValueSynonyms)}} {
		for _, v := range labelled.of {
			if d.Values != nil && !slices.Contains(d.Values, v) {
				k.reportName(diag.LabelWithoutValue, at(path, labelled.field, v), k.near.name(v, d.Values, "Add it to `values`, or remove it."), "%s is not among the values of %s", v, dotted(path))
			}
		}
	}
	for _, v := range names(d.ValueSynonyms) {
		k.terms(at(path, "value_synonyms", v), d.ValueSynonyms[v])
	}
}

func (k *checker) value(path []string, v string) {
	switch offset, kind := question.Unclean(v); {
	case v == "":
		k.report(diag.ValueText, path, "Remove it: rows without a value are null, and are asked for by include_null.", "an empty value")
	case kind != "":
		_, size := utf8.DecodeRuneInString(v[offset:])
		k.add(diag.Diagnostic{
			Code: diag.ValueText, Range: k.Inside(path, offset, offset+size), Message: "this value holds " + kind,
			Hint: "Write the value as it is seen; where the column holds such characters, clean it in a view or an `expr`.",
		}, path)
	case utf8.RuneCountInString(v) > maxValueLength:
		k.report(diag.OverBound, path, `Say filter: "open" instead of listing it.`, "a value of %d characters; at most 256", utf8.RuneCountInString(v))
	}
}

func (k *checker) levels(path []string, model string, levels []string) {
	k.repeated(path, levels, "dimension")
	for i, level := range levels {
		k.dimensionOf(at(path, fmt.Sprint(i)), model, level)
	}
}

// dimensionOf finds a dimension by the name by which a model's metrics are asked, and reports one that does not exist.
func (k *checker) dimensionOf(path []string, model, name string) (*Dimension, bool) {
	m := k.Models[model]
	steps := splitPath(name)
	if len(steps) == 1 {
		if d := m.asked(name); d != nil {
			return d, true
		}
		k.unknown(diag.UnknownDimension, path, model+" has no dimension "+name, name, k.askable(model))
		return nil, false
	}
	role, own := steps[0], steps[len(steps)-1]
	if len(steps) > 2 {
		k.report(diag.UnknownDimension, path, fmt.Sprintf("Name the path: models: %s: roles: some_name: %q, and write some_name.%s.", model, strings.Join(steps[:len(steps)-1], "."), own),
			"a dimension is asked by one role, and %s goes through %d", name, len(steps)-1)
		return nil, false
	}
	end := model
	if role != m.Self {
		via := []string{role}
		if path, ok := m.Roles[role]; ok {
			via = splitPath(path)
		}
		next, ok := k.follow(path, model, via)
		if !ok {
			return nil, false
		}
		end = next
	}
	if d := k.Models[end].Dimensions[own]; d != nil {
		return d, true
	}
	if !k.partial {
		hint := fmt.Sprintf("Declare it: models: %s: dimensions: %s: {}.", end, own)
		k.report(diag.UnknownDimension, path, k.near.name(own, names(k.Models[end].Dimensions), hint), "%s has no dimension %s", end, own)
	}
	return nil, false
}

// asked returns the model's own dimension that is asked by a name.
func (m *Model) asked(name string) *Dimension {
	if d := m.Dimensions[name]; d != nil {
		return d
	}
	for _, own := range names(m.Dimensions) {
		if m.Dimensions[own].Conformed == name {
			return m.Dimensions[own]
		}
	}
	return nil
}

// askable lists the names of a model's dimensions and of those of its roles.
func (k *checker) askable(model string) []string {
	m := k.Models[model]
	out := names(m.Dimensions)
	for _, own := range names(m.Dimensions) {
		if conformed := m.Dimensions[own].Conformed; conformed != "" {
			out = append(out, conformed)
		}
	}
	via := map[string]string{}
	if m.Self != "" {
		via[m.Self] = model
	}
	for name, j := range m.Joins {
		via[name] = j.To
	}
	for name, path := range m.Roles {
		end := model
		for _, step := range splitPath(path) {
			if j := k.Models[end].Joins[step]; j != nil && k.Models[j.To] != nil {
				end = j.To
			}
		}
		via[name] = end
	}
	for _, role := range names(via) {
		if end := k.Models[via[role]]; end != nil {
			for _, d := range names(end.Dimensions) {
				out = append(out, role+"."+d)
			}
		}
	}
	return out
}

// conformed reports dimensions of one conformed name that disagree with the first of them.
func (k *checker) conformed() {
	type member struct {
		path []string
		kind string // of its column; empty where an expression decides
		*Dimension
	}
	first := map[string]member{}
	for _, model := range k.models {
		m := k.Models[model]
		for _, name := range names(m.Dimensions) {
			d := m.Dimensions[name]
			if d.Conformed == "" {
				continue
			}
			this := member{path: []string{"models", model, "dimensions", name}, Dimension: d}
			if column := m.Columns[d.Column]; column != nil && d.Expr == "" {
				this.kind = column.Type
			}
			other, ok := first[d.Conformed]
			if !ok {
				first[d.Conformed] = this
				continue
			}
			why := ""
			switch {
			case this.kind != "" && other.kind != "" && this.kind != other.kind:
				why = fmt.Sprintf("one is of type %s, the other of type %s", other.kind, this.kind)
			case !slices.Equal(slices.Sorted(slices.Values(d.Values)), slices.Sorted(slices.Values(other.Values))):
				why = "their closed values differ"
			default:
				continue
			}
			k.add(diag.Diagnostic{
				Code: diag.ConformedDiffer, Range: k.places.label(this.path), Message: fmt.Sprintf("%s and %s are both asked as %s, and %s", dotted(other.path[1:]), dotted(this.path[1:]), d.Conformed, why),
				Hint:    "Make them agree, or give one of them another `conformed` name.",
				Related: []diag.Related{{Range: k.places.label(other.path), Message: "the other is here"}},
			}, this.path)
		}
	}
}
