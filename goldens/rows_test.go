package goldens_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/goldens"
)

// fixtureTables are a bundle's fixtures read from their CSV by DuckDB's own reader, by declared types.
func fixtureTables(t *testing.T, b *bundle.Bundle, x *goldens.Fixtures) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	types := map[expr.Kind]string{expr.String: "VARCHAR", expr.Integer: "BIGINT", expr.Float: "DOUBLE", expr.Boolean: "BOOLEAN", expr.Date: "DATE",
		expr.Timestamp: "TIMESTAMP", expr.TimestampTZ: "TIMESTAMPTZ"}
	for _, m := range b.Models() {
		path := filepath.Join(t.TempDir(), m.Name+".csv")
		if err := os.WriteFile(path, x.CSV(m.Name), 0o644); err != nil {
			t.Fatal(err)
		}
		header, _, _ := strings.Cut(string(x.CSV(m.Name)), "\n")
		var columns []string
		for name := range strings.SplitSeq(header, ",") {
			columns = append(columns, fmt.Sprintf("'%s': '%s'", name, types[m.Column(name).Type.Kind]))
		}
		read := fmt.Sprintf("CREATE TABLE %s AS FROM read_csv('%s', header = true, auto_detect = false, delim = ',', quote = '\"', nullstr = '', allow_quoted_nulls = false, columns = {%s})",
			m.Name, path, strings.Join(columns, ", "))
		if _, err := db.Exec(read); err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
	}
	return db
}

