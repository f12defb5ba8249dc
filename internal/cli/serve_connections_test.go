package cli

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestConnections: as many as may be open are; an idle one makes room, one that is at work does not.
func TestConnections(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := limited(l, 2)
	working, finish := make(chan struct{}, 10), make(chan struct{})
	server := &http.Server{ReadHeaderTimeout: time.Minute, ConnState: at.changed, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/work" {
			working <- struct{}{}
			<-finish
		}
		_, _ = io.WriteString(w, "done")
	})}
	served := make(chan error, 1)
	go func() { served <- server.Serve(at) }()

	connect := func(path string) net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		return c
	}
	answered := func(c net.Conn) {
		t.Helper()
		head := make([]byte, 15)
		if _, err := io.ReadFull(c, head); err != nil || !strings.HasPrefix(string(head), "HTTP/1.1 200") {
			t.Errorf("there is %q, %v", head, err)
		}
	}
	first := connect("/")
	answered(first)
	busy := connect("/work")
	<-working
	third := connect("/") // both are taken: the idle one makes room
	answered(third)
	if _, err := io.ReadAll(first); err != nil {
		t.Errorf("the idle one ends with %v", err)
	}
	more := connect("/work") // third is idle by now, or will be
	<-working
	late := connect("/") // both work: it waits
	close(finish)
	answered(busy)
	answered(more)
	answered(late)
	if at.Close() != nil {
		t.Error("it does not close")
	}
	if err := <-served; !errors.Is(err, net.ErrClosed) {
		t.Errorf("serving ends with %v", err)
	}
	_ = server.Close()
}

// TestConnectionsClose ends a wait for room.
func TestConnectionsClose(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := limited(l, 1)
	peer, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = peer.Close() }()
	conn, err := at.Accept()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { _, err := at.Accept(); ended <- err }()
	if at.Close() != nil || !errors.Is(<-ended, net.ErrClosed) {
		t.Error("the wait does not end")
	}
	_, _ = conn.Close(), conn.Close() // once is all that counts
	if n := len(at.room); n != 1 {
		t.Errorf("there is room for %d", n)
	}
}
