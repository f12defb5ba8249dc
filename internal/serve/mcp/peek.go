package mcp

import (
	"bytes"
	"encoding/json"
)

// maxPeeked is how much is kept of a name or a value. An id that is longer is not looked for.
const maxPeeked = 256

// peek finds the id of a message that is too large or too deep to be read, as its bytes go by, and keeps nothing else of it. Without
// the id a peer does not know which of its calls was turned away, and waits for it.
type peek struct {
	level         int
	text, escaped bool
	value         bool   // what stands now is a member's value, not its name
	token         []byte // of what stands now, as far as it is of the message itself
	ended         bool   // the message's object has ended
	broken        bool   // this is no object, or it has two ids
	named         bool   // the value that comes is the id
	id            json.RawMessage
}

// Write looks at the next bytes of the message.
func (p *peek) Write(data []byte) (int, error) {
	for _, c := range data {
		p.next(c)
	}
	return len(data), nil
}

func (p *peek) next(c byte) {
	switch {
	case p.broken:
		return
	case p.text:
		p.keep(c)
		switch {
		case p.escaped:
			p.escaped = false
		case c == '\\':
			p.escaped = true
		case c == '"':
			p.text = false
		}
		return
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		return
	case p.ended || p.level == 0 && c != '{':
		p.broken = true
		return
	}
	switch c {
	case '{', '[':
		p.keep(c)
		p.level++
	case '}', ']':
		if p.level--; p.level == 0 {
			p.member()
			p.ended = true
		}
	case ':':
		if p.level == 1 && !p.value {
			p.value, p.named, p.token = true, string(p.token) == `"id"`, p.token[:0]
		}
	case ',':
		if p.level == 1 {
			p.member()
		}
	default:
		p.text = c == '"'
		p.keep(c)
	}
}

// keep adds to what stands now.
func (p *peek) keep(c byte) {
	if p.level == 1 && len(p.token) <= maxPeeked {
		p.token = append(p.token, c)
	}
}

// member ends a member of the message.
func (p *peek) member() {
	if p.value && p.named {
		p.broken = p.id != nil
		p.id = bytes.Clone(p.token)
	}
	p.value, p.named, p.token = false, false, p.token[:0]
}

// found is the id of the message that went by; nil where it has none that can be answered.
func (p *peek) found() json.RawMessage {
	if p.broken || !p.ended || len(p.id) == 0 || len(p.id) > maxPeeked || !json.Valid(p.id) || !validID(p.id) {
		return nil
	}
	return p.id
}

// peeked is the id of a message that is there as a whole.
func peeked(data []byte) json.RawMessage {
	var p peek
	_, _ = p.Write(data) // which cannot fail
	return p.found()
}
