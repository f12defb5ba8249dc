package expr

// SeesClocks reports whether an expression looks at what the calendar's clocks show at an instant: whether its value depends on
// the calendar's zone.
func (n *Node) SeesClocks() bool {
	found := false
	n.Walk(func(n *Node) {
		found = found || (n.Op == OpDateTrunc || n.Op == OpExtract) && len(n.Args) == 2 && n.Args[1].Type.Kind == TimestampTZ
	})
	return found
}
