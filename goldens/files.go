package goldens

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/tree"
)

// The folders below a catalog's root.
const (
	fixturesFolder  = "fixtures"
	goldensFolder   = "goldens"
	questionsFolder = "goldens/questions"
	dialectsFile    = "goldens/dialects.txt"
)

// Bounds of what is read: check runs on strangers' pull requests.
const (
	maxFiles     = 50_000
	maxFileBytes = 4 << 20
	maxBytes     = 512 << 20
)

// Files are what a catalog's root holds of fixtures, goldens and authors' questions, read once. The zero Files hold
// nothing.
type Files struct {
	data     map[string][]byte
	paths    []string            // sorted
	folders  map[string][]string // the paths below each folder, sorted
	findings diag.List
	bytes    int
}

// InMemory makes them from contents, by their slash-separated paths below the root. What belongs to none of the folders
// is left out.
func InMemory(files map[string][]byte) Files {
	f := Files{data: map[string][]byte{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if top, _, ok := strings.Cut(name, "/"); ok && (top == fixturesFolder || top == goldensFolder) && f.takes(name) {
			f.add(name, files[name])
		}
	}
	f.finish()
	return f
}

// ReadDir reads them below the root dir. The error is about reading; what the files should not be (links, devices, too
// large, in no place that is read) is found by Load, at its place. Names that begin with a dot are passed over.
func ReadDir(dir string) (Files, error) {
	f := Files{data: map[string][]byte{}}
	err := tree.Reader{
		Takes:     f.takes,
		Add:       func(name string, data []byte) bool { f.add(name, data); return true },
		Irregular: f.irregular, MaxFile: maxFileBytes,
	}.Read(dir, fixturesFolder, goldensFolder)
	f.finish()
	return f, err
}

// Source returns the bytes of a file, for printing lines of it.
func (f Files) Source(name string) ([]byte, bool) {
	data, ok := f.data[name]
	return data, ok
}

// Recorded reports whether any golden is there. Where none is, nothing was recorded, and nothing is compared.
func (f Files) Recorded() bool {
	return slices.ContainsFunc(f.paths, func(name string) bool { _, ok := goldenMetric(name); return ok })
}

// takes reports whether a file is read, and finds one that looks as if it should be.
func (f *Files) takes(name string) bool {
	dir, base := path.Split(name)
	dir = strings.TrimSuffix(dir, "/")
	want := ""
	switch {
	case path.Ext(base) == ".md":
		return false // a person's notes
	case dir == fixturesFolder:
		want = ".csv"
	case name == dialectsFile:
		want = ".txt"
	case dir == goldensFolder:
		want = ".txtar"
	case path.Dir(dir) == questionsFolder:
		want = ".json"
	}
	if want != "" && path.Ext(base) == want {
		return true
	}
	f.findings = append(f.findings, diag.Diagnostic{
		Code: diag.FileUnused, Severity: diag.Warning, Range: diag.Range{File: name},
		Message: "nothing reads this file",
		Hint:    "Rows are in fixtures/MODEL.csv, goldens in goldens/METRIC.txtar, an author's questions in goldens/questions/METRIC/NAME.json, more dialects in goldens/dialects.txt.",
	})
	return false
}

func (f *Files) add(name string, data []byte) {
	switch {
	case len(data) > maxFileBytes:
		f.beyond(name, "the file is larger than 4 MiB", "Fixtures and goldens are small: a few rows that show each rule.")
		return
	case len(f.data) >= maxFiles || f.bytes+len(data) > maxBytes:
		if !slices.ContainsFunc(f.findings, func(d diag.Diagnostic) bool { return d.Code == diag.BeyondBounds && d.Range.File == goldensFolder }) {
			f.beyond(goldensFolder, "fixtures and goldens have more than 50,000 files or 512 MiB; the rest of them was not read", "")
		}
		return
	}
	f.bytes += len(data)
	f.data[name] = data
}

func (f *Files) finish() {
	f.paths = slices.Sorted(maps.Keys(f.data))
	f.folders = map[string][]string{}
	for _, p := range f.paths {
		f.folders[path.Dir(p)] = append(f.folders[path.Dir(p)], p)
	}
}

func (f *Files) beyond(name, message, hint string) {
	f.findings = append(f.findings, diag.Diagnostic{Code: diag.BeyondBounds, Range: diag.Range{File: name}, Message: message, Hint: hint})
}

func (f *Files) irregular(name, what string) {
	f.findings = append(f.findings, diag.Diagnostic{
		Code: diag.NotRegularFile, Range: diag.Range{File: name}, Message: fmt.Sprintf("%s is %s", name, what),
		Hint: "Put the file itself there: only regular files are read, so that what was reviewed is what counts.",
	})
}

// below lists the files of a folder by their names without the extension.
func (f Files) below(folder, extension string) map[string]string {
	out := map[string]string{}
	for _, p := range f.folders[folder] {
		if path.Ext(p) == extension {
			out[strings.TrimSuffix(path.Base(p), extension)] = p
		}
	}
	return out
}

// goldenMetric returns the metric whose golden a path is.
func goldenMetric(name string) (string, bool) {
	if path.Dir(name) != goldensFolder {
		return "", false
	}
	return strings.CutSuffix(path.Base(name), ".txtar")
}

// goldenPath is where a metric's golden is recorded.
func goldenPath(metric string) string { return goldensFolder + "/" + metric + ".txtar" }