// byHand are questions over the demonstration's fixtures, answered in SQL that was written by hand from what the catalog says
// in words. y is the year's flights with everything that joins them, w the year's weather with its airport.
var byHand = []struct{ name, question, query string }{
	{"flights total", `{"metrics":["flights"],"range":{"period":"2024"}}`,
		"SELECT count(*) FROM y"},
	{"flights by_fiscal_year", `{"metrics":["flights"],"range":{"period":"2024"},"grain":"fiscal_year","dimensions":["dest_airport.tzone","haul","hour_of_day","late"]}`,
		"SELECT fy, dest_tz, CASE WHEN distance < 500 THEN 'short' WHEN distance >= 1500 THEN 'long' ELSE 'medium' END, hour(scheduled_at), dep_delay > 15, count(*) FROM y"},
	{"flights by_month", `{"metrics":["flights"],"range":{"period":"2024"},"grain":"month","filters":[{"dimension":"dest","op":"starts_with","values":["E"]}]}`,
		"SELECT make_date(year(scheduled_at), month(scheduled_at), 1), count(*) FROM y WHERE dest[1] = 'E'"},
	{"air_time by_week", `{"metrics":["air_time"],"range":{"period":"2024"},"grain":"week","dimensions":["plane.maker","plane.manufacturer","plane.seats","weather.freezing"],"filters":[{"dimension":"late","op":"not_in","values":["true"]}]}`,
		"SELECT monday, maker, manufacturer, seats, temp <= 32, sum(air_time) FROM y WHERE dep_delay IS NULL OR dep_delay <= 15"},
	{"air_time by_day", `{"metrics":["air_time"],"range":{"period":"2024"},"grain":"day","dimensions":["weather.origin","weather.visibility","weather.wet","weekday"],"filters":[{"dimension":"haul","op":"in","values":["short","medium"]}]}`,
		"SELECT scheduled_at::DATE, weather_origin, sight, precip > 0, isodow(scheduled_at), sum(air_time) FROM y WHERE distance < 1500"},
	{"average_speed total", `{"metrics":["average_speed"],"range":{"period":"2024"}}`,
		"SELECT sum(distance)::DOUBLE / (sum(air_time) / 60) FROM y WHERE air_time IS NOT NULL"},
	{"on_time_share by_month", `{"metrics":["on_time_share"],"range":{"period":"2024"},"grain":"month","filters":[{"dimension":"dest","op":"starts_with","values":["E"]}]}`,
		"SELECT date_trunc('month', scheduled_at)::DATE, count(CASE WHEN dep_delay <= 15 THEN 1 END) / nullif(count(departed_at), 0)::DOUBLE FROM y WHERE dest LIKE 'E%'"},
	{"cancellation_rate by_quarter", `{"metrics":["cancellation_rate"],"range":{"period":"2024"},"grain":"quarter","filters":[{"dimension":"hour_of_day","op":"between","values":["0","12"]}]}`,
		"SELECT date_trunc('quarter', scheduled_at)::DATE, avg(CASE WHEN departed_at IS NULL THEN 1.0 ELSE 0.0 END) FROM y WHERE hour(scheduled_at) <= 12"},
	{"destinations by_fiscal_year", `{"metrics":["destinations"],"range":{"period":"2024"},"grain":"fiscal_year","dimensions":["airline.name","weather.visibility","weather.wet","weekday"]}`,
		"SELECT fy, airline, sight, precip > 0, isodow(scheduled_at), count(DISTINCT dest) FROM y"},
	{"carriers by_week", `{"metrics":["carriers"],"range":{"period":"2024"},"grain":"week","filters":[{"dimension":"carrier","op":"not_in","values":["YV"]}]}`,
		"SELECT monday, count(DISTINCT carrier) FROM y WHERE carrier <> 'YV'"},
	{"seats_flown by_fiscal_year", `{"metrics":["seats_flown"],"range":{"period":"2024"},"grain":"fiscal_year","dimensions":["plane.engines","plane.maker","plane.manufacturer","plane.seats"]}`,
		"SELECT fy, engines, maker, manufacturer, seats, sum(seats)::BIGINT FROM y WHERE departed_at IS NOT NULL"},
	{"worst_departure_delay by_day", `{"metrics":["worst_departure_delay"],"range":{"period":"2024"},"grain":"day","filters":[{"dimension":"weekday","op":"in","values":["1","2","3","4"]}]}`,
		"SELECT scheduled_at::DATE, max(dep_delay) FROM y WHERE isodow(scheduled_at) < 5"},
	{"minutes_made_up by_day", `{"metrics":["minutes_made_up"],"range":{"period":"2024"},"grain":"day","filters":[{"dimension":"haul","op":"in","values":["short","medium"]}]}`,
		"SELECT scheduled_at::DATE, avg(dep_delay - arr_delay) FROM y WHERE distance < 1500"},
	{"flights_in_poor_visibility by_year", `{"metrics":["flights_in_poor_visibility"],"range":{"period":"2024"},"grain":"year"}`,
		"SELECT make_date(year(scheduled_at), 1, 1), count(*) FILTER (visib < 3) FROM y"},
	{"aircraft total", `{"metrics":["aircraft"],"range":{"period":"2024"}}`,
		"SELECT count(DISTINCT tailnum) FROM y"},
	{"average_temperature by_year", `{"metrics":["average_temperature"],"range":{"period":"2024"},"grain":"year","dimensions":["origin_airport.name","origin_airport.tzone","visibility","wet"]}`,
		"SELECT date_trunc('year', here)::DATE, name, tzone, sight, precip > 0, avg(temp) FROM w"},
	{"strongest_gust by_fiscal_quarter", `{"metrics":["strongest_gust"],"range":{"period":"2024"},"grain":"fiscal_quarter","filters":[{"dimension":"freezing","op":"is_not_null"}]}`,
		"SELECT date_trunc('quarter', here)::DATE, max(wind_gust) FROM w WHERE temp IS NOT NULL"},
	{"wet_hours by_week", `{"metrics":["wet_hours"],"range":{"period":"2024"},"grain":"week","filters":[{"dimension":"visibility","op":"not_in","values":["good"]}]}`,
		"SELECT monday, count(*) FILTER (precip > 0) FROM w WHERE visib < 10"},
	{"registered_aircraft groups", `{"metrics":["registered_aircraft"],"dimensions":["built","engine","engines","maker"],"filters":[{"dimension":"seats","op":"between","values":["-3","12"]}]}`,
		"SELECT year, engine, engines, maker, count(*) FROM made WHERE seats >= -3 AND seats <= 12"},
}

