package compiler

import (
	"fmt"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/diag"
)

// clock is what a local time is read from: the zone whose clocks it shows, and a column that shows them. The zero clock is that
// of what shows none: a day, a literal, what is no local time.
type clock struct{ zone, column string }

// oneZone reports an expression that compares local times of two zones, or takes one or the other of them: which of two
// instants is earlier, and how far apart they are, their digits do not say.
func (c *compilation) oneZone(m *bundle.Model, n *expr.Node, path []string) {
	told := false
	c.clockOf(scope{c, m}, n, func(a, b clock) {
		if told {
			return
		}
		told = true
		c.report(diag.ExprZone, path,
			fmt.Sprintf("%s is a local time of %s and %s is a local time of %s: what lies between them is not what their digits say", a.column, a.zone, b.column, b.zone),
			"Give both one zone, in a view of the table; where the day of each zone is meant, write CAST(... AS date) around both.")
	})
}

// clockOf is the clock of a node's value; clash is told of two that meet in one operation.
func (c *compilation) clockOf(s scope, n *expr.Node, clash func(a, b clock)) clock {
	var out clock
	for _, a := range n.Args {
		k := c.clockOf(s, a, clash)
		switch {
		case out.zone == "":
			out = k
		case k.zone != "" && k.zone != out.zone:
			clash(out, k)
		}
	}
	switch {
	case n.Type.Kind != expr.Timestamp:
		return clock{}
	case n.Op == expr.OpColumn:
		if t := s.at(n.Column.Role).TimeOf("", n.Column.Name); t != nil {
			return clock{c.zoneOf(t), strings.TrimPrefix(n.Column.Role+"."+n.Column.Name, ".")}
		}
	case n.Op == expr.OpDateTrunc && len(n.Args) == 2 && n.Args[1].Type.Kind == expr.TimestampTZ:
		return clock{c.calendar.Rules().Timezone, "what date_trunc makes of an instant"}
	}
	return out
}
