package catalog_test

type diagnostic struct {
	name, x string
	want    []string
}

var diagnostics = []diagnostic{
	{"syntax", "metrics: a: {model: \"orders\"\nmetrics: b: {}", []string{
		"catalog/x.cue:3:15: error[SUT004]: this is not CUE: expected '}', found 'EOF'",
	}},
	{"merge marks", "metrics: a: {}\n<<<<<<< HEAD\nmetrics: b: 1\n=======\nmetrics: b: 2\n>>>>>>> other\n", []string{
		"catalog/x.cue:3:1: error[SUT004]: a merge left its marks here",
	}},
	{"a default beside a mistake", `metrics: [string]: owner: *"ops" | string
metrics: revenue: unit: 7`, []string{
		"catalog/x.cue:3:25: error[SUT012]: metrics.revenue.unit must be text",
	}},
	{"syntax string", "metrics: a: title: \"x", []string{
		"catalog/x.cue:2:20: error[SUT004]: this is not CUE: a string, or a comment, is not closed",
	}},
	{"syntax utf8", "metrics: a: title: \"\xff\"", []string{
		"catalog/x.cue:2:21: error[SUT004]: this is not CUE: it holds bytes that are not text in UTF-8",
	}},
	{"unknown top field", "helper: 1\n_hidden: 1\n#Def: 2", []string{
		"catalog/x.cue:2:1: error[SUT010]: a catalog has no helper",
	}},
	{"unknown field", `metrics: revenue: titel: "x"`, []string{
		"catalog/x.cue:2:19: error[SUT010]: metrics.revenue has no field titel",
	}},
	{"unknown field without a near one", `metrics: revenue: zzzzzz: "x"`, []string{
		"catalog/x.cue:2:19: error[SUT010]: metrics.revenue has no field zzzzzz",
	}},
	{"unknown field in measure", `metrics: a: {description: "d", model: "orders", measure: summ: "amount"}`, []string{
		"catalog/x.cue:2:58: error[SUT010]: metrics.a.measure has no field summ",
	}},
	{"unknown field in union", `metrics: revenue: synonyms: ["a", {text: "b", mach: "EXACT"}]`, []string{
		"catalog/x.cue:2:47: error[SUT010]: metrics.revenue.synonyms.1 has no field mach",
	}},
	{"missing in union", `metrics: revenue: synonyms: [{match: "EXACT"}]`, []string{
		"catalog/x.cue:2:30: error[SUT011]: metrics.revenue.synonyms.0 has no text",
	}},
	{"missing", `metrics: a: {description: "d", model: "orders"}`, []string{
		"catalog/x.cue:2:10: error[SUT011]: metrics.a has no measure",
	}},
	{"missing in list", `metrics: revenue: anchors: [{range: {start: "2026-01-01", end: "2026-02-01"}}]`, []string{
		"catalog/x.cue:2:29: error[SUT011]: metrics.revenue.anchors.0 has no value",
	}},
	{"missing deep", `models: customers: joins: other: {to: "customers"}`, []string{
		"catalog/x.cue:2:27: error[SUT011]: models.customers.joins.other has no on",
	}},
	{"wrong type", `metrics: revenue: title: 5`, []string{
		"catalog/x.cue:2:26: error[SUT012]: metrics.revenue.title must be text",
	}},
	{"wrong type list", `metrics: revenue: tags: "sales"`, []string{
		"catalog/x.cue:2:25: error[SUT012]: metrics.revenue.tags must be a list, [ ]",
	}},
	{"wrong type struct", `models: orders: fresh: "day"`, []string{
		"catalog/x.cue:2:24: error[SUT012]: models.orders.fresh must be a struct, { }",
	}},
	{"wrong type bool", `metrics: revenue: exact: "yes"`, []string{
		"catalog/x.cue:2:26: error[SUT012]: metrics.revenue.exact must be true or false",
	}},
	{"wrong type name", `metrics: a: {description: "d", model: 5, measure: count: "*"}`, []string{
		"catalog/x.cue:2:39: error[SUT012]: metrics.a.model must be a name",
	}},
	{"not one of", `metrics: revenue: status: "certifid"`, []string{
		"catalog/x.cue:2:27: error[SUT013]: metrics.revenue.status must be \"certified\", \"draft\" or \"deprecated\"",
	}},
	{"not one of, number", `metrics: revenue: status: 1`, []string{
		"catalog/x.cue:2:27: error[SUT012]: metrics.revenue.status must be \"certified\", \"draft\" or \"deprecated\"",
	}},
	{"not one of in list", `metrics: revenue: grains: ["day", "dya"]`, []string{
		"catalog/x.cue:2:35: error[SUT013]: metrics.revenue.grains.1 must be \"hour\", \"day\", \"week\", \"month\", \"quarter\", \"year\", \"fiscal_quarter\" or \"fiscal_year\"",
	}},
	{"out of form version", `about: title: "x"` + "\n" + `metrics: revenue: deprecated: until: "soon"`, []string{
		"catalog/x.cue:3:38: error[SUT014]: metrics.revenue.deprecated.until must be a date such as \"2026-01-31\"",
	}},
	{"out of bounds", `about: calendar: fiscal_year_start: 13`, []string{
		"catalog/x.cue:2:37: error[SUT014]: about.calendar.fiscal_year_start must be a whole number, at least 1 and at most 12",
	}},
	{"out of bounds percentile", `metrics: a: {description: "d", model: "orders", measure: percentile: {expr: "amount", p: 5}}`, []string{
		"catalog/x.cue:2:90: error[SUT014]: metrics.a.measure.percentile.p must be a number, above 0 and below 1",
	}},
	{"too large", `knowledge: examples: [{phrase: "x", question: {metrics: ["revenue"], compare: {to: "offset", count: 99999999999999999999}}}]` + "\n" + `models: customers: fresh: {column: "id", within: {count: 99999999999, unit: "day"}}`, []string{
		"catalog/x.cue:3:36: error[SUT061]: id is of type integer, and holds no time",
		"catalog/x.cue:3:58: error[SUT014]: models.customers.fresh.within.count is too large a number",
	}},
	{"malformed name", `metrics: "Net-Revenue": {description: "d", model: "orders", measure: count: "*"}`, []string{
		"catalog/x.cue:2:10: error[SUT015]: \"Net-Revenue\" is not a name",
	}},
	{"malformed locale", `metrics: revenue: i18n: Czech: title: "Tržby"`, []string{
		"catalog/x.cue:2:25: error[SUT015]: \"Czech\" is not a locale such as \"cs\" or \"en-US\"",
	}},
	{"conflict", "metrics: revenue: title: \"a\"\nmetrics: revenue: title: \"b\"", []string{
		"catalog/x.cue:2:26: error[SUT016]: metrics.revenue.title is given different values in different places",
	}},
	{"conflict over files", `metrics: revenue: measure: sum: "quantity"`, []string{
		"catalog/base.cue:28:83: error[SUT016]: metrics.revenue.measure.sum is given different values in different places",
	}},
	{"conflict of enums", "metrics: revenue: status: \"draft\"\nmetrics: revenue: status: \"certified\"", []string{
		"catalog/x.cue:2:27: error[SUT016]: metrics.revenue.status is given different values in different places",
	}},
	{"conflict of kinds", "metrics: revenue: title: \"draft\"\nmetrics: revenue: title: 5", []string{
		"catalog/x.cue:2:26: error[SUT016]: metrics.revenue.title is given different values in different places",
	}},
	{"not concrete", `metrics: revenue: title: string`, []string{
		"catalog/x.cue:2:26: error[SUT017]: metrics.revenue.title has no value, only a constraint",
	}},
	{"template not filled", "#T: {of: string, out: {description: \"d\", model: \"orders\", measure: sum: of}}\nmetrics: a: #T.out", []string{
		"catalog/x.cue:2:68: error[SUT017]: metrics.a.measure.sum has no value, only a constraint",
	}},
	{"template mistake", "#T: {of: string, out: {descripton: \"d\", description: \"d\", model: \"orders\", measure: sum: of}}\nmetrics: a: (#T & {of: \"amount\"}).out\nmetrics: b: (#T & {of: \"amount * 2\"}).out", []string{
		"catalog/x.cue:2:24: error[SUT010]: metrics.a has no field descripton",
	}},
	{"comprehension", `metrics: {for n in ["a", "b"] {"x_\(n)": {description: n, model: "orders", measure: sum: n, unitt: 5}}}`, []string{
		"catalog/x.cue:2:93: error[SUT010]: metrics.x_a has no field unitt",
	}},
	{"unquoted", `metrics: a: {description: "d", model: orders, measure: count: "*"}`, []string{
		"catalog/x.cue:2:39: error[SUT008]: orders is declared nowhere that this can see",
	}},
	{"unquoted near", "#Amounts: \"amount\"\nmetrics: a: {description: \"d\", model: \"orders\", measure: sum: #Amount}", []string{
		"catalog/x.cue:3:63: error[SUT008]: #Amount is declared nowhere that this can see",
	}},
	{"undefined field", `metrics: a: {description: "d", model: metrics.revenue.modle, measure: count: "*"}`, []string{
		"catalog/x.cue:2:55: error[SUT008]: metrics.a.model refers to modle, which does not exist",
	}},
	{"unused import", "import \"strings\"", []string{
		"catalog/x.cue:2:8: error[SUT009]: strings is imported and not used",
	}},
	{"import refused", "import \"example.com/x\"\nmetrics: revenue: title: x.title", []string{
		"catalog/x.cue:2:8: error[SUT007]: \"example.com/x\" cannot be imported into a catalog",
	}},
	{"import misspelt", "import \"string\"\nmetrics: revenue: title: string.ToUpper(\"a\")", []string{
		"catalog/x.cue:2:8: error[SUT007]: \"string\" cannot be imported into a catalog",
		"catalog/x.cue:3:26: error[SUT018]: there is no function of this name",
	}},
	{"attributes", "metrics: revenue: title: \"a\" @tag(x)\n@if(prod)\nmetrics: revenue: owner: \"x\" @go(Owner)", []string{
		"catalog/x.cue:2:30: error[SUT006]: @tag is not allowed in a catalog",
		"catalog/x.cue:3:1: error[SUT006]: @if is not allowed in a catalog",
	}},
	{"cycle of values", "metrics: revenue: title: metrics.revenue.owner\nmetrics: revenue: owner: metrics.revenue.title + \"x\"", []string{
		"catalog/x.cue:2:26: error[SUT017]: metrics.revenue.title has no value, only a constraint",
		"catalog/x.cue:3:26: error[SUT017]: metrics.revenue.owner has no value, only a constraint",
	}},
	{"structural cycle", "#L: {next: #L}\nmetrics: revenue: i18n: en: #L", []string{
		"catalog/x.cue:2:6: error[SUT010]: metrics.revenue.i18n.en has no field next",
		"catalog/x.cue:2:12: error[SUT018]: this contains itself, without end",
	}},
	{"division", "metrics: revenue: title: \"\\(1 / 0)\"", []string{
		"catalog/x.cue:2:26: error[SUT018]: a value in \\( ) cannot be written into text",
	}},
	{"call", "import \"strings\"\nmetrics: revenue: title: strings.Repeat(\"a\", -1)", []string{
		"catalog/x.cue:3:26: error[SUT018]: the call of strings.Repeat fails with these arguments",
	}},
	{"let unused", "metrics: revenue: {let X = 5, title: \"a\"}", []string{
		"catalog/x.cue:2:20: error[SUT009]: X is declared and not used",
	}},
	{"let like a field", "let revenue = 5\nmetrics: revenue: title: \"a\"", []string{
		"catalog/x.cue:3:19: error[SUT004]: revenue is the name of a field, and of a `let` or an alias",
	}},
	{"let twice", "let X = \"a\"\nlet X = \"b\"\nmetrics: revenue: title: X", []string{
		"catalog/x.cue:3:1: error[SUT004]: X is declared twice in one place",
	}},
	{"alias unused", "X=metrics: revenue: title: \"a\"", []string{
		"catalog/x.cue:2:1: error[SUT009]: X is declared and not used",
	}},
	{"alias of a value unused", "metrics: revenue: X={title: \"a\"}", []string{
		"catalog/x.cue:2:19: error[SUT009]: X is declared and not used",
	}},
	{"hidden error", "_x: 1 & 2\n#D: {a: \"x\" & 5}", []string{
		"catalog/x.cue:2:5: error[SUT016]: _x is given different values in different places",
		"catalog/x.cue:3:9: error[SUT016]: #D.a is given different values in different places",
	}},
	{"list index", "_l: [1]\nmetrics: revenue: title: _l[3]", []string{
		"catalog/x.cue:3:29: error[SUT008]: metrics.revenue.title refers to element 3, which does not exist",
	}},
	{"predeclared", `metrics: revenue: title: __name`, []string{
		"catalog/x.cue:2:26: error[SUT008]: __name is declared nowhere that this can see",
	}},
	{"text at the top", `"text"`, []string{
		"catalog/base.cue:1:1: error[SUT016]: the catalog is given different values in different places",
	}},
	{"unknown builtin", `import "list2"` + "\nmetrics: revenue: title: list2.x", []string{
		"catalog/x.cue:2:8: error[SUT007]: \"list2\" cannot be imported into a catalog",
	}},
	{"unknown function", `import "list"` + "\nmetrics: revenue: title: list.Nothing(1)", []string{
		"catalog/x.cue:3:26: error[SUT018]: there is no function of this name",
	}},
	{"alias of a value", "X=metrics: revenue: title: \"\\(X)\"", []string{
		"catalog/x.cue:2:28: error[SUT012]: metrics.revenue.title must be text",
	}},
	{"lists of two lengths", `metrics: revenue: tags: ["a"] & ["a", "b"]`, []string{
		"catalog/x.cue:2:33: error[SUT016]: metrics.revenue.tags is given different values in different places",
	}},
	{"error of the catalog's own", `metrics: revenue: title: error("titles come from the glossary")`, []string{
		"catalog/x.cue:2:26: error[SUT018]: titles come from the glossary",
	}},
	{"condition of the catalog's own", `#Short: =~"^.{1,5}$"` + "\n" + `metrics: [string]: unit: #Short` + "\n" + `metrics: revenue: unit: "thousands"`, []string{
		"catalog/x.cue:2:9: error[SUT014]: metrics.revenue.unit does not meet a condition that the catalog sets for it",
		"catalog/x.cue:2:9: error[SUT017]: metrics.orders_count.unit has no value, only a constraint",
	}},
	{"open alternative", `metrics: revenue: title: "a" | "b"`, []string{
		"catalog/x.cue:2:26: error[SUT017]: metrics.revenue.title has no value, only a constraint",
	}},
	{"missing in a template", "#T: {unit!: string}\nmetrics: revenue: #T", []string{
		"catalog/base.cue:28:10: error[SUT011]: metrics.revenue has no unit",
		"catalog/base.cue:28:20: error[SUT010]: metrics.revenue is held to a definition of the catalog's own, which has no field description",
		"catalog/base.cue:28:52: error[SUT010]: metrics.revenue is held to a definition of the catalog's own, which has no field model",
		"catalog/base.cue:28:69: error[SUT010]: metrics.revenue is held to a definition of the catalog's own, which has no field measure",
	}},
	{"top level taken as a name", `metrics: revenue: "audience-of": 5`, []string{
		"catalog/x.cue:2:19: error[SUT010]: metrics.revenue has no field audience-of",
	}},
	{"not a struct", `metrics: a: [1]`, []string{
		"catalog/x.cue:2:13: error[SUT012]: metrics.a must be a struct, { }",
	}},
	{"null", `metrics: revenue: title: null`, []string{
		"catalog/x.cue:2:26: error[SUT012]: metrics.revenue.title must be text",
	}},
	{"bytes", `metrics: revenue: title: 'x'`, []string{
		"catalog/x.cue:2:26: error[SUT012]: metrics.revenue.title must be text",
	}},
	{"no about name", `about: name: "Shop"`, []string{
		"catalog/base.cue:3:15: error[SUT016]: about.name is given different values in different places",
	}},
	{"import like a field", "import \"list\"\nlist: 5\nmetrics: revenue: title: \"\\(list.Max([1]))\"", []string{
		"catalog/x.cue:2:8: error[SUT018]: list is an import and a field, and can only be one of them",
		"catalog/x.cue:3:1: error[SUT010]: a catalog has no list",
		"catalog/x.cue:4:26: error[SUT018]: a value in \\( ) cannot be written into text",
	}},
	{"refused import like a field", "import \"example.com/metrics\"\nmetrics: revenue: title: metrics.x", []string{
		"catalog/x.cue:2:8: error[SUT007]: \"example.com/metrics\" cannot be imported into a catalog",
	}},
}