const handViews = `
CREATE VIEW made AS SELECT *, CASE manufacturer
	WHEN 'AIRBUS' THEN 'Airbus' WHEN 'AIRBUS INDUSTRIE' THEN 'Airbus' WHEN 'BOEING' THEN 'Boeing' WHEN 'EMBRAER' THEN 'Embraer'
	WHEN 'BOMBARDIER INC' THEN 'Bombardier' WHEN 'CANADAIR' THEN 'Bombardier' WHEN 'CANADAIR LTD' THEN 'Bombardier'
	ELSE if(contains(manufacturer, 'DOUGLAS'), 'McDonnell Douglas', 'Other') END AS maker FROM planes;
CREATE VIEW seen AS SELECT *, origin AS weather_origin, CASE WHEN visib >= 10 THEN 'good' WHEN visib >= 3 THEN 'moderate' ELSE 'poor' END AS sight FROM weather;
CREATE VIEW y AS SELECT f.*, a.name AS airline, d.tzone AS dest_tz, p.maker, p.manufacturer, p.seats, p.engines, p.engine,
	s.weather_origin, s.sight, s.temp, s.precip, s.visib,
	make_date(year(f.scheduled_at) - if(month(f.scheduled_at) < 10, 1, 0), 10, 1) AS fy,
	f.scheduled_at::DATE - (isodow(f.scheduled_at) - 1)::INT AS monday
FROM flights f LEFT JOIN airlines a USING (carrier) LEFT JOIN airports d ON d.faa = f.dest LEFT JOIN made p USING (tailnum)
LEFT JOIN seen s ON s.origin = f.origin AND s.time_hour = f.time_hour
WHERE year(f.scheduled_at) = 2024;
CREATE VIEW w AS SELECT s.*, a.name, a.tzone, timezone('America/New_York', time_hour) AS here, here::DATE - (isodow(here) - 1)::INT AS monday
FROM seen s LEFT JOIN airports a ON a.faa = s.origin WHERE year(timezone('America/New_York', time_hour)) = 2024;`

// The rows that are recorded of the demonstration are what hand-written SQL gives over the same fixtures.
func TestRowsByHand(t *testing.T) {
	b := demonstration(t)
	x := loaded(t, b, nil)
	db := fixtureTables(t, b, x)
	if _, err := db.Exec(handViews); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for i, h := range byHand {
		metric, _, _ := strings.Cut(h.name, " ")
		files[fmt.Sprintf("goldens/questions/%s/hand%d.json", metric, i)] = h.question
	}
	r := recorded(t, b, x, files, goldens.Options{})
	for i, h := range byHand {
		t.Run(h.name, func(t *testing.T) {
			metric, _, _ := strings.Cut(h.name, " ")
			of := slices.IndexFunc(r.Goldens, func(g goldens.Sealed) bool { return g.Metric == metric })
			cases := r.Goldens[of].Golden().Cases
			c := cases[slices.IndexFunc(cases, func(c goldens.Case) bool { return c.Name == fmt.Sprintf("questions/hand%d", i) })]
			if want := handRows(t, db, h.query); !alike(t, *c.Rows, want) || want == "" {
				t.Errorf("%sthe golden has\n%sby hand\n%s", c.Question, *c.Rows, want)
			}
		})
	}
}

// alike compares rows; doubles to twelve digits, since the order of additions is not the same.
func alike(t *testing.T, a, b string) bool {
	t.Helper()
	cells := func(text string) (out []any) {
		for line := range strings.Lines(text) {
			var row []any
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatal(err)
			}
			out = append(out, row...)
		}
		return out
	}
	return strings.Count(a, "\n") == strings.Count(b, "\n") && slices.EqualFunc(cells(a), cells(b), func(x, y any) bool {
		f, okF := x.(float64)
		g, okG := y.(float64)
		return okF && okG && math.Abs(f-g) <= 1e-12*math.Abs(g) || x == y
	})
}

// handRows groups by all columns but the last, orders by them, and writes rows as a golden does.
func handRows(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows, err := db.Query("FROM (" + query + " GROUP BY ALL) ORDER BY ALL NULLS LAST")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for rows.Next() {
		cells, targets := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			targets[i] = &cells[i]
		}
		if err := rows.Scan(targets...); err != nil {
			t.Fatal(err)
		}
		for i, c := range cells {
			if day, ok := c.(time.Time); ok {
				cells[i] = day.Format(time.DateOnly)
			}
		}
		text, err := json.Marshal(cells)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
