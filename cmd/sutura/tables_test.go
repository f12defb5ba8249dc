package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/diag"
)

// These tests come after those of script_test.go, whose outputs they read.

// example is a script that shows one code: its files, and what the program prints of them.
type example struct {
	commands []string // what is run, as a person types it
	files    []txtar.File
	want     string
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
		for line := range strings.Lines(string(archive.Comment)) {
			if command, ok := strings.CutPrefix(strings.TrimPrefix(line, "! "), "exec "); ok {
				e.commands = append(e.commands, strings.TrimSpace(command))
			}
		}
		for _, f := range archive.Files {
			switch {
			case f.Name == "want":
				e.want = string(f.Data)
			case strings.HasPrefix(f.Name, "want"): // of more commands
			default:
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
	found := examples(t, diagnosed)
	for _, info := range diag.Table() {
		e, ok := found[string(info.Code)]
		delete(found, string(info.Code))
		switch {
		case !ok:
			t.Errorf("%s (%s) has no script in %s/%s", info.Code, info.Title, scripts, diagnosed)
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
	found := examples(t, diagnosed)
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

// unseen are the refusals that no command line of this version can meet, and who does.
func unseen() map[question.Code]string {
	return map[question.Code]string{
		question.MetricsNotCombinable:  "asked by measures that are not there yet",
		question.ZoneRulesDisagree:     "internal/answer: a source with other rules",
		question.ResourcesExhausted:    "internal/warehouse/duckdb: a source with little memory",
		question.SourceUnavailable:     "a server's",
		question.SourceRefused:         "a server's",
		question.CredentialUnavailable: "a server's",
		question.BudgetExhausted:       "a server's",
		question.NotDefined:            "the resolver's",
	}
}

// TestRefusalExamples holds that every refusal has a script that shows it, and every script a refusal.
func TestRefusalExamples(t *testing.T) {
	found := examples(t, refused)
	for _, info := range question.Refusals() {
		e, ok := found[string(info.Code)]
		delete(found, string(info.Code))
		why, elsewhere := unseen()[info.Code]
		switch {
		case ok && elsewhere:
			t.Errorf("%s has a script: it is not only %s", info.Code, why)
		case !ok && !elsewhere:
			t.Errorf("%s has no script in %s/%s", info.Code, scripts, refused)
		case ok && !strings.Contains(e.want, "["+string(info.Code)+"]"):
			t.Errorf("the script of %s does not show it", info.Code)
		}
	}
	for code := range found {
		t.Errorf("%s has a script and is no refusal", code)
	}
}

// TestRefusalsPage holds docs/refusals.md to the table of refusals and to the scripts.
func TestRefusalsPage(t *testing.T) {
	found := examples(t, refused)
	var b strings.Builder
	b.WriteString("# Refusals\n\n" +
		"A refusal is an outcome: the question was understood, and the answer is no. It says what to change and offers questions that\n" +
		"would be answered. On the command line it ends with 1. The first check that fails, in this order, is the one that is told.\n" +
		"Examples ask the demonstration's catalog; they are tests. This page is written by `SUTURA_UPDATE=1 go test ./cmd/sutura`.\n\n" +
		"| code | HTTP | when | what to ask instead |\n|---|---|---|---|\n")
	for _, info := range question.Refusals() {
		fmt.Fprintf(&b, "| %s | %d | %s | %s |\n", info.Code, info.Status, info.When, info.Remedy)
	}
	for _, info := range question.Refusals() {
		e, ok := found[string(info.Code)]
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n", info.Code)
		for _, f := range e.files {
			fmt.Fprintf(&b, "\n`%s`\n\n", f.Name)
			fence(&b, strings.TrimPrefix(filepath.Ext(f.Name), "."), string(f.Data))
		}
		b.WriteString("\n")
		fence(&b, "text", "$ "+e.commands[0]+"\n"+e.want)
	}
	generated(t, "refusals.md", b.String())
}
