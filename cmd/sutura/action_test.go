package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The script of the GitHub action, as a runner would run it: in a repository with the catalog in a folder, against the
// commit before.
func TestAction(t *testing.T) {
	_, script, ok := strings.Cut(read(t, "../../docs/ci/github/action.yml"), "run: |\n")
	if !ok {
		t.Fatal("the action has no script")
	}
	dir := t.TempDir()
	for _, words := range []string{
		"git init -q .", "git config user.name x", "git config user.email x@example.com", "sutura init --quiet metrics",
		"git add -A", "git commit -qm one", "sed -i s/sum:/max:/ metrics/catalog/orders.cue",
	} {
		fields := strings.Fields(words)
		cmd := exec.Command(fields[0], fields[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", words, err, out)
		}
	}
	summary := filepath.Join(dir, "summary.md")
	run := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
	run.Dir = dir
	run.Env = append(os.Environ(), "CATALOG=metrics", "AGAINST=HEAD", "STRICT=true", "SUTURA=sutura", "GITHUB_STEP_SUMMARY="+summary)
	out, err := run.CombinedOutput()
	if run.ProcessState.ExitCode() != 1 {
		t.Errorf("%v, want exit status 1", err)
	}
	for _, want := range []string{"::error file=metrics/catalog/orders.cue,", "::notice file=metrics/catalog/orders.cue,", "revenue"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the log lacks %s:\n%s", want, out)
		}
	}
	if !strings.Contains(read(t, summary), "since HEAD: ") {
		t.Error("the summary does not tell what changed")
	}
}
