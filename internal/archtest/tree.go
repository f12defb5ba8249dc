package archtest

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
)

const (
	vague    Rule = "names say what is inside"
	machines Rule = "no paths of a machine"
)

func vagueNames() []string {
	return []string{"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"}
}

// machinePaths are the beginnings of paths that exist on somebody's machine only. They are put together here, so that
// this file does not hold them.
func machinePaths() []string {
	var out []string
	for _, folder := range []string{"work", "root", "home/runner"} {
		out = append(out, "/"+folder+"/")
	}
	return out
}

// Tree holds the names of folders and of Go files, and the text of every file, to the rules that know no language.
func Tree(files []File) []Violation {
	var out []Violation
	for _, f := range files {
		for folder := path.Dir(f.Path); folder != "." && folder != "/"; folder = path.Dir(folder) {
			if slices.Contains(vagueNames(), path.Base(folder)) {
				out = append(out, Violation{vague, folder, "is named after nothing: name the concept"})
			}
		}
		name := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Path), ".go"), "_test")
		if strings.HasSuffix(f.Path, ".go") && slices.Contains(vagueNames(), name) {
			out = append(out, Violation{vague, f.Path, "is named after nothing: name the concept"})
		}
		if bytes.IndexByte(f.Text, 0) >= 0 {
			continue // no text
		}
		for _, machine := range machinePaths() {
			if at := bytes.Index(f.Text, []byte(machine)); at >= 0 {
				line := 1 + bytes.Count(f.Text[:at], []byte("\n"))
				out = append(out, Violation{machines, fmt.Sprintf("%s:%d", f.Path, line), "holds " + machine})
			}
		}
	}
	return sorted(out)
}
