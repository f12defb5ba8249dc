package expr

import (
	"strconv"

	"sutura.dev/internal/diag"
)

// A typing says, for the arguments of one operation, which types they must be brought to and what the result is. It
// is stable: applied to the arguments it asked for, it asks for the same again. So the compiler (Apply) and the
// reader of a bundle (Check) share it.
type typing func(args []*Node) (want []Type, result Type, m *Misuse)

var (
	boolean = Type{Kind: Boolean}
	integer = Type{Kind: Integer}
	float   = Type{Kind: Float}
	text    = Type{Kind: String}
)

func all(t Type, args []*Node) []Type {
	want := make([]Type, len(args))
	for i := range want {
		want[i] = t
	}
	return want
}

// fixed takes exactly these types; a NULL is typed, an integer widens to a float or decimal only where said.
func fixed(result Type, want ...Type) typing {
	return func(args []*Node) ([]Type, Type, *Misuse) {
		want := want[:len(args)]
		for i, a := range args {
			if m := accepts(a, i, want[i]); m != nil {
				return nil, Type{}, m
			}
		}
		return want, result, nil
	}
}

// counted is a typing whose integers count characters or units of time, with 32 bits.
func counted(t typing) typing {
	return func(args []*Node) ([]Type, Type, *Misuse) {
		want, result, m := t(args)
		if m != nil {
			return nil, Type{}, m
		}
		for i, w := range want {
			if a := args[i]; w == integer && a.IsLiteral() && a.Value != nil {
				if _, err := strconv.ParseInt(*a.Value, 10, 32); err != nil {
					return nil, Type{}, misuse(diag.ExprArguments, i, "", "a count of characters or units is at most 2147483647")
				}
			}
		}
		return want, result, nil
	}
}

// every takes any number of arguments of one type.
func every(result, t Type) typing {
	return func(args []*Node) ([]Type, Type, *Misuse) {
		for i, a := range args {
			if m := accepts(a, i, t); m != nil {
				return nil, Type{}, m
			}
		}
		return all(t, args), result, nil
	}
}

func accepts(a *Node, i int, t Type) *Misuse {
	switch {
	case a.Type == t || a.Type.Kind == Null, t.Kind == Float && a.Type.Numeric():
		return nil
	case t.Kind == Boolean:
		return misuse(diag.ExprCondition, i, "Write a comparison, such as quantity > 0.", "a condition is needed here, and this is %s", a.Type)
	case t.Kind == String:
		return misuse(diag.ExprTypes, i, "CAST(... AS string) makes text of a number, a date or a boolean.", "text is needed here, and this is %s", a.Type)
	}
	return misuse(diag.ExprTypes, i, "", "%s is needed here, and this is %s", t, a.Type)
}

// Numbers.

func numbers(args []*Node) *Misuse {
	for i, a := range args {
		if a.Type.Numeric() || a.Type.Kind == Null {
			continue
		}
		hint := "CAST(... AS integer) or CAST(... AS decimal(p, s)) makes a number of text."
		if a.Type.Temporal() {
			hint = "date_add and date_diff compute with dates."
		}
		return misuse(diag.ExprTypes, i, hint, "a number is needed here, and this is %s", a.Type)
	}
	return nil
}

// arithmetic is + - * and %: integers stay integers, decimals have scale(s1, s2) and 38 digits, a float makes floats.
func arithmetic(scale func(a, b int) int) typing {
	return func(args []*Node) ([]Type, Type, *Misuse) {
		if m := numbers(args); m != nil {
			return nil, Type{}, m
		}
		kind, m := commonKind(args)
		if m != nil {
			return nil, Type{}, m
		}
		if kind != Decimal {
			t := Type{Kind: kind}
			return all(t, args), t, nil
		}
		want := []Type{arithmeticDecimal(args[0], args[1]), arithmeticDecimal(args[1], args[0])}
		s := scale(want[0].Scale, want[1].Scale)
		if s > MaxPrecision {
			return nil, Type{}, misuse(diag.ExprDigits, -1, "Round an operand first, or CAST it to float.",
				"the result would have %d decimals, and exact numbers keep %d digits", s, MaxPrecision)
		}
		return want, Type{Kind: Decimal, Precision: MaxPrecision, Scale: s}, nil
	}
}

