// Package expr is the closed tree of a value expression, and its types.
//
// A tree is made by compiler/expression from authored text, or read back from a bundle, and is well typed in both
// cases (Check). It holds no SQL and no text that was not vetted: only columns, literals and operations of one closed
// table. Rendering is compiler/dialect's; evaluating is a database's.
package expr

// Node is one operation. Type is its static type. The zero Node is invalid.
type Node struct {
	Op     Op      `json:"op"`
	Type   Type    `json:"type"`
	Args   []*Node `json:"args,omitempty"`
	Column *Column `json:"column,omitempty"`
	// Value is a literal's canonical text, one spelling a value and type (literal.go); nil is NULL.
	Value *string `json:"value,omitempty"`
}

// Column names a column of the model an expression belongs to, or of the model at the end of one of its roles.
type Column struct {
	// Role is empty for the model's own columns.
	Role string `json:"role,omitempty"`
	Name string `json:"name"`
}

// Walk calls f for n and every node below it, parents first.
func (n *Node) Walk(f func(*Node)) {
	if n == nil {
		return
	}
	f(n)
	for _, a := range n.Args {
		a.Walk(f)
	}
}

// Columns returns the distinct columns of the tree in order of first use.
func (n *Node) Columns() []Column {
	var out []Column
	seen := map[Column]bool{}
	n.Walk(func(m *Node) {
		if m.Column != nil && !seen[*m.Column] {
			seen[*m.Column] = true
			out = append(out, *m.Column)
		}
	})
	return out
}

// Col makes a column node.
func Col(role, name string, t Type) *Node {
	return &Node{Op: OpColumn, Type: t, Column: &Column{Role: role, Name: name}}
}

// Lit makes a literal node from canonical text.
func Lit(t Type, text string) *Node { return &Node{Op: OpLiteral, Type: t, Value: &text} }

// Call makes an operation of type t.
func Call(op Op, t Type, args ...*Node) *Node { return &Node{Op: op, Type: t, Args: args} }

// From returns the tree as seen from a model that reaches n's model over the dotted path of joins.
func (n *Node) From(path string) *Node {
	if path == "" || n == nil { // a tree of a file may have empty nodes until it is checked
		return n
	}
	out := *n
	if n.Column != nil {
		c := *n.Column
		if c.Role == "" {
			c.Role = path
		} else {
			c.Role = path + "." + c.Role
		}
		out.Column = &c
	}
	if n.Args != nil {
		out.Args = make([]*Node, len(n.Args))
		for i, a := range n.Args {
			out.Args[i] = a.From(path)
		}
	}
	return &out
}

// Size returns how many levels and how many nodes the tree has.
func (n *Node) Size() (depth, nodes int) {
	for _, a := range n.Args {
		d, m := a.Size()
		depth, nodes = max(depth, d), nodes+m
	}
	return depth + 1, nodes + 1
}
