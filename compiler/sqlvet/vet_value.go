package sqlvet

import (
	"errors"
	"fmt"
	"strconv"
)

// value vets one value over a scope.
func (v *vetter) value(x value, s scope) error {
	kind, body := x.node()
	switch kind {
	case "ColumnRef":
		return v.column(body, s)
	case "A_Const":
		return v.structural(body)
	case "ParamRef":
		return errors.New("a parameter stands outside a cast")
	case "TypeCast":
		return v.typeCast(body, s)
	case "FuncCall":
		return v.anyCall(body, s)
	case "A_Expr":
		return v.expression(body, s)
	case "BoolExpr":
		return v.all(kind, body, s, "boolop")
	case "NullTest":
		return v.all(kind, body, s, "nulltesttype")
	case "BooleanTest":
		return v.all(kind, body, s, "booltesttype")
	case "CaseExpr", "CaseWhen", "CoalesceExpr", "List", "GroupingFunc", "A_Indices", "A_Indirection":
		return v.all(kind, body, s)
	case "MinMaxExpr":
		return v.all(kind, body, s, "op")
	case "CollateClause":
		if joined(body.get("collname").items()) != "C" {
			return errors.New("a collation is not on the list")
		}
		return v.all(kind, body, s, "collname")
	}
	return notAForm(kind)
}

// operands are the fields of a node that hold values.
var operands = set("arg", "args", "expr", "result", "defresult", "lexpr", "rexpr", "items", "lidx", "uidx", "indirection")