// arithmeticDecimal is the decimal that n is taken as; a NULL takes its neighbour's.
func arithmeticDecimal(n, neighbour *Node) Type {
	if n.Type.Kind == Null {
		return asDecimal(neighbour)
	}
	return asDecimal(n)
}

func larger(a, b int) int { return max(a, b) }
func sum(a, b int) int    { return a + b }

// modulo brings decimals to one scale: DuckDB takes the rest of two scales as doubles.
func modulo(args []*Node) ([]Type, Type, *Misuse) {
	for i, a := range args {
		if a.Type.Kind == Float {
			return nil, Type{}, misuse(diag.ExprTypes, i, "CAST the float to integer or decimal first.", "%% takes integers and decimals, and this is float")
		}
	}
	want, result, m := arithmetic(larger)(args)
	if m == nil && result.Kind == Decimal {
		for i, t := range want {
			want[i] = Type{Kind: Decimal, Precision: min(MaxPrecision, wholeRoom(t)+result.Scale), Scale: result.Scale}
		}
	}
	return want, result, m
}

// numeric takes numbers and gives a type made from the first one's; it looks at the first only.
func numeric(result func(Type) Type) typing {
	return func(args []*Node) ([]Type, Type, *Misuse) {
		if m := numbers(args); m != nil {
			return nil, Type{}, m
		}
		t := args[0].Type
		if t.Kind == Null {
			return nil, Type{}, misuse(diag.ExprUntypedNull, 0, "Write CAST(NULL AS type), or leave it out.", "nothing here gives NULL a type")
		}
		return []Type{t}, result(t), nil
	}
}

func same(t Type) Type   { return t }
func toInt(Type) Type    { return integer }
func wholes(t Type) Type { return rounded(t, 0) }

// rounded is the type of t with at most places decimals: one digit more before the point, since 9.9 rounds to 10.
func rounded(t Type, places int) Type {
	if t.Kind != Decimal {
		return t
	}
	scale := min(t.Scale, max(0, places))
	return Type{Kind: Decimal, Precision: min(MaxPrecision, t.Precision-t.Scale+1+scale), Scale: scale}
}

// maxFloatPlaces bounds the places a float is rounded to: a binary64 has no more digits to round.
const maxFloatPlaces = 15

// round takes a number and, as a literal, how many decimals to keep.
func round(args []*Node) ([]Type, Type, *Misuse) {
	want, result, m := numeric(wholes)(args)
	if m != nil || len(args) == 1 {
		return want, result, m
	}
	p, bound := args[1], MaxPrecision
	if args[0].Type.Kind == Float {
		bound = maxFloatPlaces
	}
	if !p.IsLiteral() || p.Type.Kind != Integer || p.Value == nil {
		return nil, Type{}, misuse(diag.ExprArguments, 1, "Write round(n, 2).", "the number of decimals must be an integer literal")
	}
	places, err := strconv.Atoi(*p.Value)
	least := -min(bound, MaxPrecision-1)
	if err != nil || places > bound || places < least {
		return nil, Type{}, misuse(diag.ExprArguments, 1, "", "the number of decimals is %d to %d", least, bound)
	}
	return append(want, integer), rounded(args[0].Type, places), nil
}

// Truth.

// comparison is = < and their kin, BETWEEN, IN and IS DISTINCT FROM.
func comparison(ordered bool) typing {
	return func(args []*Node) ([]Type, Type, *Misuse) {
		want, _, m := comparable(args, ordered)
		return want, boolean, m
	}
}

// comparable brings arguments to one kind; decimals keep their own digits, which compare exactly.
func comparable(args []*Node, ordered bool) ([]Type, Kind, *Misuse) {
	for i, a := range args {
		if a.IsNull() {
			return nil, "", misuse(diag.ExprNullComparison, i, "Write IS NULL or IS NOT NULL.", "NULL is tested, not compared")
		}
	}
	kind, m := commonKind(args)
	if m != nil {
		return nil, "", m
	}
	if ordered && kind == Boolean {
		return nil, "", misuse(diag.ExprTypes, 0, "Use =, <>, IS TRUE or IS FALSE.", "booleans have no order")
	}
	want := all(Type{Kind: kind}, args)
	if kind == Decimal {
		for i, a := range args {
			want[i] = asDecimal(a)
		}
	}
	return want, kind, nil
}

