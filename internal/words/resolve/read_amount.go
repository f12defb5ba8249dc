package resolve

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"sutura.dev/internal/words"
	"sutura.dev/internal/words/ground"
)

// maxAmount is how many words an amount has.
const maxAmount = 7

// signs stand before a number.
const signs = "<>=≤≥€$£~≈"

// amounts reads bounds on values, each by itself: over 1000, at least 15, between 5 and 10.
func (r *reading) amounts() {
	whole := ground.Money(r.unsigned(r.masked(nil)), ground.MoneyContext{Locale: r.context.Locale})
	if whole.Why == ground.NothingRead || whole.Outcome != ground.Ungroundable && !slices.ContainsFunc(whole.Rules, bounding) {
		return
	}
	for at := 0; at < len(r.tokens); at++ {
		for end := min(at+maxAmount, len(r.tokens)); end > at; end-- {
			if it := r.amount(at, end); it != nil {
				r.add(it)
				at = end - 1
				break
			}
		}
	}
}

func (r *reading) amount(at, end int) *item {
	if !r.free(at, end) || !strings.ContainsFunc(r.slice(at, end), unicode.IsDigit) {
		return nil
	}
	last := end
	for last > at && percents[r.tokens[last-1].folded] {
		last--
	}
	from := r.tokens[at].from
	for from > 0 && (strings.ContainsRune(signs, r.runes[from-1]) || from > 1 && r.runes[from-1] == ' ' && strings.ContainsRune(signs, r.runes[from-2])) {
		from--
	}
	body := r.unsigned(string(r.runes[from:r.tokens[last-1].to]))
	g := ground.Money(body, ground.MoneyContext{Locale: r.context.Locale})
	if g.Outcome == ground.Ungroundable || len(g.Parts) == 0 || g.Parts[0].From != 0 || g.Parts[len(g.Parts)-1].To != len([]rune(body)) || !slices.ContainsFunc(g.Rules, bounding) {
		return nil
	}
	percent, ok := r.percents(at, end, from, g.Parts)
	if !ok {
		return nil
	}
	// With the next word it must still be one: over 30 days is no amount.
	after := len(r.runes)
	if end < len(r.tokens) {
		after = r.tokens[end].to
	}
	if longer := ground.Money(r.unsigned(string(r.runes[from:after])), ground.MoneyContext{Locale: r.context.Locale}); longer.Outcome != g.Outcome {
		return nil
	}
	it := &item{from: at, to: end, kind: isAmount}
	if g.Outcome == ground.OK {
		it.choices = []Choice{bounds(g.Amounts, percent)}
	}
	for _, o := range g.Options {
		it.choices = append(it.choices, bounds(o.Amounts, percent))
	}
	return it
}

// percents reports whether amounts are in percent, each of them: over 80 percent and under 10 may be of two things. It is not ok where a
// word stands between the amounts that does not join them.
func (r *reading) percents(at, end, from int, parts []ground.Part) (percent, ok bool) {
	marked := 0
	for i, p := range parts {
		first, past := r.within(from+p.From, from+p.To)
		if r.percent(past-1) || past < end && percents[r.tokens[past].folded] {
			marked++
		}
		if i == 0 {
			at = first
		}
		for ; at < first; at++ {
			if _, joins := r.does(at, slotAnd); !joins && !percents[r.tokens[at].folded] {
				return false, false
			}
		}
		at = past
	}
	return marked > 0, marked == 0 || marked == len(parts)
}

// percents are the words for a percent sign.
var percents = map[string]bool{"percent": true, "pct": true, "prozent": true, "procent": true, "procenta": true, "procentum": true, "procentech": true, "procento": true}

// percent reports whether a word is one for a percent sign, or has the sign behind it.
func (r *reading) percent(at int) bool {
	end := r.tokens[at].to
	return percents[r.tokens[at].folded] || end < len(r.runes) && r.runes[end] == '%' || end+1 < len(r.runes) && r.runes[end] == ' ' && r.runes[end+1] == '%'
}

// unsigned is a part of the text with blanks for percent signs and the words for them, behind which no amount is read. Places stay.
func (r *reading) unsigned(text string) string {
	out := []rune(text)
	for i := 0; i < len(out); {
		end := i
		for end < len(out) && wordly(out[end]) {
			end++
		}
		if out[i] == '%' || percents[words.Fold(string(out[i:end]))] {
			for blank := i; blank < max(end, i+1); blank++ {
				out[blank] = ' '
			}
		}
		i = max(end, i+1)
	}
	return string(out)
}

// bounding reports whether a rule of amounts reads a bound: 500 alone is none.
func bounding(rule string) bool { return rule == "comparator" || rule == "band" }

// percentUnit stands for the currency of amounts that are percents.
const percentUnit = "%"

// bounds spells amounts as arguments: operator, numbers, currency, of each.
func bounds(amounts []ground.Amount, percent bool) Choice {
	c := Choice{Role: AsBound}
	for _, a := range amounts {
		second := ""
		if len(a.Values) > 1 {
			second = a.Values[1]
		}
		if percent {
			a.Currency = percentUnit
		}
		c.Args = append(c.Args, a.Op, a.Values[0], second, a.Currency)
	}
	return c
}

// shares are units of what lies between 0 and 1, and is said in percent.
var shares = []string{"share", "ratio", "fraction"}

// inUnit spells a number that was said, with the currency that was said of it, in the unit of what it bounds. Of a share 80 is no bound,
// and 2 may be a percent of it that was meant, or not; so the numbers that are taken as they are lie below 1. The text that comes instead
// says what is wrong.
func inUnit(number, said, unit string) (spelled, wrong string) {
	share := slices.Contains(shares, strings.ToLower(unit))
	n, ok := new(big.Rat).SetString(number)
	switch {
	case number == "":
		return "", ""
	case !ok:
		return "", "the words bound it by no number"
	case said == percentUnit && share:
		_, decimals, _ := strings.Cut(number, ".")
		out := n.Quo(n, big.NewRat(100, 1)).FloatString(len(decimals) + 2)
		return strings.TrimSuffix(strings.TrimRight(out, "0"), "."), ""
	case said == percentUnit && (unit == "%" || strings.EqualFold(unit, "percent")):
		return number, ""
	case said == percentUnit:
		return "", "the words bound it in percent, and it is no share"
	case said != "" && said != unit:
		return "", "the words bound it in a currency that it is not in"
	case share && n.Cmp(big.NewRat(1, 1)) >= 0:
		return "", "it is a share, from 0 to 1: say the bound in percent, or as a number below 1"
	}
	return number, ""
}
