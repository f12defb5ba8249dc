package dialect

import (
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// Probes are statements about a table itself: what `init` reads of a new source, and what proves a key or a join. They
// hold identifiers and one limit, no values.

// Counts asks for a table's rows and, column by column, for its non-null and its different values: one row of integers,
// "rows", then two a column.
func Counts(dialect string, table, columns []string) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	p.integer("rows", "count(*)")
	for _, c := range columns {
		p.integer("values of "+c, "count("+p.of(rowAlias, c)+")")
		p.integer("different "+c, "count(DISTINCT "+p.of(rowAlias, c)+")")
	}
	return p.statement("FROM " + quoteParts(p.spec, table) + " AS " + rowAlias), nil
}

// Tuples asks how many rows have all of the columns, and how many different tuples those rows have: one row of two
// integers. The columns are unique where both are equal. A row without one of them matches nothing, so it is not counted.
func Tuples(dialect string, table, columns []string) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	p.integer("rows", "coalesce("+p.spec.aggregate(aggregateCall{function: "sum", x: p.of("g", "rows")})+", 0)")
	p.integer("tuples", "count(*)")
	names := p.joined(rowAlias, columns)
	return p.statement("FROM (SELECT count(*) AS " + p.spec.quote("rows") + " FROM " + quoteParts(p.spec, table) + " AS " + rowAlias +
		" WHERE " + strings.Join(names, " IS NOT NULL AND ") + " IS NOT NULL" +
		" GROUP BY " + strings.Join(names, ", ") + ") AS g"), nil
}

// Overlaps asks of rows that hold from a time to before another, or for ever where to is null: how many hold still when the
// next row of the same columns begins: one row of one integer. A row without one of the columns or from matches nothing,
// and neither does one that ends where it begins, so they are not counted.
func Overlaps(dialect string, table, columns []string, from, to string) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	names := p.joined(rowAlias, columns)
	begin, end := p.of(rowAlias, from), p.of(rowAlias, to)
	p.integer("overlaps", p.countIf(p.of("g", "ends")+" IS NULL OR "+p.of("g", "ends")+" > "+p.of("g", "next")))
	return p.statement("FROM (SELECT " + end + " AS " + p.spec.quote("ends") + ", lead(" + p.spec.nullable(begin) + ") OVER (PARTITION BY " + strings.Join(names, ", ") + " ORDER BY " + begin + ") AS " + p.spec.quote("next") +
		"\n  FROM " + quoteParts(p.spec, table) + " AS " + rowAlias +
		"\n  WHERE " + strings.Join(names, " IS NOT NULL AND ") + " IS NOT NULL AND " + begin + " IS NOT NULL AND (" + end + " IS NULL OR " + end + " > " + begin + ")" +
		") AS g\nWHERE " + p.of("g", "next") + " IS NOT NULL"), nil
}

// Unmatched asks of a join from table to target, whose target columns are unique: how many rows have all of the columns,
// and how many of those find no row: one row of two integers.
func Unmatched(dialect string, table, columns, target, targetColumns []string) (Statement, error) {
	p, err := newProbe(dialect, table, target)
	if err != nil {
		return Statement{}, err
	}
	left, right := p.joined(rowAlias, columns), p.joined("o", targetColumns)
	on, present := make([]string, len(left)), make([]string, len(left))
	for i := range left {
		on[i] = right[i] + " = " + left[i]
		present[i] = left[i] + " IS NOT NULL"
	}
	p.integer("rows", "count(*)")
	p.integer("unmatched", p.countIf(right[0]+" IS NULL"))
	return p.statement("FROM " + quoteParts(p.spec, table) + " AS " + rowAlias + "\nLEFT JOIN " + quoteParts(p.spec, target) + " AS o ON " + strings.Join(on, " AND ") +
		"\nWHERE " + strings.Join(present, " AND ")), nil
}

// Values asks for the different non-null values of a column of type t, at most limit, in the order of code points where
// they are text.
func Values(dialect string, table []string, column string, t expr.Type, limit int) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	value := p.of(rowAlias, column)
	order := p.of("v", "value")
	if t.Kind == expr.String {
		value = p.text(p.spec.textColumn(value)) // an enumeration or a uuid has no collation
		order = p.spec.collate(order)
	}
	if t.Kind == expr.Float {
		value = p.spec.oneZero(value)
	}
	p.add("value", t, p.of("v", "value"))
	return p.statement("FROM (SELECT DISTINCT " + value + " AS " + p.spec.quote("value") + " FROM " + quoteParts(p.spec, table) + " AS " + rowAlias +
		" WHERE " + p.of(rowAlias, column) + " IS NOT NULL) AS v\nORDER BY " + order + "\n" + p.spec.limit(digits(limit), true)), nil
}

