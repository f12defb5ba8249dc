package dialect

import (
	"slices"

	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/plan"
)

// shown writes the bucket at which a row is shown: its own, or as much later as the leg's rows are moved.
func (g *leg) shown(b *plan.Bucket) string {
	text := g.r.bucket(b, g.column)
	switch m := g.leg.Moved; {
	case m.Months != 0:
		return g.r.laterMonths(text, g.r.bindInt(m.Months, "offset"))
	case m.Days != 0:
		return g.r.laterDays(text, g.r.bindInt(m.Days, "offset"))
	}
	return text
}

// rowsName names the rows of a leg after what they are.
func (g *leg) rowsName() string {
	switch l := g.leg; {
	case l.Compared, l.Moved != plan.Moved{}:
		return l.Model.Name + "_earlier"
	}
	return g.leg.Model.Name
}

// place writes the rows at the buckets that show them, and of those the last ones where only they count.
func (g *leg) place(windows string, kept bool) {
	if windows != "" {
		g.placeInWindows(windows, kept && g.leg.Snapshot == nil)
	}
	if g.leg.Snapshot != nil {
		g.keepLast(kept)
	}
}

// windows writes the time that each bucket shows, once for all legs that show the same.
func (r *renderer) windows(w *plan.Windows) string {
	for i, o := range r.windowed {
		if o.Equal(w) {
			return r.windowNames[i]
		}
	}
	name := r.ctes.name("windows")
	r.windowed, r.windowNames = append(r.windowed, w), append(r.windowNames, name)
	period := r.plan.Keys[0]
	r.with(name, false)
	lists := []list{r.listParameter(period.Type, w.Buckets, "every bucket", period.Name)}
	if w.From != nil {
		lists = append(lists, r.listParameter(w.Type, w.From, "starts of windows", fromName))
	}
	lists = append(lists, r.listParameter(w.Type, w.Until, "ends of windows", untilName))
	r.out.WriteString(r.listed(lists, "  "))
	if w.Whole != nil {
		items := []string{r.castTo("NULL", period.Type.Kind)}
		if w.From != nil {
			items = append(items, r.bind(w.Type, w.Whole.From, "start of the whole range's window"))
		}
		items = append(items, r.bind(w.Type, w.Whole.Until, "end of the whole range's window"))
		r.out.WriteString("\n  UNION ALL\n  SELECT")
		r.lines("    ", items)
	}
	r.endWith()
	return name
}

// Columns of windows, and of the rows that are placed in them.
const (
	windowAlias = "w"
	timeAlias   = "d"
	fromName    = "from"
	untilName   = "until"
)

// placeInWindows joins the rows to the windows that hold them. The window of the whole range has no period. Windows find
// the days that there are first, which are few, so that rows are joined by equality.
func (g *leg) placeInWindows(windows string, kept bool) {
	r, model := g.r, g.leg.Model.Name
	at := func(alias string) string { return alias + "." + r.quote(g.at) }

	times := r.ctes.name(model + "_times")
	r.with(times, false)
	r.write("  SELECT\n    ", at(rowAlias), "\n  FROM ", r.quote(g.rows), " AS ", rowAlias, "\n  GROUP BY\n    ", at(rowAlias))
	r.endWith()

	held := r.ctes.name(model + "_windows")
	r.with(held, false)
	r.out.WriteString("  SELECT")
	r.lines("    ", []string{r.column(windowAlias, r.plan.Keys[0].Name, g.keys[0]), r.column(timeAlias, g.at, g.at)})
	r.write("\n  FROM ", r.quote(windows), " AS ", windowAlias, "\n  JOIN ", r.quote(times), " AS ", timeAlias, " ON ")
	if g.leg.Windows.From != nil {
		r.write(at(timeAlias), " >= ", windowAlias, ".", r.quote(fromName), " AND ")
	}
	r.write(at(timeAlias), " < ", windowAlias, ".", r.quote(untilName))
	r.endWith()

	name := r.ctes.name(g.rows + "_in_windows")
	r.with(name, kept)
	items := []string{r.column(windowAlias, g.keys[0], g.keys[0])}
	for _, k := range slices.Concat(g.keys[1:], g.projected) {
		items = append(items, r.column(rowAlias, k, k))
	}
	r.out.WriteString("  SELECT")
	r.lines("    ", items)
	r.write("\n  FROM ", r.quote(held), " AS ", windowAlias, "\n  JOIN ", r.quote(g.rows), " AS ", rowAlias, " ON ", at(rowAlias), " = ", at(windowAlias))
	r.endWith()
	g.rows = name
}

// keepLast keeps the rows of the last time of each bucket, or the first, and of those what the question asks for.
func (g *leg) keepLast(kept bool) {
	r, s := g.r, g.leg.Snapshot
	read := func(name string) string { return rowAlias + "." + r.quote(name) }
	extreme, word := "max", "last"
	if s.First {
		extreme, word = "min", "first"
	}
	var by []string
	if r.plan.Grained() {
		by = append(by, read(g.keys[0]))
	}
	for _, p := range g.per {
		by = append(by, read(p))
	}
	over := ""
	for i, k := range by {
		over += [2]string{"PARTITION BY ", ", "}[min(i, 1)] + k
	}
	base := g.leg.Model.Name
	end := g.scope.name(word)
	columns := slices.Concat(g.keys, g.projected)
	var items []string
	for _, k := range columns {
		items = append(items, read(k))
	}
	marked := r.ctes.name(base + "_and_" + word)
	r.with(marked, false)
	r.out.WriteString("  SELECT")
	r.lines("    ", append(slices.Clip(items), extreme+"("+read(g.taken)+") OVER ("+over+") AS "+r.quote(end)))
	r.out.WriteString("\n  FROM " + r.quote(g.rows) + " AS " + rowAlias)
	r.endWith()

	g.rows = r.ctes.name(base + "_" + word)
	r.with(g.rows, kept)
	r.out.WriteString("  SELECT")
	r.lines("    ", items)
	r.out.WriteString("\n  FROM " + r.quote(marked) + " AS " + rowAlias)
	where := []string{read(g.taken) + " = " + read(end)}
	if g.asked != "" {
		where = append(where, r.valueCondition(read(g.asked)))
	}
	r.conjuncts("  ", "WHERE", where, "AND")
	r.endWith()
}

// prepareSnapshot projects what the last rows are found by: their time, and the columns per which they are.
func (g *leg) prepareSnapshot() {
	s := g.leg.Snapshot
	if s == nil {
		return
	}
	t := g.leg.Range.Time
	g.taken = g.projectNew(g.column(expr.Column{Role: t.Role, Name: t.Column}, t.Type), "at")
	for _, name := range s.Per {
		g.per = append(g.per, g.projectNew(g.column(expr.Column{Name: name}, g.leg.Model.Column(name).Type), name))
	}
	var requests []string
	for _, p := range g.leg.Where {
		if p.Filter != nil {
			requests = append(requests, g.filter(p.Filter))
		}
	}
	if requests != nil {
		g.asked = g.projectNew("("+g.r.conditionValue(conjoin(requests))+")", askedName)
	}
}

// projectNew adds an expression to the rows under a name of its own, and returns that.
func (g *leg) projectNew(text, want string) string {
	name := g.scope.name(want)
	g.projected = append(g.projected, name)
	g.items = append(g.items, text+" AS "+g.r.quote(name))
	return name
}
