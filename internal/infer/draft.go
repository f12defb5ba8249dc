package infer

import (
	"slices"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
)

// draft proposes metrics: each model's rows, and of its numbers totals where they look additive and averages.
func (p *Proposal) draft() {
	taken := names{}
	for _, m := range p.Models {
		for _, c := range m.Columns {
			taken[c.Dimension] = true // a dimension is not named like a metric
		}
		for _, j := range m.Joins {
			taken[j.Name] = true
		}
	}
	for i := range p.Models {
		p.Models[i].draft(taken)
	}
}

func (m *Model) draft(taken names) {
	name := m.Name
	if taken[name] {
		name = "number_of_" + m.Name
	}
	m.Metrics = append(m.Metrics, Metric{
		Name: taken.take(name), Title: title(m.Name), Measure: "count",
		Description: "How many rows " + m.Table[1] + " has.",
	})
	measured := 0
	for i, c := range m.Columns {
		kind := adds(m.Name, c)
		if !c.Type.Numeric() || kind == neither || c.present == 0 || m.references(c.Name) || c.Type.Kind == expr.Integer && c.different <= 2 && c.present > 10 {
			continue
		}
		if measured++; measured > maxMeasured {
			m.note("The numbers from %s on have no metric yet.", c.Name)
			break
		}
		column := modelName(c.Name, "column_"+strconv.Itoa(i+1))
		if kind == additive {
			m.Metrics = append(m.Metrics, m.metric(taken, "total", "sum", column, c.Name, "Sum"))
		}
		m.Metrics = append(m.Metrics, m.metric(taken, "average", "avg", column, c.Name, "Mean"))
	}
}

// metric names a draft after its column, and after its model as well where that is taken.
func (m *Model) metric(taken names, prefix, measure, column, of, word string) Metric {
	name := prefix + "_" + column
	if taken[name] {
		name = prefix + "_" + m.Name + "_" + column
	}
	name = taken.take(modelName(name, prefix))
	return Metric{Name: name, Title: title(name), Measure: measure, Column: of, Description: word + " of " + of + " over the rows of " + m.Table[1] + " that have it."}
}

// references reports whether a column is part of the key or of a join: it names a row.
func (m *Model) references(column string) bool {
	return slices.Contains(m.Key, column) || slices.ContainsFunc(m.Joins, func(j Join) bool { return slices.Contains(j.Columns, column) })
}

// expression writes a column in the catalog's expression language: quoted unless it is a plain word.
func expression(column string) string {
	plain := column != "" && !strings.ContainsFunc(column, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) &&
		(column[0] < '0' || column[0] > '9') && !slices.Contains(keywords(), column)
	if plain {
		return column
	}
	return `"` + strings.ReplaceAll(column, `"`, `""`) + `"`
}

// keywords are the words that PostgreSQL's grammar does not read as a column's name, or as another thing.
func keywords() []string {
	return strings.Fields(`all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char character
		check coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
		current_timestamp current_user dec decimal default deferrable desc distinct do else end except exists extract false fetch float for foreign freeze from
		full grant greatest group grouping having ilike in initially inner inout int integer intersect interval into is isnull join lateral leading least left
		like limit localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps
		overlay placing position precision primary real references returning right row select session_user setof similar smallint some substring symmetric
		table tablesample then time timestamp to trailing treat trim true union unique user using values varchar variadic verbose when where window with
		xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`)
}
