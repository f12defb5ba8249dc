package expr

import (
	"strings"
	"testing"
)

var (
	amount = Type{Kind: Decimal, Precision: 12, Scale: 2}
	scope  = map[Column]Type{{Name: "amount"}: amount, {Name: "n"}: integer, {Role: "r", Name: "s"}: text, {Name: "at"}: {Kind: TimestampTZ}}
)

func inScope(c Column) (Type, bool) { t, ok := scope[c]; return t, ok }

func nested(levels int) *Node {
	n := Col("", "n", integer)
	for range levels - 1 {
		n = Call(OpNeg, integer, n)
	}
	return n
}

func TestCheckAccepts(t *testing.T) {
	for name, n := range map[string]*Node{
		"column":     Col("r", "s", text),
		"typed null": {Op: OpLiteral, Type: amount},
		"sum":        Call(OpAdd, integer, Col("", "n", integer), Lit(integer, "-7")),
		"cast":       Call(OpCast, float, Col("", "n", integer)),
		"deep":       nested(MaxDepth),
	} {
		if err := Check(n, inScope); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	n, s := Col("", "n", integer), Col("r", "s", text)
	column := n.Column
	word := "1"
	wide := make([]*Node, MaxNodes)
	for i := range wide {
		wide[i] = Lit(integer, "1")
	}
	for name, bad := range map[string]*Node{
		"nothing":                 nil,
		"zero":                    {},
		"unknown operation":       Call("pg_sleep", integer, n),
		"column operation":        {Op: OpColumn, Type: integer},
		"unknown column":          Col("", "secret", integer),
		"other role":              Col("x", "n", integer),
		"other type":              Col("", "n", float),
		"column with arguments":   {Op: OpColumn, Type: integer, Column: column, Args: []*Node{n}},
		"column with a value":     {Op: OpColumn, Type: integer, Column: column, Value: &word},
		"literal with a column":   {Op: OpLiteral, Type: integer, Column: column, Value: &word},
		"operation with a value":  {Op: OpNeg, Type: integer, Args: []*Node{n}, Value: &word},
		"operation with a column": {Op: OpNeg, Type: integer, Args: []*Node{n}, Column: column},
		"null argument":           Call(OpNeg, integer, nil),
		"untyped null":            {Op: OpLiteral, Type: Type{Kind: Null}},
		"unknown kind":            {Op: OpLiteral, Type: Type{Kind: "blob"}, Value: &word},
		"integer with digits":     {Op: OpLiteral, Type: Type{Kind: Integer, Precision: 3}, Value: &word},
		"decimal without digits":  {Op: OpLiteral, Type: Type{Kind: Decimal}, Value: &word},
		"too few arguments":       Call(OpAdd, integer, n),
		"too many arguments":      Call(OpNot, boolean, Lit(boolean, "true"), Lit(boolean, "true")),
		"wrong result":            Call(OpAdd, float, n, n),
		"wrong scale":             Call(OpAdd, Type{Kind: Decimal, Precision: 38, Scale: 3}, Col("", "amount", amount), Col("", "amount", amount)),
		"missing cast":            Call(OpAdd, Type{Kind: Decimal, Precision: 38, Scale: 2}, n, Col("", "amount", amount)),
		"types apart":             Call(OpEq, boolean, n, s),
		"null compared":           Call(OpEq, boolean, n, &Node{Op: OpLiteral, Type: integer}),
		"null in list":            Call(OpIn, boolean, n, &Node{Op: OpLiteral, Type: integer}),
		"column in list":          Call(OpIn, boolean, n, n),
		"condition of a number":   Call(OpNot, boolean, n),
		"pattern of a column":     Call(OpLike, boolean, s, s),
		"pattern ends in escape":  Call(OpLike, boolean, s, Lit(text, `a\`)),
		"unit of no kind":         Call(OpExtract, integer, Lit(text, "epoch"), Lit(Type{Kind: Date}, "2026-01-31")),
		"cast float to text":      Call(OpCast, text, Lit(float, "1.5")),
		"cast instant to day":     Call(OpCast, Type{Kind: Date}, Col("", "at", Type{Kind: TimestampTZ})),
		"cast to itself":          Call(OpCast, integer, n),
		"cast of text to 38":      Call(OpCast, Type{Kind: Decimal, Precision: 38, Scale: 38}, s),
		"cast of two":             Call(OpCast, float, n, n),
		"deep":                    nested(MaxDepth + 1),
		"wide":                    Call(OpIn, boolean, append([]*Node{n}, wide...)...),
	} {
		if err := Check(bad, inScope); err == nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "pg_sleep") {
			t.Errorf("%s: echoes the tree: %v", name, err)
		}
	}
}

func TestLiteralsHaveOneSpelling(t *testing.T) {
	date, timestamp := Type{Kind: Date}, Type{Kind: Timestamp}
	for _, c := range []struct {
		t         Type
		good, bad []string
	}{
		{text, []string{"", "a", "日本", "'"}, []string{"\x00", "\xff"}},
		{integer, []string{"0", "-1", strings.Repeat("9", 38)}, []string{"", "-0", "01", "+1", "1.0", " 1", "1e3", "٣", strings.Repeat("9", 39)}},
		{amount, []string{"0.00", "-1.50", "9999999999.99"}, []string{"1", "1.5", "1.500", "-0.00", "01.00", ".50", "10000000000.00"}},
		{Type{Kind: Decimal, Precision: 2, Scale: 2}, []string{"0.05"}, []string{"1.05"}},
		{Type{Kind: Decimal, Precision: 3}, []string{"999", "-1"}, []string{"1000", "1."}},
		{float, []string{"0", "1.5", "1e+20", "-1e-07"}, []string{"-0", "1.50", "NaN", "Inf", "1e20", "0x1p3", "1_0", ""}},
		{boolean, []string{"true", "false"}, []string{"t", "TRUE", "1", ""}},
		{date, []string{"2026-01-31", "0001-01-01"}, []string{"2026-02-30", "0000-01-01", "2026-1-31", "infinity", "10000-01-01"}},
		{timestamp, []string{"2026-01-31T15:04:05", "2026-01-31T15:04:05.5"}, []string{"2026-01-31 15:04:05", "2026-01-31T15:04:05.50", "2026-01-31T15:04:05Z", "2026-01-31T24:00:00", "2026-01-31T15:04:05.1234567", "2026-01-31T15:04:05,5"}},
		{Type{Kind: TimestampTZ}, nil, []string{"2026-01-31T15:04:05Z"}},
	} {
		for _, s := range c.good {
			if err := Check(Lit(c.t, s), nil); err != nil {
				t.Errorf("%s %q: %v", c.t, s, err)
			}
		}
		for _, s := range c.bad {
			if Check(Lit(c.t, s), nil) == nil {
				t.Errorf("%s %q: accepted", c.t, s)
			}
		}
	}
}

// The table is complete: each row says all there is to say, and names are unique.
func TestTable(t *testing.T) {
	seen := map[Op]bool{}
	for _, o := range Operations() {
		if seen[o.Op] {
			t.Errorf("%s has two rows", o.Op)
		}
		seen[o.Op] = true
		if o.Syntax == "" || o.Types == "" || o.Meaning == "" || o.Null == "" || o.Example == "" || o.ExampleValue == "" {
			t.Errorf("%s: its row has gaps", o.Op)
		}
		if found, ok := Lookup(o.Op); !ok || found.Op != o.Op {
			t.Errorf("%s is not found", o.Op)
		}
	}
}
