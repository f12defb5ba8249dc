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
)

// Key is a setting that exists.
type Key struct {
	// Path is dotted; * stands for any alias.
	Path    string
	Kind    Kind
	Default string // for people; empty when there is none
	Doc     string
}

// Keys is the table of settings, in order.
func Keys() []Key {
	return []Key{
		{"sources.*.dsn_env", Variable, "", "the environment variable that holds the connection string"},
		{"sources.*.dsn_file", Path, "", "the file that holds the connection string and nothing else"},
		{"sources.*.max_connections", Count, "8", "how many statements run at once"},
		{"sources.*.path", Path, "", "a .duckdb file, a folder of .parquet and .csv files, or one such file"},
	}
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
	i := slices.IndexFunc(Keys(), func(k Key) bool { return k.Path == path })
	if i < 0 {
		return Key{}, false
	}
	return Keys()[i], true
}

var (
	aliasForm    = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)
	variableForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)
