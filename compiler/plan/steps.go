package plan

import (
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
)

// Step is one join that a leg takes.
type Step struct {
	Path        string // of joins, this one included
	Left, Right *bundle.Model
	Join        *bundle.Join
}

// Steps lists the joins that a leg takes, each after those it starts from, in the order in which a statement needs them. A
// join by the leg's own time comes after those that lead to it.
func (l *Leg) Steps(b *bundle.Bundle) []Step {
	var out []Step
	var need func(path string)
	need = func(path string) {
		if path == "" || slices.ContainsFunc(out, func(s Step) bool { return s.Path == path }) {
			return
		}
		before, name := "", path
		if i := strings.LastIndexByte(path, '.'); i >= 0 {
			before, name = path[:i], path[i+1:]
		}
		need(before)
		left := b.At(l.Model, before)
		join := left.Join(name)
		if join.ByPeriod() {
			need(l.Range.Time.Role)
		}
		out = append(out, Step{Path: path, Left: left, Right: b.Model(join.To), Join: join})
	}
	l.EachColumn(func(c expr.Column) { need(c.Role) })
	return out
}
