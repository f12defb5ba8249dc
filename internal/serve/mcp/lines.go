package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sutura.dev/internal/serve"
)

// Serve talks to one peer over lines of JSON, as over standard input and output. Nothing but messages is written to
// out. It returns nil when the peer has closed its side or ctx is done, calls that are running having ended, after the
// grace by cancellation; or the error of reading or writing.
func (s *Surface) Serve(ctx context.Context, caller serve.Caller, in io.Reader, out io.Writer) error {
	c := &lines{out: out, grace: s.options.Grace, stop: ctx.Done(), read: make(chan inbound), closed: make(chan struct{}), calls: make(map[string]bool)}
	p := s.meet(context.WithoutCancel(ctx), caller, "")
	session, err := p.server.Connect(p.in(context.WithoutCancel(ctx)), c, nil)
	if err != nil {
		return err
	}
	go c.readAll(in)
	if err := session.Wait(); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return c.broken
}

// lines is a connection whose messages are lines. It answers itself what is no message, and sends nothing to a peer
// that has taken its call back.
type lines struct {
	out   io.Writer
	grace time.Duration
	stop  <-chan struct{}
	read  chan inbound // closed at the end

	writing sync.Mutex
	closing sync.Once
	closed  chan struct{}
	broken  error // what ended reading, where it was no end of input; set before read is closed

	mu    sync.Mutex
	calls map[string]bool // by id: those running; true where the peer has taken it back
	idle  chan struct{}   // closed when calls becomes empty, where somebody waits for it
}

// inbound is a line that came.
type inbound struct {
	line []byte
	long *peek // of a line that is too long, and not kept
}

// Connect makes the connection a transport, of itself.
func (c *lines) Connect(context.Context) (sdk.Connection, error) { return c, nil }

// SessionID is empty: there is one peer.
func (c *lines) SessionID() string { return "" }

// Close ends the connection; the streams stay open.
func (c *lines) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return nil
}

// readAll splits in into lines. One that is too long is read to its end and not kept.
func (c *lines) readAll(in io.Reader) {
	defer close(c.read)
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		var line []byte
		var long *peek
		for {
			part, err := r.ReadSlice('\n')
			switch {
			case long != nil:
				_, _ = long.Write(part) // which cannot fail
			case len(line)+len(part) > maxMessage+len("\r\n"):
				long = new(peek)
				_, _ = long.Write(line)
				_, _ = long.Write(part)
				line = nil
			default:
				line = append(line, part...)
			}
			if err == nil {
				break
			}
			if !errors.Is(err, bufio.ErrBufferFull) { // a last line without an end is no message
				if !errors.Is(err, io.EOF) {
					c.broken = err
				}
				return
			}
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 && long == nil {
			continue
		}
		select {
		case c.read <- inbound{line, long}:
		case <-c.closed:
			return
		}
	}
}

// Read returns the next message that is one.
func (c *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-c.closed:
			return nil, io.EOF
		case <-c.stop:
			c.drain()
			return nil, io.EOF
		case in, ok := <-c.read:
			if !ok {
				c.drain()
				return nil, io.EOF
			}
			m, wrong := c.accept(in)
			if wrong == nil {
				msg, err := jsonrpc.DecodeMessage(in.line)
				if err == nil {
					return msg, nil
				}
				wrong = fault(codeInvalid, "this is no message", nil)
			}
			if err := c.answer(m, wrong); err != nil {
				return nil, err
			}
		}
	}
}

// accept vets a line, and keeps the books on which calls run.
func (c *lines) accept(in inbound) (message, *jsonrpc.Error) {
	var m message
	var wrong *jsonrpc.Error
	if in.long != nil {
		m.id, wrong = in.long.found(), tooLong()
	} else {
		m, wrong = vet(in.line)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if wrong != nil {
		m.silent = m.id == nil && m.method != "" && wrong.Code != codeInvalid
		if _, running := c.calls[keyOf(m.id)]; running { // the answer is another call's
			m.id = nil
		}
		return m, wrong
	}
	switch {
	case m.method == "notifications/cancelled":
		if key := keyOf(cancelledID(in.line)); key != "" {
			if _, running := c.calls[key]; running {
				c.calls[key] = true
			}
		}
	case m.id != nil:
		key := keyOf(m.id)
		if _, running := c.calls[key]; running {
			m.id = nil
			return m, fault(codeInvalid, "a call with this id is running", nil)
		}
		c.calls[key] = false
	}
	return m, nil
}

// answer writes an error to a message that is none, to a notification nothing.
func (c *lines) answer(m message, wrong *jsonrpc.Error) error {
	if m.silent {
		return nil
	}
	return c.write(errorBody(m.id, wrong))
}

// Write sends a message, unless it answers a call that the peer has taken back.
func (c *lines) Write(_ context.Context, msg jsonrpc.Message) error {
	if r, ok := msg.(*jsonrpc.Response); ok {
		if c.ended(r.ID) {
			return nil
		}
		if _, ours := r.Error.(*jsonrpc.Error); r.Error != nil && !ours {
			msg = &jsonrpc.Response{ID: r.ID, Error: fault(codeInvalid, "this message is not taken now: initialize comes first, and once", nil)}
		}
	}
	data, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	return c.write(data)
}

func (c *lines) write(data []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(data, '\n'))
	return err
}

// ended strikes a call off, and reports whether the peer had taken it back.
func (c *lines) ended(id jsonrpc.ID) bool {
	raw, err := json.Marshal(id.Raw())
	if err != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	back := c.calls[keyOf(raw)]
	delete(c.calls, keyOf(raw))
	if len(c.calls) == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
	return back
}

// drain waits until no call runs, or for the grace.
func (c *lines) drain() {
	c.mu.Lock()
	if len(c.calls) == 0 {
		c.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	c.idle = idle
	c.mu.Unlock()
	grace := time.NewTimer(c.grace)
	defer grace.Stop()
	select {
	case <-idle:
	case <-grace.C:
	case <-c.closed:
	}
}

// cancelledID is the call that a vetted notification takes back.
func cancelledID(line []byte) json.RawMessage {
	var n struct {
		Params struct {
			RequestID json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if json.Unmarshal(line, &n) != nil {
		return nil
	}
	return n.Params.RequestID
}

// keyOf is an id in one spelling: 1 and "1" are two.
func keyOf(id json.RawMessage) string {
	var v any
	if len(id) == 0 || json.Unmarshal(id, &v) != nil {
		return ""
	}
	key, _ := json.Marshal(v)
	return string(key)
}

// errorBody is a response that carries an error, to a call whose id may be unknown.
func errorBody(id json.RawMessage, wrong *jsonrpc.Error) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	data, _ := json.Marshal(struct { // text, numbers and JSON encode
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc.Error  `json:"error"`
	}{"2.0", id, wrong})
	return data
}
