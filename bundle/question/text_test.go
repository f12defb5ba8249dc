package question

import "testing"

func TestCleanText(t *testing.T) {
	for _, s := range []string{
		"", "web", "O'Reilly' OR 1=1--", "日本語", "😀", "a\u200db", "a\u200cb", "a\u00a0b", "\ufffd", " ", "é", "e\u0301", "\u2028", "<script>", "$1 {{x}}",
	} {
		if at, kind := Unclean(s); at >= 0 || !CleanText(s) {
			t.Errorf("%q: %s at %d", s, kind, at)
		}
	}
	for _, tt := range []struct {
		s    string
		at   int
		kind string
	}{
		{"a\x00", 1, "a control character"},
		{"\n", 0, "a control character"},
		{"a\tb", 1, "a control character"},
		{"\x1b[2J", 0, "a control character"},
		{"\x7f", 0, "a control character"},
		{"\u0085", 0, "a control character"},
		{"é\u202e", 2, "a character that changes the direction of text"},
		{"\u200e", 0, "a character that changes the direction of text"},
		{"\u200f", 0, "a character that changes the direction of text"},
		{"\u061c", 0, "a character that changes the direction of text"},
		{"\u2066x\u2069", 0, "a character that changes the direction of text"},
		{"\u200b", 0, "an invisible character"},
		{"\ufeffa", 0, "an invisible character"},
		{"a\u2060", 1, "an invisible character"},
		{"a\u00ad", 1, "an invisible character"},
		{"a\xff", 1, "bytes that are not UTF-8"},
		{"\ufffd\xff", 0, "bytes that are not UTF-8"},
	} {
		if at, kind := Unclean(tt.s); at != tt.at || kind != tt.kind || CleanText(tt.s) {
			t.Errorf("%q: got %q at %d, want %q at %d", tt.s, kind, at, tt.kind, tt.at)
		}
	}
}
