package sqlvet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/compiler/dialect"
)

// Vet proves of a statement what can be proved in its dialect: of one that PostgreSQL's grammar reads everything that
// VetStatement says; of another its structure.
func Vet(s dialect.Statement) error {
	lexicon := dialect.LexiconOf(s.Dialect())
	if lexicon.Postgres {
		return VetStatement(s.Text(), Allowed{Relations: s.Tables(), Params: len(s.Binds())})
	}
	return vetStructure(s, lexicon)
}

// Shape is the fingerprint of a statement, empty of one that PostgreSQL's grammar does not read.
func Shape(s dialect.Statement) string {
	if !dialect.LexiconOf(s.Dialect()).Postgres {
		return ""
	}
	return Fingerprint(s.Text())
}

// vetStructure proves without a grammar that a text is one SELECT: every word outside quotes is of the closed list of the
// dialect, every text literal and number is structure, what follows FROM and JOIN is an allowed table or a name that the
// statement itself gives, brackets are closed, nothing is a comment or a second statement, and every parameter is used. It
// does not prove that a database reads the text, nor that columns exist.
func vetStructure(s dialect.Statement, l dialect.Lexicon) error {
	v := structure{text: s.Text(), lexicon: l, allowed: s.Tables(), parameters: s.Placeholders()}
	v.used = make([]bool, len(v.parameters))
	if len(v.text) > maxStatement {
		return errors.New("the statement is too long")
	}
	for v.at < len(v.text) {
		if err := v.next(); err != nil {
			return err
		}
	}
	switch {
	case len(v.brackets) > 0:
		return errors.New("a bracket is not closed")
	case slices.Contains(v.used, false):
		return fmt.Errorf("parameter %d is not used", slices.Index(v.used, false)+1)
	case v.first != "SELECT" && v.first != "WITH":
		return errors.New("the statement is no SELECT")
	}
	return nil
}

type structure struct {
	text       string
	lexicon    dialect.Lexicon
	allowed    [][]string
	parameters []string
	used       []bool

	at       int
	first    string   // word
	word     string   // before, empty where something else is
	parts    []string // of the quoted name before
	from     bool     // a table is expected
	ctes     []string
	brackets []string // the word before each open one
}

const punctuation = "()[],.+-*/%|=<>~"

func (v *structure) next() error {
	c := v.text[v.at]
	switch {
	case strings.IndexByte(spaces, c) >= 0:
		v.at++
		return nil
	case strings.HasPrefix(v.text[v.at:], "--"), strings.HasPrefix(v.text[v.at:], "/*"):
		return errors.New("the statement has a comment")
	case strings.HasPrefix(v.text[v.at:], v.lexicon.Open):
		return v.quoted()
	}
	if len(v.parts) > 0 && c != '.' {
		if err := v.named(); err != nil {
			return err
		}
	}
	if v.parameter() {
		v.word = ""
		return nil
	}
	switch {
	case wordStart(c) && c < 0x80:
		return v.bare()
	case digit(c):
		return v.number()
	case c == '\'':
		return v.literal()
	case strings.IndexByte(punctuation, c) >= 0:
		return v.sign(c)
	}
	return fmt.Errorf("the statement has a %q", c)
}

// quoted reads an identifier, and one more part where a point is before it.
func (v *structure) quoted() error {
	v.at += len(v.lexicon.Open)
	var name strings.Builder
	for {
		i := strings.Index(v.text[v.at:], v.lexicon.Close)
		if i < 0 {
			return errors.New("a quote is not closed")
		}
		name.WriteString(v.text[v.at : v.at+i])
		v.at += i + len(v.lexicon.Close)
		if !strings.HasPrefix(v.text[v.at:], v.lexicon.Close) {
			break
		}
		name.WriteString(v.lexicon.Close)
		v.at += len(v.lexicon.Close)
	}
	v.parts = append(v.parts, name.String())
	v.word = ""
	return nil
}

