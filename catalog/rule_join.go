package catalog

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// period stands on the left of a join for the asked metric's own time.
const period = "period"

func splitPath(path string) []string { return strings.Split(path, ".") }

func (k *checker) join(path []string, model string, j *Join) {
	k.description(at(path, "description"), j.Description)
	to := k.Models[j.To]
	if to == nil {
		if j.To != "" {
			k.unknown(diag.UnknownModel, at(path, "to"), "there is no model "+j.To, j.To, k.models)
		}
		return
	}
	if len(j.On) == 0 {
		k.report(diag.JoinNotToOne, at(path, "on"), "Pair columns of this model with the key of the other: on: customer_id: \"id\".", "%s pairs no columns", dotted(path))
		return
	}
	known := true
	var right []string
	for _, left := range names(j.On) {
		pair := j.On[left]
		known = k.pair(at(path, "on", left), model, j.To, left, pair) && known
		right = append(right, pair.Right)
	}
	if j.During != nil {
		known = k.during(at(path, "during"), model, j) && known
		right = append(right, j.During.From)
	}
	if known {
		k.toOne(path, j, to, right)
		k.oneToOne(path, k.Models[model], j)
	}
}

// pair checks one pair of columns, and reports whether both are known.
func (k *checker) pair(path []string, model, to, left string, pair JoinKey) bool {
	known := true
	if left != period {
		known = k.declaredName(path, model, left)
	}
	right := path
	if lookup(k.places.evaluated(), at(path, "right")).Exists() {
		right = at(path, "right")
	}
	known = k.declared(right, to, pair.Right) && known
	if !known {
		return false
	}
	leftType, rightType := "timestamp", k.Models[to].Columns[pair.Right].Type
	if left != period {
		leftType = k.Models[model].Columns[left].Type
	}
	switch {
	case left == period && !isTemporal(rightType):
		k.report(diag.JoinTypes, right, "Pair it with a date or timestamp.", "period is a time, and %s is of type %s", pair.Right, rightType)
	case pair.Truncate != "" && !isTemporal(leftType):
		k.report(diag.JoinTypes, at(path, "truncate"), "Leave `truncate` out.", "%s is of type %s, and only times are cut to a unit", left, leftType)
	case pair.Truncate != "" && !isTemporal(rightType), pair.Truncate == "" && left != period && comparable(leftType) != comparable(rightType):
		k.report(diag.JoinTypes, right, "Correct the types, or give the table a view that casts.", "%s is of type %s, and %s of type %s", left, leftType, pair.Right, rightType)
	}
	return true
}

// comparable names the types whose values are compared without a cast.
func comparable(t string) string {
	switch t {
	case "integer", "decimal", "float":
		return "number"
	}
	return t
}

// declaredName is declared for a column that stands as the name of a field.
func (k *checker) declaredName(path []string, model, column string) bool {
	columns := k.Models[model].Columns
	if _, ok := columns[column]; ok {
		return true
	}
	if !k.partial {
		k.reportName(diag.UnknownColumn, path, k.near.name(column, names(columns), "There are "+list(names(columns), "and")+"."), "%s has no column %s", model, column)
	}
	return false
}

func (k *checker) during(path []string, model string, j *Join) bool {
	before := len(k.found)
	if j.During.At != period {
		k.timeColumn(diag.HistoryJoin, at(path, "at"), model, j.During.At)
	}
	k.timeColumn(diag.HistoryJoin, at(path, "from"), j.To, j.During.From)
	k.timeColumn(diag.HistoryJoin, at(path, "to"), j.To, j.During.To)
	if key := k.Models[j.To].Key; before == len(k.found) && len(key) > 0 && !slices.Contains(key, j.During.From) {
		k.report(diag.HistoryJoin, at(path, "from"), fmt.Sprintf("Add %s to models.%s.key: history has a row for each time that it changed.", j.During.From, j.To),
			"the key of %s does not include %s", j.To, j.During.From)
	}
	return before == len(k.found)
}

// toOne reports a join whose right side is no key of the joined model.
func (k *checker) toOne(path []string, j *Join, to *Model, right []string) {
	if sameSet(right, to.Key) || slices.ContainsFunc(to.Unique, func(u []string) bool { return sameSet(right, u) }) {
		return
	}
	if len(to.Key) == 0 && len(to.Unique) == 0 {
		k.report(diag.JoinNotToOne, at(path, "on"), fmt.Sprintf("Say which columns of %s are unique: models: %s: key: [%s].", j.To, j.To, quotedList(right)),
			"%s is joined, and declares no key", j.To)
		return
	}
	all := append([][]string{to.Key}, to.Unique...)
	keys := make([]string, 0, len(all))
	for _, key := range all {
		if len(key) > 0 {
			keys = append(keys, "["+quotedList(key)+"]")
		}
	}
	k.report(diag.JoinNotToOne, at(path, "on"), fmt.Sprintf("Join all of the key; or declare unique: [[%s]], if each is in one row only. To many rows, join from %s, and measure there.", quotedList(right), j.To),
		"[%s] is not unique in %s, whose rows are told apart by %s", quotedList(right), j.To, list(keys, "or"))
}

