package main

import (
	"database/sql"
	"path/filepath"
	"testing"
)

// fact is one published or documented statement about the data: a query of one text value, and that value.
type fact struct{ name, query, want string }

// facts are those of docs/demo-data.md. Their values come from the documentation of nycflights13 and from the CSV
// files, read by other tools; the test holds the committed Parquet files to them.
func facts() []fact {
	return []fact{
		{"rows of each table", `SELECT concat_ws(' ', (SELECT count(*) FROM airlines), (SELECT count(*) FROM airports), (SELECT count(*) FROM flights),
			(SELECT count(*) FROM planes), (SELECT count(*) FROM weather))`, "16 1458 336776 3322 26115"},
		{"flight_id counts from 1 without a gap", `SELECT concat_ws(' ', min(flight_id), max(flight_id), count(DISTINCT flight_id)) FROM flights`, "1 336776 336776"},
		{"flights are stored in the order of flight_id", `SELECT count(*)::VARCHAR FROM (SELECT flight_id, row_number() OVER () AS n FROM flights) WHERE flight_id <> n`, "0"},
		{"flights of each carrier", `SELECT string_agg(carrier || ' ' || n, ', ' ORDER BY n DESC, carrier) FROM (SELECT carrier, count(*) AS n FROM flights GROUP BY carrier)`,
			"UA 58665, B6 54635, EV 54173, DL 48110, AA 32729, MQ 26397, US 20536, 9E 18460, WN 12275, VX 5162, FL 3260, AS 714, F9 685, YV 601, HA 342, OO 32"},
		{"flights of each origin", `SELECT string_agg(origin || ' ' || n, ', ' ORDER BY n DESC) FROM (SELECT origin, count(*) AS n FROM flights GROUP BY origin)`,
			"EWR 120835, JFK 111279, LGA 104662"},
		{"flights that never left", `SELECT concat_ws(' ', count(*) FILTER (departed_at IS NULL), count(*) FILTER (dep_delay IS NULL),
			count(*) FILTER ((departed_at IS NULL) <> (dep_delay IS NULL))) FROM flights`, "8255 8255 0"},
		{"flights without an arrival delay", `SELECT count(*)::VARCHAR FROM flights WHERE arr_delay IS NULL`, "9430"},
		{"mean departure delay", `SELECT round(avg(dep_delay), 3)::VARCHAR FROM flights`, "12.639"},
		{"mean arrival delay", `SELECT round(avg(arr_delay), 3)::VARCHAR FROM flights`, "6.895"},
		{"scheduled wall clock", `SELECT concat_ws(' .. ', min(scheduled_at), max(scheduled_at)) FROM flights`, "2013-01-01 05:15:00 .. 2013-12-31 23:59:00"},
		{"departed is scheduled and the delay", `SELECT count(*)::VARCHAR FROM flights WHERE departed_at <> scheduled_at + to_minutes(dep_delay::BIGINT)`, "0"},
		{"time_hour is the scheduled hour's instant", `SELECT count(*)::VARCHAR FROM flights
			WHERE timezone('America/New_York', time_hour) <> date_trunc('hour', scheduled_at)`, "0"},
		{"timestamps are whole minutes in microseconds", `SELECT concat_ws(' ', any_value(typeof(scheduled_at)), any_value(typeof(departed_at)), any_value(typeof(time_hour)),
			count(*) FILTER (epoch_us(scheduled_at) % 60000000 <> 0 OR epoch_us(departed_at) % 60000000 <> 0)) FROM flights`,
			"TIMESTAMP TIMESTAMP TIMESTAMP WITH TIME ZONE 0"},
		{"(origin, time_hour) is the key of weather", `SELECT count(DISTINCT (origin, time_hour))::VARCHAR FROM weather`, "26115"},
		{"the local hour is no key: 3 November has one twice", `SELECT string_agg(k, ', ' ORDER BY k) FROM (SELECT concat_ws(' ', origin, year, month, day, hour) AS k
			FROM weather GROUP BY k HAVING count(*) > 1)`, "EWR 2013 11 3 1, JFK 2013 11 3 1, LGA 2013 11 3 1"},
		{"weather's parts are New York's clock", `SELECT count(*)::VARCHAR FROM weather
			WHERE timezone('America/New_York', time_hour) <> make_timestamp(year, month, day, hour, 0, 0)`, "0"},
		{"weather ends", `SELECT timezone('UTC', max(time_hour))::VARCHAR FROM weather`, "2013-12-30 23:00:00"},
		{"flights without a weather row", `SELECT count(*)::VARCHAR FROM flights ANTI JOIN weather USING (origin, time_hour)`, "1556"},
		{"flights without a tail number", `SELECT count(*)::VARCHAR FROM flights WHERE tailnum IS NULL`, "2512"},
		{"tail numbers without a plane", `SELECT concat_ws(' ', count(DISTINCT tailnum), count(*)) FROM flights ANTI JOIN planes USING (tailnum) WHERE tailnum IS NOT NULL`, "721 50094"},
		{"destinations without an airport", `SELECT string_agg(dest || ' ' || n, ', ' ORDER BY dest) FROM (SELECT dest, count(*) AS n FROM flights
			ANTI JOIN airports ON faa = dest GROUP BY dest)`, "BQN 896, PSE 365, SJU 5819, STT 522"},
		{"origins and carriers all have their rows", `SELECT concat_ws(' ', (SELECT count(*) FROM flights ANTI JOIN airports ON faa = origin),
			(SELECT count(*) FROM flights ANTI JOIN airlines USING (carrier)))`, "0 0"},
		{"keys of the small tables", `SELECT concat_ws(' ', (SELECT count(DISTINCT carrier) FROM airlines), (SELECT count(DISTINCT faa) FROM airports),
			(SELECT count(DISTINCT tailnum) FROM planes))`, "16 1458 3322"},
	}
}

func TestFacts(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	setup := "SET TimeZone = 'UTC'; SET threads = 1;"
	for _, s := range sources() {
		path := filepath.Join("..", "..", "catalog", "demo", "data", s.table+".parquet")
		setup += "CREATE VIEW " + s.table + " AS FROM read_parquet(" + quote(path) + ");"
	}
	if _, err := db.Exec(setup); err != nil {
		t.Fatal(err)
	}
	for _, f := range facts() {
		t.Run(f.name, func(t *testing.T) {
			var got string
			if err := db.QueryRow(f.query).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != f.want {
				t.Errorf("%s\n got %s\nwant %s", f.query, got, f.want)
			}
		})
	}
}
