package expression

import (
	"strings"
	"testing"

	"sutura.dev/internal/diag"
)

// refused has what is not an expression: the code, the part of the text the problem points to, and a part of its
// message or hint.
var refused = []struct {
	text string
	code diag.Code
	at   string
	says string
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
	{"select", diag.ExprSyntax, "select", "word of SQL"},
	{"order.status = 'x'", diag.ExprSyntax, "order", "word of SQL"},
	{"amount * user.select", diag.ExprSyntax, "user", "word of SQL"},
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
	{"TIMESTAMP '2026-01-31 5:04:05'", diag.ExprLiteral, "TIMESTAMP '2026-01-31 5:04:05'", ""},
	{"TIMESTAMP '2026-01-31 15:04:05,5'", diag.ExprLiteral, "TIMESTAMP '2026-01-31 15:04:05,5'", ""},
	{"TIMESTAMP '2026-01-31'", diag.ExprLiteral, "TIMESTAMP '2026-01-31'", ""},
	{"TIMESTAMP WITH TIME ZONE '2026-01-31'", diag.ExprLiteral, "TIMESTAMP", ""},
	{"INTERVAL '1 day'", diag.ExprLiteral, "INTERVAL", ""},
	{"int '4'", diag.ExprLiteral, "int", ""},
	{"status IN ('a', NULL)", diag.ExprInList, "NULL", "IS NULL"},
	{"id IN (1, quantity)", diag.ExprInList, "quantity", "OR"},
	{"CAST(weight AS string)", diag.ExprCast, "weight", "decimal"},
	{"CAST(stamped AS date)", diag.ExprCast, "stamped", "zone"},
	{"CAST(status AS boolean)", diag.ExprCast, "status", "comparison"},
	{"CAST(status AS smallint)", diag.ExprCast, "smallint", "integer"},
	{"CAST(id AS varchar(3))", diag.ExprCast, "varchar", "decimals"},
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
}

func TestRefused(t *testing.T) {
	for _, c := range refused {
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
