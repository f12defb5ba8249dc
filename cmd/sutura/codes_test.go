package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sutura.dev/internal/diag"
)

// example is a script that shows one code: its files, and what the program prints of them.
type example struct {
	files []txtar.File
	want  string
}

// examples reads the scripts of a folder by their codes. Each holds a file `want` that is compared with the output.
func examples(t *testing.T, folder string) map[string]example {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(scripts, folder, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]example{}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e := example{}
		for _, f := range archive.Files {
			if f.Name == "want" {
				e.want = string(f.Data)
			} else {
				e.files = append(e.files, f)
			}
		}
		if script := string(archive.Comment); !strings.Contains(script, "cmp stdout want") && !strings.Contains(script, "cmp stderr want") {
			t.Errorf("%s compares nothing with its file `want`", path)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".txtar")] = e
	}
	return out
}

// TestDiagnosticExamples holds that every code has a script that shows it, and every script a code.
func TestDiagnosticExamples(t *testing.T) {
	found := examples(t, "diagnostics")
	for _, info := range diag.Table() {
		e, ok := found[string(info.Code)]
		delete(found, string(info.Code))
		switch {
		case !ok:
			t.Errorf("%s (%s) has no script in %s/diagnostics", info.Code, info.Title, scripts)
		case !strings.Contains(e.want, "["+string(info.Code)+"]"):
			t.Errorf("the script of %s does not show it", info.Code)
		}
	}
	for code := range found {
		t.Errorf("%s has a script and is no code", code)
	}
}

// TestDiagnosticsPage holds docs/diagnostics.md to the table of codes and to the scripts.
func TestDiagnosticsPage(t *testing.T) {
	found := examples(t, "diagnostics")
	var b strings.Builder
	b.WriteString("# Diagnostics\n\n" +
		"Every finding of `sutura check`, and of the settings, has a code that keeps its meaning. Each is shown here with the smallest\n" +
		"example that has it; the examples are tests. This page is written by `SUTURA_UPDATE=1 go test ./cmd/sutura`.\n\n" +
		"| code | |\n|---|---|\n")
	for _, info := range diag.Table() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", info.Code, strings.ToLower(string(info.Code)), info.Title)
	}
	for _, info := range diag.Table() {
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n%s\n", info.Code, capital(info.Title), info.Meaning, info.Remedy)
		e := found[string(info.Code)]
		for _, f := range e.files {
			fmt.Fprintf(&b, "\n`%s`\n\n", f.Name)
			fence(&b, strings.TrimPrefix(filepath.Ext(f.Name), "."), string(f.Data))
		}
		if e.want != "" {
			b.WriteString("\n")
			fence(&b, "text", e.want)
		}
	}
	generated(t, "diagnostics.md", b.String())
}

// fence writes a block of code. Trailing spaces would be lost on the way to a reader, so they are not written.
func fence(b *strings.Builder, language, text string) {
	ticks := "```"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	fmt.Fprintf(b, "%s%s\n%s\n%s\n", ticks, language, strings.TrimRight(text, "\n"), ticks)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// generated compares a page of docs with what it is generated from, or writes it.
func generated(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", name)
	got, err := os.ReadFile(path)
	if err == nil && string(got) == want {
		return
	}
	if !updating() {
		t.Errorf("docs/%s is not what it is generated from; SUTURA_UPDATE=1 writes it", name)
		return
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
