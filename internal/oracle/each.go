package oracle

import (
	"time"

	"sutura.dev/bundle/expr"
)

// Value computes an expression for one row, as a cell of an answer (Outcome.Rows), where weeks start on a day; or says why
// there is none; clocks are those of the calendar. Its columns are the model's own.
func Value(n *expr.Node, row Row, weekStart time.Weekday, clocks *time.Location) (cell any, failed Failure) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case Failure:
			failed = f
		default:
			panic(f)
		}
	}()
	v := evaluator{weekStart, clocks}.value(n, func(c expr.Column) value { return row[c.Name] })
	return encode(v, n.Type), ""
}
