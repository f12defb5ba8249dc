package ground_test

import (
	"strings"
	"testing"

	"sutura.dev/internal/words/ground"
)

func spelledAmounts(r *ground.Amounts) string {
	join := func(list []ground.Amount) string {
		var out []string
		for _, a := range list {
			out = append(out, strings.TrimSpace(a.Op+" "+strings.Join(a.Values, "..")+" "+a.Currency))
		}
		return strings.Join(out, ", ")
	}
	switch r.Outcome {
	case ground.OK:
		return join(r.Amounts)
	case ground.Ask:
		var out []string
		for _, o := range r.Options {
			out = append(out, join(o.Amounts))
		}
		return "ask " + strings.Join(out, " or ")
	}
	return "none"
}

func TestMoney(t *testing.T) {
	rows := table(t, "money.txt")
	for _, c := range rows {
		r := ground.Money(c.text, ground.MoneyContext{Locale: locale(c.language)})
		if got := spelledAmounts(r); got != c.want {
			t.Errorf("%s: %q is %s, not %s (%v %s)", c.language, c.text, got, c.want, r.Rules, r.Why)
		}
		if c.rule != "" && r.Outcome != ground.Ungroundable && !strings.Contains(strings.Join(r.Rules, ","), c.rule) {
			t.Errorf("%q is read by %v, not %s", c.text, r.Rules, c.rule)
		}
	}
	if len(rows) < 150 {
		t.Errorf("%d rows", len(rows))
	}
}
