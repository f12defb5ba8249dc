package clickhousetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// Dialect is the name of the dialect that a source of this package speaks.
const Dialect = "clickhouse"

// Source is the engine as questions are asked of it.
func (e *Engine) Source() warehouse.Source { return source{e} }

type source struct{ engine *Engine }

func (source) Dialect() string { return Dialect }
func (source) Close() error    { return nil } // the engine ends with its test

// Query runs s and returns every row. Its errors are *warehouse.Error.
func (s source) Query(ctx context.Context, st dialect.Statement) (*warehouse.Result, error) {
	if st.Dialect() != Dialect {
		return nil, &warehouse.Error{Err: fmt.Errorf("a statement of dialect %q", st.Dialect())}
	}
	if err := errors.Join(ctx.Err(), warehouse.CheckBinds(st.Binds())); err != nil {
		return nil, &warehouse.Error{Err: err}
	}
	parameters := map[string]string{}
	for i, b := range st.Binds() {
		parameters[fmt.Sprintf("p%d", i+1)] = spell(b)
	}
	start := clock.System()
	got, err := s.engine.run(st.Text(), parameters)
	if err != nil {
		return nil, failure(err)
	}
	columns := st.Columns()
	if len(got.types) != len(columns) && len(got.cells) > 0 {
		return nil, &warehouse.Error{Err: fmt.Errorf("%d columns came back where the plan has %d", len(got.types), len(columns))}
	}
	out := &warehouse.Result{}
	for _, raw := range got.cells {
		row := make([]warehouse.Cell, len(columns))
		for i, c := range columns {
			row[i], err = cell(raw[i], got.types[i], c.Type)
			switch {
			case err == warehouse.ErrNotFinite:
				return nil, &warehouse.Error{Kind: warehouse.NotFinite, Column: c.Name, Err: err}
			case err != nil:
				return nil, &warehouse.Error{Err: fmt.Errorf("column %q: %w", c.Name, err)}
			}
		}
		out.Rows = append(out.Rows, row)
	}
	out.Took = clock.System().Sub(start)
	return out, nil
}

// failure classifies why a statement gave no rows.
func failure(err error) error {
	kind := warehouse.Failed
	if r, ok := errors.AsType[*Refusal](err); ok {
		switch r.Name {
		case "DECIMAL_OVERFLOW", "ARGUMENT_OUT_OF_BOUND", "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE", "CANNOT_CONVERT_TYPE", "ILLEGAL_DIVISION",
			"CANNOT_PARSE_NUMBER", "CANNOT_PARSE_TEXT", "CANNOT_PARSE_DATE", "CANNOT_PARSE_DATETIME":
			kind = warehouse.OutOfRange
		case "MEMORY_LIMIT_EXCEEDED":
			kind = warehouse.Exhausted
		case "TIMEOUT_EXCEEDED":
			kind = warehouse.Deadline
		}
	}
	return &warehouse.Error{Kind: kind, Err: err}
}

// spell is a bind's value as ClickHouse reads the value of a parameter: as a field between tabs, items of an array in quotes.
func spell(b dialect.Bind) string {
	switch v := b.Value.(type) {
	case nil:
		return `\N`
	case []string:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = "'" + quoted.Replace(item) + "'"
		}
		return "[" + strings.Join(items, ",") + "]"
	case string:
		return escaped.Replace(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(b.Value)
}

var (
	escaped = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
	quoted  = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
)

// Offsets returns the zone's distance from UTC at each instant, by the rules that the library carries.
func (s source) Offsets(_ context.Context, zone string, at []time.Time) ([]time.Duration, error) {
	const ask = `SELECT timezoneOffset(toTimeZone(fromUnixTimestamp64Second(v), {zone:String})) FROM (SELECT 1) AS j ARRAY JOIN {at:Array(Int64)} AS v`
	seconds := make([]string, len(at))
	for i, t := range at {
		seconds[i] = strconv.FormatInt(t.Unix(), 10)
	}
	got, err := s.engine.run(ask, map[string]string{"zone": escaped.Replace(zone), "at": "[" + strings.Join(seconds, ",") + "]"})
	if err != nil {
		return nil, failure(err)
	}
	if len(got.cells) != len(at) {
		return nil, &warehouse.Error{Err: fmt.Errorf("%d offsets of %d", len(got.cells), len(at))}
	}
	out := make([]time.Duration, len(at))
	for i, row := range got.cells {
		offset, err := strconv.Atoi(fmt.Sprint(row[0]))
		if err != nil {
			return nil, &warehouse.Error{Err: err}
		}
		out[i] = time.Duration(offset) * time.Second
	}
	return out, nil
}

// Parse asks for the tree of a statement without parameters.
func (s source) Parse(_ context.Context, text string) error {
	if _, err := s.engine.run("EXPLAIN AST "+text, nil); err != nil {
		return failure(err)
	}
	return nil
}

// Tables lists what Fill has made, by the types that it was told: a column of ClickHouse does not say whether its times are
// instants.
func (s source) Tables(context.Context) ([]warehouse.Table, error) {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	var out []warehouse.Table
	for _, database := range slices.Sorted(maps.Keys(s.engine.tables)) {
		out = append(out, s.engine.tables[database]...)
	}
	return out, nil
}
