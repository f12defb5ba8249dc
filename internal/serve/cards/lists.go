package cards

import (
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/words"
)

// ObjectsRequest asks for a page of the list of objects.
type ObjectsRequest struct {
	Kind   string `json:"kind"`
	Area   string `json:"area"`
	Cursor string `json:"cursor"`
}

// ObjectsFields is the table of its fields.
func ObjectsFields() []question.Field {
	return []question.Field{
		{Name: "kind", Kind: question.Text, Enum: ObjectKinds(), Accepts: "what to list; everything when not said"},
		{Name: "area", Kind: question.Text, Accepts: "the name of an area, to list what belongs to it; nothing does where there is no such area"},
		{Name: "cursor", Kind: question.Text, Accepts: "the cursor of the list before, as it came, to see the objects after it"},
	}
}

// List is the page of objects after a cursor. The error is a *question.Malformed.
func (r *Registry) List(in ObjectsRequest) (*Objects, error) {
	after, ok := readCursor(in.Cursor, r.view.Digest())
	if !ok {
		return nil, malformed("cursor", "the cursor of the list before, as it came; when the catalog has changed since, start again without one")
	}
	ids := r.in(in.Kind, in.Area)
	out := &Objects{Outcome: "objects", Count: len(ids), Objects: []Listed{}}
	at, found := slices.BinarySearch(ids, after)
	if found {
		at++
	}
	room := maxBytes - size(out)
	for ; at < len(ids); at++ {
		o := r.objects[ids[at]]
		listed := Listed{o.id, o.kind, clip(o.called(), maxTitle)}
		if room -= size(listed) + len(","); room < 0 && len(out.Objects) > 0 {
			out.Cursor = writeCursor(ids[at-1], r.view.Digest())
			break
		}
		out.Objects = append(out.Objects, listed)
	}
	return out, nil
}

// QueriesRequest asks for the saved questions.
type QueriesRequest struct {
	Area string `json:"area"`
}

// QueriesFields is the table of its fields.
func QueriesFields() []question.Field {
	return []question.Field{{Name: "area", Kind: question.Text, Accepts: "the name of an area, to list its saved questions; none are where there is no such area"}}
}

// Queries lists saved questions: as many as there is room for.
func (r *Registry) Queries(in QueriesRequest) *Queries {
	ids := r.in(KindQuery, in.Area)
	out := &Queries{Outcome: "queries", Count: len(ids), Queries: []SavedQuery{}}
	room := maxBytes - size(out)
	for _, id := range ids {
		o := r.objects[id]
		q := SavedQuery{
			ID: o.id, Name: o.name, Title: clip(o.title, maxTitle), Description: clip(o.query.Description, maxProse),
			Metrics: slices.Clone(o.query.Question.Metrics), Parameters: append([]bundle.Parameter{}, o.query.Parameters...),
		}
		if room -= size(q) + len(","); room < 0 && len(out.Queries) > 0 {
			break
		}
		out.Queries = append(out.Queries, q)
	}
	return out
}

// AreaRequest asks what area a word means.
type AreaRequest struct {
	Area string `json:"area"`
}

// AreaFields is the table of its fields.
func AreaFields() []question.Field {
	return []question.Field{{Name: "area", Kind: question.Text, Required: true, Accepts: "the area, as a person said it"}}
}

// Area finds the area of a name: as it is written, or but for case and marks where only one is.
func (r *Registry) Area(in AreaRequest) *Area {
	out := &Area{Outcome: "area"}
	var names, alike []string
	for _, id := range r.in(KindArea, "") {
		name := r.objects[id].name
		names = append(names, name)
		if words.Fold(name) == words.Fold(in.Area) {
			alike = append(alike, name)
		}
	}
	name := in.Area
	switch {
	case slices.Contains(names, name):
	case len(alike) == 1:
		name = alike[0]
	case len(alike) > 1:
		out.Nearest = alike
		return out
	default:
		out.Nearest = nearest.Names(in.Area, names, maxNearest)
		return out
	}
	o := r.objects[KindArea+"."+name]
	out.Found, out.ID, out.Name, out.Metrics, out.Objects = true, o.id, o.name, len(o.metrics), len(r.in("", name))
	return out
}
