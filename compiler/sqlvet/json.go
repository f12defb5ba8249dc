package sqlvet

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is the parser's tree, read from its JSON: an object, a list, a text (also numbers and truth values).
// JSON rather than protobuf because the library writes it six times faster, and because fields that a walk does not
// expect are seen, not dropped. Numbers are only locations to us: the JSON loses the sign of negative constants.
type value struct {
	fields []field
	items  []value
	text   string
}

type field struct {
	name string
	value
}

var none value

// get returns a field, or a value without content.
func (v value) get(name string) value {
	for _, f := range v.fields {
		if f.name == name {
			return f.value
		}
	}
	return none
}

// has reports whether there is such a field.
func (v value) has(name string) bool {
	for _, f := range v.fields {
		if f.name == name {
			return true
		}
	}
	return false
}

// node takes a {"Kind": {...}} apart.
func (v value) node() (kind string, body value) {
	if len(v.fields) != 1 {
		return "", none
	}
	return v.fields[0].name, v.fields[0].value
}

// only reports whether v has no fields but these and its location.
func (v value) only(names ...string) bool {
fields:
	for _, f := range v.fields {
		if f.name == "location" {
			continue
		}
		for _, n := range names {
			if f.name == n {
				continue fields
			}
		}
		return false
	}
	return true
}

// location is where the parser saw v, in bytes, or -1.
func (v value) location() int {
	n, err := strconv.Atoi(v.get("location").text)
	if err != nil {
		return -1
	}
	return n
}

// same reports whether two trees are equal, locations included.
func (v value) same(w value) bool {
	if v.text != w.text || len(v.fields) != len(w.fields) || len(v.items) != len(w.items) {
		return false
	}
	for i := range v.fields {
		if v.fields[i].name != w.fields[i].name || !v.fields[i].same(w.fields[i].value) {
			return false
		}
	}
	for i := range v.items {
		if !v.items[i].same(w.items[i]) {
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

type reader struct {
	s   string
	at  int
	bad bool
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
	for r.at < len(r.s) && strings.IndexByte(",]}", r.s[r.at]) < 0 {
		r.at++
	}
	r.bad = r.bad || r.at == start
	return value{text: r.s[start:r.at]}
}

func (r *reader) object() value {
	var v value
	r.at++
	for !r.bad && !r.take('}') {
		if len(v.fields) > 0 {
			r.want(',')
		}
		name := r.string()
		r.want(':')
		v.fields = append(v.fields, field{name, r.value()})
	}
	return v
}

func (r *reader) array() value {
	var v value
	r.at++
	for !r.bad && !r.take(']') {
		if len(v.items) > 0 {
			r.want(',')
		}
		v.items = append(v.items, r.value())
	}
	return v
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
		c := r.s[r.at]
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
		n, err := strconv.ParseUint(r.s[r.at:min(r.at+4, len(r.s))], 16, 32)
		r.bad = r.bad || err != nil || !utf8.ValidRune(rune(n))
		b.WriteRune(rune(n))
		r.at = min(r.at+4, len(r.s))
	}
	return b.String()
}
