package oracle_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/oracle"
)

// A kind of time that a column of a joined table has, and the columns of a fact that compare with it without a choice.
type kindOfTime struct {
	t    expr.Type
	zone string
	left []string
}

// logged is a column of local times of another zone than the calendar's, now and then of the same.
func (c *drawn) logged() column {
	location, err := calendar.LoadZone(c.elsewhere)
	if err != nil {
		panic(err)
	}
	values := func(t *dice, label string) any {
		at, ok := c.times.instants(t, label).(time.Time)
		if !ok {
			return nil
		}
		return localIn(at, location)
	}
	return column{name: "logged", t: timestamp, says: fmt.Sprintf(", zone: %q", c.elsewhere), values: values}
}

// booked are months, by their first days; weekly are weeks, by theirs.
func (c *drawn) booked(t *dice, label string) any {
	d, ok := c.times.dates(t, label).(calendar.Date)
	if !ok {
		return nil
	}
	d.Day = 1
	return d
}

func (c *drawn) weekly(t *dice, label string) any {
	d, ok := c.times.dates(t, label).(calendar.Date)
	if !ok {
		return nil
	}
	return c.weekOf(d)
}

// weekOf is the first day of a day's week.
func (c *drawn) weekOf(d calendar.Date) calendar.Date {
	for strings.ToLower(d.Weekday().String()) != c.weekStart {
		d = d.AddDays(-1)
	}
	return d
}

func localIn(at time.Time, zone *time.Location) calendar.Local {
	at = at.In(zone)
	h, m, sec := at.Clock()
	return calendar.Local{
		Date: calendar.Date{Year: at.Year(), Month: at.Month(), Day: at.Day()},
		Time: time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(sec)*time.Second + time.Duration(at.Nanosecond()),
	}
}

func (c *drawn) kinds() []kindOfTime {
	return []kindOfTime{
		{date, "", []string{"day", "local", "instant", "logged", "period"}},
		{timestamp, "", []string{"day", "local", "instant", "period"}},
		{timestamp, c.elsewhere, []string{"instant", "logged", "period"}},
		{timestamptz, "", []string{"instant", "period"}},
	}
}

func (k kindOfTime) column(c *drawn, name string) column {
	out := column{name: name, t: k.t}
	if k.zone != "" {
		out.says = fmt.Sprintf(", zone: %q", k.zone)
	}
	out.values = k.values(c)
	return out
}

func (k kindOfTime) values(c *drawn) values {
	switch {
	case k.t == date:
		return c.times.dates
	case k.t == timestamptz:
		return c.times.instants
	}
	return c.times.locals
}

// history makes a model of what held when: for each of a few the stretches follow each other, with gaps, with empty ones,
// and open at the end or not.
func (c *drawn) history() {
	t := c.t
	k := pick(t, "kind of history", c.kinds()...)
	m := &model{name: "history", key: []string{"of", "since"}, columns: []column{
		{name: "of", t: integer, native: "integer", values: numbersTo(3, false)}, k.column(c, "since"), k.column(c, "until"), c.textColumn("phase"),
		{name: "weight", t: money, values: decimals},
	}}
	m.say(`time: "none"`)
	m.say(`dimensions: {phase: filter: "open", weight: {}}`)
	m.draw = func(t *dice) []oracle.Row {
		var rows []oracle.Row
		for of := range 3 {
			var since []any
			for range t.number("stretches", 0, 4) {
				if at := k.values(c)(t, "since"); at != nil && !slices.ContainsFunc(since, func(o any) bool { return before(o, at) == 0 }) {
					since = append(since, at)
				}
			}
			slices.SortFunc(since, before)
			for i := range since {
				row := oracle.Row{"of": rat(fmt.Sprint(of + 1)), "since": since[i], "phase": m.columns[3].values(t, "phase"), "weight": decimals(t, "weight")}
				switch end := t.number("end", 0, 9); {
				case end == 0:
					row["until"] = since[i]
				case i+1 < len(since):
					row["until"] = since[i+1]
				case end > 6:
					row["until"] = k.values(c)(t, "until")
				}
				rows = append(rows, row)
			}
			if len(rows) > 0 && chance(t, "a stretch left out", 3) {
				rows = rows[:len(rows)-1]
			}
		}
		return rows
	}
	c.add(m)
	c.historic = k
}

func before(a, b any) int {
	switch a := a.(type) {
	case calendar.Date:
		return a.Compare(b.(calendar.Date))
	case calendar.Local:
		return a.Compare(b.(calendar.Local))
	}
	return a.(time.Time).Compare(b.(time.Time))
}

// units makes a model of one row a unit of the calendar.
func (c *drawn) units() {
	t := c.t
	k := pick(t, "kind of units", c.kinds()[:2]...)
	units := []string{"day", "week", "month", "quarter", "year"}
	if k.t == timestamp {
		units = append(units, "hour")
	}
	m := &model{name: "units", key: []string{"start"}, columns: []column{k.column(c, "start"), c.textColumn("phase"), {name: "weight", t: money, values: decimals}}}
	m.say(`time: "none"`)
	m.say(`dimensions: {phase: filter: "open", weight: {}}`)
	m.draw = func(t *dice) []oracle.Row {
		var rows []oracle.Row
		for range t.number("units", 0, 9) {
			start := k.values(c)(t, "start")
			if start != nil && !slices.ContainsFunc(rows, func(r oracle.Row) bool { return before(r["start"], start) == 0 }) {
				rows = append(rows, oracle.Row{"start": start, "phase": m.columns[1].values(t, "phase"), "weight": decimals(t, "weight")})
			}
		}
		return rows
	}
	c.add(m)
	c.unit = pick(t, "unit", units...)
}

// timely are joins of a fact by times, and its columns for them.
func (c *drawn) timely(m *model) []string {
	t := c.t
	m.columns = append(m.columns, c.logged())
	var joins []string
	if c.has("history") && chance(t, "joins history", 7) {
		joins = append(joins, fmt.Sprintf(`past: {to: "history", on: code: "of", during: {at: %q, from: "since", to: "until"}}`, pick(t, "at", c.historic.left...)))
		c.metric(m.name+"_weighed", fmt.Sprintf(`model: %q, time: "instant", measure: sum: "code * past.weight", where: ["past.phase IS DISTINCT FROM 'a'"]`, m.name))
	}
	if c.has("units") && chance(t, "joins units", 7) {
		left := pick(t, "cut", "day", "local", "instant", "logged", "period")
		joins = append(joins, fmt.Sprintf(`span: {to: "units", on: %s: {right: "start", truncate: %q}}`, left, c.unit))
	}
	return joins
}

func (c *drawn) has(name string) bool {
	return slices.ContainsFunc(c.models, func(m *model) bool { return m.name == name })
}
