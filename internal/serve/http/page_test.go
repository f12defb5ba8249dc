package http_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var example = regexp.MustCompile("(?s)```http\n(GET|POST) (\\S+)\n(.*?)```\n\n```json (\\d+)\n(.*?)```")

// Every example of docs/http.md is answered as it says; three dots stand for anything.
func page(t *testing.T, w *world) {
	text, err := os.ReadFile("../../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	found := example.FindAllStringSubmatch(string(text), -1)
	if len(found) < 6 || strings.Count(string(text), "```http") != len(found) {
		t.Fatalf("%d examples", len(found))
	}
	for _, e := range found {
		got := w.send(request{method: e[1], path: e[2], body: e[3]})
		var want any
		if err := json.Unmarshal([]byte(e[5]), &want); err != nil {
			t.Fatalf("%s: %v", e[2], err)
		}
		if strconv.Itoa(got.StatusCode) != e[4] {
			t.Errorf("%s %s: %d", e[2], e[3], got.StatusCode)
		}
		if at := differs("", want, any(got.body)); at != "" {
			t.Errorf("%s %s: %s\n%s", e[2], e[3], at, got.text)
		}
	}
}

// differs says where got is not what an example shows of it; empty where it is. A list that ends in dots has more.
func differs(at string, want, got any) string {
	switch want := want.(type) {
	case map[string]any:
		is, ok := got.(map[string]any)
		if !ok {
			return at + " is no object"
		}
		for k, v := range want {
			if _, ok := is[k]; !ok {
				return at + "." + k + " is missing"
			}
			if d := differs(at+"."+k, v, is[k]); d != "" {
				return d
			}
		}
		return ""
	case []any:
		is, ok := got.([]any)
		if !ok {
			return at + " is no list"
		}
		more := slices.Contains(want, any("..."))
		if more {
			want = want[:len(want)-1]
		}
		if len(is) < len(want) || len(is) > len(want) && !more {
			return fmt.Sprintf("%s has %d", at, len(is))
		}
		for i, v := range want {
			if d := differs(fmt.Sprintf("%s[%d]", at, i), v, is[i]); d != "" {
				return d
			}
		}
		return ""
	}
	if want == "..." || want == got {
		return ""
	}
	return fmt.Sprintf("%s is %v", at, got)
}
