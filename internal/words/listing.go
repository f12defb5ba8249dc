package words

// All lists everything of a kind that the view sees, in the order of the index: what a search can find, without words.
func (x *Index) All(kind Kind) []Hit {
	var out []Hit
	for i := range x.entries {
		if e := &x.entries[i]; e.kind == kind {
			out = append(out, Hit{Kind: e.kind, ID: e.id, Name: e.name, Title: e.title, Value: e.value, Means: e.means, Why: e.why, Score: 1})
		}
	}
	return out
}
