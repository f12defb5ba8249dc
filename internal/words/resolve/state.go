package resolve

// Role is what words do in a question.
type Role string

// The closed set of roles.
const (
	AsMetric  Role = "metric"
	AsGroup   Role = "group"
	AsFilter  Role = "filter"
	AsExclude Role = "exclude"
	AsRange   Role = "range"
	AsGrain   Role = "grain"
	AsBound   Role = "bound" // of what the part On names
	AsTop     Role = "top"
	AsOrder   Role = "order"
	AsCompare Role = "compare"
	AsTotals  Role = "totals"
	AsOthers  Role = "others"
	AsSaid    Role = "said" // of the metric beside it: that it counts, adds up or averages
)

// State is what was read, without the words: ids, numbers, dates, and values that the question compares with. It is all that Resume
// needs, and small.
type State struct {
	Parts []Part `json:"p"`
	// Left are the places of words that nothing explains.
	Left []Place `json:"l,omitempty"`
	// Problems are why no question was made, beside words that are left.
	Problems []Missing `json:"m,omitempty"`
	// Asked is the part that the options are for, and Offered their ids, where a choice is open.
	Asked   int      `json:"a"`
	Offered []string `json:"o,omitempty"`
}

// Part is a run of words and what it may do.
type Part struct {
	Place
	// May are what it may do: more than one, and the person is asked.
	May []Choice `json:"c"`
	// On is the part that a bound is on.
	On int `json:"n,omitempty"`
	// Ranks says that the groups come by this metric: carriers by delay.
	Ranks bool `json:"r,omitempty"`
	// Bounded says that it is only named to be bounded: more than 1000 flights.
	Bounded bool `json:"b,omitempty"`
	// With is the part before, counted from 1, whose value a word joins this one to: they are of one dimension, where they can be.
	With int `json:"w,omitempty"`
	// Grouped says that it is grouped by, whatever bounds it: flights by seats over 200.
	Grouped bool `json:"g,omitempty"`
	// Beside says that this value is set beside another of its dimension, which is grouped by: JetBlue vs Delta.
	Beside bool `json:"s,omitempty"`
}

// Choice is one thing that words may do.
type Choice struct {
	Role Role   `json:"r"`
	ID   string `json:"i,omitempty"` // of what is named
	// Args are the value of a filter, bounds of a range, a grain, operators and numbers, and the like.
	Args []string `json:"v,omitempty"`
	// Rank is that of its evidence: 0 the best. What is lower is only taken where nothing higher can be.
	Rank int `json:"k,omitempty"`
}

// id is what a person picks it by: stable, and different for what means something else.
func (c Choice) id() string {
	out := c.ID
	if out == "" {
		out = string(c.Role)
	}
	for i, a := range c.Args {
		if i == 0 {
			out += "="
		} else {
			out += "/"
		}
		out += a
	}
	if c.ID != "" && (c.Role == AsExclude || c.Role == AsGroup && len(c.Args) > 0) {
		out = string(c.Role) + " " + out
	}
	return out
}

// Place is where in the words something stands, in characters, half-open.
type Place struct {
	From int `json:"f" jsonschema:"the first character, from 0"`
	To   int `json:"t" jsonschema:"the character after the last"`
}

// Missing is a field of a question that the words do not settle, and why.
type Missing struct {
	Field string `json:"field"`
	Why   string `json:"why"`
}
