package sqlvet

import (
	"errors"
	"unicode/utf8"

	"github.com/pganalyze/pg_query_go/v5/parser"
)

// syntaxError is the parser's refusal of a text, at a byte.
type syntaxError struct{ at int }

func (syntaxError) Error() string { return "the text is not PostgreSQL's grammar" }

// parse runs PostgreSQL's parser over a text that was scanned, and returns its statements.
func parse(text string) ([]value, error) {
	out, err := parser.ParseToJSON(text)
	var refused *parser.Error
	if errors.As(err, &refused) {
		return nil, syntaxError{byteOf(text, refused.Cursorpos)}
	}
	if err != nil {
		return nil, errTree
	}
	tree, err := readJSON(out)
	if err != nil {
		return nil, err
	}
	return tree.get("stmts").items(), nil
}

// byteOf converts the parser's cursor, which counts characters from 1, to bytes from 0.
func byteOf(text string, cursor int) int {
	at := 0
	for ; cursor > 1 && at < len(text); cursor-- {
		_, n := utf8.DecodeRuneInString(text[at:])
		at += n
	}
	return at
}
