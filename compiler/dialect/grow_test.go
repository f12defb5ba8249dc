package dialect_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/oracle"
	"sutura.dev/internal/warehouse"
)

func decimal(precision, scale int) expr.Type {
	return expr.Type{Kind: expr.Decimal, Precision: precision, Scale: scale}
}

var (
	text      = expr.Type{Kind: expr.String}
	integer   = expr.Type{Kind: expr.Integer}
	float     = expr.Type{Kind: expr.Float}
	boolean   = expr.Type{Kind: expr.Boolean}
	date      = expr.Type{Kind: expr.Date}
	timestamp = expr.Type{Kind: expr.Timestamp}
	instant   = expr.Type{Kind: expr.TimestampTZ}
)

// column is a column of random rows: its spelled values are among those, each as likely as null.
type column struct {
	name   string
	t      expr.Type
	native string
	values []string
}

// What goes wrong lives at edges, so values are edges: extremes, halves, -0, months' ends, leap days, hours that zones skip
// or repeat, text that looks like numbers and days, letters in two forms.
var (
	integers = []string{"0", "1", "-1", "2", "3", "-4", "5", "7", "-7", "10", "32767", "-32768"}
	wide     = []string{"0", "1", "-1", "2", "-3", "9007199254740993", "4611686018427387904", "-4611686018427387905", "9223372036854775807", "-9223372036854775808"}
	doubles  = []string{"0", "-0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "0.49999999999999994", "0.1", "0.7", "1.005", "-1.005", "2.675", "100", "5e-324", "1e-300",
		"1e300", "1.7976931348623157e+308", "4503599627370496.5", "9007199254740993", "123456.789", "1e22", "-1e15", "3e-05"}
	singles = []string{"0", "1.5", "-2.5", "16777216", "0.25", "-0.125", "1024"}
	plains  = []string{"", "a", "A", "a ", " a", "  x y  ", "abc", "ABC", "Zz", "%", "_", `\`, `a\%b`, "a%b", "O'Neil", `"q"`, "!", "a!b", "-", "0"}
	texts   = append([]string{"ä", "a\u0308", "é", "日本", "😀", "👩‍👩‍👧", "ß", "İ", "\u00a0", "\u3000x\u3000", "\t", "a\nb", "\u200d", "\ufffd", "Ω"}, plains...)
	numbers = []string{"", " ", "12", " -12 ", "+7", "007", "1e3", "1E-2", "12.5", "-0.005", ".5", "5.", ".", "+", "-", "1.005", "2.675", "1_000", "0x1F", "NaN", "inf", "١", "1 2", "1e",
		"e5", "--1", "9223372036854775808", "99999999999999999999", "\t1", "1\n", "12,5", "1e+02", "0e0", "-0", "1.5e1", "123456789.987654321"}
	days = []string{"2024-02-29", "2023-02-29", "2026-01-31", "2026-02-30", "2026-2-3", "20260203", " 2026-02-03", "2026-02-03 ", "infinity", "Feb 3 2026", "0001-01-01", "9999-12-31",
		"0000-01-01", "10000-01-01", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31", "2026-02-03\n", "2026-01-31T00:00:00", "1900-02-29", "2000-02-29", ""}
	dates = []string{"2024-02-29", "2023-02-28", "2026-01-31", "2026-03-31", "2026-01-01", "2025-12-28", "2025-12-29", "2026-01-04", "2026-12-31", "2027-01-03", "0001-01-01", "1582-10-10",
		"1900-02-28", "1969-12-31", "9999-12-31", "2026-10-25", "2026-03-08"}
	moments = []string{"2026-01-31T15:04:15.678", "2024-02-29T23:59:59.999999", "2026-01-01T00:00:00", "2025-12-31T23:59:59.5", "1969-12-31T23:59:59.999999", "1969-12-31T23:00:00.5", "0001-01-01T00:00:00",
		"9999-12-31T23:59:59.999999", "2026-03-08T02:30:00", "2026-10-25T01:30:00", "1582-10-10T12:00:00.000001", "2026-01-04T00:00:00"}
	instants = []string{"2026-03-08T06:59:59.999999Z", "2026-03-08T07:00:00Z", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-10-25T00:59:59Z", "1970-01-01T00:00:00Z"}
)

var grownColumns = []column{
	{"i", integer, "BIGINT", wide}, {"j", integer, "INTEGER", integers}, {"k", integer, "SMALLINT", integers},
	{"d", decimal(12, 2), "", []string{"0.00", "0.01", "-0.05", "12.34", "-2.50", "9999999999.99", "1.00"}},
	{"e", decimal(4, 1), "", []string{"0.5", "-0.5", "1.5", "2.5", "-999.9", "0.0"}},
	{"u", decimal(38, 0), "", []string{"0", "1", "-99999999999999999999999999999999999999", "4611686018427387904", "7"}},
	{"v", decimal(38, 30), "", []string{"0.000000000000000000000000000001", "-12345678.999999999999999999999999999999", "0.000000000000000000000000000000", "2.500000000000000000000000000000"}},
	{"w", decimal(18, 18), "", []string{"0.999999999999999999", "-0.500000000000000000", "0.000000000000000000"}},
	{"f", float, "", doubles}, {"g", float, "", doubles}, {"h", float, "REAL", singles},
	{"s", text, "", texts}, {"t", text, "", texts}, {"a", text, "", plains}, {"z", text, "", plains}, {"num", text, "", numbers}, {"iso", text, "", days},
	{"p", boolean, "", []string{"true", "false"}}, {"q", boolean, "", []string{"true", "false"}},
	{"day", date, "", dates}, {"due", date, "", dates}, {"at", timestamp, "", moments}, {"by", timestamp, "", moments},
	{"seen", instant, "", instants}, {"sent", instant, "", instants},
}

// ascii are the columns whose letters are ASCII: case is promised for those.
var ascii = map[string]bool{"a": true, "z": true, "num": true, "iso": true}

// spelledValue is a value as the law has it.
func spelledValue(t expr.Type, spelling string) any {
	var v any
	ok, err := true, error(nil)
	switch t.Kind {
	case expr.Integer, expr.Decimal:
		v, ok = new(big.Rat).SetString(spelling)
	case expr.Float:
		v, err = strconv.ParseFloat(spelling, 64)
	case expr.Boolean:
		v = spelling == "true"
	case expr.Date:
		v, ok = calendar.ParseDate(spelling)
	case expr.Timestamp:
		v, ok = calendar.ParseLocal(spelling)
	case expr.TimestampTZ:
		v, err = time.Parse(time.RFC3339Nano, spelling)
	case expr.String:
		v = spelling
	case expr.Null:
		ok = false
	}
	if !ok || err != nil {
		panic(spelling + " is no " + t.String())
	}
	return v
}

// grownRows draws rows, as the law has them and as cells.
func grownRows(r *rand.Rand, count int) ([]oracle.Row, [][]warehouse.Cell) {
	rows, cells := make([]oracle.Row, count), make([][]warehouse.Cell, count)
	for i := range rows {
		rows[i] = oracle.Row{}
		cells[i] = []warehouse.Cell{int64(i)}
		for _, c := range grownColumns {
			at := r.IntN(len(c.values) + 1)
			if at == len(c.values) {
				cells[i] = append(cells[i], nil)
				continue
			}
			rows[i][c.name] = spelledValue(c.t, c.values[at])
			cells[i] = append(cells[i], c.values[at])
		}
	}
	return rows, cells
}

// garden grows random trees out of columns, literals and what it has grown before, by the table of operations itself:
// what the table takes, grows.
type garden struct {
	r      *rand.Rand
	plants []*expr.Node
}

const (
	mostLevels = 12
	mostNodes  = 40
)

func newGarden(r *rand.Rand) *garden {
	g := &garden{r: r}
	for _, c := range grownColumns {
		g.plants = append(g.plants, expr.Col("", c.name, c.t))
	}
	return g
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }

// literal is a literal of a kind; instants have none.
func (g *garden) literal(kind expr.Kind) *expr.Node {
	var n *expr.Node
	var m *expr.Misuse
	switch kind {
	case expr.Integer:
		digits := strings.TrimPrefix(pick(g.r, append(wide, integers...)), "-")
		n, m = expr.Number(digits, g.r.IntN(3) == 0)
	case expr.Decimal:
		n, m = expr.Number(pick(g.r, []string{"0.5", "2.5", "1.005", "0.00", "123.456", "99999999999999999999.9", "0.0000000001", ".1"}), g.r.IntN(3) == 0)
	case expr.String:
		n = expr.Lit(text, pick(g.r, pick(g.r, [][]string{texts, plains, numbers, days})))
	case expr.Boolean:
		n = expr.Lit(boolean, pick(g.r, []string{"true", "false"}))
	case expr.Date:
		n, m = expr.DateLiteral(pick(g.r, dates))
	case expr.Timestamp:
		n, m = expr.TimestampLiteral(pick(g.r, moments))
	case expr.Float, expr.TimestampTZ, expr.Null:
		n = &expr.Node{Op: expr.OpLiteral, Type: expr.Type{Kind: expr.Null}}
	}
	if m != nil {
		panic(m)
	}
	return n
}

// of is a plant of a kind, or sometimes a literal.
func (g *garden) of(kind expr.Kind) *expr.Node {
	if g.r.IntN(5) == 0 {
		return g.literal(kind)
	}
	for range 400 {
		if n := pick(g.r, g.plants); n.Type.Kind == kind {
			return n
		}
	}
	return g.literal(kind)
}

var kinds = []expr.Kind{expr.String, expr.Integer, expr.Decimal, expr.Float, expr.Boolean, expr.Date, expr.Timestamp, expr.TimestampTZ}

// near is a kind that may stand beside another.
func (g *garden) near(kind expr.Kind) expr.Kind {
	numeric := []expr.Kind{expr.Integer, expr.Decimal, expr.Float}
	switch {
	case g.r.IntN(4) > 0:
		return kind
	case kind == expr.Integer, kind == expr.Decimal, kind == expr.Float:
		return pick(g.r, numeric)
	case kind == expr.Date, kind == expr.Timestamp:
		return pick(g.r, []expr.Kind{expr.Date, expr.Timestamp})
	}
	return kind
}

func (g *garden) word(of ...string) *expr.Node { return expr.Lit(text, pick(g.r, of)) }

func (g *garden) small() *expr.Node {
	if g.r.IntN(3) == 0 {
		return g.of(expr.Integer)
	}
	n, _ := expr.Number(strconv.Itoa(g.r.IntN(15)), g.r.IntN(3) == 0)
	return n
}

var (
	units    = []string{"hour", "day", "week", "month", "quarter", "year"}
	fields   = []string{"year", "isoyear", "quarter", "month", "week", "day", "dow", "isodow", "doy", "hour", "minute", "second"}
	patterns = []string{"%", "_", "a%", "%a", "%b%", `%\%%`, `\_`, "a_c", "", "A%", "!", "%!%", `a\\%`, "日_", "_", "%😀"}
)

// arguments are ones that an operation may take.
func (g *garden) arguments(o expr.Operation) []*expr.Node {
	temporal := func(also ...expr.Kind) *expr.Node {
		return g.of(pick(g.r, append([]expr.Kind{expr.Date, expr.Timestamp}, also...)))
	}
	kind := pick(g.r, kinds)
	switch o.Op {
	case expr.OpLike, expr.OpNotLike, expr.OpILike, expr.OpNotILike:
		return []*expr.Node{g.of(expr.String), g.word(patterns...)}
	case expr.OpDateTrunc:
		return []*expr.Node{g.word(units...), temporal(expr.TimestampTZ)}
	case expr.OpExtract:
		return []*expr.Node{g.word(fields...), temporal(expr.TimestampTZ)}
	case expr.OpDateDiff:
		return []*expr.Node{g.word(units...), temporal(), temporal()}
	case expr.OpDateAdd:
		return []*expr.Node{g.word(units...), g.small(), temporal()}
	case expr.OpLeft, expr.OpRight:
		return []*expr.Node{g.of(expr.String), g.small()}
	case expr.OpSubstring:
		return []*expr.Node{g.of(expr.String), g.small(), g.small()}[:2+g.r.IntN(2)]
	case expr.OpRound:
		return []*expr.Node{g.of(pick(g.r, kinds[1:4])), g.small()}[:1+g.r.IntN(2)]
	case expr.OpIn, expr.OpNotIn:
		return []*expr.Node{g.of(kind), g.literal(g.near(kind)), g.literal(g.near(kind))}
	case expr.OpCase:
		args := []*expr.Node{g.of(expr.Boolean), g.of(kind)}
		if g.r.IntN(2) == 0 {
			args = append(args, g.of(expr.Boolean), g.of(g.near(kind)))
		}
		return append(args, g.of(g.near(kind)))[:len(args)+g.r.IntN(2)]
	case expr.OpAnd, expr.OpOr, expr.OpNot, expr.OpIsTrue, expr.OpIsNotTrue, expr.OpIsFalse, expr.OpIsNotFalse:
		kind = expr.Boolean
	case expr.OpCat, expr.OpLower, expr.OpUpper, expr.OpTrim, expr.OpLTrim, expr.OpRTrim, expr.OpLength, expr.OpReplace, expr.OpStartsWith, expr.OpConcat:
		kind = expr.String
	case expr.OpAdd, expr.OpSub, expr.OpMul, expr.OpDiv, expr.OpMod, expr.OpNeg, expr.OpAbs, expr.OpFloor, expr.OpCeil, expr.OpSign, expr.OpPower, expr.OpSqrt, expr.OpLn, expr.OpExp:
		kind = pick(g.r, kinds[1:4])
	}
	var out []*expr.Node
	for range 1 + g.r.IntN(3) {
		out = append(out, g.of(g.near(kind)))
	}
	return out
}

// grow returns a tree that is not there yet.
func (g *garden) grow() *expr.Node {
	operations := expr.Operations()
	for {
		var n *expr.Node
		var m *expr.Misuse
		if g.r.IntN(8) == 0 {
			n, m = expr.Cast(g.of(pick(g.r, kinds)), g.to())
		} else {
			o := pick(g.r, operations)
			n, m = expr.Apply(o.Op, g.arguments(o)...)
		}
		if m != nil || n.IsLiteral() || n.Op == expr.OpColumn {
			continue
		}
		if levels, nodes := n.Size(); levels > mostLevels || nodes > mostNodes || foldsLetters(n) {
			continue
		}
		return n
	}
}

// keep lets later trees hold this one.
func (g *garden) keep(n *expr.Node) { g.plants = append(g.plants, n) }

// to is a type to cast to.
func (g *garden) to() expr.Type {
	if t := pick(g.r, []expr.Type{text, integer, float, boolean, date, timestamp, {}, {}}); t.Kind != "" {
		return t
	}
	precision := 1 + g.r.IntN(expr.MaxPrecision)
	return decimal(precision, g.r.IntN(precision+1))
}

// foldsLetters reports whether a tree folds the case of letters that are not ASCII, which is the database's own.
func foldsLetters(n *expr.Node) (folds bool) {
	n.Walk(func(m *expr.Node) {
		switch m.Op {
		case expr.OpLower, expr.OpUpper, expr.OpILike, expr.OpNotILike:
			m.Walk(func(leaf *expr.Node) {
				if leaf.Type.Kind == expr.String {
					folds = folds || leaf.Column != nil && !ascii[leaf.Column.Name] || leaf.Value != nil && !isASCII(*leaf.Value)
				}
			})
		}
	})
	return folds
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isRough reports whether a tree computes on with what engines compute to twelve digits only.
func isRough(n *expr.Node) (rough bool) {
	n.Walk(func(m *expr.Node) {
		if m == n {
			return
		}
		switch m.Op {
		case expr.OpExp, expr.OpLn, expr.OpPower:
			rough = true
		}
	})
	return rough
}

// near compares cells: doubles to twelve digits, all else exactly.
func near(a, b any) bool {
	f, ok := a.(float64)
	g, also := b.(float64)
	if !ok || !also {
		return a == b
	}
	return math.Abs(f-g) <= 1e-12*math.Max(math.Abs(f), math.Abs(g))
}
