package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A hint is a sentence, or more: it begins with a capital letter, or with a name or a command in quotes, and it ends. Every
// hint that a script or a page records is held to it.
func TestHintsAreSentences(t *testing.T) {
	begins := regexp.MustCompile("^([A-Z]|[`\"'-]|CAST\\()")
	var paths []string
	for _, pattern := range []string{"testdata/script/*.txtar", "testdata/script/*/*.txtar", "../../docs/*.md", "../../README.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	checked := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			hint, ok := strings.CutPrefix(strings.TrimSpace(line), "hint: ")
			if !ok {
				continue
			}
			checked++
			if !begins.MatchString(hint) || !strings.HasSuffix(hint, ".") && !strings.HasSuffix(hint, "?") {
				t.Errorf("%s: this hint is no sentence: %s", path, hint)
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d hints were found", checked)
	}
}