// named ends a name: what is read is allowed, or defined before.
func (v *structure) named() error {
	parts := v.parts
	v.parts = nil
	if rest := strings.TrimLeft(v.text[v.at:], spaces); len(parts) == 1 && strings.HasPrefix(rest, "AS (") {
		v.ctes = append(v.ctes, parts[0])
	}
	if !v.from {
		return nil
	}
	v.from = false
	if len(parts) == 1 && slices.Contains(v.ctes, parts[0]) || slices.ContainsFunc(v.allowed, func(t []string) bool { return slices.Equal(t, parts) }) {
		return nil
	}
	return errors.New("the statement reads a table that it must not read")
}

// parameter reads a parameter: the next one, or any where they are numbered.
func (v *structure) parameter() bool {
	for i, p := range v.parameters {
		if !strings.HasPrefix(v.text[v.at:], p) || v.at+len(p) < len(v.text) && digit(v.text[v.at+len(p)]) || v.lexicon.Positional && v.used[i] {
			continue
		}
		v.used[i] = true
		v.at += len(p)
		return true
	}
	return false
}

func (v *structure) bare() error {
	end := v.at + 1
	for end < len(v.text) && (wordStart(v.text[end]) || digit(v.text[end])) {
		end++
	}
	word := v.text[v.at:end]
	v.at = end
	if v.first == "" {
		v.first = word
	}
	alias := len(word) <= 2 && strings.ToLower(word) == word // f, m, j0
	if !alias && !slices.Contains(commonWords, strings.ToUpper(word)) && !slices.Contains(v.lexicon.Words, word) {
		return fmt.Errorf("the statement says %s", word)
	}
	if !alias {
		v.word, v.from = word, word == "FROM" && v.word != "DISTINCT" && !v.inCall() || word == "JOIN"
	}
	return nil
}

// inCall reports whether FROM stands between a function's arguments, as in EXTRACT and TRIM.
func (v *structure) inCall() bool {
	return len(v.brackets) > 0 && !slices.Contains(queryOpeners, v.brackets[len(v.brackets)-1])
}

// queryOpeners are words, or nothing, after which a bracket holds a query.
var queryOpeners = []string{"", "AS", "IN", "FROM", "JOIN", "MATERIALIZED"}

func (v *structure) number() error {
	end := v.at
	for end < len(v.text) && (digit(v.text[end]) || v.text[end] == '.') {
		end++
	}
	number := v.text[v.at:end]
	v.at, v.word = end, ""
	counted := len(v.brackets) > 0 && len(number) <= 2 && slices.Contains(v.lexicon.Digits, v.brackets[len(v.brackets)-1])
	if !counted && !structuralNumber(number) {
		return fmt.Errorf("the number %s is no structure", number)
	}
	return nil
}

func (v *structure) literal() error {
	end := strings.IndexByte(v.text[v.at+1:], '\'')
	if end < 0 {
		return errors.New("a text is not closed")
	}
	text := v.text[v.at+1 : v.at+1+end]
	v.at, v.word = v.at+end+2, ""
	if !slices.Contains(v.lexicon.Texts, text) || strings.HasPrefix(v.text[v.at:], "'") {
		return errors.New("the statement has a text that is no structure")
	}
	return nil
}

func (v *structure) sign(c byte) error {
	v.at++
	switch c {
	case '(', '[':
		v.brackets = append(v.brackets, v.word)
		v.from = v.from && c != '('
	case ')', ']':
		if len(v.brackets) == 0 {
			return errors.New("a bracket is not open")
		}
		v.brackets = v.brackets[:len(v.brackets)-1]
	}
	v.word = ""
	return nil
}

// commonWords are what every dialect's statements say; a dialect adds its own.
var commonWords = strings.Fields(`
	WITH AS SELECT DISTINCT FROM JOIN LEFT CROSS ON WHERE AND OR NOT GROUP BY HAVING UNION ALL ORDER ASC DESC
	IS NULL TRUE FALSE IN BETWEEN LIKE ESCAPE CASE WHEN THEN ELSE END CAST COALESCE NULLIF GREATEST LEAST
	OVER PARTITION ROW_NUMBER SUM COUNT MIN MAX AVG ABS SIGN FLOOR POWER SQRT EXP ROUND`)
