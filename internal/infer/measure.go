package infer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// columnsAtOnce bounds one statement's text.
const columnsAtOnce = 40

// measurer runs the probes.
type measurer struct {
	src     warehouse.Source
	dialect string
}

// row runs a probe that returns one row of integers.
func (m measurer) row(ctx context.Context, st dialect.Statement, err error) ([]int64, error) {
	if err != nil {
		return nil, err
	}
	r, err := m.src.Query(ctx, st)
	if err != nil {
		return nil, err
	}
	if len(r.Rows) != 1 {
		return nil, fmt.Errorf("%d rows where there is one", len(r.Rows))
	}
	out := make([]int64, len(r.Rows[0]))
	for i, cell := range r.Rows[0] {
		n, ok := cell.(int64)
		if !ok {
			return nil, fmt.Errorf("a count that is a %T", cell)
		}
		out[i] = n
	}
	return out, nil
}

// maxDigits is the most that a decimal of a catalog has.
const maxDigits = 38

// decimals finds the precision and scale that hold every value of a decimal column whose type does not say, and leaves
// out columns of more digits than a catalog can declare.
func (m measurer) decimals(ctx context.Context, model *Model) error {
	kept := model.Columns[:0]
	for _, c := range model.Columns {
		if c.Type.Kind == expr.Decimal && c.Type.Precision == 0 {
			st, err := dialect.Digits(m.dialect, model.Table, c.Name)
			n, err := m.row(ctx, st, err)
			if err != nil {
				return err
			}
			c.Type.Precision, c.Type.Scale = min(int(max(n[0], 12)+max(n[1], 2))+4, maxDigits), int(max(n[1], 2)) // and some more to come
			if n[0]+n[1] > maxDigits {
				c.Type.Precision = int(n[0] + n[1])
			}
		}
		if c.Type.Kind == expr.Decimal && c.Type.Precision > maxDigits {
			model.note("%s is left out: it has more than %d digits.", c.Name, maxDigits)
			continue
		}
		kept = append(kept, c)
	}
	model.Columns = kept
	return nil
}

// counts measures a table's rows and each column's values.
func (m measurer) counts(ctx context.Context, model *Model) error {
	for columns := range slices.Chunk(model.Columns, columnsAtOnce) {
		var named []string
		for _, c := range columns {
			named = append(named, c.Name)
		}
		st, err := dialect.Counts(m.dialect, model.Table, named)
		n, err := m.row(ctx, st, err)
		if err != nil {
			return err
		}
		model.Rows = n[0]
		for i := range columns {
			columns[i].present, columns[i].different = n[1+2*i], n[2+2*i]
		}
	}
	return nil
}

// key finds the columns that are unique: the most plainly named single one, else two together.
func (m measurer) key(ctx context.Context, model *Model) error {
	var best, almost *Column
	rank := 0
	for i := range model.Columns {
		c := &model.Columns[i]
		named := identifying(model.Name, c.bare)
		unique := c.present == model.Rows && c.different == model.Rows && model.Rows > 0 && !c.Personal
		switch {
		case c.Type.Kind != expr.Integer && c.Type.Kind != expr.String:
		case unique && (best == nil || named > rank):
			best, rank = c, named
		case !unique && named == 4 && almost == nil:
			almost = c
		}
	}
	if best != nil && rank == 0 && best != &model.Columns[0] { // unique, and named like no key: two columns that are may say it
		if err := m.pairKey(ctx, model, func(c Column) bool { return identifying(model.Name, c.bare) > 0 }); err != nil || len(model.Key) > 0 {
			return err
		}
	}
	if best != nil && (rank > 0 || best.Type.Kind == expr.String || best == &model.Columns[0]) {
		model.Key = []string{best.Name}
		return nil
	}
	if almost != nil && model.Rows > 0 {
		model.note("%s looks like the key and is not: of %s rows %s have a value, and %s are different.", almost.Name, count(model.Rows), count(almost.present), count(almost.different))
	}
	return m.pairKey(ctx, model, func(Column) bool { return true })
}

// maxPairs is how many pairs of columns are tried as a key.
const maxPairs = 12

