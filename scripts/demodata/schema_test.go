package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// columns are the documented columns of each table with DuckDB's types, in order.
func columns() map[string]string {
	return map[string]string{
		"airlines": "carrier VARCHAR, name VARCHAR",
		"airports": "faa VARCHAR, name VARCHAR, lat DOUBLE, lon DOUBLE, alt INTEGER, tz INTEGER, dst VARCHAR, tzone VARCHAR",
		"flights": "flight_id BIGINT, scheduled_at TIMESTAMP, departed_at TIMESTAMP, dep_delay DOUBLE, arr_delay DOUBLE, carrier VARCHAR, " +
			"flight INTEGER, tailnum VARCHAR, origin VARCHAR, dest VARCHAR, air_time DOUBLE, distance INTEGER, time_hour TIMESTAMP WITH TIME ZONE",
		"planes": "tailnum VARCHAR, year INTEGER, type VARCHAR, manufacturer VARCHAR, model VARCHAR, engines INTEGER, seats INTEGER, " +
			"speed INTEGER, engine VARCHAR",
		"weather": "origin VARCHAR, time_hour TIMESTAMP WITH TIME ZONE, year INTEGER, month INTEGER, day INTEGER, hour INTEGER, temp DOUBLE, " +
			"dewp DOUBLE, humid DOUBLE, wind_dir INTEGER, wind_speed DOUBLE, wind_gust DOUBLE, precip DOUBLE, pressure DOUBLE, visib DOUBLE",
	}
}

func TestColumns(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range sources() {
		path := filepath.Join("..", "..", "catalog", "demo", "data", s.table+".parquet")
		rows, err := db.Query("SELECT column_name || ' ' || column_type FROM (DESCRIBE FROM read_parquet(" + quote(path) + "))")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for rows.Next() {
			var column string
			if err := rows.Scan(&column); err != nil {
				t.Fatal(err)
			}
			got = append(got, column)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(got, ", "); text != columns()[s.table] {
			t.Errorf("%s:\n got %s\nwant %s", s.table, text, columns()[s.table])
		}
	}
}

// TestWrongFolder: files other than the package's own are refused before anything is written.
func TestWrongFolder(t *testing.T) {
	out := t.TempDir()
	err := write(t.Context(), filepath.Join("..", "..", "catalog", "demo", "data"), out)
	if err == nil {
		t.Fatal("a folder without the CSV files was accepted")
	}
	left, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("files were left behind: %v %v", left, err)
	}
}
