// Package settings reads sutura.yaml: where a deployment's data is, and how it is served.
//
// Every key is a row of one table (Keys). An unknown key is an error at its line and column that names the nearest real
// one, in the file and in the environment, where SUTURA_SOURCES_SHOP_PATH overrides sources.shop.path. A connection
// string is a secret: the settings name the variable or file that holds it, and hold none themselves. No source is opened
// here, and no file but the settings is read.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sutura.dev/internal/diag"
)

// FileName is the settings' file in a catalog's root.
const FileName = "sutura.yaml"

// maxBytes bounds the file: it may come from a stranger's branch.
const maxBytes = 64 << 10

// File says where settings are read from.
type File struct {
	Path     string // to open
	Name     string // what diagnostics call it: slash-separated, relative to the catalog's root
	Required bool   // whether its absence is an error
}

// Settings are the values of a file and the environment.
type Settings struct {
	// Name is what diagnostics call the file, whether it exists or not.
	Name    string
	Sources map[string]Source
	Serving Serving
	values  map[string]value
	environ map[string]string
}

// Source is where one source of the catalog has its data: exactly one of Path, DSNEnv and DSNFile is set.
type Source struct {
	// Path is a file or folder, ready to open: a relative one in the file has been joined to the file's folder, one of
	// the environment is relative to the working directory.
	Path string
	// DSNEnv names an environment variable and DSNFile a file (joined like Path) that hold a connection string.
	DSNEnv  string
	DSNFile string
	// MaxConnections is 0 where nothing is said.
	MaxConnections int
	// Subjects says who an asker is there; nil where questions run as the connection's own login.
	Subjects *Subjects
	// Range is the place that names the source; without a file for one of the environment.
	Range diag.Range
}

// Find returns where the settings are: flag if set, else the environment's SUTURA_CONFIG, else sutura.yaml in root.
func Find(root, flag string, environ []string) File {
	for _, path := range []string{flag, environment(environ)["SUTURA_CONFIG"]} {
		if path != "" {
			return File{Path: path, Name: filepath.ToSlash(path), Required: true}
		}
	}
	return File{Path: filepath.Join(root, FileName), Name: FileName}
}

// Load reads f and what environ ("NAME=value") overrides. An absent file that is not required is an empty one.
func Load(f File, environ []string) (*Settings, diag.List) {
	r := &reader{file: f, values: map[string]value{}, broken: map[string]bool{}, named: map[string]diag.Range{}}
	switch text, err := read(f.Path); {
	case err == nil:
		r.parse(text)
	case errors.Is(err, fs.ErrNotExist) && !f.Required:
	case errors.Is(err, fs.ErrNotExist):
		r.add(diag.SettingsUnreadable, diag.Range{}, "there are no settings at "+f.Name, "Correct the path, or leave it out to read "+FileName+" beside the catalog.")
	case errors.Is(err, errTooLarge):
		r.add(diag.SettingsUnreadable, diag.Range{File: f.Name}, fmt.Sprintf("the settings are larger than %d KiB", maxBytes>>10), "Name sources here, and keep their data elsewhere.")
	default:
		r.add(diag.SettingsUnreadable, diag.Range{File: f.Name}, "the settings cannot be read", "Make "+f.Name+" a regular file that this user may read.")
	}
	env := environment(environ)
	r.override(env)
	s := &Settings{Name: f.Name, values: r.values, environ: env, Sources: r.sources(), Serving: r.serving()}
	return s, r.found.Sorted()
}

// Variable is the value of an environment variable that a setting names, and whether it is set.
func (s *Settings) Variable(name string) (string, bool) {
	v, ok := s.environ[name]
	return v, ok
}

var errTooLarge = errors.New("too large")

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("no regular file")
	case info.Size() > maxBytes:
		return nil, errTooLarge
	}
	return os.ReadFile(path)
}

// Effective is one setting in force, for people.
type Effective struct {
	Key    string
	Value  string // never a secret: settings hold none
	Origin string // "sutura.yaml:3", "environment", "default"
}

// Effective lists the settings in force, defaults included, in the order of keys.
func (s *Settings) Effective() []Effective {
	var out []Effective
	for _, path := range slices.Sorted(maps.Keys(s.values)) {
		v := s.values[path]
		origin := "environment"
		if v.at.File != "" {
			origin = v.at.File + ":" + strconv.Itoa(v.at.Start.Line)
		}
		out = append(out, Effective{path, v.text, origin})
	}
	for _, k := range servingKeys() {
		if _, set := s.values[k.Path]; !set && k.Default != "" {
			out = append(out, Effective{k.Path, k.Default, "default"})
		}
	}
	for _, alias := range slices.Sorted(maps.Keys(s.Sources)) {
		for _, k := range sourceKeys() {
			path := strings.Replace(k.Path, "*", alias, 1)
			if _, set := s.values[path]; !set && k.Default != "" {
				out = append(out, Effective{path, k.Default, "default"})
			}
		}
	}
	slices.SortFunc(out, func(a, b Effective) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// environment is the last value of each variable.
func environment(environ []string) map[string]string {
	out := make(map[string]string, len(environ))
	for _, entry := range environ {
		if name, text, ok := strings.Cut(entry, "="); ok {
			out[name] = text
		}
	}
	return out
}
