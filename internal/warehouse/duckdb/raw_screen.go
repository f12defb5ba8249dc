package duckdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"sutura.dev/internal/warehouse"
)

// screen holds a statement to one SELECT over tables, with DuckDB's own parser. It is the second lock: the file is open
// read-only, and the process reaches nothing else.
func screen(ctx context.Context, conn *sql.Conn, statement string) error {
	const ask = "SELECT CAST(json_serialize_sql(CAST($1 AS varchar), skip_null := true, skip_empty := true, skip_default := true) AS varchar)"
	var text string
	if err := conn.QueryRowContext(ctx, ask, statement).Scan(&text); err != nil {
		return err
	}
	var tree struct {
		Error      bool   `json:"error"`
		Type       string `json:"error_type"`
		Message    string `json:"error_message"`
		Statements []any  `json:"statements"`
	}
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		return &warehouse.RawError{Code: warehouse.RawTooDeep, Err: err} // Go's own bound, of 10,000 levels
	}
	switch {
	case tree.Error && tree.Type == "parser":
		return &warehouse.RawError{Code: warehouse.RawUnreadable, Err: errors.New(tree.Message)}
	case tree.Error:
		return &warehouse.RawError{Code: warehouse.RawNotSelect, Err: errors.New(tree.Message)}
	case len(tree.Statements) != 1:
		return &warehouse.RawError{Code: warehouse.RawNotOne}
	}
	return permitted(tree.Statements[0], 0)
}

// rawDepth is how deep a statement's tree may be, in levels of its JSON: about a hundred of brackets.
const rawDepth = 500

// permitted walks the tree. What names a table, a function or a way to read is looked at; the rest only computes.
func permitted(node any, depth int) error {
	if depth > rawDepth {
		return &warehouse.RawError{Code: warehouse.RawTooDeep}
	}
	switch n := node.(type) {
	case []any:
		for _, v := range n {
			if err := permitted(v, depth+1); err != nil {
				return err
			}
		}
	case map[string]any:
		if n["class"] == "PARAMETER" {
			return &warehouse.RawError{Code: warehouse.RawWrong} // nobody gives it a value
		}
		if forbidden(n) {
			return &warehouse.RawError{Code: warehouse.RawForbidden}
		}
		for _, v := range n {
			if err := permitted(v, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// forbidden looks at one object of the tree.
func forbidden(n map[string]any) bool {
	text := func(name string) string { s, _ := n[name].(string); return strings.ToLower(s) }
	switch kind, _ := n["type"].(string); kind {
	case "BASE_TABLE":
		// A name that is a path is read as a file, and the system's own tables show paths and settings.
		table := text("table_name")
		return strings.ContainsAny(table, "/\\:*?") || strings.HasPrefix(table, "duckdb_") || strings.HasPrefix(table, "pragma_") || text("catalog_name") == "temp"
	case "TABLE_FUNCTION":
		call, _ := n["function"].(map[string]any)
		name, _ := call["function_name"].(string)
		return !slices.Contains(rawTableFunctions, strings.ToLower(name))
	case "SHOW_REF", "TABLE_REF", "CTE", "COLUMN_DATA", "DELIM_GET", "BOUND_TABLE_REF":
		return true
	}
	_, call := n["function_name"]
	return call && slices.Contains(rawForbidden, text("function_name"))
}

var (
	// rawTableFunctions are the table functions that only compute.
	rawTableFunctions = []string{"generate_series", "json_each", "json_tree", "range", "repeat", "unnest"}
	// rawForbidden are the scalar functions that have an effect, wait, run text, or tell of settings.
	rawForbidden = []string{
		"current_connection_id", "current_query", "current_query_id", "current_setting", "current_transaction_id", "currval", "getenv", "getvariable",
		"json_execute_serialized_sql", "json_serialize_sql", "json_deserialize_sql", "json_serialize_plan", "nextval", "pg_sleep", "query", "query_table", "set_config",
		"setseed", "sleep_ms", "stats", "txid_current", "write_log",
	}
)
