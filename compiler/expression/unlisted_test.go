package expression

import (
	"slices"
	"testing"

	"sutura.dev/internal/diag"
)

// listed is the scope of the tests with the values of two columns.
type listed struct{ orders }

func (listed) Values(role, name string) []string {
	switch role + "." + name {
	case ".status":
		return []string{"paid", "shipped", "Returned"}
	case "customer.country":
		return []string{"CZ", "Austria"}
	}
	return nil
}

func TestUnlisted(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // the literals that are pointed to
	}{
		{"status = 'paid'", nil},
		{"status = 'piad'", []string{"'piad'"}},
		{"'shiped' <> status", []string{"'shiped'"}},
		{"status IN ('paid', 'returned', 'lost in the post')", []string{"'returned'"}},
		{"status NOT IN ('Shipped')", []string{"'Shipped'"}},
		{"status IS DISTINCT FROM 'paidd'", []string{"'paidd'"}},
		{"CASE status WHEN 'paid' THEN 1 WHEN 'shippd' THEN 2 END = 1", []string{"'shippd'"}},
		{"customer.country = 'austria'", []string{"'austria'"}},
		{"status = 'test'", nil},
		{"status LIKE 'pai%'", nil},
		{"status > 'piad'", nil},
		{"lower(status) = 'returned'", nil},
		{"coalesce(status, 'piad') = 'paid'", nil},
	} {
		n, problems := Compile(c.text, listed{})
		if n == nil {
			t.Errorf("%s: no tree: %v", c.text, problems)
		}
		var got []string
		for _, p := range problems {
			if p.Code != diag.ExprUnlisted || !p.Warning {
				t.Errorf("%s: %v", c.text, p)
			}
			got = append(got, c.text[p.Start:p.End])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: points to %v, want %v", c.text, got, c.want)
		}
	}
	if n, problems := Compile("status = 'piad' AND nothing = 1", listed{}); n != nil || len(problems) != 2 {
		t.Errorf("a warning beside an error: %v, %v", n, problems)
	}
}
