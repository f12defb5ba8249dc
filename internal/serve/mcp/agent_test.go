package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// testAgent asks again what an agent asked that had nothing but the connection: testdata/agent.txt.
func testAgent(t *testing.T, binary, root string) {
	script, err := os.ReadFile("testdata/agent.txt")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "serve", "-C", root, "--quiet", "--clock", "2026-12-01")
	session, err := client().Connect(context.Background(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	asked, call, kind, text := 0, "", "", ""
	for line := range strings.Lines(string(script)) {
		line = strings.TrimSuffix(line, "\n")
		tool, arguments, calls := strings.Cut(line, " {")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case calls && !strings.ContainsAny(tool, " \"{"):
			call, asked = line, asked+1
			kind, text = happened(t, session, tool, "{"+arguments)
		case kind != "":
			if line != kind {
				t.Errorf("%s\nis %s, not %s:\n%s", call, kind, line, text)
			}
			kind = ""
		default:
			if piece := strings.NewReplacer(`\t`, "\t", `\n`, "\n").Replace(line); !strings.Contains(text, piece) {
				t.Errorf("%s\ndoes not say %q:\n%s", call, piece, text)
			}
		}
	}
	if asked < 25 {
		t.Errorf("%d calls are found", asked)
	}
}

// happened is the kind of a call's outcome, and the text that an agent reads.
func happened(t *testing.T, session *sdk.ClientSession, tool, arguments string) (kind, text string) {
	t.Helper()
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if wrong, ok := errors.AsType[*jsonrpc.Error](err); ok {
		var data struct{ Path string }
		if err := json.Unmarshal(wrong.Data, &data); err != nil {
			t.Errorf("%s %s: %v", tool, arguments, err)
		}
		return "malformed " + data.Path, wrong.Message
	}
	if err != nil || res.IsError {
		t.Fatalf("%s %s: %v, %+v", tool, arguments, err, res)
	}
	var outcome struct{ Outcome, Code, SQL string }
	data, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, &outcome)
	}
	if err != nil {
		t.Fatal(err)
	}
	if outcome.SQL != "" {
		outcome.Outcome = "preview"
	}
	return strings.TrimSpace(outcome.Outcome + " " + outcome.Code), textOf(t, res)
}
