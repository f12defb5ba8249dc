package question

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
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
	normal, err := strict(data, "one JSON object, a question", questionFields)
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
	return unsaid(q), nil
}

// unsaid takes lists that are empty for lists that were not said: they mean the same, and there is one question of it.
func unsaid(q Question) Question {
	q.Dimensions, q.Filters, q.Having, q.Order = said(q.Dimensions), said(q.Filters), said(q.Having), said(q.Order)
	for i := range q.Filters {
		q.Filters[i].Values = said(q.Filters[i].Values)
	}
	return q
}

func said[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
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

// Strict holds the JSON of other arguments to their table, as Decode holds a question to its own: unknown and repeated
// fields, other kinds and empty texts are errors, and so are, among the outermost, required ones that are absent and texts
// that are none of their Enum. It writes the object again without nulls, scalars as strings. The error is always a *Malformed.
func Strict(data []byte, fields []Field) ([]byte, error) {
	normal, err := strict(data, "one JSON object with "+strings.Join(fieldNames(fields), ", "), fields)
	if err != nil {
		return nil, err
	}
	var said map[string]json.RawMessage
	if err := json.Unmarshal(normal, &said); err != nil {
		return nil, &Malformed{Accepted: "one JSON object"}
	}
	for _, f := range fields {
		value, ok := said[f.Name]
		if !ok && f.Required {
			return nil, &Malformed{Path: f.Name, Accepted: f.Accepts}
		}
		if text := ""; ok && f.Enum != nil && (json.Unmarshal(value, &text) != nil || !slices.Contains(f.Enum, text)) {
			return nil, &Malformed{Path: f.Name, Accepted: "one of " + strings.Join(f.Enum, ", "), Nearest: nearestOf(text, f.Enum)}
		}
	}
	return normal, nil
}

// strict holds data to a table of fields and writes it again without nulls, its scalars as strings.
func strict(data []byte, accepts string, fields []Field) ([]byte, error) {
	switch {
	case len(data) > MaxBytes:
		return nil, &Malformed{Accepted: "at most 1 MiB of JSON"}
	case !utf8.Valid(data):
		return nil, &Malformed{Accepted: "JSON in valid UTF-8"}
	}
	// The library's scanner keeps no stack of calls and stops at 10,000 levels. After it, data is known to be JSON, and
	// the reader below never goes deeper than the table.
	if !json.Valid(data) {
		return nil, notJSON(data)
	}
	r := reader{data: data}
	r.out.Grow(len(data))
	err := r.value("", Field{Kind: Object, Accepts: accepts, Fields: fields})
	return r.out.Bytes(), err
}

// notJSON says where data stops being JSON.
func notJSON(data []byte) *Malformed {
	accepted := "one JSON object and nothing after it"
	var nothing json.RawMessage
	if syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &nothing)); ok {
		accepted += fmt.Sprintf("; the text stops being JSON at byte %d", syntax.Offset)
	}
	return &Malformed{Accepted: accepted}
}

// reader walks data, which is valid JSON, and writes what the table allows.
type reader struct {
	data []byte
	at   int
	out  bytes.Buffer
}

// peek returns the byte with which the next value, name or closing mark begins.
func (r *reader) peek() byte {
	for {
		switch c := r.data[r.at]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			r.at++
		default:
			return c
		}
	}
}

// scalar returns the next string, number, true, false or null as it is spelled.
func (r *reader) scalar() []byte {
	start := r.at
	if r.peek() == '"' {
		start = r.at
		for r.at++; r.data[r.at] != '"'; r.at++ {
			if r.data[r.at] == '\\' {
				r.at++
			}
		}
		r.at++
		return r.data[start:r.at]
	}
	start = r.at
	for r.at < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,]}"), r.data[r.at]) < 0 {
		r.at++
	}
	return r.data[start:r.at]
}

// value reads the value of f.
func (r *reader) value(path string, f Field) error {
	listed := f.Kind == Texts || f.Kind == Scalars || f.Kind == Objects
	switch c := r.peek(); {
	case c == '{' && f.Kind == Object:
		return r.object(path, f.Fields)
	case c == '[' && listed:
		return r.list(path, f)
	case c == '{' || c == '[':
		return &Malformed{Path: path, Accepted: f.Accepts}
	case c == '"' && (f.Kind == Text || f.Kind == Scalar):
		return r.text(path, f, r.scalar())
	case c == '"':
		return quoted(path, f, r.scalar())
	}
	number := r.data[r.at] == '-' || r.data[r.at] >= '0' && r.data[r.at] <= '9'
	spelled := r.scalar()
	switch {
	case f.Kind == Whole && number:
		return r.whole(path, f, spelled)
	case f.Kind == Flag && !number && spelled[0] != 'n':
		r.out.Write(spelled)
	case f.Kind == Scalar && number && !held(spelled):
		return &Malformed{Path: path, Accepted: "a number beyond 9007199254740991 as a string; as a JSON number many programs round it before they send it"}
	case f.Kind == Scalar && spelled[0] != 'n':
		r.out.WriteByte('"')
		r.out.Write(spelled)
		r.out.WriteByte('"')
	default:
		return &Malformed{Path: path, Accepted: f.Accepts}
	}
	return nil
}