// membership is IN: what stands on the right are literals, all brought to one type.
func membership(args []*Node) ([]Type, Type, *Misuse) {
	for i, a := range args[1:] {
		switch {
		case a.IsNull():
			return nil, Type{}, misuse(diag.ExprInList, i+1, "Leave NULL out, and write OR x IS NULL where missing values count.", "the list of IN takes no NULL")
		case !a.IsLiteral():
			return nil, Type{}, misuse(diag.ExprInList, i+1, "Compare with = and OR instead.", "IN takes literals, and this is none")
		}
	}
	want, kind, m := comparable(args, false)
	if m != nil || kind != Decimal {
		return want, boolean, m
	}
	t, m := common(args[1:])
	if m != nil {
		return nil, Type{}, m
	}
	if t.Kind == Integer { // integers beside a decimal column
		whole := 1
		for _, a := range args[1:] {
			whole = max(whole, wholeOf(a))
		}
		t = Type{Kind: Decimal, Precision: whole}
	}
	copy(want[1:], all(t, args[1:]))
	return want, boolean, nil
}

// typed takes one argument of any type.
func typed(args []*Node) ([]Type, Type, *Misuse) {
	if args[0].Type.Kind == Null {
		return nil, Type{}, misuse(diag.ExprUntypedNull, 0, "Leave it out.", "this asks nothing: NULL is always null")
	}
	return []Type{args[0].Type}, boolean, nil
}

// pattern is LIKE and ILIKE.
func pattern(args []*Node) ([]Type, Type, *Misuse) {
	p := args[1]
	switch {
	case p.IsNull():
		return nil, Type{}, misuse(diag.ExprNullComparison, 1, "Write IS NULL or IS NOT NULL.", "a pattern is text, not NULL")
	case !p.IsLiteral() || p.Type.Kind != String:
		return nil, Type{}, misuse(diag.ExprPattern, 1, "Write the pattern as '...'; starts_with takes an expression.", "the pattern of LIKE must be a string literal")
	case danglingEscape(*p.Value):
		return nil, Type{}, misuse(diag.ExprPattern, 1, `Double a backslash that is meant literally.`, "the pattern ends in its escape sign, a backslash")
	}
	return fixed(boolean, text, text)(args)
}

func danglingEscape(p string) bool {
	escaped := false
	for _, r := range p {
		escaped = r == '\\' && !escaped
	}
	return escaped
}

// Choice.

func firstOf(args []*Node) ([]Type, Type, *Misuse) {
	t, m := common(args)
	return all(t, args), t, m
}

func extreme(args []*Node) ([]Type, Type, *Misuse) {
	t, m := common(args)
	if m == nil && t.Kind == Boolean {
		m = misuse(diag.ExprTypes, 0, "Use AND, OR or CASE.", "booleans have no order")
	}
	return all(t, args), t, m
}

func nullif(args []*Node) ([]Type, Type, *Misuse) {
	want, _, m := comparable(args, false)
	if m != nil {
		return nil, Type{}, m
	}
	return want, want[0], nil
}

func caseWhen(args []*Node) ([]Type, Type, *Misuse) {
	want := make([]Type, len(args))
	var results []*Node
	var at []int
	for i, a := range args {
		if i%2 == 1 || i == len(args)-1 {
			results, at = append(results, a), append(at, i)
			continue
		}
		if m := accepts(a, i, boolean); m != nil {
			return nil, Type{}, m
		}
		want[i] = boolean
	}
	t, m := common(results)
	if m != nil {
		if m.Arg >= 0 {
			m.Arg = at[m.Arg]
		}
		return nil, Type{}, m
	}
	for _, i := range at {
		want[i] = t
	}
	return want, t, nil
}
