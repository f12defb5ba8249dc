package oracle_test

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/oracle"
)

// A column of a random table: its type, PostgreSQL's name for it where that is not the usual one, what CUE says besides,
// and its random values.
type column struct {
	name, native, says string
	t                  expr.Type
	values             values
	unique             bool // no value twice
}

// A model of a random catalog, and its table.
type model struct {
	name    string
	columns []column
	key     []string
	parts   []string                 // of CUE: time, joins, roles, dimensions
	pinned  map[string][]string      // values of dimensions, by name
	times   []string                 // columns that a metric of it may be placed by
	most    int                      // rows
	draw    func(*dice) []oracle.Row // where rows depend on each other
}

func (m *model) say(format string, args ...any) {
	m.parts = append(m.parts, fmt.Sprintf(format, args...))
}

// cue writes the model.
func (m *model) cue() string {
	var b strings.Builder
	fmt.Fprintf(&b, "models: %s: {\n\tsource: \"db\", table: %q\n", m.name, m.name+" Table")
	if len(m.key) > 0 {
		fmt.Fprintf(&b, "\tkey: [%s]\n", quoted(m.key))
	}
	b.WriteString("\tcolumns: {\n")
	for _, c := range m.columns {
		fmt.Fprintf(&b, "\t\t%q: {type: %q", c.name, c.t.Kind)
		if c.t.Kind == expr.Decimal {
			fmt.Fprintf(&b, ", precision: %d, scale: %d", c.t.Precision, c.t.Scale)
		}
		b.WriteString(c.says + "}\n")
	}
	b.WriteString("\t}\n")
	for _, p := range m.parts {
		b.WriteString("\t" + p + "\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(out, ", ")
}

// drawn is a random catalog.
type drawn struct {
	t       *dice
	about   string
	zone    string
	times   times
	models  []*model
	metrics []string // CUE
	names   []string // of the metrics
	// numeric are those that formulas take, exact those that are integers or decimals.
	numeric, exact []string
	// What joins by times need: the zone of local times of another, the kind of a history's times, the unit of units.
	elsewhere, unit string
	historic        kindOfTime
	weekStart       string
}

var zones = []string{"UTC", "Europe/Berlin", "America/New_York", "America/Havana", "Asia/Kolkata", "Pacific/Apia", "Australia/Lord_Howe"}

// drawCatalog makes a catalog: facts that share stores, regions and products by roles, chains, self and conformed names.
func drawCatalog(t *dice) *drawn {
	c := &drawn{t: t, zone: pick(t, "zone", zones...)}
	c.times = timesOf(c.zone)
	c.weekStart = pick(t, "week start", "monday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
	c.about = fmt.Sprintf(`about: {name: "random", version: "1.0.0", audience: ["everyone"]
	calendar: {timezone: %q, week_start: %q, fiscal_year_start: %d, fiscal_year_named_by: %q}}
`, c.zone, c.weekStart, t.number("fiscal year", 1, 12), pick(t, "named by", "start", "end"))
	c.elsewhere = pick(t, "zone of logged", "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe")
	c.places()
	if chance(t, "history", 6) {
		c.history()
	}
	if chance(t, "units", 5) {
		c.units()
	}
	sales := c.fact("sales")
	c.lines(sales)
	for _, name := range some(t, "fact", 6, []string{"returns", "visits"}) {
		c.fact(name)
	}
	c.ratios()
	c.formulas()
	c.shapes()
	c.nested()
	return c
}

// Key columns of stores: an integer, text, or a decimal that facts hold as an integer.
func (c *drawn) keyColumn(name string, kind int, orphans bool) column {
	most := 4
	if orphans {
		most = 6
	}
	switch kind {
	case 0:
		return column{name: name, t: integer, native: "integer", values: numbersTo(most, orphans)}
	case 1:
		return column{name: name, t: text, native: c.textKey(name), values: keyTexts(most, orphans)}
	}
	return column{name: name, t: integer, native: "bigint", values: numbersTo(most, orphans)}
}

func (c *drawn) places() {
	t := c.t
	countries := &model{name: "countries", most: 2, key: []string{"id"}, columns: []column{
		{name: "id", t: integer, native: "integer", says: ", nullable: false"}, {name: "name", t: text, values: anyOf(texts)}, {name: "founded", t: date, values: c.times.dates},
	}}
	countries.say(`time: "none"`)
	countries.say(`dimensions: {name: filter: "open", founded: {}}`)
	c.add(countries)
	regions := &model{name: "regions", most: 3, key: []string{"id"}, columns: []column{
		{name: "id", t: integer, native: "smallint"}, c.textColumn("name"), {name: "size", t: integer, native: "bigint", values: integers},
		{name: "country_id", t: integer, native: "integer", values: numbersTo(3, true)},
	}}
	regions.say(`time: "none", self: "region", joins: country: {to: "countries", on: country_id: "id"}`)
	regions.say(`dimensions: {name: filter: "open", size: {}}`)
	c.add(regions)
	stores := &model{name: "stores", most: 4, key: []string{"id"}, columns: []column{
		c.keyColumn("id", t.number("store key", 0, 1), false), {name: "region_id", t: integer, native: "integer", values: numbersTo(4, true)},
		c.textColumn("name"), {name: "opened", t: date, values: c.times.dates}, {name: "price", t: money, values: decimals},
		{name: "tag", t: text, native: c.textKey("tag"), unique: true},
	}}
	stores.say(`time: %q, self: "store", unique: [["tag"]]`, pick(t, "store time", "none", "opened"))
	on := `region_id: "id"`
	if chance(t, "key of two columns", 4) {
		halves := anyOf([]any{"left", "right", nil})
		regions.key, regions.columns = []string{"id", "half"}, append(regions.columns, column{name: "half", t: text, native: c.textKey("half"), values: halves})
		stores.columns = append(stores.columns, column{name: "region_half", t: text, native: c.textKey("region_half"), values: halves})
		on = `{region_id: "id", region_half: "half"}`
	}
	stores.say(`joins: region: {to: "regions", on: %s}`, on)
	stores.say(`dimensions: {name: filter: "open", price: {}, opened: {}, town: {column: "name", filter: "pinned"}, kind: {values: ["a", "ä", "other"], expr: "CASE WHEN name IN ('a', 'ä') THEN name ELSE 'other' END"}}`)
	stores.pinned = map[string][]string{"town": several(t, "town", t.number("towns", 1, 5), []string{"a", "A", "a ", "ä", "日本", "😀", "O'Neil", `"q"`, "%"})}
	if chance(t, "stores' where", 2) {
		stores.say(`where: ["price IS NULL OR price <> 0.1"]`)
	}
	c.add(stores)
	c.metricsOf(stores, []string{"price", "region_id", "opened", "name"})
}

func (c *drawn) named(name string) *model {
	return c.models[slices.IndexFunc(c.models, func(m *model) bool { return m.name == name })]
}

func (c *drawn) add(m *model) { c.models = append(c.models, m) }

// textColumn is text that PostgreSQL may hold in a type that pads or folds.
func (c *drawn) textColumn(name string) column {
	native := pick(c.t, "native of "+name, "text", "text", "varchar(40)", "citext", "character(12)")
	values := anyOf(texts)
	if native == "character(12)" {
		values = anyOf(unpadded)
	}
	return column{name: name, t: text, native: native, values: values}
}

// textKey is a type that PostgreSQL may hold a key in. Those that pad or fold are refused as keys.
func (c *drawn) textKey(name string) string {
	return pick(c.t, "native of "+name, "text", "varchar(20)")
}

// fact makes a model with rows in time, that reaches stores by one or two roles.
func (c *drawn) fact(name string) *model {
	t := c.t
	key := c.named("stores").columns[0]
	m := &model{name: name, most: 12, columns: []column{
		{name: "id", t: integer, native: "integer", says: ", nullable: false"},
		c.foreign("store_id", key), c.foreign("to", key), {name: "sign", t: text, native: c.textKey("sign"), values: keyTexts(6, true)},
		{name: "channel", t: text, values: anyOf(channels)},
		{name: "day", t: date, values: c.times.dates}, {name: "local", t: timestamp, values: c.times.locals}, {name: "instant", t: timestamptz, values: c.times.instants},
		{name: "code", t: integer, native: pick(t, "native of code", "smallint", "integer", "bigint"), values: numbersTo(3, true)}, {name: "qty", t: integer, native: "bigint", values: integers},
		{name: "amount", t: money, values: decimals}, {name: "rate", t: expr.Type{Kind: expr.Decimal, Precision: 9, Scale: 4}, values: rates},
		{name: "score", t: float, native: pick(t, "native of score", "double precision", "real"), values: scores}, {name: "heavy", t: float, values: heavies},
		{name: "ok", t: boolean, values: anyOf(flags)}, c.textColumn("order"),
		{name: "booked", t: date, says: `, grain: "month"`, values: c.booked}, {name: "weekly", t: date, says: `, grain: "week"`, values: c.weekly},
	}, key: []string{"id"}}
	joins, roles := []string{`store: {to: "stores", on: store_id: "id"}`}, []string{}
	if chance(t, "second role", 5) {
		joins = append(joins, pick(t, "target of "+name, `target: {to: "stores", on: to: "id"}`, `target: {to: "stores", on: sign: "tag"}`))
		if chance(t, "second chain", 5) {
			roles = append(roles, `target_region: "target.region"`)
		}
	}
	if chance(t, "chain", 7) {
		roles = append(roles, `region: "store.region"`)
	}
	if chance(t, "long chain of "+name, 4) {
		roles = append(roles, `country: "store.region.country"`)
	}
	joins = append(joins, c.timely(m)...)
	m.times = []string{"day", "local", "instant", "instant", "logged"}
	if !strings.Contains(strings.Join(joins, " "), "period") { // a join by a month's time is refused where it needs a day
		m.times = append(m.times, "booked", "weekly")
	}
	m.say("time: %q", pick(t, "time of "+name, m.times...))
	m.say("joins: {%s}", strings.Join(joins, ", "))
	if len(roles) > 0 {
		m.say("roles: {%s}", strings.Join(roles, ", "))
	}
	if where := some(t, "where of "+name, 1, []string{"qty IS NULL OR qty <> 5", "score >= 0", `"order" IS DISTINCT FROM 'a'`, "store.name IS NOT NULL", "NOT ok"}); len(where) > 0 {
		m.say("where: [%s]", quoted(where))
	}
	dimensions := []string{fmt.Sprintf(`channel: {%svalues: ["web", "store", "ü'x"]}`, pick(t, "conformed", `conformed: "channel", `, `conformed: "channel", `, ""))}
	m.pinned = map[string][]string{}
	if chance(t, "pinned of "+name, 3) {
		dimensions = append(dimensions, `memo: {column: "order", filter: "pinned"}`)
		m.pinned["memo"] = several(t, "memo", 3, []string{"a", "A", "ä", "日本", "z", "%"})
	}
	dimensions = append(dimensions, some(t, "dimensions of "+name, 5, []string{
		`code: conformed: "code"`, `paid: column: "amount"`, `ok: {}`, `mark: column: "score"`, `at_day: column: "day"`, `at_local: column: "local"`, `at_instant: {column: "instant", filter: "open"}`, `hour_of: expr: "date_trunc('hour', local)"`, `rest: expr: "qty % 3"`, `note: {column: "order", filter: "open"}`,
		`shout: {expr: "upper(CAST(ok AS string))", filter: "open"}`, `rounded: expr: "round(amount, 1)"`, `of_month: expr: "date_trunc('month', day)"`,
		`week: expr: "date_trunc('week', local)"`, `late: expr: "score > 0.5"`, `parity: {values: ["even", "odd"], expr: "CASE WHEN code % 2 = 0 THEN 'even' WHEN code % 2 = 1 THEN 'odd' END"}`,
		`gap: expr: "date_diff('week', day, local)"`, `place: {expr: "COALESCE(store.name, 'nowhere')", filter: "open"}`,
	})...)
	m.say("dimensions: {\n\t\t%s\n\t}", strings.Join(dimensions, "\n\t\t"))
	c.add(m)
	c.metricsOf(m, []string{"qty", "amount", "score", "code", "rate", "order", "day", "local", "channel", "store_id", "heavy", "instant", "booked"})
	return m
}

// foreign is a column that names a key, sometimes one that is not there.
func (c *drawn) foreign(name string, key column) column {
	if key.t == text {
		return column{name: name, t: text, native: c.textKey(name), values: keyTexts(6, true)}
	}
	return column{name: name, t: integer, native: pick(c.t, "native of "+name, "integer", "bigint", "smallint"), values: numbersTo(6, true)}
}

// lines reach stores and regions through the sale that they belong to, and may be placed in time by it.
func (c *drawn) lines(sales *model) {
	t := c.t
	if !chance(t, "lines", 6) {
		return
	}
	m := &model{name: "lines", most: 12, columns: []column{
		{name: "sale", t: integer, native: "bigint", values: numbersTo(13, true)}, {name: "qty", t: integer, native: "bigint", values: integers},
		{name: "price", t: money, values: decimals}, {name: "channel", t: text, values: anyOf(channels)}, {name: "day", t: date, values: c.times.dates},
	}}
	at := []string{"day", "sale.day", "sale.instant", "sale.local", "sale.logged"}
	m.say("time: %q", pick(t, "time of lines", at...))
	m.times = at
	m.say(`joins: sale: {to: "sales", on: sale: "id"}`)
	roles := []string{`store: "sale.store"`}
	if chance(t, "long chain", 7) {
		roles = append(roles, `region: "sale.store.region"`)
	}
	if chance(t, "longest chain", 7) {
		roles = append(roles, `country: "sale.store.region.country"`)
	}
	m.say("roles: {%s}", strings.Join(roles, ", "))
	m.say(`dimensions: {channel: {conformed: "channel", values: ["web", "store", "ü'x"]}, sold_by: {expr: "sale.channel", values: ["web", "store", "ü'x"]}, qty: {}}`)
	if chance(t, "where of lines", 3) {
		m.say(`where: ["sale.ok IS NOT FALSE"]`)
	}
	c.add(m)
	c.metricsOf(m, []string{"qty", "price", "sale"})
	if chance(t, "joined sum", 7) {
		c.metric("lines_worth", `model: "lines", measure: sum: "qty * sale.rate - price"`)
	}
}
