package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog/schema"
	"sutura.dev/internal/diag"
)

// MaxValues is how many values a closed or pinned dimension has at most.
const MaxValues = maxValues

// PinnedFile is the file of a dimension's pinned values, below the catalog's root.
func PinnedFile(model, dimension string) string {
	return path.Join(ValuesFolder, model+"."+dimension+".json")
}

func isValues(name string) bool {
	rest, ok := strings.CutPrefix(name, ValuesFolder+"/")
	return ok && strings.HasSuffix(rest, ".json") && !strings.Contains(rest, "/")
}

// WithValues is the files with others in place of those of pinned values, by their paths.
func (s Files) WithValues(files map[string][]byte) Files {
	s.values = slices.DeleteFunc(slices.Clone(s.values), func(f schema.File) bool { return files[f.Path] != nil })
	for _, name := range slices.Sorted(maps.Keys(files)) {
		s.values = append(s.values, schema.File{Path: name, Data: files[name]})
	}
	slices.SortFunc(s.values, byPath)
	return s
}

// pin reads the values of pinned dimensions, and finds files that are missing, that are none, and that belong to none.
// Of a catalog that is read in part a file may belong to the rest.
func (c *Catalog) pin(files Files, partial bool) diag.List {
	var found diag.List
	report := func(code diag.Code, at diag.Range, about, message, hint string) {
		found = append(found, diag.Diagnostic{Code: code, Range: at, Path: about, Message: message, Hint: hint})
	}
	wanted := map[string]bool{}
	for _, model := range names(c.Models) {
		for _, name := range names(c.Models[model].Dimensions) {
			d := c.Models[model].Dimensions[name]
			if d.Filter != "pinned" || d.Personal {
				continue
			}
			file, about := PinnedFile(model, name), "models."+model+".dimensions."+name+".filter"
			wanted[file] = true
			again := "Read them: `sutura values " + model + "." + name + "`; then look at the file, and commit it."
			data, ok := files.Source(file)
			if !ok {
				report(diag.PinnedMissing, c.Range("models", model, "dimensions", name, "filter"), about, "there is no file "+file+" of the values", again)
				continue
			}
			values, problem := readPinned(data)
			if problem != "" {
				report(diag.PinnedStale, diag.Range{File: file}, about, problem, again)
				continue
			}
			d.Pinned = values
		}
	}
	for _, f := range files.values {
		if !wanted[f.Path] && !partial {
			report(diag.PinnedStale, diag.Range{File: f.Path}, "", "no dimension is pinned by this file", "Remove it, or say filter: \"pinned\" where it belongs.")
		}
	}
	return found
}

// readPinned reads the text of values; what is wrong with it otherwise.
func readPinned(data []byte) (values []string, problem string) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&values); err != nil || decoder.More() {
		return nil, "this is not one list of texts in JSON"
	}
	return values, PinnedProblem(values)
}

// PinnedProblem says in a sentence what is wrong with values that are to be pinned; nothing where they can be.
func PinnedProblem(values []string) string {
	if len(values) == 0 {
		return "there are no values"
	}
	if len(values) > maxValues {
		return fmt.Sprintf("there are more than %d values", maxValues)
	}
	for i, v := range values {
		_, kind := question.Unclean(v)
		switch {
		case v == "":
			return fmt.Sprintf("value %d is empty", i+1)
		case kind != "":
			return fmt.Sprintf("value %d holds %s", i+1, kind)
		case utf8.RuneCountInString(v) > maxValueLength:
			return fmt.Sprintf("value %d has more than %d characters", i+1, maxValueLength)
		case slices.Contains(values[:i], v):
			return fmt.Sprintf("value %d is there twice", i+1)
		}
	}
	return ""
}
