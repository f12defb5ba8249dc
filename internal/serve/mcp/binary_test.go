package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/catalog/demo"
)

// program builds the program and lays out the demonstration.
func program(t *testing.T) (binary, root string) {
	t.Helper()
	dir := t.TempDir()
	binary, root = filepath.Join(dir, "sutura"), filepath.Join(dir, "demo")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "sutura.dev/cmd/sutura").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.CopyFS(root, demo.Files()); err != nil {
		t.Fatal(err)
	}
	return binary, root
}

// The program as a client starts it: every tool, what is no message, and no start, all of it with nothing but messages
// on standard output.
func TestProgram(t *testing.T) {
	binary, root := program(t)
	serve := func(arguments ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), binary, append([]string{"serve"}, arguments...)...)
		cmd.Dir = root
		return cmd
	}
	t.Run("tools", func(t *testing.T) {
		session, err := client().Connect(context.Background(), &sdk.CommandTransport{Command: serve()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct{ tool, arguments, says string }{
			{"describe_catalog", `{"metrics":["flights"]}`, "\nflights\tFlights\tflights\t"},
			{"search", `{"query":"Kenedy"}`, "\tJFK\t"},
			{"ask_metric", `{"metrics":["flights"],"range":{"period":"2013"}}`, "flights\n336776\n"},
			{"ask_metric", `{"metrics":["registered_aircraft"],"grain":"day"}`, "refused: grain_not_supported\n"},
			{"compile", `{"metrics":["flights"],"range":{"period":"2013"}}`, "count(*)"},
		} {
			if text := textOf(t, called(t, session, tt.tool, tt.arguments)); !strings.Contains("\n"+text, tt.says) {
				t.Errorf("%s %s says\n%s", tt.tool, tt.arguments, text)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("hostile", func(t *testing.T) {
		input := hello + "\n" + ready + "\n"
		for _, tt := range hostile {
			input += tt.line + "\n"
		}
		input += strings.Replace(asking(`"last"`, `{"metrics":["flights"],"range":{"period":"2013"}}`), "\n", "", -1) + "\n"
		stdout, stderr, err := run(serve("--quiet"), input)
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr)
		}
		var ids []string
		for line := range strings.Lines(stdout) {
			var r response
			if err := json.Unmarshal([]byte(line), &r); err != nil || r.Error == nil && r.Result == nil {
				t.Fatalf("this is no message: %.200s", line)
			}
			ids = append(ids, string(r.ID))
		}
		if len(ids) != len(hostile)+2 || !slices.Contains(ids, `"last"`) {
			t.Errorf("%d lines have %d answers: %v", len(hostile)+2, len(ids), ids)
		}
	})
	t.Run("no start", func(t *testing.T) {
		stdout, stderr, err := run(serve("--digest", "sha256:"+strings.Repeat("0", 64)), hello+"\n")
		if _, ended := errors.AsType[*exec.ExitError](err); !ended || stdout != "" || stderr == "" {
			t.Errorf("%v\nstdout: %s\nstderr: %s", err, stdout, stderr)
		}
	})
	t.Run("agent", func(t *testing.T) { testAgent(t, binary, root) })
	t.Run("clients", func(t *testing.T) { testClients(t, binary, root) })
}

func run(cmd *exec.Cmd, input string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}
