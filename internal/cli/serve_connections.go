package cli

import (
	"net"
	"net/http"
	"slices"
	"sync"
)

// connections bounds how many connections of a listener are open. At the bound the one that has been idle for longest
// makes room for the next peer; where none is idle, the next waits in the system's queue until one ends or is idle.
type connections struct {
	net.Listener
	room   chan struct{} // holds one for each that may be opened
	closed chan struct{}
	close  func()

	mu    sync.Mutex
	full  bool       // Accept waits for room
	still []net.Conn // those that are idle, longest first
}

func limited(l net.Listener, most int) *connections {
	c := &connections{Listener: l, room: make(chan struct{}, most), closed: make(chan struct{})}
	c.close = sync.OnceFunc(func() { close(c.closed) })
	for range most {
		c.room <- struct{}{}
	}
	return c
}

// Accept waits for room, then for a peer.
func (c *connections) Accept() (net.Conn, error) {
	select {
	case <-c.room:
	default:
		c.wanted(true)
		select {
		case <-c.room:
			c.wanted(false)
		case <-c.closed:
			return nil, net.ErrClosed
		}
	}
	conn, err := c.Listener.Accept()
	if err != nil {
		c.room <- struct{}{}
		return nil, err
	}
	return &connection{Conn: conn, ended: sync.OnceFunc(func() { c.room <- struct{}{} })}, nil
}

// Close ends Accept too where it waits for room.
func (c *connections) Close() error {
	c.close()
	return c.Listener.Close()
}

// wanted says whether Accept waits for room.
func (c *connections) wanted(full bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.full = full
	c.evict()
}

// changed is what the server tells of a connection.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.still = slices.DeleteFunc(c.still, func(other net.Conn) bool { return other == conn })
	if state == http.StateIdle {
		c.still = append(c.still, conn)
		c.evict()
	}
}

// evict closes the longest idle where there is no room. The lock is held.
func (c *connections) evict() {
	if c.full && len(c.still) > 0 {
		_ = c.still[0].Close() // the server finds it ended, and forgets it
		c.still, c.full = c.still[1:], false
	}
}

// connection gives its room back when it is closed.
type connection struct {
	net.Conn
	ended func()
}

func (c *connection) Close() error {
	err := c.Conn.Close()
	c.ended()
	return err
}
