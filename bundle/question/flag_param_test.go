package question

import (
	"slices"
	"testing"
)

func TestParseParam(t *testing.T) {
	for text, want := range map[string][]string{
		"when=2026-Q2": {"when", "2026-Q2"}, "when=2026-01-01..2026-02-01": {"when", "2026-01-01..2026-02-01"}, "when=last-3-months": {"when", "last-3-months"},
		"carrier=UA,AA": {"carrier", "UA", "AA"}, `city="Paris, Texas",Rome`: {"city", "Paris, Texas", "Rome"}, `q="say ""hi"""`: {"q", `say "hi"`},
		"x=a=b": {"x", "a=b"}, "x=": {"x"}, `x=""`: {"x", ""},
		"x": nil, "=x": nil, "": nil, "x=a,": nil, `x="a`: nil, `x=a"b`: nil,
	} {
		name, values, err := ParseParam(text)
		if got := append([]string{name}, values...); (err == nil) != (want != nil) || want != nil && !slices.Equal(got, want) {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
}
