package sqlvet

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is a part of the parser's tree, read from its JSON: an object, a list, or a text (also numbers and truth
// values). JSON rather than protobuf because the library writes it six times faster, and because a field that a walk
// does not expect is seen, not dropped. Of numbers we take locations only: the JSON loses the value of negative
// constants.
type value struct {
	name string // in the object around it
	text string
	kids []value // of an object or a list
	at   int32   // the location of an object, plus one; 0 where the parser gave none
	list bool
}

var none value

// fields are an object's, its location apart.
func (v value) fields() []value {
	if v.list {
		return nil
	}
	return v.kids
}

// items are a list's.
func (v value) items() []value {
	if v.list {
		return v.kids
	}
	return nil
}

// get returns a field, or a value without content.
func (v value) get(name string) value {
	for _, f := range v.fields() {
		if f.name == name {
			return f
		}
	}
	return none
}

// has reports whether there is such a field.
func (v value) has(name string) bool {
	for _, f := range v.fields() {
		if f.name == name {
			return true
		}
	}
	return false
}

// node takes a {"Kind": {...}} apart.
func (v value) node() (kind string, body value) {
	if v.list || len(v.kids) != 1 {
		return "", none
	}
	return v.kids[0].name, v.kids[0]
}

// only reports whether v has no fields but these.
func (v value) only(names ...string) bool {
	_, other := v.other(names)
	return !other
}

// other returns a field that is not named.
func (v value) other(names []string) (string, bool) {
fields:
	for _, f := range v.fields() {
		for _, n := range names {
			if f.name == n {
				continue fields
			}
		}
		return f.name, true
	}
	return "", false
}

// location is where the parser saw v, in bytes, or -1.
func (v value) location() int { return int(v.at) - 1 }

// same reports whether two trees are equal, locations included.
func (v value) same(w value) bool {
	if v.name != w.name || v.text != w.text || v.at != w.at || v.list != w.list || len(v.kids) != len(w.kids) {
		return false
	}
	for i := range v.kids {
		if !v.kids[i].same(w.kids[i]) {
			return false
		}
	}
	return true
}

var errTree = errors.New("the parser's tree cannot be read")

// readJSON reads what the parser wrote.
func readJSON(s string) (value, error) {
	r := reader{s: s}
	v := r.value()
	if r.bad || r.at != len(s) {
		return none, errTree
	}
	return v, nil
}

// reader keeps the parts of what it is inside of on a stack, and copies what is complete into chunks.
type reader struct {
	s     string
	at    int
	bad   bool
	stack []value
	chunk []value
}

func (r *reader) value() value {
	switch r.peek() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return value{text: r.string()}
	}
	start := r.at
	for r.at < len(r.s) && r.s[r.at] != ',' && r.s[r.at] != ']' && r.s[r.at] != '}' {
		r.at++
	}
	r.bad = r.bad || r.at == start
	return value{text: r.s[start:r.at]}
}

func (r *reader) object() value {
	var v value
	from := len(r.stack)
	r.at++
	for first := true; !r.bad && !r.take('}'); first = false {
		if !first {
			r.want(',')
		}
		name := r.string()
		r.want(':')
		x := r.value()
		if name == "location" {
			n, err := strconv.ParseInt(x.text, 10, 32)
			r.bad = r.bad || err != nil
			v.at = int32(max(n, -1)) + 1
			continue
		}
		x.name = name
		r.stack = append(r.stack, x)
	}
	v.kids = r.complete(from)
	return v
}

func (r *reader) array() value {
	from := len(r.stack)
	r.at++
	for first := true; !r.bad && !r.take(']'); first = false {
		if !first {
			r.want(',')
		}
		r.stack = append(r.stack, r.value())
	}
	return value{kids: r.complete(from), list: true}
}

// complete takes the parts since from off the stack.
func (r *reader) complete(from int) []value {
	n := len(r.stack) - from
	if cap(r.chunk)-len(r.chunk) < n {
		r.chunk = make([]value, 0, max(n, len(r.s)/32))
	}
	at := len(r.chunk)
	r.chunk = append(r.chunk, r.stack[from:]...)
	r.stack = r.stack[:from]
	return r.chunk[at : at+n : at+n]
}

func (r *reader) peek() byte {
	if r.at < len(r.s) {
		return r.s[r.at]
	}
	r.bad = true
	return 0
}

func (r *reader) take(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

func (r *reader) want(c byte) {
	if !r.take(c) {
		r.bad = true
	}
}

func (r *reader) string() string {
	r.want('"')
	start := r.at
	for r.at < len(r.s) {
		switch r.s[r.at] {
		case '"':
			r.at++
			return r.s[start : r.at-1]
		case '\\':
			return r.escaped(start)
		}
		r.at++
	}
	r.bad = true
	return ""
}

var escapes = map[byte]string{'"': `"`, '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"}

func (r *reader) escaped(start int) string {
	var b strings.Builder
	b.WriteString(r.s[start:r.at])
	for !r.bad && !r.take('"') {
		c := r.peek()
		r.at++
		if c != '\\' {
			b.WriteByte(c)
			continue
		}
		e := r.peek()
		r.at++
		if e != 'u' {
			b.WriteString(escapes[e])
			r.bad = r.bad || escapes[e] == ""
			continue
		}
		end := min(r.at+4, len(r.s))
		n, err := strconv.ParseUint(r.s[min(r.at, end):end], 16, 32)
		r.bad = r.bad || err != nil || !utf8.ValidRune(rune(n))
		b.WriteRune(rune(n))
		r.at = end
	}
	return b.String()
}