// oneToOne reports a join that says one_to_one while its left side may repeat.
func (k *checker) oneToOne(path []string, m *Model, j *Join) {
	if j.Cardinality != "one_to_one" || j.During != nil {
		return
	}
	left := names(j.On)
	if sameSet(left, m.Key) || slices.ContainsFunc(m.Unique, func(u []string) bool { return sameSet(left, u) }) {
		return
	}
	k.report(diag.JoinNotToOne, at(path, "cardinality"), `Say many_to_one, or declare that the left side is unique.`, "[%s] is no key of this model, so more than one of its rows may join the same row", quotedList(left))
}

func sameSet(a, b []string) bool {
	return len(a) > 0 && slices.Equal(slices.Compact(slices.Sorted(slices.Values(a))), slices.Compact(slices.Sorted(slices.Values(b))))
}

func quotedList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(quoted, ", ")
}

func (k *checker) roles(path []string, name string, m *Model) {
	for _, role := range names(m.Roles) {
		p := at(path, "roles", role)
		if j := m.Joins[role]; j != nil && m.Roles[role] != role {
			k.reportName(diag.NameTaken, p, "A join is a role of its own name; give the role another.", "%s is a join of %s, and leads elsewhere as a role", role, name)
		}
		k.follow(p, name, splitPath(m.Roles[role]))
	}
	if m.Self != "" {
		if _, isRole := m.Roles[m.Self]; isRole || m.Joins[m.Self] != nil {
			k.report(diag.NameTaken, at(path, "self"), "Give one of them another name.", "%s is this model's own name, and a role of it", m.Self)
		}
	}
	for _, dimension := range names(m.Dimensions) {
		if _, isRole := m.Roles[dimension]; isRole || m.Joins[dimension] != nil || dimension == m.Self {
			k.reportName(diag.NameTaken, at(path, "dimensions", dimension), "Name the dimension otherwise: `column` may show the same column.", "%s is a role of %s, and cannot be a dimension too", dimension, name)
		}
	}
}

// follow walks a path of joins from a model and returns the model at its end. The first step may be a role. It reports
// the step that is missing, goes to many rows, or goes in a circle.
func (k *checker) follow(path []string, model string, steps []string) (string, bool) {
	if first, ok := k.Models[model].Roles[steps[0]]; ok && path[len(path)-2] != "roles" {
		steps = append(splitPath(first), steps[1:]...)
	}
	if len(steps) > maxHops {
		k.report(diag.PathOutOfBounds, path, "Shorten it, or join what lies deeper in a view.", "a path of %d joins; at most four", len(steps))
		return "", false
	}
	seen := map[string]bool{}
	for _, step := range steps {
		m := k.Models[model]
		j := m.Joins[step]
		if j == nil {
			k.noStep(path, model, step)
			return "", false
		}
		if seen[model+"."+step] {
			k.report(diag.PathOutOfBounds, path, "End the path before it comes back.", "the path takes the join %s of %s twice", step, model)
			return "", false
		}
		seen[model+"."+step] = true
		if k.Models[j.To] == nil {
			return "", false // reported at the join
		}
		model = j.To
	}
	return model, true
}

// noStep reports a step that is no join of the model it starts from: to-many where a join leads here from there.
func (k *checker) noStep(path []string, model, step string) {
	for _, other := range k.models {
		for _, name := range names(k.Models[other].Joins) {
			if k.Models[other].Joins[name].To == model && (other == step || other+"s" == step || other == step+"s") {
				k.report(diag.ToMany, path, fmt.Sprintf("Measure on %s, which joins %s to one; or ask metrics of both together.", other, model),
					"%s to %s goes from one row to many: %s joins %s by %s, not the other way", model, step, other, model, name)
				return
			}
		}
	}
	among := names(k.Models[model].Joins)
	if path[len(path)-2] != "roles" { // a role is made of joins
		among = append(among, names(k.Models[model].Roles)...)
	}
	slices.Sort(among)
	k.unknown(diag.UnknownStep, path, model+" has no join or role "+step, step, slices.Compact(among))
}
