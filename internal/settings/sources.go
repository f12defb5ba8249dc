package settings

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/internal/diag"
)

// places are the fields that say where a source is; each has exactly one.
func places() []string { return []string{"dsn_env", "dsn_file", "path"} }

// field is the last part of a key's path.
func (k Key) field() string { return k.Path[strings.LastIndexByte(k.Path, '.')+1:] }

// sources gathers the values by source and holds each to one place.
func (r *reader) sources() map[string]Source {
	out := map[string]Source{}
	for _, alias := range slices.Sorted(maps.Keys(r.named)) {
		get := func(field string) (string, diag.Range) {
			v := r.values["sources."+alias+"."+field]
			return v.text, v.at
		}
		s := Source{Range: r.named[alias]}
		var said []diag.Range
		for _, field := range places() {
			if text, at := get(field); text != "" {
				said = append(said, at)
			}
		}
		switch {
		case r.broken[alias]:
			continue
		case len(said) == 0:
			r.add(diag.SettingsPlace, s.Range, "the source "+alias+" does not say where its data is", "Set one of path, dsn_env and dsn_file.")
			continue
		case len(said) > 1:
			r.found = append(r.found, diag.Diagnostic{Code: diag.SettingsPlace, Message: "the source " + alias + " says more than once where its data is",
				Hint: "Keep one of path, dsn_env and dsn_file.", Range: said[1], Related: []diag.Related{{Range: said[0], Message: "the first one"}}})
			continue
		}
		s.Path, s.DSNFile = r.resolve(get("path")), r.resolve(get("dsn_file"))
		s.DSNEnv, _ = get("dsn_env")
		if n, _ := get("max_connections"); n != "" {
			s.MaxConnections, _ = strconv.Atoi(n) // unfit has seen that it is a number
		}
		s.Subjects = r.subjects(alias, s.Range)
		out[alias] = s
	}
	return out
}

// resolve joins a relative path of the file to the file's folder.
func (r *reader) resolve(path string, at diag.Range) string {
	if path == "" || at.File == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(r.file.Path), filepath.FromSlash(path))
}
