package mcp_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"sutura.dev/internal/serve/mcp"
	"sutura.dev/internal/settings"
)

// A message that is too long or too deep is answered under its id, so that nobody waits for it; under none where it is not certain which
// call it is.
func TestIDsOfWhatIsNotRead(t *testing.T) {
	long := strings.Repeat("x", 2<<20)
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	for _, tt := range []struct{ line, id string }{
		{`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"` + long + `"}}`, `7`},
		{`{"method":"tools/call","params":{"id":3,"a":"` + long + `\"\\"},"jsonrpc":"2.0","id":"seven"}`, `"seven"`},
		{` { "params" : [{"id":3},"` + long + `"] , "id" : -7 } `, `-7`},
		{`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":` + deep + `}`, `7`},
		{`{"params":` + deep + `,"id":"a}b"}`, `"a}b"`},
		{`{"jsonrpc":"2.0","method":"` + long + `"}`, `null`},
		{`{"id":7,"method":"` + long + `","id":8}`, `null`},
		{`{"id":{"id":7},"method":"` + long + `"}`, `null`},
		{`{"id":7.5,"method":"` + long + `"}`, `null`},
		{`{"id":"` + long + `"}`, `null`},
		{`{"id":7,"method":"` + long, `null`},
		{`{"id":7}{"id":8,"method":"` + long + `"}`, `null`},
		{`[{"id":7,"method":"` + long + `"}]`, `null`},
		{`"` + long + `"`, `null`},
	} {
		t.Run(tt.line[:min(len(tt.line), 40)], func(t *testing.T) {
			w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
			answers, raw := exchange(t, w, hello, ready, tt.line, asking(`"last"`, january))
			var ids []string
			for _, a := range answers {
				if a.Error != nil {
					ids = append(ids, string(a.ID))
				}
			}
			if len(ids) != 1 || ids[0] != tt.id || !strings.Contains(raw, "14.75") {
				t.Errorf("answered %q: %.300s", ids, raw)
			}
		})
	}
}

// The id of a call that runs is not answered for another message: that one is answered under none.
func TestLineWithTheIDOfACall(t *testing.T) {
	for name, line := range map[string]string{
		"too long":         `{"id":1,"method":"` + strings.Repeat("x", 2<<20) + `"}`,
		"no tool":          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing","arguments":{}}}`,
		"no method":        `{"jsonrpc":"2.0","id":1,"method":"nothing/at_all"}`,
		"another question": asking("1", january),
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, settings.Serving{}, mcp.Options{Grace: unlimited})
			open := w.source.close()
			in, feed := io.Pipe()
			out := &until{text: `"id":null`, came: make(chan struct{})}
			done := make(chan error, 1)
			go func() { done <- w.Serve(context.Background(), local(), in, out) }()
			for _, line := range []string{hello, ready, asking("1", january)} {
				if _, err := io.WriteString(feed, line+"\n"); err != nil {
					t.Fatal(err)
				}
			}
			<-w.source.waiting
			if _, err := io.WriteString(feed, line+"\n"); err != nil {
				t.Fatal(err)
			}
			select {
			case <-out.came:
			case <-time.After(time.Minute):
				t.Fatal("the line has no answer")
			}
			open()
			feed.Close()
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if text := out.String(); strings.Count(text, `"id":1,`) != 1 || !strings.Contains(text, "14.75") {
				t.Errorf("answered\n%s", text)
			}
		})
	}
}

// until keeps what is written, and tells when a text was.
type until struct {
	bytes.Buffer
	text string
	came chan struct{}
}

func (u *until) Write(p []byte) (int, error) {
	if u.text != "" && bytes.Contains(p, []byte(u.text)) {
		u.text = ""
		close(u.came)
	}
	return u.Buffer.Write(p)
}
