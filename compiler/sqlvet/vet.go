package sqlvet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pganalyze/pg_query_go/v5/parser"
)

// Allowed is what a statement may read.
type Allowed struct {
	// Relations are the tables, each as its one to three parts.
	Relations [][]string
	// Params is how many parameters there are: $1 to $Params are all used, and no other.
	Params int
	// Columns reports whether a relation, by its index, has a column; nil lets every column pass.
	Columns func(relation int, column string) bool
}

// VetStatement proves that a rendered statement is exactly one SELECT that reads only the allowed relations, under
// names of its own; that every column is qualified by one of them, and exists where it is known what they have; that
// functions, operators, types and constants are of the closed lists; that every parameter and NULL stands in a cast;
// that parameters are used without gaps. The error says what does not hold. Texts of other dialects pass as far as
// PostgreSQL's grammar reads them.
func VetStatement(text string, allowed Allowed) error {
	toks, p := scan(text, maxStatement)
	if p != nil {
		return p
	}
	if first := toks.word(0); first != "select" && first != "with" {
		return errors.New("the statement is no SELECT")
	}
	stmts, err := parse(text)
	if err != nil {
		return err
	}
	if len(stmts) != 1 {
		return errors.New("the text is not one statement")
	}
	kind, sel := stmts[0].get("stmt").node()
	if kind != "SelectStmt" {
		return errors.New("the statement is no SELECT")
	}
	v := vetter{walker: walker{toks, 0}, allowed: allowed, used: make([]bool, allowed.Params)}
	if _, err := v.selectStmt(sel); err != nil {
		return err
	}
	if i := slices.Index(v.used, false); i >= 0 {
		return fmt.Errorf("parameter $%d is not used", i+1)
	}
	return nil
}

// Fingerprint names the shape of a statement: the same for statements that differ in constants, the order of select
// lists, aliases and limits only. It identifies no statement. It is empty for what is no SQL.
func Fingerprint(text string) string {
	if _, p := scan(text, maxStatement); p != nil {
		return ""
	}
	shape, err := parser.FingerprintToHexStr(text)
	if err != nil {
		return ""
	}
	return shape
}

// vetter walks one statement. Each function names the fields it knows; a field that no one names is refused.
type vetter struct {
	walker
	allowed Allowed
	ctes    []relation
	used    []bool
}

// relation is a name in scope with its columns.
type relation struct {
	name    string
	columns []string
	table   int // index of Allowed.Relations, or -1
}

func (r relation) has(column string, allowed Allowed) bool {
	if r.table >= 0 {
		return allowed.Columns == nil || allowed.Columns(r.table, column)
	}
	return slices.Contains(r.columns, column)
}

// scope is what one SELECT reads, in order.
type scope []relation

func (s scope) find(name string) (relation, bool) {
	i := slices.IndexFunc(s, func(r relation) bool { return r.name == name })
	if i < 0 {
		return relation{}, false
	}
	return s[i], true
}

// add refuses a name that is there already, whatever its case: some databases fold quoted names.
func (s *scope) add(r relation) error {
	if r.name == "" {
		return errors.New("a relation has no name")
	}
	if slices.ContainsFunc(*s, func(o relation) bool { return strings.EqualFold(o.name, r.name) }) {
		return fmt.Errorf("two relations are named %s", r.name)
	}
	*s = append(*s, r)
	return nil
}

// known refuses fields that are not named.
func known(kind string, body value, fields ...string) error {
	if name, other := body.other(fields); other {
		return fmt.Errorf("%s with %s is not a form of a statement", kind, name)
	}
	return nil
}

// selectStmt vets a SELECT or a UNION ALL of them, and returns the names of its columns.
func (v *vetter) selectStmt(body value) ([]string, error) {
	visible := len(v.ctes)
	defer func() { v.ctes = v.ctes[:visible] }()
	if err := v.with(body.get("withClause")); err != nil {
		return nil, err
	}
	if body.get("op").text != "SETOP_NONE" {
		return v.union(body)
	}
	err := known("SELECT", body, "withClause", "targetList", "fromClause", "whereClause", "groupClause", "havingClause", "sortClause", "limitCount", "limitOption", "op")
	if err != nil {
		return nil, err
	}
	if o := body.get("limitOption").text; o != "LIMIT_OPTION_DEFAULT" && o != "LIMIT_OPTION_COUNT" {
		return nil, errors.New("a limit with ties is not a form of a statement")
	}
	var s scope
	for _, from := range body.get("fromClause").items() {
		if err := v.from(from, &s); err != nil {
			return nil, err
		}
	}
	columns, err := v.targets(body.get("targetList").items(), s)
	if err != nil {
		return nil, err
	}
	if body.has("whereClause") {
		if err := v.value(body.get("whereClause"), s); err != nil {
			return nil, err
		}
	}
	for _, g := range body.get("groupClause").items() {
		if err := v.group(g, s); err != nil {
			return nil, err
		}
	}
	if body.has("havingClause") {
		if err := v.value(body.get("havingClause"), s); err != nil {
			return nil, err
		}
	}
	if err := v.sort(body.get("sortClause").items(), s); err != nil {
		return nil, err
	}
	if body.has("limitCount") {
		return columns, v.value(body.get("limitCount"), nil)
	}
	return columns, nil
}

func (v *vetter) union(body value) ([]string, error) {
	if err := known("UNION", body, "withClause", "limitOption", "op", "all", "larg", "rarg"); err != nil {
		return nil, err
	}
	if body.get("op").text != "SETOP_UNION" || body.get("all").text != "true" {
		return nil, errors.New("a set operation other than UNION ALL is not a form of a statement")
	}
	left, err := v.selectStmt(body.get("larg"))
	if err != nil {
		return nil, err
	}
	right, err := v.selectStmt(body.get("rarg"))
	if err != nil {
		return nil, err
	}
	if len(left) != len(right) {
		return nil, errors.New("the sides of a union have different numbers of columns")
	}
	return left, nil
}

func (v *vetter) with(body value) error {
	if err := known("WITH", body, "ctes"); err != nil {
		return err
	}
	for _, c := range body.get("ctes").items() {
		kind, cte := c.node()
		if kind != "CommonTableExpr" {
			return notAForm(kind)
		}
		if err := known("WITH", cte, "ctename", "ctematerialized", "ctequery"); err != nil {
			return err
		}
		queryKind, query := cte.get("ctequery").node()
		if queryKind != "SelectStmt" {
			return notAForm(queryKind)
		}
		columns, err := v.selectStmt(query)
		if err != nil {
			return err
		}
		all := scope(v.ctes)
		if err := all.add(relation{cte.get("ctename").text, columns, -1}); err != nil {
			return err
		}
		v.ctes = all
	}
	return nil
}

func notAForm(kind string) error { return fmt.Errorf("%s is not a form of a statement", kind) }

// targets vets a select list and returns its names.
func (v *vetter) targets(items []value, s scope) ([]string, error) {
	var columns []string
	for _, item := range items {
		_, target := item.node()
		if err := known("a column", target, "name", "val"); err != nil {
			return nil, err
		}
		if err := v.value(target.get("val"), s); err != nil {
			return nil, err
		}
		name := target.get("name").text
		if kind, ref := target.get("val").node(); name == "" && kind == "ColumnRef" {
			parts := words(ref.get("fields").items())
			name = parts[len(parts)-1]
		}
		columns = append(columns, name)
	}
	if len(columns) == 0 {
		return nil, errors.New("a SELECT has no columns")
	}
	return columns, nil
}
