package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newApp() *app {
	a := &app{Process: Process{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}}
	a.look("never")
	return a
}

// Every command says what it does and shows how, every flag is described, and every command has a script.
func TestCommandsAreDocumented(t *testing.T) {
	root := newApp().rootCommand()
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Hidden {
			return
		}
		for name, text := range map[string]string{"short description": cmd.Short, "example": cmd.Example} {
			if text == "" {
				t.Errorf("%s has no %s", cmd.CommandPath(), name)
			}
		}
		if strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("the short description of %s ends with a full stop", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.Contains(line, "sutura") {
				t.Errorf("an example of %s runs no sutura: %s", cmd.CommandPath(), line)
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("--%s of %s has no description", f.Name, cmd.CommandPath())
			}
		})
		if cmd.HasParent() && !cmd.Parent().HasParent() {
			if cmd.GroupID == "" {
				t.Errorf("%s is in no group of the help", cmd.CommandPath())
			}
			script := filepath.Join("..", "..", "cmd", "sutura", "testdata", "script", cmd.Name()+".txtar")
			if _, err := os.Stat(script); err != nil {
				t.Errorf("%s has no script %s", cmd.CommandPath(), script)
			}
		}
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(root)
}

// Work that was cancelled ends with 130, whatever it was about to say.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, msg bytes.Buffer
	code := run(ctx, Process{Args: []string{"ask", "flights", "--range", "2013", "-C", "../../catalog/demo"}, Out: &out, Err: &msg})
	if code != exitInterrupted || out.Len() > 0 || msg.Len() > 0 {
		t.Errorf("code %d, out %q, err %q", code, out.String(), msg.String())
	}
}

// A reader that went away is a failure, not a clean end.
func TestBrokenOutput(t *testing.T) {
	var msg bytes.Buffer
	code := run(t.Context(), Process{Args: []string{"version"}, Out: closed{}, Err: &msg})
	if code != exitFailed || !strings.Contains(msg.String(), "standard output cannot be written") {
		t.Errorf("code %d, err %q", code, msg.String())
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }
