package expr

import "sutura.dev/internal/diag"

// Operation is one row of the closed table: what an author writes, what it takes, what it means. The documentation,
// the type checker, the bundle's reader and the dialects' tests read the same rows.
type Operation struct {
	Op Op
	// Function reports whether it is written as a call of its own name.
	Function bool
	// Syntax is how an author writes it.
	Syntax string
	// Types says in words what it takes and gives.
	Types string
	// Meaning says what it does, on every dialect.
	Meaning string
	// Null says when the result is null, domain errors included.
	Null string
	// Example is an expression without columns, and ExampleValue its value: canonical text, or "null".
	Example, ExampleValue string

	minArgs, maxArgs int // maxArgs < 0: no bound
	typing           typing
}

// Operations returns every operation on arguments, in the order of the documentation. Columns, literals and casts
// are not among them.
func Operations() []Operation { return append([]Operation(nil), operations...) }

// Lookup finds an operation.
func Lookup(op Op) (Operation, bool) {
	i, ok := operationIndex[op]
	if !ok {
		return Operation{}, false
	}
	return operations[i], true
}

// Functions returns the names an author may call, in order of the table.
func Functions() []string {
	var names []string
	for _, o := range operations {
		if o.Function {
			names = append(names, string(o.Op))
		}
	}
	return names
}

var operationIndex = func() map[Op]int {
	index := make(map[Op]int, len(operations))
	for i, o := range operations {
		index[o.Op] = i
	}
	return index
}()

// Apply makes an operation: it brings the arguments to the types the operation works on, by retyping literals and
// putting casts where columns and operations need one, and gives the result its type. Args are well typed, or NULL
// without a type.
func Apply(op Op, args ...*Node) (*Node, *Misuse) {
	o, ok := Lookup(op)
	if !ok {
		return nil, misuse(diag.ExprOperator, -1, "", "there is no such operation")
	}
	want, result, m := o.types(args)
	if m != nil {
		return nil, m
	}
	brought := make([]*Node, len(args))
	for i, a := range args {
		if brought[i], ok = bring(a, want[i]); !ok {
			return nil, misuse(diag.ExprLiteral, i, "", "this literal has no exact spelling as %s", want[i])
		}
	}
	return Call(op, result, brought...), nil
}

func (o Operation) types(args []*Node) (want []Type, result Type, m *Misuse) {
	if len(args) < o.minArgs || (o.maxArgs >= 0 && len(args) > o.maxArgs) {
		return nil, Type{}, misuse(diag.ExprArguments, -1, "Write "+o.Syntax+".", "%s takes %s, and here are %d", o.Op, o.arity(), len(args))
	}
	return o.typing(args)
}

func (o Operation) arity() string {
	switch {
	case o.maxArgs < 0:
		return plural(o.minArgs, "argument") + " or more"
	case o.minArgs == o.maxArgs:
		return plural(o.minArgs, "argument")
	}
	return number(o.minArgs) + " to " + plural(o.maxArgs, "argument")
}
