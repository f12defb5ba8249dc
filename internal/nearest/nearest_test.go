package nearest

import (
	"slices"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{"revenue", "departure_delay", "arrival_delay", "flights", "on_time_share", "ask", "check", "日本"}
	for _, c := range []struct {
		word string
		want []string
	}{
		{"revnue", []string{"revenue"}},
		{"Revenue", []string{"revenue"}},
		{"reveneu", []string{"revenue"}},
		{"delay", []string{"arrival_delay", "departure_delay"}},
		{"aks", []string{"ask"}},
		{"chekc", []string{"check"}},
		{"日木", []string{"日本"}},
		{"on_tiem_shar", []string{"on_time_share"}},
		{"at_time_share", []string{"on_time_share"}},
		{"on_cake_share", nil}, // few edits, but another word
		{"zzz", nil},
		{"", nil},
		{"x", nil},
		{strings.Repeat("a", 300), nil},
	} {
		if got := Names(c.word, names, 4); !slices.Equal(got, c.want) {
			t.Errorf("Names(%q) = %v, want %v", c.word, got, c.want)
		}
	}
	if got := Names("delay", names, 1); !slices.Equal(got, []string{"arrival_delay"}) {
		t.Errorf("limit: %v", got)
	}
	if _, ok := Name("one_to_many", []string{"many_to_one", "one_to_one"}); ok {
		t.Error("a word for its opposite is no mistyping")
	}
	if _, ok := Name("nothing", names); ok {
		t.Error("a name was found that is not near")
	}
}
