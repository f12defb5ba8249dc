package expr

import (
	"errors"
	"fmt"
)

// Bounds of one expression.
const (
	MaxDepth = 64   // levels of a tree
	MaxNodes = 8192 // nodes of a tree
	maxText  = 4096 // bytes of a string literal
)

// Check verifies a tree that was read from a bundle: closed operations, their arguments and types as the table has
// them, literals in their one spelling, columns that exist with the type they are said to have, and the bounds. What
// Compile makes passes. The error is for people who look after bundles and echoes nothing of the tree.
func Check(n *Node, column func(Column) (Type, bool)) error {
	c := checker{column: column}
	return c.node(n, 1)
}

type checker struct {
	column func(Column) (Type, bool)
	nodes  int
}

func (c *checker) node(n *Node, depth int) error {
	c.nodes++
	switch {
	case n == nil:
		return errors.New("an expression has an empty node")
	case depth > MaxDepth:
		return fmt.Errorf("an expression is nested more than %d levels", MaxDepth)
	case c.nodes > MaxNodes:
		return fmt.Errorf("an expression has more than %d nodes", MaxNodes)
	case !n.Type.valid():
		return errors.New("an expression has a value without a type")
	}
	switch n.Op {
	case OpColumn:
		return c.columnNode(n)
	case OpLiteral:
		return literalNode(n)
	}
	if n.Column != nil || n.Value != nil {
		return errors.New("an operation of an expression is also a column or a literal")
	}
	for _, a := range n.Args {
		if err := c.node(a, depth+1); err != nil {
			return err
		}
	}
	if n.Op == OpCast {
		return castNode(n)
	}
	return operationNode(n)
}

func (c *checker) columnNode(n *Node) error {
	if n.Column == nil || n.Value != nil || len(n.Args) > 0 {
		return errors.New("a column of an expression is malformed")
	}
	if t, ok := c.column(*n.Column); !ok || t != n.Type {
		return errors.New("an expression reads a column that is not there, or has another type")
	}
	return nil
}

func literalNode(n *Node) error {
	if n.Column != nil || len(n.Args) > 0 {
		return errors.New("a literal of an expression is malformed")
	}
	if n.Value != nil && (len(*n.Value) > maxText || !canonical(n.Type, *n.Value)) {
		return fmt.Errorf("a literal of an expression is not a canonical %s", n.Type)
	}
	return nil
}

// castNode allows the casts an author may write; those that bring inserts are among them.
func castNode(n *Node) error {
	if len(n.Args) != 1 {
		return errors.New("a cast of an expression does not have one argument")
	}
	from := n.Args[0].Type
	if !castable(from, n.Type) || from == n.Type {
		return fmt.Errorf("an expression casts %s to %s", from, n.Type)
	}
	return nil
}

func operationNode(n *Node) error {
	o, ok := Lookup(n.Op)
	if !ok {
		return errors.New("an expression has an unknown operation")
	}
	want, result, m := o.types(n.Args)
	if m != nil {
		return fmt.Errorf("%s in an expression: %w", n.Op, m)
	}
	for i, a := range n.Args {
		if a.Type != want[i] {
			return fmt.Errorf("%s in an expression has an argument of type %s where %s belongs", n.Op, a.Type, want[i])
		}
	}
	if n.Type != result {
		return fmt.Errorf("%s in an expression is said to be %s and is %s", n.Op, n.Type, result)
	}
	return nil
}
