package dialect

import "slices"

// State is how far a dialect is trusted.
type State string

const (
	// Proven: every law was executed; ask and serve answer from it.
	Proven State = "proven"
	// Executed: a database executes its statements in tests, and not every law is held there yet. It is a preview.
	Executed State = "executed"
	// Previewed: its statements were read by a parser of the dialect. No server executed them.
	Previewed State = "preview"
)

// specs lists the dialects that statements are rendered in, the proven ones first.
func specs() []spec {
	return []spec{duckdb{}, postgres{}, mysql{}, snowflake{}, databricks{}, trino{}, bigquery{}, sqlserver{}, clickhouse{}}
}

// Names lists the dialects that Render takes, sorted.
func Names() []string {
	var names []string
	for _, s := range specs() {
		names = append(names, s.name())
	}
	slices.Sort(names)
	return names
}

// Spellings lists the dialects' names and aliases, sorted.
func Spellings() []string {
	names := Names()
	for _, s := range specs() {
		names = append(names, s.aliases()...)
	}
	slices.Sort(names)
	return names
}

// Proved lists the dialects whose sources are asked and served, sorted.
func Proved() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return StateOf(name) != Proven })
}

// Canonical returns a dialect's own name for one of its names, such as postgresql, and false for an unknown one.
func Canonical(name string) (string, bool) {
	for _, s := range specs() {
		if s.name() == name || slices.Contains(s.aliases(), name) {
			return s.name(), true
		}
	}
	return name, false
}

// StateOf is the state of a dialect, empty for an unknown one.
func StateOf(dialect string) State {
	if s, ok := specOf(dialect); ok {
		return s.state()
	}
	return ""
}

// Title is a dialect's name for people, such as PostgreSQL.
func Title(dialect string) string {
	if s, ok := specOf(dialect); ok {
		return s.title()
	}
	return dialect
}

// Aliases are a dialect's other names.
func Aliases(dialect string) []string {
	if s, ok := specOf(dialect); ok {
		return s.aliases()
	}
	return nil
}

// Session is what a dialect's statements count on, as the end of a sentence.
func Session(dialect string) string {
	if s, ok := specOf(dialect); ok {
		return s.session()
	}
	return ""
}

// Tried says what has executed the statements of a preview; empty where nothing has.
func Tried(dialect string) string {
	if s, ok := specOf(dialect); ok {
		return s.tried()
	}
	return ""
}

// Lacks are the features that a dialect has not: questions that need one are refused.
func Lacks(dialect string) []Lack {
	if s, ok := specOf(dialect); ok {
		return s.lacks()
	}
	return nil
}

// Schema is the schema of a dialect's tables that none is declared for.
func Schema(dialect string) string {
	s, ok := specOf(dialect)
	if !ok {
		return ""
	}
	return s.schema()
}

// MaxIdentifier is the most bytes of a name that a dialect keeps; 0 when there is no limit, or no such dialect.
func MaxIdentifier(dialect string) int {
	s, ok := specOf(dialect)
	if !ok {
		return 0
	}
	return s.maxIdentifier()
}

// Lexicon is what the statements of a dialect are made of besides quoted names and the words of every dialect. A vetter
// holds each statement to it; a new form adds its words, and nothing else may be said.
type Lexicon struct {
	// Postgres tells that PostgreSQL's grammar reads the dialect; then the rest is empty, and the vetter's own lists hold.
	Postgres bool
	// MostParts is how many common table expressions a statement may have; 0 where there is no limit.
	MostParts int
	// Open and Close are the quotes of a name; Close is doubled within.
	Open, Close string
	// Positional tells that parameters have no numbers. LexiconOf fills it in.
	Positional bool
	// Words are keywords and functions as they are written, Texts the text literals, and Digits those words that have
	// numbers of digits in brackets.
	Words, Texts, Digits []string
}

// LexiconOf is the lexicon of a dialect.
func LexiconOf(dialect string) Lexicon {
	if s, ok := specOf(dialect); ok {
		l := s.lexicon()
		l.Positional = s.positional()
		return l
	}
	return Lexicon{}
}

func specOf(dialect string) (spec, bool) {
	for _, s := range specs() {
		if s.name() == dialect || slices.Contains(s.aliases(), dialect) {
			return s, true
		}
	}
	return nil, false
}
