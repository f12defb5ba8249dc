package expr

// Equal reports whether two trees are the same: equal operations, types, columns and literals in the same order.
func (n *Node) Equal(m *Node) bool {
	if n == m {
		return true
	}
	if n == nil || m == nil || n.Op != m.Op || n.Type != m.Type || len(n.Args) != len(m.Args) {
		return false
	}
	if (n.Column == nil) != (m.Column == nil) || n.Column != nil && *n.Column != *m.Column {
		return false
	}
	if (n.Value == nil) != (m.Value == nil) || n.Value != nil && *n.Value != *m.Value {
		return false
	}
	for i := range n.Args {
		if !n.Args[i].Equal(m.Args[i]) {
			return false
		}
	}
	return true
}