// Digits asks how many digits the values of a decimal column have at most before and after the point: one row of two
// integers, 0 where there is no value.
func Digits(dialect string, table []string, column string) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	before, after := p.spec.pointParts(p.text("abs(" + p.of(rowAlias, column) + ")"))
	p.integer("before", "coalesce(max("+p.spec.length(before)+"), 0)")
	p.integer("after", "coalesce(max("+p.spec.length(after)+"), 0)")
	return p.statement("FROM " + quoteParts(p.spec, table) + " AS " + rowAlias), nil
}

// Sample asks for the values of columns in at most limit rows, in the order of the columns by, the same rows every time
// where those are unique.
func Sample(dialect string, table []string, columns []Column, by []string, limit int) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	order := make([]string, len(by))
	for _, c := range columns {
		value := p.of(rowAlias, c.Name)
		if i := slices.Index(by, c.Name); i >= 0 {
			if order[i] = value; c.Type.Kind == expr.String {
				order[i] = p.spec.textColumn(value)
			}
		}
		switch c.Type.Kind {
		case expr.String:
			value = p.text(p.spec.textColumn(value))
		case expr.Float:
			value = p.spec.floatColumn(value)
		}
		p.add(c.Name, c.Type, value)
	}
	from := "FROM " + quoteParts(p.spec, table) + " AS " + rowAlias
	if len(by) > 0 {
		from += "\nORDER BY " + strings.Join(order, ", ")
	}
	return p.statement(from + "\n" + p.spec.limit(digits(limit), len(by) > 0)), nil
}

// Span asks for the least and the greatest value of a column of type t, null where there is none: one row.
func Span(dialect string, table []string, column string, t expr.Type) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	p.add("least", t, p.extreme("min", column, t))
	p.add("greatest", t, p.extreme("max", column, t))
	return p.statement("FROM " + quoteParts(p.spec, table) + " AS " + rowAlias), nil
}

// Newest asks for the greatest value of a column of type t, null where there is none: one row.
func Newest(dialect string, table []string, column string, t expr.Type) (Statement, error) {
	p, err := newProbe(dialect, table)
	if err != nil {
		return Statement{}, err
	}
	p.add("newest", t, p.extreme("max", column, t))
	return p.statement("FROM " + quoteParts(p.spec, table) + " AS " + rowAlias), nil
}

// probe gathers the output columns of one statement.
type probe struct {
	spec    spec
	tables  [][]string
	columns []Column
	items   []string
}

// of is a column of an alias.
func (p *probe) of(alias, column string) string { return alias + "." + p.spec.quote(column) }

// text is the type of text.
func (p *probe) text(x string) string {
	return "CAST(" + x + " AS " + p.spec.typeName(expr.Type{Kind: expr.String}) + ")"
}

func newProbe(dialect string, tables ...[]string) (*probe, error) {
	s, ok := specOf(dialect)
	if !ok {
		return nil, ErrDialect
	}
	return &probe{spec: s, tables: tables}, nil
}

func (p *probe) add(name string, t expr.Type, item string) {
	p.columns = append(p.columns, Column{Name: name, Type: t})
	p.items = append(p.items, item)
}

func (p *probe) countIf(condition string) string {
	return p.spec.aggregate(aggregateCall{function: "count", x: "*", condition: condition})
}

// extreme is the least or the greatest value of a column, null over no rows.
func (p *probe) extreme(function, column string, t expr.Type) string {
	return p.spec.aggregate(aggregateCall{function: function, x: p.of(rowAlias, column), t: t})
}

func (p *probe) integer(name, item string) { p.add(name, expr.Type{Kind: expr.Integer}, item) }

func (p *probe) statement(from string) Statement {
	text := "SELECT " + strings.Join(p.items, ", ") + "\n" + from
	if end := p.spec.ending(); end != "" {
		text += "\n" + end
	}
	return Statement{dialect: p.spec.name(), text: text, columns: p.columns, tables: p.tables}
}

// joined are columns as joins compare them.
func (p *probe) joined(alias string, columns []string) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = p.spec.joined(p.of(alias, c))
	}
	return out
}