// pairKey tries pairs of columns, among those taken, that could be unique together.
func (m measurer) pairKey(ctx context.Context, model *Model, taken func(Column) bool) error {
	var parts []Column
	for _, c := range model.Columns {
		names := c.Type.Kind == expr.String || c.Type.Temporal() || c.Type.Kind == expr.Integer && adds(model.Name, c) == neither
		if names && taken(c) && c.present == model.Rows && c.different > 1 && c.different < model.Rows && !c.Personal {
			parts = append(parts, c)
		}
	}
	tried := 0
	for i, a := range parts {
		for _, b := range parts[i+1:] {
			if a.different < model.Rows/b.different || tried == maxPairs {
				continue // too few combinations for that many rows
			}
			tried++
			columns := []string{a.Name, b.Name}
			st, err := dialect.Tuples(m.dialect, model.Table, columns)
			n, err := m.row(ctx, st, err)
			if err != nil {
				return err
			}
			if n[0] == n[1] {
				model.Key = columns
				return nil
			}
		}
	}
	return nil
}

// time chooses the column that says when a row happened, and measures from when to when.
func (m measurer) time(ctx context.Context, model *Model) error {
	model.Time = timeColumn(model.Columns)
	if model.Time == "" {
		return nil
	}
	st, err := dialect.Span(m.dialect, model.Table, model.Time, expr.Type{Kind: model.kind(model.Time)})
	if err != nil {
		return err
	}
	r, err := m.src.Query(ctx, st)
	switch {
	case warehouse.KindOf(err) == warehouse.NotFinite && err != nil:
		model.note("%s has infinite times, which no answer can show.", model.Time)
		return nil
	case err != nil:
		return fmt.Errorf("reading the span of %s: %w", model.Time, err)
	}
	first, _ := r.Rows[0][0].(string)
	last, _ := r.Rows[0][1].(string)
	if len(first) >= len(time.DateOnly) && len(last) >= len(time.DateOnly) {
		model.First, model.Last = first[:len(time.DateOnly)], last[:len(time.DateOnly)]
	}
	return nil
}

// dimensions names the columns worth grouping by, and lists the values of those that have few.
func (m measurer) dimensions(ctx context.Context, model *Model) error {
	taken := names{}
	for _, j := range model.Joins {
		taken[j.Name] = true
	}
	for i := range model.Columns {
		c := &model.Columns[i]
		if !groups(model, *c) {
			continue
		}
		if c.Type.Kind == expr.String && c.different <= maxListed {
			values, err := m.values(ctx, model, *c)
			if err != nil {
				return err
			}
			if looksPersonal(values) {
				c.Personal = true
				continue
			}
			c.Values = values
		}
		c.Dimension = taken.take(c.dimensionName(i))
	}
	return nil
}

// dimensionName is the name for the dimension of the n-th column.
func (c Column) dimensionName(n int) string { return modelName(c.Name, "column_"+strconv.Itoa(n+1)) }

// values reads a column's few values, none if one of them cannot stand in a catalog.
func (m measurer) values(ctx context.Context, model *Model, c Column) ([]string, error) {
	st, err := dialect.Values(m.dialect, model.Table, c.Name, c.Type, maxListed+1)
	if err != nil {
		return nil, err
	}
	r, err := m.src.Query(ctx, st)
	if err != nil {
		return nil, fmt.Errorf("reading the values of %s: %w", c.Name, err)
	}
	var values []string
	for _, row := range r.Rows {
		v, ok := row[0].(string)
		if !ok {
			return nil, fmt.Errorf("a value that is a %T", row[0])
		}
		if !listable(v) {
			model.note("The values of %s are not listed: one is empty, long, or has signs that cannot be seen.", c.Name)
			return nil, nil
		}
		values = append(values, v)
	}
	return values, nil
}

// listable reports whether a catalog takes the value, and a person sees what it is.
func listable(v string) bool {
	return v != "" && len([]rune(v)) <= 256 && strings.TrimSpace(v) == v && question.CleanText(v)
}

// count spells a number for people: 336,776.
func count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}
