package render

import "sutura.dev/bundle"

// ChangeJSON is a change as it leaves in JSON.
type ChangeJSON struct {
	From string `json:"from"`
	To   string `json:"to"`
	bundle.Changes
	Deltas map[string][]DeltaJSON `json:"deltas"` // by metric; of the leading ones
}

// DeltaJSON is a text about one metric, before and after, with the difference in the unified form.
type DeltaJSON struct {
	Part    string   `json:"part"`
	Command []string `json:"command,omitempty"`
	Was     string   `json:"was"`
	Now     string   `json:"now"`
	Diff    string   `json:"diff"`
}

// Wire returns the change as it leaves in JSON.
func (c Change) Wire() ChangeJSON {
	out := ChangeJSON{From: c.From, To: c.To, Changes: c.Changes, Deltas: map[string][]DeltaJSON{}}
	for metric, deltas := range c.Deltas {
		for _, d := range deltas {
			out.Deltas[metric] = append(out.Deltas[metric], DeltaJSON{d.Part, d.Command, d.Was, d.Now, plainHunks(d.Was, d.Now)})
		}
	}
	return out
}