// all vets every operand of a node; it has no other fields but those named.
func (v *vetter) all(kind string, body value, s scope, fields ...string) error {
	for _, f := range body.fields() {
		switch {
		case operands[f.name] && f.list:
			for _, i := range f.kids {
				if err := v.value(i, s); err != nil {
					return err
				}
			}
		case operands[f.name]:
			if err := v.value(f, s); err != nil {
				return err
			}
		default:
			if err := known(kind, value{kids: []value{f}}, fields...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *vetter) column(body value, s scope) error {
	if len(body.get("fields").items()) != 2 || !body.only("fields") {
		return errors.New("a column is not qualified by one relation")
	}
	parts := words(body.get("fields").items())
	r, ok := s.find(parts[0])
	if !ok {
		return fmt.Errorf("no relation is named %s here", parts[0])
	}
	if parts[1] == "" || !r.has(parts[1], v.allowed) {
		return fmt.Errorf("relation %s has no column %s", parts[0], parts[1])
	}
	return nil
}

// structural vets a constant: it must be one that the dialects' forms are made of.
func (v *vetter) structural(body value) error {
	t, p := v.constant(body)
	switch {
	case p != nil:
		return errors.New("a constant cannot be read")
	case t.Kind == String && structuralTexts[t.Text], t.Kind == Number && !t.Negative && structuralNumber(t.Text):
		return nil
	}
	return fmt.Errorf("the constant at byte %d is not on the list", t.Start)
}

// typeCast vets a cast, where parameters and NULL may stand.
func (v *vetter) typeCast(body value, s scope) error {
	if err := known("CAST", body, "arg", "typeName"); err != nil {
		return err
	}
	if err := v.typeOf(body.get("typeName")); err != nil {
		return err
	}
	kind, arg := body.get("arg").node()
	switch {
	case kind == "ParamRef":
		return v.param(arg)
	case kind == "A_Const" && arg.has("isnull"):
		return nil
	}
	return v.value(body.get("arg"), s)
}

func (v *vetter) typeOf(t value) error {
	if err := known("a type", t, "names", "typemod", "typmods", "arrayBounds"); err != nil {
		return err
	}
	name := joined(t.get("names").items())
	if !statementTypes[name] || len(t.get("arrayBounds").items()) > 1 {
		return fmt.Errorf("type %s is not on the list", name)
	}
	for _, m := range t.get("typmods").items() {
		_, body := m.node()
		c, p := v.constant(body)
		if p != nil || c.Kind != Number || c.Negative || name != "pg_catalog.numeric" {
			return fmt.Errorf("type %s has digits that are not digits", name)
		}
	}
	return nil
}

func (v *vetter) param(body value) error {
	n, err := strconv.Atoi(body.get("number").text)
	if err != nil || n < 1 || n > len(v.used) {
		return errors.New("a parameter has no value")
	}
	v.used[n-1] = true
	return nil
}

func (v *vetter) expression(body value, s scope) error {
	kind := body.get("kind").text
	if !operatorKinds[kind] {
		return notAForm(kind)
	}
	if name := joined(body.get("name").items()); !statementOperators[name] || len(body.get("name").items()) != 1 {
		return fmt.Errorf("operator %s is not on the list", name)
	}
	if right, call := body.get("rexpr").node(); right == "FuncCall" && joined(call.get("funcname").items()) == "pg_catalog.like_escape" {
		if err := v.call(call, s, set("pg_catalog.like_escape")); err != nil {
			return err
		}
		return v.value(body.get("lexpr"), s)
	}
	return v.all("an operator", body, s, "kind", "name")
}

// anyCall vets a function of any kind, with what its kind may have.
func (v *vetter) anyCall(body value, s scope) error {
	name := joined(body.get("funcname").items())
	switch {
	case body.has("over"):
		if err := v.window(body.get("over"), s); err != nil {
			return err
		}
		if windowFunctions[name] {
			return v.call(body, s, windowFunctions, "over")
		}
		return v.call(body, s, aggregateFunctions, "over", "agg_filter", "agg_star")
	case aggregateFunctions[name]:
		return v.call(body, s, aggregateFunctions, "agg_filter", "agg_order", "agg_distinct", "agg_star", "agg_within_group")
	case body.get("funcformat").text == "COERCE_SQL_SYNTAX":
		return v.call(body, s, grammarFunctions)
	case name == "unnest": // of lists side by side, in the select list
		return v.call(body, s, rowFunctions)
	}
	return v.call(body, s, scalarFunctions)
}

func (v *vetter) call(body value, s scope, list map[string]bool, fields ...string) error {
	name := joined(body.get("funcname").items())
	if !list[name] {
		return fmt.Errorf("function %s is not on the list", name)
	}
	if err := known("function "+name, body, append(fields, "funcname", "args", "funcformat")...); err != nil {
		return err
	}
	for i, a := range body.get("args").items() {
		if err := v.argument(name, i, a, s); err != nil {
			return err
		}
	}
	if body.has("agg_filter") {
		if err := v.value(body.get("agg_filter"), s); err != nil {
			return err
		}
	}
	return v.sort(body.get("agg_order").items(), s)
}

// argument lets EXTRACT name its field and round its places, which are constants of the definition.
func (v *vetter) argument(name string, i int, a value, s scope) error {
	kind, body := a.node()
	switch {
	case name == "pg_catalog.extract" && i == 0:
		if field := body.get("sval").get("sval").text; kind != "A_Const" || !extractFields[field] {
			return errors.New("a field of extract is not on the list")
		}
		return nil
	case name == "round" && i == 1 && kind == "A_Const":
		c, p := v.constant(body)
		if p != nil || c.Kind != Number || len(c.Text) > 2 {
			return errors.New("round has places that are no small number")
		}
		return nil
	}
	return v.value(a, s)
}

func (v *vetter) window(body value, s scope) error {
	if err := known("OVER", body, "partitionClause", "orderClause", "frameOptions"); err != nil {
		return err
	}
	for _, p := range body.get("partitionClause").items() {
		if err := v.value(p, s); err != nil {
			return err
		}
	}
	return v.sort(body.get("orderClause").items(), s)
}

// sort vets ORDER BY, which never counts columns.
func (v *vetter) sort(items []value, s scope) error {
	for _, item := range items {
		_, by := item.node()
		if err := known("ORDER BY", by, "node", "sortby_dir", "sortby_nulls"); err != nil {
			return err
		}
		if kind, _ := by.get("node").node(); kind == "A_Const" {
			return errors.New("ORDER BY counts columns")
		}
		if err := v.value(by.get("node"), s); err != nil {
			return err
		}
	}
	return nil
}

// group vets GROUP BY, which never counts columns; grouping sets may hold lists of keys.
func (v *vetter) group(item value, s scope) error {
	kind, body := item.node()
	switch kind {
	case "A_Const":
		return errors.New("GROUP BY counts columns")
	case "GroupingSet", "RowExpr":
		if err := known(kind, body, "kind", "content", "args", "row_format"); err != nil {
			return err
		}
		for _, list := range []string{"content", "args"} {
			for _, i := range body.get(list).items() {
				if err := v.group(i, s); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return v.value(item, s)
}
