package sqlvet

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// from vets one item of FROM and adds what it brings to the scope. A join's condition sees only what stands before it.
func (v *vetter) from(item value, s *scope) error {
	kind, body := item.node()
	switch kind {
	case "RangeVar":
		return v.table(body, s)
	case "RangeFunction":
		return v.rows(body, s)
	case "JoinExpr":
		if err := known("JOIN", body, "jointype", "larg", "rarg", "quals"); err != nil {
			return err
		}
		if t := body.get("jointype").text; t != "JOIN_INNER" && t != "JOIN_LEFT" {
			return notAForm(t)
		}
		if err := v.from(body.get("larg"), s); err != nil {
			return err
		}
		if err := v.from(body.get("rarg"), s); err != nil {
			return err
		}
		if body.has("quals") {
			return v.value(body.get("quals"), *s)
		}
		return nil
	}
	return notAForm(kind)
}

// table vets a declared relation, or a common table expression above.
func (v *vetter) table(body value, s *scope) error {
	if err := known("a relation", body, "catalogname", "schemaname", "relname", "inh", "relpersistence", "alias"); err != nil {
		return err
	}
	if body.get("inh").text != "true" || body.get("relpersistence").text != "p" {
		return errors.New("ONLY is not a form of a statement")
	}
	name := body.get("relname").text
	alias, columns, err := v.alias(body, name)
	if err != nil {
		return err
	}
	if columns != nil {
		return errors.New("an alias with columns of a relation is not a form of a statement")
	}
	var parts []string
	for _, p := range []string{body.get("catalogname").text, body.get("schemaname").text, name} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if cte, ok := scope(v.ctes).find(name); ok && len(parts) == 1 {
		return s.add(relation{alias, cte.columns, -1})
	}
	i := slices.IndexFunc(v.allowed.Relations, func(r []string) bool { return slices.Equal(r, parts) })
	if i < 0 {
		return fmt.Errorf("relation %s is not declared", strings.Join(parts, "."))
	}
	return s.add(relation{alias, nil, i})
}

// rows vets a function in FROM, which must name its columns and sees no relation.
func (v *vetter) rows(body value, s *scope) error {
	if err := known("a function in FROM", body, "functions", "alias"); err != nil {
		return err
	}
	alias, columns, err := v.alias(body, "")
	if err != nil {
		return err
	}
	if len(body.get("functions").items()) != 1 || len(columns) != 1 {
		return errors.New("a function in FROM must stand alone and name its column")
	}
	_, list := body.get("functions").items()[0].node()
	call, ok := list.get("items"), false
	if len(call.items()) > 0 {
		var fn value
		if _, fn = call.items()[0].node(); rowFunctions[joined(fn.get("funcname").items())] {
			ok = true
			if err := v.call(fn, nil, rowFunctions); err != nil {
				return err
			}
		}
	}
	if !ok || len(call.items()) > 2 || (len(call.items()) == 2 && len(call.items()[1].fields()) > 0) {
		return errors.New("a function in FROM is not on the list")
	}
	return s.add(relation{alias, columns, -1})
}

func (v *vetter) alias(body value, otherwise string) (name string, columns []string, err error) {
	a := body.get("alias")
	if err := known("an alias", a, "aliasname", "colnames"); err != nil {
		return "", nil, err
	}
	if a.has("colnames") {
		columns = words(a.get("colnames").items())
	}
	if name = a.get("aliasname").text; name == "" {
		name = otherwise
	}
	return name, columns, nil
}
