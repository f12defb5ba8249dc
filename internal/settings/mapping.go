package settings

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/ast"

	"sutura.dev/internal/diag"
)

// mapped is a mapping of the file as JSON; false, with its findings, where a key or a value is no text or list of texts.
func (r *reader) mapped(n *ast.MappingNode) (string, bool) {
	out, fine := map[string]any{}, true
	seen := map[string]diag.Range{}
	for _, entry := range n.Values {
		at := r.place(entry.Key.GetToken())
		key, ok := plain(entry.Key)
		if first, repeated := seen[key]; ok && repeated {
			r.found = append(r.found, diag.Diagnostic{Code: diag.SettingsRepeatedKey, Message: "the key is here twice", Hint: "Keep one of the two.",
				Range: at, Related: []diag.Related{{Range: first, Message: "the first one"}}})
			fine = false
			continue
		}
		seen[key] = at
		var value any
		if list, is := entry.Value.(*ast.SequenceNode); is {
			words := make([]string, len(list.Values))
			for i, v := range list.Values {
				word, text := plain(v)
				ok = ok && text
				words[i] = word
			}
			value = words
		} else {
			word, text := plain(entry.Value)
			ok, value = ok && text, word
		}
		if !ok {
			r.add(diag.SettingsValue, at, "a mapping holds names, and words or lists of words", "Quote what is meant as text.")
			fine = false
		}
		out[key] = value
	}
	text, _ := json.Marshal(out) // of texts
	return string(text), fine
}

// plain is a scalar's text, of a whole number its digits.
func plain(n ast.Node) (string, bool) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, true
	case *ast.IntegerNode:
		return v.Token.Value, true
	}
	return "", false
}

// maxName bounds the names and words of a mapping, in bytes.
const maxName = 255

func isName(text string) bool {
	return text != "" && len(text) <= maxName && !strings.ContainsFunc(text, unicode.IsControl)
}

func isClaim(text string) bool {
	return isName(text) && !strings.ContainsFunc(text, unicode.IsSpace) && text != "/"
}

// pairs reads what Pairs keeps; nil where the text is none.
func pairs(text string) map[string]string {
	var out map[string]string
	if json.Unmarshal([]byte(text), &out) != nil || len(out) == 0 {
		return nil
	}
	for name, word := range out {
		if !isName(name) || !isName(word) {
			return nil
		}
	}
	return out
}

// groups reads what Groups keeps, a single word as a list of it; nil where the text is none.
func groups(text string) map[string][]string {
	var raw map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &raw) != nil || len(raw) == 0 {
		return nil
	}
	out := make(map[string][]string, len(raw))
	for name, value := range raw {
		var one string
		var many []string
		switch {
		case json.Unmarshal(value, &one) == nil:
			many = []string{one}
		case json.Unmarshal(value, &many) != nil:
			return nil
		}
		for _, word := range many {
			if !wordForm.MatchString(word) {
				return nil
			}
		}
		if !isName(name) || len(many) == 0 {
			return nil
		}
		out[name] = many
	}
	return out
}
