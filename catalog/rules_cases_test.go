package catalog_test

var rules = []diagnostic{
	{"fold", `models: orders: columns: {Amount: type: "integer"}`, []string{
		"catalog/base.cue:18:3: error[SUT040]: Amount and amount differ in case only",
	}},
	{"dimension named period", `models: orders: dimensions: period: column: "day"`, []string{
		"catalog/x.cue:2:29: error[SUT041]: period is the name of the time in every answer",
	}},
	{"metric named period", `metrics: period: {description: "d", model: "orders", measure: min: "amount"}`, []string{
		"catalog/x.cue:2:10: error[SUT041]: period is the name of the time in every answer",
	}},
	{"dimension like a metric", `models: orders: dimensions: revenue: column: "amount"`, []string{
		"catalog/x.cue:2:29: error[SUT041]: revenue is the name of a metric, and cannot be a dimension too",
	}},
	{"dimension like a role", `models: orders: dimensions: {buyer: column: "customer", patron: column: "customer"}`, []string{
		"catalog/x.cue:2:30: error[SUT041]: buyer is a role of orders, and cannot be a dimension too",
		"catalog/x.cue:2:57: error[SUT041]: patron is a role of orders, and cannot be a dimension too",
	}},
	{"role like a join", `models: orders: roles: buyer: "buyer.sponsor"`, []string{
		"catalog/x.cue:2:24: error[SUT041]: buyer is a join of orders, and leads elsewhere as a role",
	}},
	{"self like a join", `models: customers: self: "sponsor"`, []string{
		"catalog/x.cue:2:26: error[SUT041]: sponsor is this model's own name, and a role of it",
	}},
	{"conformed like a metric", `models: orders: dimensions: channel: conformed: "revenue"`, []string{
		"catalog/x.cue:2:38: error[SUT041]: revenue is the name of a metric, and cannot be a dimension too",
	}},
	{"unknown source", `models: m: {source: "ww", table: "m", key: ["id"], time: "none", columns: id: type: "integer"}`, []string{
		"catalog/x.cue:2:21: error[SUT042]: there is no source ww",
	}},
	{"unknown model", `metrics: a: {description: "d", model: "order", measure: count: "*"}`, []string{
		"catalog/x.cue:2:39: error[SUT043]: there is no model order",
	}},
	{"unknown join target", `models: orders: joins: shop: {to: "shops", on: customer: "id"}`, []string{
		"catalog/x.cue:2:35: error[SUT043]: there is no model shops",
	}},
	{"unknown columns", "models: orders: {unique: [[\"idd\"]], joins: other: {to: \"customers\", on: custmer: \"idd\"}, dimensions: {region: {}, shown: column: \"chanel\"}, fresh: column: \"dya\"}", []string{
		"catalog/x.cue:2:28: error[SUT044]: orders has no column idd",
		"catalog/x.cue:2:73: error[SUT044]: orders has no column custmer",
		"catalog/x.cue:2:82: error[SUT044]: customers has no column idd",
		"catalog/x.cue:2:103: error[SUT044]: models.orders.dimensions.region shows the column of its own name, and there is none",
		"catalog/x.cue:2:130: error[SUT044]: orders has no column chanel",
		"catalog/x.cue:2:156: error[SUT044]: orders has no column dya",
	}},
	{"unknown time column", `metrics: a: {description: "d", model: "orders", measure: count: "*", time: "dy"}`, []string{
		"catalog/x.cue:2:76: error[SUT044]: orders has no column dy",
	}},
	{"unknown time path", `metrics: a: {description: "d", model: "orders", measure: count: "*", time: "byer.id"}`, []string{
		"catalog/x.cue:2:76: error[SUT045]: orders has no join or role byer",
	}},
	{"unknown column on time path", `metrics: a: {description: "d", model: "orders", measure: count: "*", time: "buyer.since"}`, []string{
		"catalog/x.cue:2:76: error[SUT044]: customers has no column since",
	}},
	{"unknown step", `models: orders: roles: r: "buyer.sponsr"`, []string{
		"catalog/x.cue:2:27: error[SUT045]: customers has no join or role sponsr",
	}},
	{"unknown dimension", `metrics: a: {description: "d", model: "orders", measure: sum: "id", dimensions: ["chanel", "buyer.contry", "byer.country", "patron.country", "buyer.country", "buyer.sponsor.country"]}`, []string{
		"catalog/x.cue:2:82: error[SUT046]: orders has no dimension chanel",
		"catalog/x.cue:2:92: error[SUT046]: customers has no dimension contry",
		"catalog/x.cue:2:108: error[SUT045]: orders has no join or role byer",
		"catalog/x.cue:2:159: error[SUT046]: a dimension is asked by one role, and buyer.sponsor.country goes through 2",
	}},
	{"unknown metric", `metrics: a: {description: "d", measure: ratio: {numerator: metric: "revenu", denominator: metric: "orders_count"}}`, []string{
		"catalog/x.cue:2:68: error[SUT047]: there is no metric revenu",
	}},
	{"to many", `metrics: a: {description: "d", model: "customers", measure: count: "*", dimensions: ["orders.channel"]}`, []string{
		"catalog/x.cue:2:86: error[SUT048]: customers to orders goes from one row to many: orders joins customers by buyer, not the other way",
	}},
	{"to many role", `models: customers: roles: r: "sponsor.orders"`, []string{
		"catalog/x.cue:2:30: error[SUT048]: customers to orders goes from one row to many: orders joins customers by buyer, not the other way",
	}},
	{"long path", `models: orders: roles: r: "buyer.sponsor.sponsor.sponsor.sponsor"`, []string{
		"catalog/x.cue:2:27: error[SUT049]: a path of 5 joins; at most four",
	}},
	{"circle path", `models: orders: roles: r: "buyer.sponsor.sponsor"`, []string{
		"catalog/x.cue:2:27: error[SUT049]: the path takes the join sponsor of customers twice",
	}},
	{"two keys", `metrics: a: {description: "d", model: "orders", measure: {sum: "id", count: "*"}}`, []string{
		"catalog/x.cue:2:49: error[SUT050]: metrics.a.measure has sum and count; a measure has exactly one",
	}},
	{"no key", `metrics: a: {description: "d", model: "orders", measure: {}}`, []string{
		"catalog/x.cue:2:49: error[SUT050]: metrics.a.measure says nothing to measure",
	}},
	{"empty key", `metrics: a: {description: "d", model: "orders", measure: sum: ""}`, []string{
		"catalog/x.cue:2:63: error[SUT050]: metrics.a.measure.sum is empty",
	}},
	{"two windows", `metrics: a: {description: "d", measure: cumulative: {metric: "revenue", unbounded: true, since_start_of: "year"}}`, []string{
		"catalog/x.cue:2:41: error[SUT050]: metrics.a.measure.cumulative says unbounded and since_start_of; it has exactly one window",
	}},
	{"no window", `metrics: a: {description: "d", measure: cumulative: metric: "revenue"}`, []string{
		"catalog/x.cue:2:41: error[SUT050]: metrics.a.measure.cumulative says no window",
	}},
	{"no offset", `metrics: a: {description: "d", measure: shift: metric: "revenue"}`, []string{
		"catalog/x.cue:2:41: error[SUT050]: metrics.a.measure.shift says no offset",
	}},
	{"term of two", `metrics: a: {description: "d", measure: ratio: {numerator: {metric: "revenue", where: ["paid"]}, denominator: {}}}`, []string{
		"catalog/x.cue:2:69: error[SUT051]: metrics.a.measure.ratio.numerator names a metric, and says more: a named metric is taken as it is",
		"catalog/x.cue:2:98: error[SUT051]: metrics.a.measure.ratio.denominator is neither a metric nor a measure",
	}},
	{"term derived", `metrics: a: {description: "d", measure: ratio: {numerator: {model: "orders", measure: ratio: {numerator: metric: "revenue", denominator: metric: "orders_count"}}, denominator: metric: "revenue"}}`, []string{
		"catalog/x.cue:2:78: error[SUT051]: an inline measure is simple or a snapshot, and a ratio is neither",
	}},
	{"term without model", `metrics: a: {description: "d", measure: ratio: {numerator: measure: count: "*", denominator: metric: "revenue"}}`, []string{
		"catalog/x.cue:2:49: error[SUT052]: metrics.a.measure.ratio.numerator measures rows, and does not say of which model",
	}},
	{"snapshot of ratio", `metrics: a: {description: "d", model: "orders", measure: snapshot: {measure: formula: "revenue", take: "last", per: ["customr"]}}`, []string{
		"catalog/x.cue:2:69: error[SUT051]: a snapshot takes a simple measure, and a formula is none",
		"catalog/x.cue:2:118: error[SUT044]: orders has no column customr",
	}},
	{"no model", `metrics: a: {description: "d", measure: sum: "amount"}`, []string{
		"catalog/x.cue:2:10: error[SUT052]: metrics.a measures rows, and does not say of which model",
	}},
	{"where on ratio", `metrics: a: {description: "d", where: ["paid"], time: "day", measure: ratio: {numerator: metric: "revenue", denominator: metric: "orders_count"}}`, []string{
		"catalog/x.cue:2:39: error[SUT053]: a ratio has no rows of its own for `where` to restrict",
		"catalog/x.cue:2:55: error[SUT053]: a ratio has no rows of its own for `time` to place",
	}},
	{"empty on avg", `metrics: a: {description: "d", model: "orders", measure: avg: "amount", empty: "zero"}`, []string{
		"catalog/x.cue:2:80: error[SUT054]: over no rows an avg is not 0",
	}},
	{"empty on count", `metrics: a: {description: "d", model: "orders", measure: count_if: "paid", empty: "zero"}`, []string{
		"catalog/x.cue:2:83: error[SUT054]: over no rows a count_if is 0 already",
	}},
	{"empty on formula", "metrics: a: {description: \"d\", model: \"orders\", measure: avg: \"amount\"}\nmetrics: b: {description: \"d\", measure: formula: \"revenue + a\", empty: \"zero\"}\nmetrics: c: {description: \"d\", measure: formula: \"revenue + orders_count\", empty: \"zero\"}", []string{
		"catalog/x.cue:3:72: error[SUT054]: this formula is made of an avg, and over no rows that is not 0",
	}},
	{"empty on sum", `metrics: revenue: empty: "zero"`, nil},
	{"exact on sum", `metrics: revenue: exact: true`, []string{
		"catalog/x.cue:2:26: error[SUT055]: a sum divides nothing, so there is no quotient to be exact",
	}},
	{"cycle", "metrics: a: {description: \"d\", measure: formula: \"b + 1\"}\nmetrics: b: {description: \"d\", measure: shift: {metric: \"c\", by: {count: 1, unit: \"year\"}}}\nmetrics: c: {description: \"d\", measure: ratio: {numerator: metric: \"a\", denominator: metric: \"revenue\"}}", []string{
		"catalog/x.cue:2:50: error[SUT056]: a is made of itself: a needs b needs c needs a",
	}},
	{"cycle of one", `metrics: a: {description: "d", measure: formula: "a + 1"}`, []string{
		"catalog/x.cue:2:50: error[SUT056]: a is made of itself: a needs a",
	}},
	{"formula term like a metric", `metrics: a: {description: "d", measure: formula: {expr: "revenue", terms: revenue: {model: "orders", measure: count: "*"}}}`, []string{
		"catalog/x.cue:2:75: error[SUT041]: revenue is the name of a metric too, so the formula could mean either",
	}},
	{"no time", `models: m: {source: "w", table: "m", key: ["id"], columns: id: type: "integer"}`, []string{
		"catalog/x.cue:2:9: error[SUT057]: models.m does not say its time",
	}},
	{"table parts", `models: m: {source: "w", table: "a.b.c.d", time: "none", columns: id: type: "integer"}` + "\n" + `models: n: {source: "w", table: "a..b", time: "none", columns: id: type: "integer"}` + "\n" + `models: o: {source: "w", table: ["a\tb"], time: "none", columns: id: type: "integer"}`, []string{
		"catalog/x.cue:2:33: error[SUT058]: a table has one to three parts, this one has 4",
		"catalog/x.cue:3:33: error[SUT058]: the name of this table is empty",
		"catalog/x.cue:4:33: error[SUT058]: the name of this table holds a control character",
	}},
	{"column names", `models: orders: columns: {"": type: "integer", "a\u0007": type: "integer", "列": type: "string"}`, []string{
		"catalog/x.cue:2:27: error[SUT059]: the name of this column is empty",
		"catalog/x.cue:2:48: error[SUT059]: the name of this column holds a control character",
	}},
	{"decimals", "models: orders: columns: {a: type: \"decimal\", b: {type: \"decimal\", precision: 3, scale: 4}, c: {type: \"integer\", scale: 2}}", []string{
		"catalog/x.cue:2:27: error[SUT060]: a decimal says its precision and its scale",
		"catalog/x.cue:2:89: error[SUT060]: a scale of 4 is more than the precision of 3",
		"catalog/x.cue:2:121: error[SUT060]: an integer has no scale",
	}},
	{"column times", "models: orders: columns: {a: {type: \"string\", grain: \"day\"}, b: {type: \"date\", grain: \"hour\"}, c: {type: \"timestamptz\", zone: \"UTC\"}, d: {type: \"date\", zone: \"UTC\"}, e: {type: \"timestamp\", zone: \"Europe/Praque\"}}", []string{
		"catalog/x.cue:2:54: error[SUT061]: a string has no grain",
		"catalog/x.cue:2:87: error[SUT061]: a date is no finer than a day",
		"catalog/x.cue:2:127: error[SUT061]: a timestamptz is an instant and has no zone of its own",
		"catalog/x.cue:2:159: error[SUT061]: a date has no zone",
		"catalog/x.cue:2:196: error[SUT077]: Europe/Praque is no time zone",
	}},
	{"zone", `about: calendar: timezone: "CEST+1"`, []string{
		"catalog/x.cue:2:28: error[SUT077]: CEST+1 is no time zone",
	}},
	{"keys", "models: orders: unique: [[], [\"id\", \"id\"]]", []string{
		"catalog/x.cue:2:26: error[SUT062]: models.orders.unique.0 lists no column",
		"catalog/x.cue:2:37: error[SUT062]: models.orders.unique.1 lists id twice",
	}},
	{"join no key", "models: plain: {source: \"w\", table: \"p\", time: \"none\", columns: id: type: \"integer\"}\nmodels: orders: joins: p: {to: \"plain\", on: customer: \"id\"}", []string{
		"catalog/x.cue:3:41: error[SUT063]: plain is joined, and declares no key",
	}},
	{"join not the key", `models: orders: joins: p: {to: "customers", on: channel: "country"}`, []string{
		"catalog/x.cue:2:45: error[SUT063]: [\"country\"] is not unique in customers, whose rows are told apart by [\"id\"] or [\"code\"]",
	}},
	{"join by unique", `models: orders: joins: p: {to: "customers", on: channel: "code"}`, nil},
	{"join without pairs", `models: orders: joins: p: {to: "customers", on: {}}`, []string{
		"catalog/x.cue:2:45: error[SUT063]: models.orders.joins.p pairs no columns",
	}},
	{"join one to one", `models: orders: joins: p: {to: "customers", on: customer: "id", cardinality: "one_to_one"}`, []string{
		"catalog/x.cue:2:78: error[SUT063]: [\"customer\"] is no key of this model, so more than one of its rows may join the same row",
	}},
	{"join types", `models: orders: joins: p: {to: "customers", on: channel: "id"}`, []string{
		"catalog/x.cue:2:58: error[SUT064]: channel is of type string, and id of type integer",
	}},
	{"join truncate", `models: orders: joins: p: {to: "customers", on: customer: {right: "id", truncate: "month"}}`, []string{
		"catalog/x.cue:2:83: error[SUT064]: customer is of type integer, and only times are cut to a unit",
	}},
	{"join period", `models: orders: joins: p: {to: "customers", on: period: "id"}`, []string{
		"catalog/x.cue:2:57: error[SUT064]: period is a time, and id is of type integer",
	}},
	{"history", `models: hist: {source: "w", table: "h", key: ["id"], time: "none", columns: {id: type: "integer", valid_from: type: "date", valid_to: type: "string"}}
models: orders: joins: h: {to: "hist", on: customer: "id", during: {at: "day", from: "valid_from", to: "valid_to"}}
models: orders: joins: g: {to: "hist", on: customer: "id", during: {at: "channel", from: "valid_from", to: "valid_from"}}
models: orders: joins: i: {to: "hist", on: customer: "id", during: {at: "period", from: "valid_from", to: "valid_from"}}`, []string{
		"catalog/x.cue:3:104: error[SUT065]: valid_to is of type string, and holds no time",
		"catalog/x.cue:4:73: error[SUT065]: channel is of type string, and holds no time",
		"catalog/x.cue:5:89: error[SUT065]: the key of hist does not include valid_from",
	}},
	{"dimension forms", `models: orders: dimensions: {a: {column: "amount", expr: "amount + 1"}, paid: values: [true], b: {column: "paid", filter: "open"}, channel: filter: "open", c: {column: "channel", filter: "pinned", personal: true}}`, []string{
		"catalog/x.cue:2:30: error[SUT066]: models.orders.dimensions.a has a column and an expression",
		"catalog/x.cue:2:87: error[SUT066]: a boolean's values are true and false",
		"catalog/x.cue:2:123: error[SUT066]: a boolean's values are true and false, and may always be asked for",
		"catalog/x.cue:2:149: error[SUT066]: models.orders.dimensions.channel is closed by its values, and cannot be open too",
		"catalog/x.cue:2:188: error[SUT066]: values that identify people are not pinned, since pinned values are committed",
	}},
	{"values", `models: orders: dimensions: a: {column: "channel", values: ["x\u202Ey", "", "a\u200b", "fam\u200dily", "no\u00a0break", "tab\t"], labels: X: "x", value_synonyms: zz: ["y"]}`, []string{
		"catalog/x.cue:2:63: error[SUT067]: this value holds a character that changes the direction of text",
		"catalog/x.cue:2:73: error[SUT067]: an empty value",
		"catalog/x.cue:2:79: error[SUT067]: this value holds an invisible character",
		"catalog/x.cue:2:125: error[SUT067]: this value holds a control character",
		"catalog/x.cue:2:139: error[SUT068]: X is not among the values of models.orders.dimensions.a",
		"catalog/x.cue:2:163: error[SUT068]: zz is not among the values of models.orders.dimensions.a",
	}},
	{"no values", `models: orders: dimensions: a: {column: "channel", values: []}`, []string{
		"catalog/x.cue:2:60: error[SUT076]: models.orders.dimensions.a has no values",
	}},
	{"conformed", `models: customers: dimensions: ch: {column: "code", conformed: "channel", values: ["web"]}
models: orders: dimensions: {channel: conformed: "channel", n: {column: "amount", conformed: "n"}}
models: customers: dimensions: n: {column: "code", conformed: "n"}`, []string{
		"catalog/base.cue:24:3: error[SUT070]: customers.dimensions.ch and orders.dimensions.channel are both asked as channel, and their closed values differ",
		"catalog/x.cue:3:61: error[SUT070]: customers.dimensions.n and orders.dimensions.n are both asked as n, and one is of type string, the other of type decimal",
	}},
	{"audience", `metrics: cost: {description: "d", model: "orders", measure: sum: "amount - 1", audience: ["finance"]}
metrics: a: {description: "d", measure: formula: "revenue - cost"}
metrics: b: {description: "d", measure: formula: "revenue - cost", audience: ["finance", "board"]}
metrics: c: {description: "d", measure: formula: "revenue - cost - 1", discloses: ["cost"]}
metrics: e: {description: "d", measure: formula: "revenue - cost - 2", audience: ["finance"]}
metrics: f: {description: "d", measure: formula: "revenue + 1", discloses: ["cost", "zzz"]}`, []string{
		"catalog/x.cue:3:10: error[SUT071]: metrics.a is shown to everyone, and its input cost is not",
		"catalog/x.cue:4:10: warning[SUT090]: a and b are equal in all but name",
		"catalog/x.cue:4:78: error[SUT071]: metrics.b is shown to board, and its input cost is not",
		"catalog/x.cue:7:77: error[SUT071]: cost is no input of metrics.f, so nothing of it is disclosed",
		"catalog/x.cue:7:85: error[SUT047]: there is no metric zzz",
	}},
	{"deprecated", `metrics: a: {description: "d", model: "orders", measure: sum: "amount - 1", deprecated: {use: "revenu", until: "2026-02-30"}}
metrics: b: {description: "d", model: "orders", measure: sum: "amount - 2", status: "draft", deprecated: use: "b"}
metrics: c: {description: "d", model: "orders", measure: sum: "amount - 3", status: "deprecated", deprecated: use: "a"}`, []string{
		"catalog/x.cue:2:95: error[SUT047]: there is no metric revenu",
		"catalog/x.cue:2:112: error[SUT072]: 2026-02-30 is no day",
		"catalog/x.cue:3:85: error[SUT072]: metrics.b is draft, and says how it is deprecated",
		"catalog/x.cue:3:111: error[SUT072]: b is to be used instead of itself",
		"catalog/x.cue:4:116: error[SUT072]: a is deprecated too",
	}},
	{"anchors", `metrics: revenue: anchors: [{value: "12,5", range: {start: "2026-02-01", end: "2026-02-01"}}, {value: 5, within: "-1", range: {start: "2026-02-30", end: "2026-03-01"}}, {value: "5"}, {value: "5.25", range: {start: "2026-01-01", end: "2027-01-01"}, filters: [{dimension: "chanel", values: ["web"]}]}]
metrics: customers_count: {description: "d", model: "customers", measure: count: "*", anchors: [{value: "1", range: {start: "2026-01-01", end: "2026-01-02"}}]}`, []string{
		"catalog/x.cue:2:37: error[SUT073]: the value of an anchor is a number",
		"catalog/x.cue:2:79: error[SUT073]: the range ends before it holds a day",
		"catalog/x.cue:2:114: error[SUT073]: the tolerance of an anchor is a number of 0 or more",
		"catalog/x.cue:2:135: error[SUT073]: 2026-02-30 is no day",
		"catalog/x.cue:2:170: error[SUT073]: an anchor of a metric with a time needs a range",
		"catalog/x.cue:2:271: error[SUT046]: orders has no dimension chanel",
		"catalog/x.cue:3:110: error[SUT073]: the metric has no time",
	}},
	{"glossary", `knowledge: glossary: [{term: "Sales", means: metric: "revenue"}, {term: "turnover", synonyms: ["sales "], means: metric: "orders_count"}, {term: "x", means: {}}, {term: "y", means: {metric: "revenue", dimension: "channel"}}, {term: "z", means: {dimension: "channel", value: "wbe"}}, {term: "w", means: dimension: "chanel"}, {term: "v", means: dimension: "buyer.country"}, {term: "u", means: metric: "revenu"}, {term: "t", means: {metric: "revenue", value: "x"}}]
knowledge: not_defined: [{phrase: "SALES", why: "w"}, {phrase: "profit", why: "w"}, {phrase: "Profit", why: "w"}]
knowledge: caveats: [{text: "t", metrics: ["revenu", "revenue", "revenue"]}]`, []string{
		"catalog/x.cue:2:96: error[SUT074]: \"sales \" already means something else",
		"catalog/x.cue:2:151: error[SUT075]: knowledge.glossary.2.means says neither a metric nor a dimension",
		"catalog/x.cue:2:175: error[SUT075]: knowledge.glossary.3.means says a metric and a dimension",
		"catalog/x.cue:2:275: error[SUT075]: wbe is not among the values of channel",
		"catalog/x.cue:2:314: error[SUT046]: no model has a dimension chanel",
		"catalog/x.cue:2:400: error[SUT047]: there is no metric revenu",
		"catalog/x.cue:2:457: error[SUT075]: a metric has no values",
		"catalog/x.cue:3:35: error[SUT074]: \"SALES\" is defined in the glossary, and said to have no meaning",
		"catalog/x.cue:3:94: error[SUT074]: \"Profit\" is said to have no meaning twice",
		"catalog/x.cue:4:44: error[SUT047]: there is no metric revenu",
		"catalog/x.cue:4:65: error[SUT076]: knowledge.caveats.0.metrics lists the metric revenue twice",
	}},
	{"queries", `knowledge: queries: q: {question: metrics: ["revenue"], parameters: {a: {fills: "filter"}, b: {fills: "range", dimension: "channel"}, c: {fills: "filter", dimension: "chanel"}, d: {fills: "range", required: true, default: "2026"}}}`, []string{
		"catalog/x.cue:2:70: error[SUT075]: knowledge.queries.q.parameters.a fills a filter, and does not say of which dimension",
		"catalog/x.cue:2:123: error[SUT075]: knowledge.queries.q.parameters.b fills the range, which has no dimension",
		"catalog/x.cue:2:167: error[SUT046]: no model has a dimension chanel",
		"catalog/x.cue:2:223: error[SUT075]: knowledge.queries.q.parameters.d must be said, so its default is never taken",
	}},
	{"queries filled twice", `knowledge: queries: q: {question: metrics: ["revenue"], parameters: {a: {fills: "range"}, b: {fills: "filter", dimension: "channel"}, c: {fills: "filter", dimension: "channel"}, d: {fills: "range"}}}`, []string{
		"catalog/x.cue:2:135: error[SUT075]: b and c fill the same",
		"catalog/x.cue:2:179: error[SUT075]: a and d fill the same",
	}},
	{"places", `knowledge: places: {a: {names: []}, b: {names: ["B"], lat: 1}, c: {names: ["C"], kind: "radius", lat: 1, lon: 2}, d: {names: ["D"], lat: 1, lon: 1, radius: 5, within: "dd"}, e: {names: ["E"], kind: "area", within: "f"}, f: {names: ["F"], kind: "area", within: "e"}}`, []string{
		"catalog/x.cue:2:21: error[SUT075]: knowledge.places.a is a point, and has no coordinates",
		"catalog/x.cue:2:32: error[SUT076]: knowledge.places.a.names lists no name",
		"catalog/x.cue:2:37: error[SUT075]: knowledge.places.b has one coordinate of two",
		"catalog/x.cue:2:64: error[SUT075]: knowledge.places.c is a circle, and has no centre or no radius",
		"catalog/x.cue:2:157: error[SUT075]: only a circle has a radius",
		"catalog/x.cue:2:168: error[SUT075]: place dd is not declared",
		"catalog/x.cue:2:215: error[SUT075]: e lies within itself",
		"catalog/x.cue:2:261: error[SUT075]: f lies within itself",
	}},
	{"lists", `metrics: revenue: {audience: [], tags: ["a", "a", ""], grains: ["day", "day"], dimensions: ["channel", "channel"], synonyms: ["x", "x"]}`, []string{
		"catalog/x.cue:2:30: error[SUT076]: metrics.revenue.audience lists no audience",
		"catalog/x.cue:2:46: error[SUT076]: metrics.revenue.tags lists the tag a twice",
		"catalog/x.cue:2:51: error[SUT076]: an empty tag",
		"catalog/x.cue:2:72: error[SUT076]: metrics.revenue.grains lists the grain day twice",
		"catalog/x.cue:2:104: error[SUT076]: metrics.revenue.dimensions lists the dimension channel twice",
		"catalog/x.cue:2:132: error[SUT076]: metrics.revenue.synonyms lists the word x twice",
	}},
	{"alike", `metrics: sales: {description: "The same.", title: "Sales", model: "orders", measure: sum: "amount"}`, []string{
		"catalog/x.cue:2:10: warning[SUT090]: revenue and sales are equal in all but name",
	}},
	{"joined conditions", `models: customers: where: ["id > 0"]`, []string{
		"catalog/base.cue:9:9: warning[SUT091]: the conditions of customers are not applied where customers joins it",
		"catalog/base.cue:21:9: warning[SUT091]: the conditions of customers are not applied where orders joins it",
	}},
	{"joined conditions minded", `models: customers: where: ["id > 0"]
models: orders: {roles: who: "buyer", where: ["who.id > 0"]}`, []string{
		"catalog/base.cue:9:9: warning[SUT091]: the conditions of customers are not applied where customers joins it",
	}},
	{"zones", `models: orders: {columns: at: type: "timestamp", fresh: column: "at"}
metrics: a: {description: "d", model: "orders", measure: count: "*", time: "at"}`, []string{
		"catalog/x.cue:2:27: warning[SUT092]: at of orders is a local time without a zone, and is taken as UTC",
	}},
	{"days are no times of day", `models: orders: columns: at: {type: "timestamp", grain: "day"}
metrics: a: {description: "d", model: "orders", measure: count: "*", time: "at"}`, nil},
	{"unused model", `models: m: {source: "w", table: "m", time: "none", columns: id: type: "integer"}`, []string{
		"catalog/x.cue:2:9: warning[SUT093]: m is measured by no metric, and no model that is measured joins it",
	}},
	{"no description", `metrics: a: {model: "orders", measure: min: "amount"}`, []string{
		"catalog/x.cue:2:10: warning[SUT094]: a has no description",
	}},
	{"no descriptions", `metrics: {for n in [1, 2, 3] {"a\(n)": {model: "orders", measure: min: "amount + \(n)"}}}`, []string{
		"catalog/x.cue:2:31: warning[SUT094]: 3 metrics have no description: a1, a2 and a3",
	}},
	{"many without description", `metrics: {for n in [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23] {"a\(n)": {model: "orders", measure: min: "amount + \(n)"}}}`, []string{
		"catalog/x.cue:2:78: warning[SUT094]: 14 metrics have no description: a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21 and 2 more",
	}},
	{"number format", `metrics: a: {description: "d", model: "orders", measure: min: "amount", format: "#,##0.00 EUR"}
metrics: b: {description: "d", model: "orders", measure: max: "amount", format: "percent_1"}`, []string{
		"catalog/x.cue:3:81: warning[SUT095]: this is no number format, and tables do not follow it",
	}},
}
