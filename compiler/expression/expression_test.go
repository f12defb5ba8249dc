package expression

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
)

// orders is the model of these tests, with a role.
type orders struct{}

var ordersColumns = map[string]map[string]expr.Type{
	"": {
		"id": {Kind: expr.Integer}, "quantity": {Kind: expr.Integer},
		"amount": {Kind: expr.Decimal, Precision: 12, Scale: 2}, "rate": {Kind: expr.Decimal, Precision: 6, Scale: 4},
		"wide": {Kind: expr.Decimal, Precision: 38, Scale: 30}, "weight": {Kind: expr.Float}, "status": {Kind: expr.String},
		"paid": {Kind: expr.Boolean}, "ordered_on": {Kind: expr.Date}, "shipped_on": {Kind: expr.Date},
		"created": {Kind: expr.Timestamp}, "stamped": {Kind: expr.TimestampTZ}, "seen": {Kind: expr.TimestampTZ},
		"Order No": {Kind: expr.String}, "値段": {Kind: expr.Integer},
	},
	"customer": {"country": {Kind: expr.String}, "born": {Kind: expr.Date}},
}

func (orders) Column(role, name string) (expr.Type, bool) {
	t, ok := ordersColumns[role][name]
	return t, ok
}

func (orders) Columns(role string) []string {
	var names []string
	for n := range ordersColumns[role] {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func (orders) Roles() []string { return []string{"customer"} }

func ordersColumn(c expr.Column) (expr.Type, bool) { return orders{}.Column(c.Role, c.Name) }

// sexpr prints a tree with the types that matter.
func sexpr(n *expr.Node) string {
	switch n.Op {
	case expr.OpColumn:
		return strings.TrimPrefix(n.Column.Role+"."+n.Column.Name, ".")
	case expr.OpLiteral:
		if n.Value == nil {
			return "NULL:" + n.Type.String()
		}
		return *n.Value + ":" + n.Type.String()
	}
	var args []string
	for _, a := range n.Args {
		args = append(args, sexpr(a))
	}
	op := string(n.Op)
	if n.Op == expr.OpCast {
		op = "to " + n.Type.String()
	}
	return "[" + op + " " + strings.Join(args, " ") + "]"
}

func TestCompile(t *testing.T) {
	for _, c := range []struct{ text, tree, typ string }{
		{"amount", "amount", "decimal(12,2)"},
		{"(((amount)))", "amount", "decimal(12,2)"},
		{"AMOUNT", "amount", "decimal(12,2)"},
		{`"Order No"`, "Order No", "string"},
		{"値段", "値段", "integer"},
		{"customer.country", "customer.country", "string"},
		{"quantity + 1", "[+ quantity 1:integer]", "integer"},
		{"quantity * amount", "[* [to decimal(38,0) quantity] amount]", "decimal(38,2)"},
		{"amount * rate", "[* amount rate]", "decimal(38,6)"},
		{"amount - rate", "[- amount rate]", "decimal(38,4)"},
		{"amount + 1", "[+ amount 1:decimal(1,0)]", "decimal(38,2)"},
		{"amount * 1.19", "[* amount 1.19:decimal(3,2)]", "decimal(38,4)"},
		{"weight * 1.50", "[* weight 1.5:float]", "float"},
		{"weight + quantity", "[+ weight [to float quantity]]", "float"},
		{"weight - amount", "[- weight [to float amount]]", "float"},
		{"amount / 100", "[/ [to float amount] 100:float]", "float"},
		{"quantity / NULL", "[/ [to float quantity] NULL:float]", "float"},
		{"quantity % 7", "[% quantity 7:integer]", "integer"},
		{"amount % 0.5", "[% amount 0.5:decimal(1,1)]", "decimal(38,2)"},
		{"-quantity", "[neg quantity]", "integer"},
		{"-5", "-5:integer", "integer"},
		{"- (- 5)", "5:integer", "integer"},
		{"-(5)", "-5:integer", "integer"},
		{"-0", "0:integer", "integer"},
		{"-0.00", "0.00:decimal(2,2)", "decimal(2,2)"},
		{"amount * -1", "[* amount -1:decimal(1,0)]", "decimal(38,2)"},
		{"amount*-1", "[* amount -1:decimal(1,0)]", "decimal(38,2)"},
		{"007", "7:integer", "integer"},
		{".5", "0.5:decimal(1,1)", "decimal(1,1)"},
		{strings.Repeat("9", 38), strings.Repeat("9", 38) + ":integer", "integer"},
		{"status || '-' || customer.country", "[|| [|| status -:string] customer.country]", "string"},
		{"status || NULL", "[|| status NULL:string]", "string"},
		{"'it''s \\ -- not a comment /* nor this */'", "it's \\ -- not a comment /* nor this */:string", "string"},
		{"''", ":string", "string"},
		{"amount > 100", "[> amount 100:decimal(3,0)]", "boolean"},
		{"quantity < 1.5", "[< [to decimal(38,0) quantity] 1.5:decimal(2,1)]", "boolean"},
		{"weight <= 15", "[<= weight 15:float]", "boolean"},
		{"weight = quantity", "[= weight [to float quantity]]", "boolean"},
		{"status <> 'x'", "[<> status x:string]", "boolean"},
		{"status != 'x'", "[<> status x:string]", "boolean"},
		{"paid = true", "[= paid true:boolean]", "boolean"},
		{"ordered_on >= DATE '2026-01-31'", "[>= ordered_on 2026-01-31:date]", "boolean"},
		{"created >= DATE '2026-01-31'", "[>= created 2026-01-31T00:00:00:timestamp]", "boolean"},
		{"ordered_on < created", "[< [to timestamp ordered_on] created]", "boolean"},
		{"created < TIMESTAMP '2026-01-31 15:04:05.120'", "[< created 2026-01-31T15:04:05.12:timestamp]", "boolean"},
		{"created < timestamp '2026-01-31T15:04'", "[< created 2026-01-31T15:04:00:timestamp]", "boolean"},
		{"stamped < seen", "[< stamped seen]", "boolean"},
		{"paid AND NOT paid OR amount > 0", "[or [and paid [not paid]] [> amount 0:decimal(1,0)]]", "boolean"},
		{"paid AND paid AND paid", "[and paid paid paid]", "boolean"},
		{"paid OR NULL", "[or paid NULL:boolean]", "boolean"},
		{"status IS NULL", "[is null status]", "boolean"},
		{"status IS NOT NULL", "[is not null status]", "boolean"},
		{"paid IS NOT TRUE", "[is not true paid]", "boolean"},
		{"paid IS FALSE", "[is false paid]", "boolean"},
		{"status IS DISTINCT FROM customer.country", "[is distinct from status customer.country]", "boolean"},
		{"quantity IS NOT DISTINCT FROM 3", "[is not distinct from quantity 3:integer]", "boolean"},
		{"status IN ('a', 'b')", "[in status a:string b:string]", "boolean"},
		{"status NOT IN ('a')", "[not in status a:string]", "boolean"},
		{"amount IN (1, 2.555)", "[in amount 1.000:decimal(4,3) 2.555:decimal(4,3)]", "boolean"},
		{"amount IN (1, 20)", "[in amount 1:decimal(2,0) 20:decimal(2,0)]", "boolean"},
		{"quantity IN (1, -2)", "[in quantity 1:integer -2:integer]", "boolean"},
		{"weight IN (1, 2.5)", "[in weight 1:float 2.5:float]", "boolean"},
		{"quantity BETWEEN 1 AND 10", "[between quantity 1:integer 10:integer]", "boolean"},
		{"ordered_on NOT BETWEEN DATE '2026-01-01' AND shipped_on", "[not between ordered_on 2026-01-01:date shipped_on]", "boolean"},
		{`status LIKE 'a\%%'`, `[like status a\%%:string]`, "boolean"},
		{"status NOT ILIKE 'a_'", "[not ilike status a_:string]", "boolean"},
		{"CASE WHEN paid THEN amount END", "[case paid amount]", "decimal(12,2)"},
		{"CASE WHEN paid THEN amount ELSE 0 END", "[case paid amount 0.00:decimal(12,2)]", "decimal(12,2)"},
		{"CASE WHEN paid THEN 1 ELSE 0.125 END", "[case paid 1.000:decimal(4,3) 0.125:decimal(4,3)]", "decimal(4,3)"},
		{"CASE WHEN paid THEN NULL WHEN NULL THEN quantity ELSE amount END",
			"[case paid NULL:decimal(38,2) NULL:boolean [to decimal(38,2) quantity] [to decimal(38,2) amount]]", "decimal(38,2)"},
		{"CASE status WHEN 'a' THEN 1 WHEN 'b' THEN 2 END", "[case [= status a:string] 1:integer [= status b:string] 2:integer]", "integer"},
		{"COALESCE(amount, 0)", "[coalesce amount 0.00:decimal(12,2)]", "decimal(12,2)"},
		{"COALESCE(weight, amount, 0)", "[coalesce weight [to float amount] 0:float]", "float"},
		{"NULLIF(status, '')", "[nullif status :string]", "string"},
		{"GREATEST(ordered_on, created, NULL)", "[greatest [to timestamp ordered_on] created NULL:timestamp]", "timestamp"},
		{"LEAST(quantity, 3)", "[least quantity 3:integer]", "integer"},
		{"CAST(status AS integer)", "[to integer status]", "integer"},
		{"status::decimal(10,2)", "[to decimal(10,2) status]", "decimal(10,2)"},
		{"CAST(amount AS decimal(12, 2))", "amount", "decimal(12,2)"},
		{"CAST(NULL AS date)", "NULL:date", "date"},
		{"CAST(quantity AS string)", "[to string quantity]", "string"},
		{"CAST(paid AS integer)", "[to integer paid]", "integer"},
		{"CAST(quantity AS double precision)", "[to float quantity]", "float"},
		{"abs(amount)", "[abs amount]", "decimal(12,2)"},
		{"round(amount)", "[round amount]", "decimal(11,0)"},
		{"round(amount, 1)", "[round amount 1:integer]", "decimal(12,1)"},
		{"round(quantity, -2)", "[round quantity -2:integer]", "integer"},
		{"round(weight, 2)", "[round weight 2:integer]", "float"},
		{"sign(weight)", "[sign weight]", "integer"},
		{"power(quantity, 2)", "[power [to float quantity] 2:float]", "float"},
		{"lower(trim(both from status))", "[lower [trim status]]", "string"},
		{"trim(leading from status)", "[ltrim status]", "string"},
		{"substring(status, 2)", "[substring status 2:integer]", "string"},
		{"substring(status from 1 for 2)", "[substring status 1:integer 2:integer]", "string"},
		{"left(status, -1)", "[left status -1:integer]", "string"},
		{"concat(status, NULL, '!')", "[concat status NULL:string !:string]", "string"},
		{"starts_with(status, 'A')", "[starts_with status A:string]", "boolean"},
		{"date_trunc('month', ordered_on)", "[date_trunc month:string ordered_on]", "date"},
		{"date_trunc('hour', created)", "[date_trunc hour:string created]", "timestamp"},
		{"extract(YEAR FROM ordered_on)", "[extract year:string ordered_on]", "integer"},
		{"date_diff('day', ordered_on, created)", "[date_diff day:string [to timestamp ordered_on] created]", "integer"},
		{"date_add('month', quantity, ordered_on)", "[date_add month:string quantity ordered_on]", "date"},
	} {
		n, problems := Compile(c.text, orders{})
		if len(problems) > 0 {
			t.Errorf("%s: %v", c.text, problems)
			continue
		}
		if got := sexpr(n); got != c.tree || n.Type.String() != c.typ {
			t.Errorf("%s:\n got %s %s\nwant %s %s", c.text, got, n.Type, c.tree, c.typ)
		}
		roundTrip(t, c.text, n)
	}
}

// roundTrip holds what every accepted tree promises: it passes Check, before and after JSON.
func roundTrip(t *testing.T, text string, n *expr.Node) {
	t.Helper()
	b, err := json.Marshal(n)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var back expr.Node
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for _, tree := range []*expr.Node{n, &back} {
		if err := expr.Check(tree, ordersColumn); err != nil {
			t.Errorf("%s: %s: %v", text, sexpr(tree), err)
		}
	}
	if again, _ := json.Marshal(&back); string(again) != string(b) {
		t.Errorf("%s: JSON is not stable:\n%s\n%s", text, b, again)
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		code diag.Code
		at   string // the part of the text the problem points to
		says string // a part of message or hint
	}{
		{"", diag.ExprText, "", "empty"},
		{" \n", diag.ExprText, " \n", "empty"},
		{"a\x00b", diag.ExprText, "\x00", "NUL"},
		{"'\xff'", diag.ExprText, "", "UTF-8"},
		{strings.Repeat("a", 4097), diag.ExprText, "", "4 KiB"},
		{strings.Repeat("(", 100_000), diag.ExprText, "", "4 KiB"},
		{strings.Repeat("(", 65) + "id" + strings.Repeat(")", 65), diag.ExprText, "(", "64 levels"},
		{strings.Repeat("NOT ", 1000) + "paid", diag.ExprText, strings.Repeat("NOT ", 1000) + "paid", "64 levels"},
		{strings.Repeat("id+", 100) + "id", diag.ExprText, strings.Repeat("id+", 100) + "id", "64 levels"},
		{strings.Repeat("- ", 100) + "id", diag.ExprText, strings.Repeat("- ", 100) + "id", "64 levels"},
		{"amount -- all of it", diag.ExprComment, "--", "comment"},
		{"amount /* all */", diag.ExprComment, "/*", "comment"},
		{"amount+--1\n1", diag.ExprComment, "--", "comment"},
		{"amount)", diag.ExprSyntax, ")", "never opened"},
		{"(amount", diag.ExprSyntax, "(", "never closed"},
		{"'abc", diag.ExprSyntax, "'", "never closed"},
		{`"abc`, diag.ExprSyntax, `"`, "never closed"},
		{"a) FROM x WHERE (true", diag.ExprSyntax, ")", "never opened"},
		{"id, amount", diag.ExprSyntax, "id, amount", "several"},
		{"id AS b", diag.ExprSyntax, "id AS b", "alias"},
		{"id b", diag.ExprSyntax, "id b", "alias"},
		{"id; id", diag.ExprSyntax, ";", "semicolon"},
		{"id FROM orders", diag.ExprSyntax, "id FROM orders", "query"},
		{"id UNION SELECT 1", diag.ExprSyntax, "id UNION SELECT 1", "query"},
		{"DISTINCT id", diag.ExprSyntax, "DISTINCT id", "query"},
		{"id INTO x", diag.ExprSyntax, "id INTO x", "query"},
		{"amount +", diag.ExprSyntax, "+", "ends too early"},
		{"amount ++ / 2", diag.ExprSyntax, "/", "goes wrong here"},
		{"'é' 日本 + ,", diag.ExprSyntax, "+", "goes wrong here"},
		{"select", diag.ExprSyntax, "select", "goes wrong here"},
		{"E'a\\'b'", diag.ExprString, "E'", "quote"},
		{"u&'\\0061'", diag.ExprString, "u&'", "unicode"},
		{`U&"\0061"`, diag.ExprString, `U&"`, "unicode"},
		{"B'01'", diag.ExprString, "B'", ""},
		{"N'a'", diag.ExprString, "N'", ""},
		{"$$a$$", diag.ExprString, "$", "dollar"},
		{"$x$a$x$", diag.ExprString, "$", "dollar"},
		{"'a'\n'b'", diag.ExprString, "'b'", "side by side"},
		{"(SELECT 1)", diag.ExprSubquery, "(", "join"},
		{"id IN (SELECT 1)", diag.ExprSubquery, "IN", "join"},
		{"EXISTS (SELECT 1)", diag.ExprSubquery, "EXISTS", "join"},
		{"id = ANY (SELECT 1)", diag.ExprSubquery, "=", "join"},
		{"sum(amount)", diag.ExprAggregate, "sum(amount)", "measure"},
		{"count(*)", diag.ExprAggregate, "count", "measure"},
		{"lower(DISTINCT status)", diag.ExprAggregate, "lower", "measure"},
		{"sum(amount) OVER ()", diag.ExprAggregate, "sum", "measure"},
		{"abs(amount) FILTER (WHERE paid)", diag.ExprAggregate, "abs", "measure"},
		{"$1", diag.ExprParameter, "$1", "filter"},
		{"amount > $1", diag.ExprParameter, "$1", "filter"},
		{"*", diag.ExprConstruct, "*", "star"},
		{"customer.*", diag.ExprConstruct, "customer", "star"},
		{"(id, amount)", diag.ExprConstruct, "(", "row"},
		{"ROW(id)", diag.ExprConstruct, "ROW", "row"},
		{"(id, 1) = (1, id)", diag.ExprConstruct, "(", "row"},
		{"ARRAY[1]", diag.ExprConstruct, "ARRAY", "rray"},
		{"id[1]", diag.ExprConstruct, "id", "subscript"},
		{"(customer).country", diag.ExprConstruct, "customer", "role.column"},
		{`status COLLATE "C"`, diag.ExprConstruct, "COLLATE", "code point"},
		{"created AT TIME ZONE 'UTC'", diag.ExprConstruct, "AT", "zone"},
		{"paid IS UNKNOWN", diag.ExprConstruct, "IS", "IS NULL"},
		{"id BETWEEN SYMMETRIC 1 AND 2", diag.ExprConstruct, "BETWEEN", "SYMMETRIC"},
		{"id = ANY(amount)", diag.ExprConstruct, "=", "IN"},
		{"trim('x' from status)", diag.ExprConstruct, "trim", ""},
		{"position('a' in status)", diag.ExprConstruct, "position", ""},
		{"lower(VARIADIC status)", diag.ExprConstruct, "lower", ""},
		{"lower(s => status)", diag.ExprConstruct, "s", ""},
		{"substring(status for 2)", diag.ExprConstruct, "substring(status for 2)", ""},
		{"DEFAULT", diag.ExprConstruct, "DEFAULT", ""},
		{"status IS JSON", diag.ExprConstruct, "status", ""},
		{"current_date", diag.ExprClock, "current_date", "range"},
		{"now()", diag.ExprClock, "now()", "range"},
		{"random() < 0.1", diag.ExprClock, "random()", ""},
		{"pg_catalog.abs(id)", diag.ExprQualified, "pg_catalog", "plain"},
		{"pg_catalog.pg_read_file('/etc/passwd')", diag.ExprQualified, "pg_catalog", ""},
		{"id OPERATOR(pg_catalog.+) 1", diag.ExprQualified, "OPERATOR", "plain"},
		{"id::pg_catalog.int4", diag.ExprCast, "pg_catalog", "schema"},
		{"lenght(status)", diag.ExprUnknownFunction, "lenght(status)", "length"},
		{"pg_sleep(10)", diag.ExprUnknownFunction, "pg_sleep(10)", ""},
		{"nvl(amount, 0)", diag.ExprUnknownFunction, "nvl(amount, 0)", "COALESCE"},
		{"id ^ 2", diag.ExprOperator, "^", "Operators"},
		{"status ~ 'x'", diag.ExprOperator, "~", ""},
		{"+id", diag.ExprOperator, "+", ""},
		{"id %- 2", diag.ExprOperator, "%-", ""},
		{"date_trunc('day', stamped)", diag.ExprNotYet, "stamped", "grain"},
		{"amont + 1", diag.ExprUnknownColumn, "amont", "amount"},
		{"customer.contry", diag.ExprUnknownColumn, "customer.contry", "country"},
		{`"Amount"`, diag.ExprUnknownColumn, `"Amount"`, "amount"},
		{"custmer.country", diag.ExprUnknownRole, "custmer.country", "customer"},
		{"orders.amount", diag.ExprUnknownRole, "orders.amount", "without its name"},
		{"a.b.c", diag.ExprUnknownRole, "a.b.c", "roles"},
		{"amount + status", diag.ExprTypes, "status", "CAST"},
		{"amount > '5'", diag.ExprTypes, "'5'", "quotes"},
		{"status = 5", diag.ExprTypes, "5", "CAST"},
		{"paid > true", diag.ExprTypes, "paid", "order"},
		{"GREATEST(paid, paid)", diag.ExprTypes, "paid", "order"},
		{"status || quantity", diag.ExprTypes, "quantity", "CAST"},
		{"weight % 2", diag.ExprTypes, "weight", "float"},
		{"ordered_on + 1", diag.ExprTypes, "ordered_on", "date_add"},
		{"CASE WHEN paid THEN 1 ELSE 'x' END", diag.ExprTypes, "'x'", ""},
		{"length(quantity)", diag.ExprTypes, "quantity", "CAST"},
		{"substring(status, 1.5)", diag.ExprTypes, "1.5", "integer"},
		{"extract(hour from ordered_on)", diag.ExprUnit, "hour", "year"},
		{"abs(1, 2)", diag.ExprArguments, "abs(1, 2)", "1 argument"},
		{"concat()", diag.ExprArguments, "concat()", "or more"},
		{"COALESCE(amount)", diag.ExprArguments, "COALESCE(amount)", "or more"},
		{"round(amount, quantity)", diag.ExprArguments, "quantity", "literal"},
		{"round(weight, 16)", diag.ExprArguments, "16", "15"},
		{"CASE lower(status) WHEN 'a' THEN 1 END", diag.ExprArguments, "lower(status)", "WHEN"},
		{"status = NULL", diag.ExprNullComparison, "NULL", "IS NULL"},
		{"NULL <> status", diag.ExprNullComparison, "NULL", "IS NULL"},
		{"id BETWEEN 1 AND NULL", diag.ExprNullComparison, "NULL", "IS NULL"},
		{"NULLIF(id, NULL)", diag.ExprNullComparison, "NULL", "IS NULL"},
		{"CASE status WHEN NULL THEN 1 END", diag.ExprNullComparison, "NULL", "IS NULL"},
		{strings.Repeat("9", 39), diag.ExprLiteral, strings.Repeat("9", 39), "38"},
		{"1e5", diag.ExprLiteral, "1e5", "plain"},
		{"0x1F", diag.ExprLiteral, "0x1F", "plain"},
		{"1_000", diag.ExprLiteral, "1_000", "plain"},
		{"5.", diag.ExprLiteral, "5.", "plain"},
		{"DATE '2026-02-30'", diag.ExprLiteral, "DATE '2026-02-30'", "exists"},
		{"DATE '0000-01-01'", diag.ExprLiteral, "DATE '0000-01-01'", "exists"},
		{"DATE 'infinity'", diag.ExprLiteral, "DATE 'infinity'", "exists"},
		{"TIMESTAMP '2026-01-31 15:04:05Z'", diag.ExprLiteral, "TIMESTAMP '2026-01-31 15:04:05Z'", "zone"},
		{"TIMESTAMP '2026-01-31 15:04:05.1234567'", diag.ExprLiteral, "TIMESTAMP '2026-01-31 15:04:05.1234567'", ""},
		{"TIMESTAMP WITH TIME ZONE '2026-01-31'", diag.ExprLiteral, "TIMESTAMP", ""},
		{"INTERVAL '1 day'", diag.ExprLiteral, "INTERVAL", ""},
		{"int '4'", diag.ExprLiteral, "int", ""},
		{"status IN ('a', NULL)", diag.ExprInList, "NULL", "IS NULL"},
		{"id IN (1, quantity)", diag.ExprInList, "quantity", "OR"},
		{"CAST(weight AS string)", diag.ExprCast, "weight", "decimal"},
		{"CAST(stamped AS date)", diag.ExprCast, "stamped", "zone"},
		{"CAST(status AS boolean)", diag.ExprCast, "status", "comparison"},
		{"CAST(status AS bigint)", diag.ExprCast, "bigint", "integer"},
		{"CAST(status AS integer[])", diag.ExprCast, "integer", "Types"},
		{"CAST(id AS decimal)", diag.ExprCast, "decimal", "digits"},
		{"CAST(id AS decimal(39, 2))", diag.ExprCast, "decimal(39, 2)", "38"},
		{"CAST(id AS decimal(2, 3))", diag.ExprCast, "decimal(2, 3)", "38"},
		{"CAST(id AS timestamp(3))", diag.ExprCast, "timestamp", ""},
		{"CAST(id AS regclass)", diag.ExprCast, "regclass", "Types"},
		{"NULL", diag.ExprUntypedNull, "NULL", "CAST"},
		{"NULL + NULL", diag.ExprUntypedNull, "NULL", "CAST"},
		{"COALESCE(NULL, NULL)", diag.ExprUntypedNull, "NULL", "CAST"},
		{"NULL IS NULL", diag.ExprUntypedNull, "NULL", ""},
		{"-'5'", diag.ExprTypes, "'5'", "CAST"},
		{"-true", diag.ExprTypes, "true", ""},
		{"-NULL", diag.ExprUntypedNull, "NULL", "CAST"},
		{"ordered_on > '2026-01-01'", diag.ExprTextAsTime, "'2026-01-01'", "DATE"},
		{"'2026-01-01' < created", diag.ExprTextAsTime, "created", "TIMESTAMP"},
		{"stamped > '2026-01-01'", diag.ExprTextAsTime, "'2026-01-01'", "range"},
		{"stamped > created", diag.ExprZone, "created", "instant"},
		{"COALESCE(ordered_on, stamped)", diag.ExprZone, "stamped", "instant"},
		{"quantity AND paid", diag.ExprCondition, "quantity", "comparison"},
		{"NOT status", diag.ExprCondition, "status", ""},
		{"CASE WHEN 1 THEN 2 END", diag.ExprCondition, "1", ""},
		{"quantity IS TRUE", diag.ExprCondition, "quantity", ""},
		{"wide * wide", diag.ExprDigits, "wide * wide", "Round"},
		{"COALESCE(wide, " + strings.Repeat("9", 38) + ")", diag.ExprDigits, strings.Repeat("9", 38), "decimals"},
		{"status LIKE customer.country", diag.ExprPattern, "customer.country", "literal"},
		{`status LIKE 'a\'`, diag.ExprPattern, `'a\'`, "backslash"},
		{"status LIKE 'a!%' ESCAPE '!'", diag.ExprPattern, "LIKE", "ESCAPE"},
		{"status SIMILAR TO 'a'", diag.ExprPattern, "SIMILAR", "LIKE"},
		{"date_trunc('decade', ordered_on)", diag.ExprUnit, "'decade'", "quarter"},
		{"date_trunc(status, ordered_on)", diag.ExprUnit, "status", "literal"},
		{"extract(epoch from created)", diag.ExprUnit, "epoch", "doy"},
	} {
		n, problems := Compile(c.text, orders{})
		if len(problems) == 0 {
			t.Errorf("%.80s: accepted as %s", c.text, sexpr(n))
			continue
		}
		p := problems[0]
		if n != nil || p.Code != c.code || p.Message == "" {
			t.Errorf("%.80s: got %s %q %q, want %s", c.text, p.Code, p.Message, p.Hint, c.code)
		}
		if p.Start < 0 || p.End < p.Start || p.End > len(c.text) {
			t.Fatalf("%.80s: range %d-%d", c.text, p.Start, p.End)
		}
		if got := c.text[p.Start:p.End]; got != c.at {
			t.Errorf("%.80s: points to %q, want %q (%s)", c.text, got, c.at, p.Message)
		}
		if !strings.Contains(p.Message+" "+p.Hint, c.says) {
			t.Errorf("%.80s: %q %q does not say %q", c.text, p.Message, p.Hint, c.says)
		}
	}
}

func TestEveryProblemIsFound(t *testing.T) {
	_, problems := Compile("amont > 1 AND stats = 'x' AND id = NULL", orders{})
	if len(problems) != 3 {
		t.Errorf("got %v, want three problems", problems)
	}
}
