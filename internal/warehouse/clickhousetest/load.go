package clickhousetest

import (
	"fmt"
	"strconv"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/warehouse"
)

// Table is a table's columns and its rows.
type Table struct {
	Name    string
	Columns []Column
	// Rows hold cells as warehouse.Cell has them: nil, a bool, an int64, a float64, or the spelling of any other value.
	Rows [][]warehouse.Cell
}

// Column is a column of a table. Native is ClickHouse's type, without Nullable; empty, it is what fits Type.
type Column struct {
	Name   string
	Type   expr.Type
	Native string
}

// Fill makes a database anew: what it held is dropped, and then it holds the tables. A column is nullable where a row has a
// null in it, and else not, as columns of ClickHouse are.
func (e *Engine) Fill(database string, tables ...Table) error {
	statements := []string{"DROP DATABASE IF EXISTS " + Quote(database), "CREATE DATABASE " + Quote(database) + " ENGINE = Memory"}
	made := make([]warehouse.Table, len(tables))
	for n, t := range tables {
		made[n] = warehouse.Table{Schema: database, Name: t.Name, Rows: int64(len(t.Rows))}
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			native := c.native(t.Rows, i)
			columns[i] = Quote(c.Name) + " " + native
			made[n].Columns = append(made[n].Columns, warehouse.Column{Name: c.Name, Type: c.Type, Native: native, Nullable: strings.Contains(native, "Nullable(")})
		}
		statements = append(statements, "CREATE TABLE "+Quote(database, t.Name)+" ("+strings.Join(columns, ", ")+") ENGINE = Memory")
		if len(t.Rows) == 0 {
			continue
		}
		tuples := make([]string, len(t.Rows))
		for n, row := range t.Rows {
			cells := make([]string, len(row))
			for i, cell := range row {
				cells[i] = literal(cell, t.Columns[i].Type)
			}
			tuples[n] = "(" + strings.Join(cells, ", ") + ")"
		}
		statements = append(statements, "INSERT INTO "+Quote(database, t.Name)+" VALUES "+strings.Join(tuples, ", "))
	}
	for _, s := range statements {
		if _, err := e.run(s, nil); err != nil {
			return fmt.Errorf("%w\n%s", err, s)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tables[database] = made
	return nil
}

// Quote is a dotted name of SQL.
func Quote(parts ...string) string {
	quoted := make([]string, len(parts))
	for i, p := range parts {
		quoted[i] = "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(p) + "`"
	}
	return strings.Join(quoted, ".")
}

func (c Column) native(rows [][]warehouse.Cell, at int) string {
	base := c.Native
	if base == "" {
		base = usual(c.Type)
	}
	for _, row := range rows {
		if row[at] != nil {
			continue
		}
		if inner, ok := strings.CutPrefix(base, "LowCardinality("); ok {
			return "LowCardinality(Nullable(" + inner + ")"
		}
		return "Nullable(" + base + ")"
	}
	return base
}

func usual(t expr.Type) string {
	switch t.Kind {
	case expr.Integer:
		return "Int64"
	case expr.Float:
		return "Float64"
	case expr.Decimal:
		return fmt.Sprintf("Decimal(%d, %d)", t.Precision, t.Scale)
	case expr.Boolean:
		return "Bool"
	case expr.Date:
		return "Date32"
	case expr.Timestamp, expr.TimestampTZ:
		return "DateTime64(6, 'UTC')"
	case expr.String, expr.Null:
	}
	return "String"
}

// literal spells a cell.
func literal(cell warehouse.Cell, t expr.Type) string {
	switch v := cell.(type) {
	case nil:
		return "NULL"
	case bool, int64:
		return fmt.Sprint(v)
	case float64:
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	text := fmt.Sprint(cell)
	if t.Kind == expr.Boolean || t.Kind == expr.Float {
		return text
	}
	return "'" + quoted.Replace(text) + "'"
}
