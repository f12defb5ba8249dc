package ground

import (
	"slices"
	"strings"
)

// MoneyContext decides between readings of a number.
type MoneyContext struct {
	// Locale says how numbers are written where the words leave it open: 1.200 is 1200 in de and 1.2 in en.
	Locale string
}

// Amount is a bound, or two, on a value. Numbers are exact decimal text.
type Amount struct {
	Op       string   `json:"op" jsonschema:"eq, ne, lt, lte, gt, gte, or between, both ends included"`
	Values   []string `json:"values" jsonschema:"exact decimal numbers: two for between, else one"`
	Currency string   `json:"currency,omitempty" jsonschema:"its ISO code, where the words say one"`
}

// Amounts are what words mean as bounds on a value. All of them hold.
type Amounts struct {
	Outcome Outcome        `json:"outcome" jsonschema:"OK, AWAITING_CLARIFICATION: one of the options is meant, or UNGROUNDABLE"`
	Amounts []Amount       `json:"amounts" jsonschema:"all of them hold; none where the outcome is not OK"`
	Options []AmountOption `json:"options" jsonschema:"what the words may mean; none where the outcome is OK"`
	Parts   []Part         `json:"parts" jsonschema:"where in the words it was read"`
	Why     string         `json:"why,omitempty" jsonschema:"why nothing was read"`
	// Rules name the rules that read it.
	Rules []string `json:"-"`
}

// AmountOption is one of the things that words may mean.
type AmountOption struct {
	ID      string   `json:"id" jsonschema:"operators, numbers and currencies; stable"`
	Amounts []Amount `json:"amounts" jsonschema:"all of them hold"`
}

// Money reads bounds on a value from words.
func Money(text string, context MoneyContext) *Amounts {
	if runesOf(text) > MaxLength {
		return noMoney(tooLong)
	}
	tokens := scan(text)
	var best []moneyReading
	for _, l := range order(context.Locale) {
		r := (&moneyReader{code: l.code, words: amountWords()[l.code], tokens: tokens}).read()
		if len(best) > 0 && r.covered > best[0].covered {
			best = best[:0]
		}
		if len(best) == 0 || r.covered == best[0].covered {
			best = append(best, r)
		}
	}
	if speaks(context.Locale) {
		best = best[:1] // the locale's own language comes first
	}
	return conclude(best)
}

func noMoney(why string) *Amounts {
	return &Amounts{Outcome: Ungroundable, Amounts: []Amount{}, Options: []AmountOption{}, Parts: []Part{}, Why: why}
}

// conclude says what readings that are equally good mean.
func conclude(readings []moneyReading) *Amounts {
	first := readings[0]
	if first.problem != "" {
		return noMoney(first.problem)
	}
	var ways [][]Amount
	for _, r := range readings {
		for _, w := range r.ways {
			if r.problem == "" && !slices.ContainsFunc(ways, func(o []Amount) bool { return spell(o) == spell(w) }) {
				ways = append(ways, w)
			}
		}
	}
	out := &Amounts{Outcome: OK, Amounts: []Amount{}, Options: []AmountOption{}, Parts: first.parts, Rules: first.rules}
	switch len(ways) {
	case 0:
		return noMoney(NothingRead)
	case 1:
		out.Amounts = ways[0]
		return out
	}
	out.Outcome = Ask
	for _, w := range ways {
		out.Options = append(out.Options, AmountOption{spell(w), w})
	}
	return out
}

func spell(amounts []Amount) string {
	var out []string
	for _, a := range amounts {
		out = append(out, strings.TrimSpace(a.Op+" "+strings.Join(a.Values, "..")+" "+a.Currency))
	}
	return strings.Join(out, ", ")
}
