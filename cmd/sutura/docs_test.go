package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocuments runs what the pages for strangers tell them to type, each page in a folder of its own that holds
// catalog/demo as a clone does, and compares what they show. SUTURA_UPDATE=1 writes what came out.
//
// A fence marked sh is run and must end well, in silence. In a fence marked console a line that starts with "$ " is run, and
// the lines below it are what it prints on both streams. Other fences, sh not-run among them, are for reading.
func TestDocuments(t *testing.T) {
	for name, least := range map[string]int{"README.md": 10, "docs/quickstart.md": 10, "docs/coming-from.md": 3} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "..", filepath.FromSlash(name))
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			page := readPage(string(data))
			if len(page.steps) < least {
				t.Fatalf("only %d commands were found", len(page.steps))
			}
			page.run(t)
			if got := page.String(); got != string(data) {
				if updating() {
					err = os.WriteFile(path, []byte(got), 0o644)
				} else {
					err = fmt.Errorf("what it shows is not what happens (-shown +printed):\n%s", cmp.Diff(string(data), got))
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// page is a document: text, and between the text steps. There is one text more than there are steps.
type page struct {
	texts []string
	steps []*step
}

// step is a command, or a whole fence marked sh, and what it printed.
type step struct {
	line    int
	command string
	shows   bool // whether the page shows the output
	output  string
	code    int
}

func readPage(text string) *page {
	p := &page{}
	var (
		plain strings.Builder
		fence string // how the open fence is marked
		open  bool
		last  *step
	)
	begin := func(s *step) {
		p.texts = append(p.texts, plain.String())
		plain.Reset()
		p.steps = append(p.steps, s)
		last = s
	}
	for i, line := range strings.SplitAfter(text, "\n") {
		mark, isFence := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "```")
		switch command, isCommand := strings.CutPrefix(line, "$ "); {
		case isFence:
			open = !open
			fence, last = mark, nil
			plain.WriteString(line)
		case open && fence == "sh":
			if last == nil {
				begin(&step{line: i + 1})
			}
			last.command += line
			plain.WriteString(line)
		case open && fence == "console" && isCommand:
			plain.WriteString(line)
			begin(&step{line: i + 1, command: command, shows: true})
		case open && fence == "console" && last != nil: // what it showed so far
		default:
			plain.WriteString(line)
		}
	}
	p.texts = append(p.texts, plain.String())
	return p
}

// String is the page with what its commands printed.
func (p *page) String() string {
	var b strings.Builder
	for i, s := range p.steps {
		b.WriteString(p.texts[i])
		if s.shows {
			b.WriteString(s.output)
		}
	}
	b.WriteString(p.texts[len(p.steps)])
	return b.String()
}

// ended stands behind the output of each step, before its exit code.
const ended = "\x01"

// run gives all steps to one shell, so that a step finds the folder and the files that earlier ones left.
func (p *page) run(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "catalog", "demo"), os.DirFS("../../catalog/demo")); err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for _, s := range p.steps {
		fmt.Fprintf(&script, "%scode=$?; printf '%s%%d%s' $code; (exit $code)\n", s.command, ended, ended)
	}
	sh := exec.Command("bash", "-c", script.String())
	sh.Dir = dir
	sh.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "NO_COLOR=1", "HOME="+dir)
	var out bytes.Buffer
	sh.Stdout, sh.Stderr = &out, &out
	_ = sh.Run() // the last step's exit code
	parts := strings.Split(out.String(), ended)
	if len(parts) != 2*len(p.steps)+1 {
		t.Fatalf("the shell stopped early:\n%s", out.String())
	}
	for i, s := range p.steps {
		s.output = parts[2*i]
		s.code, _ = strconv.Atoi(parts[2*i+1])
		switch {
		case !s.shows && (s.code != 0 || s.output != ""):
			t.Errorf("line %d: exit code %d, and printed:\n%s", s.line, s.code, s.output)
		case s.code > 1:
			t.Errorf("line %d: %s: exit code %d:\n%s", s.line, strings.TrimSpace(s.command), s.code, s.output)
		}
	}
}
