package question

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sutura.dev/internal/nearest"
)

// MaxBytes is the size of a question's JSON.
const MaxBytes = 1 << 20

// Decode reads one question from JSON and validates it. The error is always a *Malformed.
func Decode(data []byte) (Question, error) {
	normal, err := normalise(data)
	if err != nil {
		return Question{}, err
	}
	var q Question
	if err := json.Unmarshal(normal, &q); err != nil {
		return Question{}, &Malformed{Accepted: "one JSON object, a question"} // the table and the type are held together by a test
	}
	if err := Validate(q); err != nil {
		return Question{}, err
	}
	return q, nil
}

// Encode writes q as Decode reads it: fields in the order of the table, values as strings, what was not said left out.
func Encode(q Question) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(q); err != nil { // no type in a Question can fail to encode
		panic(err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// normalise holds data to the table of fields and writes it again without nulls, its scalars as strings.
func normalise(data []byte) ([]byte, error) {
	switch {
	case len(data) > MaxBytes:
		return nil, &Malformed{Accepted: "at most 1 MiB of JSON"}
	case !utf8.Valid(data):
		return nil, &Malformed{Accepted: "JSON in valid UTF-8"}
	}
	// The scanner behind Unmarshal keeps no stack of calls and stops at 10,000 levels; after it the tokens are known to
	// be JSON, and the reader below never goes deeper than the table.
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		accepted := "one JSON object and nothing after it"
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			accepted += fmt.Sprintf("; the text stops being JSON at byte %d", syntax.Offset)
		}
		return nil, &Malformed{Accepted: accepted}
	}
	r := reader{dec: json.NewDecoder(bytes.NewReader(data)), data: data}
	r.dec.UseNumber()
	err := r.value("", Field{Kind: Object, Accepts: "one JSON object, a question", Fields: questionFields})
	return r.out.Bytes(), err
}

// reader reads valid JSON token by token and writes what the table allows.
type reader struct {
	dec  *json.Decoder
	data []byte
	out  bytes.Buffer
}

// next returns the next token; nil is JSON's null. Its errors cannot happen on valid JSON.
func (r *reader) next() json.Token {
	t, err := r.dec.Token()
	if err != nil {
		return json.Delim(0)
	}
	return t
}

// value reads the value of f, which is not null.
func (r *reader) value(path string, f Field) error { return r.token(path, f, r.next()) }

func (r *reader) token(path string, f Field, t json.Token) error {
	switch f.Kind {
	case Object:
		if t == json.Delim('{') {
			return r.object(path, f.Fields)
		}
	case Texts, Scalars, Objects:
		if t == json.Delim('[') {
			return r.list(path, f)
		}
	case Flag:
		if b, ok := t.(bool); ok {
			r.out.WriteString(strconv.FormatBool(b))
			return nil
		}
	case Whole:
		if n, ok := t.(json.Number); ok {
			return r.whole(path, f, n)
		}
	case Text, Scalar:
		if s, ok := scalar(t, f.Kind); ok && (s != "" || f.Name == "" || f.Kind == Scalar) {
			return r.text(path, s)
		}
	}
	return wrongType(path, f, t)
}

// scalar is the spelling of t, false where the kind does not take it.
func scalar(t json.Token, kind Kind) (string, bool) {
	switch v := t.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), kind == Scalar
	case bool:
		return strconv.FormatBool(v), kind == Scalar
	}
	return "", false
}

// text writes a string. JSON can spell half a character, which no UTF-8 can hold and the library silently replaces.
func (r *reader) text(path, s string) error {
	if strings.ContainsRune(s, utf8.RuneError) && halfCharacter(r.data[:r.dec.InputOffset()]) {
		return &Malformed{Path: path, Accepted: "text in whole characters, without unpaired surrogates"}
	}
	quoted, err := json.Marshal(s)
	r.out.Write(quoted)
	return err
}

func (r *reader) whole(path string, f Field, n json.Number) error {
	i, err := strconv.Atoi(n.String())
	if err != nil || i < f.Least || f.Most > 0 && i > f.Most {
		return &Malformed{Path: path, Accepted: f.Accepts}
	}
	r.out.WriteString(strconv.Itoa(i))
	return nil
}

func (r *reader) list(path string, f Field) error {
	element := Field{Kind: Object, Fields: f.Fields, Accepts: "an object with " + strings.Join(fieldNames(f.Fields), ", ")}
	switch f.Kind {
	case Texts:
		element = Field{Kind: Text, Accepts: "a string"}
	case Scalars:
		element = Field{Kind: Scalar, Accepts: "a string, a number or a boolean"}
	}
	r.out.WriteByte('[')
	for i := 0; r.dec.More(); i++ {
		if i > 0 {
			r.out.WriteByte(',')
		}
		if err := r.value(index(path, i), element); err != nil {
			return err
		}
	}
	r.next() // the closing bracket
	r.out.WriteByte(']')
	return nil
}

func (r *reader) object(path string, fields []Field) error {
	var seen uint32 // a bit for each of fields
	first := true
	r.out.WriteByte('{')
	for r.dec.More() {
		name, _ := r.next().(string)
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return unknownField(path, name, fields)
		}
		at := join(path, name)
		if seen&(1<<i) != 0 {
			return &Malformed{Path: at, Accepted: "this field once"}
		}
		seen |= 1 << i
		t := r.next()
		if t == nil {
			continue // null means absent
		}
		if !first {
			r.out.WriteByte(',')
		}
		first = false
		r.out.WriteString(`"` + name + `":`)
		if err := r.token(at, fields[i], t); err != nil {
			return err
		}
	}
	r.next() // the closing brace
	r.out.WriteByte('}')
	return nil
}

// unknownField names the field where its name is one that can be shown.
func unknownField(path, name string, fields []Field) error {
	names := fieldNames(fields)
	m := &Malformed{Path: path, Accepted: "no other fields than " + strings.Join(names, ", ")}
	if namePattern(name) {
		m.Path = join(path, name)
		m.Accepted = "no such field; there are " + strings.Join(names, ", ")
	}
	m.Nearest, _ = nearest.Name(name, names)
	return m
}

// namePattern reports whether a name is short and plain enough to be shown to whoever sent it.
func namePattern(name string) bool {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
	}
	return name != "" && len(name) <= 63 && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0
}

func wrongType(path string, f Field, t json.Token) error {
	accepted := f.Accepts
	if s, ok := t.(string); ok && f.Kind != Text && f.Kind != Scalar {
		switch s := strings.TrimSpace(s); {
		case strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{"):
			accepted += "; send it as JSON, not as a string that holds JSON"
		case f.Kind == Texts || f.Kind == Scalars:
			accepted += "; put a single one into a list too"
		case f.Kind == Whole || f.Kind == Flag:
			accepted += "; without quotes"
		}
	}
	return &Malformed{Path: path, Accepted: accepted}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
