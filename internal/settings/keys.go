package settings

import (
	"regexp"
	"slices"
	"strings"
)

// Kind is what a setting's value may be.
type Kind uint8

const (
	// Path is a file or folder; a relative one is relative to the settings' file.
	Path Kind = iota
	// Variable is the name of an environment variable.
	Variable
	// Count is a whole number from 1 to 1,000.
	Count
	// Whole is a whole number from Least to Most.
	Whole
	// Duration is a time from Least to Most milliseconds, such as 30s or 2m.
	Duration
	// Choice is one word of Enum, and Choices a list of them.
	Choice
	Choices
	// Names is a list of words.
	Names
	// Address is a host and a port, such as 127.0.0.1:8080.
	Address
	// Link is an http or https address without a user or a password.
	Link
	// Digest is sha256:HEX.
	Digest
	// Claim is the name of a token's claim, or a JSON pointer to one.
	Claim
	// Pairs is a mapping of texts to a word each, and Groups one of texts to lists of words. In the environment both are
	// JSON, and so they are kept.
	Pairs
	Groups
	// Alias is the name of a source.
	Alias
	// Sentence is what an operator has to say, in words.
	Sentence
)

// Key is a setting that exists.
type Key struct {
	// Path is dotted; * stands for any alias.
	Path    string
	Kind    Kind
	Default string // for people; empty when there is none
	Doc     string
	Enum    []string
	Least   int
	Most    int
}

// Keys is the table of settings, in order.
func Keys() []Key {
	keys := append(servingKeys(), []Key{
		{Path: "sources.*.claims", Kind: Pairs, Doc: "settings of the session and the claim of the asker's token that each is set to, with identity: subject"},
		{Path: "sources.*.dsn_env", Kind: Variable, Doc: "the environment variable that holds the connection string"},
		{Path: "sources.*.dsn_file", Kind: Path, Doc: "the file that holds the connection string and nothing else"},
		{Path: "sources.*.group_roles", Kind: Pairs, Doc: "the role of the askers of each group, with identity: subject"},
		{Path: "sources.*.identity", Kind: Choice, Enum: []string{"service", "subject"}, Default: "service", Doc: "as whom questions run: as the connection's own login, or as the one who asks"},
		{Path: "sources.*.max_connections", Kind: Count, Default: "8", Doc: "how many statements run at once"},
		{Path: "sources.*.role_claim", Kind: Claim, Doc: "the claim that names the asker's role, with identity: subject"},
		{Path: "sources.*.subject_roles", Kind: Pairs, Doc: "the role of each asker, by the token's sub, with identity: subject"},
		{Path: "sources.*.path", Kind: Path, Doc: "a .duckdb file, a folder of .parquet and .csv files, or one such file"},
	}...)
	slices.SortFunc(keys, func(a, b Key) int { return strings.Compare(a.Path, b.Path) })
	return keys
}

// sourceKeys are the keys that each source has.
func sourceKeys() []Key {
	return slices.DeleteFunc(Keys(), func(k Key) bool { return !strings.HasPrefix(k.Path, "sources.*.") })
}

// children are the names that may stand under a dotted path, and whether any alias may.
func children(under string) (names []string, alias bool) {
	for _, k := range Keys() {
		rest, ok := strings.CutPrefix(k.Path, under)
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(rest, ".")
		if name == "*" {
			alias = true
			continue
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names), alias
}

// lookup is the key of a dotted path with aliases replaced by *.
func lookup(path string) (Key, bool) {
	keys := Keys()
	i := slices.IndexFunc(keys, func(k Key) bool { return k.Path == path })
	if i < 0 {
		return Key{}, false
	}
	return keys[i], true
}

var (
	aliasForm    = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)
	variableForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	wordForm     = regexp.MustCompile(`^[A-Za-z0-9_*][A-Za-z0-9_.:/\-]*$`)
	sessionForm  = regexp.MustCompile(`^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)+$`)
	digestForm   = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)
