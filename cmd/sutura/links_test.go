package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Links among the pages lead somewhere: to a file that exists and, after #, to a heading of it.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, page := range append(pages, "../../README.md") {
		for _, m := range link.FindAllStringSubmatch(read(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			checked++
			file, heading, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s does not exist", page, m[1])
			} else if heading != "" && !headings(read(t, target))[heading] {
				t.Errorf("%s: %s has no such heading", page, m[1])
			}
		}
	}
	if checked < 15 {
		t.Errorf("only %d links were found", checked)
	}
}

// headings are a page's headings as links name them.
func headings(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			title = regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
			out[strings.ReplaceAll(title, " ", "-")] = true
		}
	}
	return out
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
