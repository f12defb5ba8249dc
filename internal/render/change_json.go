package render

import "sutura.dev/bundle"

// ChangeJSON is a change as it leaves in JSON.
type ChangeJSON struct {
	From string `json:"from"`
	To   string `json:"to"`
	bundle.Changes
	Effects     map[string]EffectJSON        `json:"effects"`     // by metric
	Definitions map[string]map[string]string `json:"definitions"` // of new metrics; of the leading ones
	Deltas      map[string][]DeltaJSON       `json:"deltas"`      // by metric; of the leading ones
}

// EffectJSON is what a change does to the values of a metric: of how many questions, asked of both sides over the fixtures, the
// rows differ.
type EffectJSON struct {
	Text  string `json:"text"`
	Total string `json:"total,omitempty"`
	Part  string `json:"part,omitempty"`
	Asked int    `json:"asked"`
	Moved int    `json:"moved"`
}

// DeltaJSON is a text about one metric, before and after, with the difference in the unified form.
type DeltaJSON struct {
	Part    string   `json:"part"`
	Command []string `json:"command,omitempty"`
	Was     string   `json:"was"`
	Now     string   `json:"now"`
	Diff    string   `json:"diff"`
	More    int      `json:"more,omitempty"` // rows that differ too and are left out
}

// Wire returns the change as it leaves in JSON.
func (c Change) Wire() ChangeJSON {
	out := ChangeJSON{From: c.From, To: c.To, Changes: c.Changes, Deltas: map[string][]DeltaJSON{}, Effects: map[string]EffectJSON{}, Definitions: map[string]map[string]string{}}
	for metric, e := range c.Effects {
		out.Effects[metric] = EffectJSON(e)
	}
	for metric, fields := range c.Definitions {
		out.Definitions[metric] = map[string]string{}
		for _, f := range fields {
			out.Definitions[metric][f[0]] = f[1]
		}
	}
	for metric, deltas := range c.Deltas {
		for _, d := range deltas {
			out.Deltas[metric] = append(out.Deltas[metric], DeltaJSON{d.Part, d.Command, d.Was, d.Now, plainHunks(d.Was, d.Now, true), d.More})
		}
	}
	return out
}
