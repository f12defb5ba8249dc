package sqlvet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/diag"
)

// hidden refuses what a reader of the text would not see, or would see elsewhere than it is. Tabs and ends of lines are seen;
// joiners and wide spaces occur in values, and are refused outside of quotes.
func hidden(toks tokens) *Problem {
	for i, r := range toks.text {
		end := i + utf8.RuneLen(r)
		if strings.ContainsRune("\t\n\r", r) {
			continue
		}
		if r == '\u2028' || r == '\u2029' {
			return problem(diag.ExprText, i, end, "the text holds an end of line that is none in SQL", "Write a plain one.")
		}
		if at, kind := question.Unclean(toks.text[i:end]); at >= 0 {
			return problem(diag.ExprText, i, end, "the text holds "+kind, "Remove it.")
		}
	}
	for _, t := range toks.list {
		if t.kind != tokenWord {
			continue
		}
		for i, r := range toks.text[t.start:t.end] {
			if unicode.IsSpace(r) || r == '\u200c' || r == '\u200d' {
				return problem(diag.ExprText, t.start+i, t.start+i+utf8.RuneLen(r), "this is a space, or nothing, to the eye, and part of a name to a database", "Write a plain space.")
			}
		}
	}
	return nil
}