// held reports whether a number lies where doubles tell whole numbers apart. One beyond may be another number than its sender
// meant: it was rounded when the sender's program read it.
func held(spelled []byte) bool {
	n, err := strconv.ParseFloat(string(spelled), 64)
	return err == nil && math.Abs(n) < 1<<53
}

// text writes a string as it is spelled. JSON can spell half a character, which no UTF-8 can hold and which the library
// silently replaces. An empty text is not a way of not saying something.
func (r *reader) text(path string, f Field, spelled []byte) error {
	if halfCharacter(string(spelled)) {
		return &Malformed{Path: path, Accepted: "text in whole characters, without unpaired surrogates"}
	}
	if len(spelled) == len(`""`) && f.Kind == Text && f.Name != "" {
		return &Malformed{Path: path, Accepted: f.Accepts}
	}
	r.out.Write(spelled)
	return nil
}

// quoted refuses a string where JSON of another kind belongs.
func quoted(path string, f Field, spelled []byte) error {
	accepted := f.Accepts
	switch s := bytes.TrimSpace(spelled[1:]); {
	case s[0] == '[' || s[0] == '{':
		accepted += "; send it as JSON, not as a string that holds JSON"
	case f.Kind == Texts || f.Kind == Scalars:
		accepted += "; put a single one into a list too"
	case f.Kind == Whole || f.Kind == Flag:
		accepted += "; without quotes"
	}
	return &Malformed{Path: path, Accepted: accepted}
}

func (r *reader) whole(path string, f Field, spelled []byte) error {
	n, err := strconv.Atoi(string(spelled))
	if err != nil || n < f.Least || f.Most > 0 && n > f.Most {
		return &Malformed{Path: path, Accepted: f.Accepts, Code: f.Code}
	}
	r.out.Write(spelled)
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
	r.at++
	r.out.WriteByte('[')
	for i := 0; r.peek() != ']'; i++ {
		if i > 0 {
			r.out.WriteByte(',')
		}
		if err := r.value(index(path, i), element); err != nil {
			return err
		}
	}
	r.at++
	r.out.WriteByte(']')
	return nil
}

func (r *reader) object(path string, fields []Field) error {
	var seen, written uint32 // a bit for each of fields
	r.at++
	r.out.WriteByte('{')
	for r.peek() != '}' {
		name := fieldName(r.scalar())
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return unknownField(path, name, fields)
		}
		at := join(path, name)
		if seen&(1<<i) != 0 {
			return &Malformed{Path: at, Accepted: "this field once"}
		}
		seen |= 1 << i
		if r.peek() == 'n' { // null means absent
			r.scalar()
			continue
		}
		if written != 0 {
			r.out.WriteByte(',')
		}
		written |= 1 << i
		r.out.WriteString(`"` + name + `":`)
		if err := r.value(at, fields[i]); err != nil {
			return err
		}
	}
	r.at++
	r.out.WriteByte('}')
	return nil
}

// fieldName reads the name of a field, a string of valid JSON.
func fieldName(spelled []byte) string {
	if bytes.IndexByte(spelled, '\\') < 0 {
		return string(spelled[1 : len(spelled)-1])
	}
	name := ""
	if err := json.Unmarshal(spelled, &name); err != nil {
		return ""
	}
	return name
}

// unknownField names the field where its name is one that can be shown.
func unknownField(path, name string, fields []Field) error {
	names := fieldNames(fields)
	m := &Malformed{Path: path, Accepted: "no other fields than " + strings.Join(names, ", ")}
	if namePattern(name) {
		m.Path = join(path, name)
		m.Accepted = "one of the fields " + strings.Join(names, ", ")
	}
	m.Nearest, _ = nearest.Name(name, names)
	for _, f := range fields {
		if slices.Contains(f.Also, strings.ToLower(name)) {
			m.Nearest = f.Name
		}
	}
	return m
}

// namePattern reports whether a name is short and plain enough to be shown to whoever sent it.
func namePattern(name string) bool {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-'
	}
	return name != "" && len(name) <= 63 && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
