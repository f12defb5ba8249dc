package mcp_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"sutura.dev/internal/serve/mcp"
)

// FuzzMembers: an object is split as encoding/json splits it, and one with a name that stands twice is refused.
func FuzzMembers(f *testing.F) {
	for _, tt := range []string{`{}`, ` { "a" : 1 , "b" : [ { "c" : "}" } , "\\\"" ] , "d" : null } `, `{"a":{"a":{}},"\u0061":1}`, `{"a":1,"a":2}`, `{"x":-1.5e3}`, "{\"\\\\\":\"\\u007b\"\t}"} {
		f.Add([]byte(tt))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want map[string]json.RawMessage
		if !utf8.Valid(data) || json.Unmarshal(data, &want) != nil || want == nil { // what is vetted before
			return
		}
		names, values, once := mcp.Members(data)
		if !once {
			d := json.NewDecoder(bytes.NewReader(data))
			seen := map[string]bool{}
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
			for d.More() {
				name, err := d.Token()
				var skip json.RawMessage
				if err != nil || d.Decode(&skip) != nil {
					t.Fatal(err)
				}
				if seen[name.(string)] {
					return
				}
				seen[name.(string)] = true
			}
			t.Fatalf("no name of %q stands twice", data)
		}
		if len(names) != len(want) {
			t.Fatalf("%q has %d members, not %d", data, len(want), len(names))
		}
		for i, name := range names {
			if !bytes.Equal(want[name], values[i]) {
				t.Errorf("%q: %q is %q, not %q", data, name, want[name], values[i])
			}
		}
	})
}
