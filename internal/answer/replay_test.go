package answer

import (
	"encoding/json"
	"errors"
	"testing"

	"sutura.dev/bundle/expr"
)

// Doubles may differ by what the order of adding changes; nothing else may differ at all.
func TestSameRow(t *testing.T) {
	columns := []Column{{Name: "n", Type: expr.Type{Kind: expr.Integer}}, {Name: "f", Type: expr.Type{Kind: expr.Float}}}
	n := func(s string) json.Number { return json.Number(s) }
	for _, c := range []struct {
		then, now []any
		want      bool
	}{
		{[]any{n("3"), n("0.30000000000000004")}, []any{n("3"), n("0.3")}, true},
		{[]any{n("3"), n("0.3001")}, []any{n("3"), n("0.3")}, false},
		{[]any{n("1000000000001"), n("1")}, []any{n("1000000000000"), n("1")}, false},
		{[]any{nil, nil}, []any{nil, nil}, true},
		{[]any{n("3"), nil}, []any{n("3"), n("0")}, false},
		{[]any{"3", n("1")}, []any{n("3"), n("1")}, false},
	} {
		if got := sameRow(c.then, c.now, columns); got != c.want {
			t.Errorf("sameRow(%v, %v) = %v", c.then, c.now, got)
		}
	}
}

func TestReadAnswer(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "a refusal": `{"outcome": "refusal", "code": "metric_unknown"}`, "a list": `[]`,
		"no clock":     `{"outcome": "answer", "columns": [], "rows": []}`,
		"a short row":  `{"outcome": "answer", "columns": [{"name": "n", "type": "integer"}], "rows": [[]], "provenance": {"clock": "2026-01-01T00:00:00Z"}}`,
		"two answers":  `{"outcome": "answer", "provenance": {"clock": "2026-01-01T00:00:00Z"}} {}`,
		"another type": `{"outcome": "answer", "rows": 7, "provenance": {"clock": "2026-01-01T00:00:00Z"}}`,
	} {
		if _, err := ReadAnswer([]byte(text)); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadAnswer([]byte(`{"outcome": "answer", "provenance": {"clock": "2026-01-01T00:00:00Z"}}`)); err != nil {
		t.Error(err)
	}
}
