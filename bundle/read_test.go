package bundle_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
)

// TestReadGivesTheSameBundle: bytes, digests, and what they can be asked.
func TestReadGivesTheSameBundle(t *testing.T) {
	was := compile(t, shop(t))
	is, err := bundle.Read(was.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(was.Bytes(), is.Bytes()) || was.Digest() != is.Digest() {
		t.Error("bytes or digest differ")
	}
	for _, m := range was.Metrics() {
		if was.MetricDigests(m.Name) != is.MetricDigests(m.Name) {
			t.Errorf("%s: other digests", m.Name)
		}
		if a, b := statements(t, was, m.Name), statements(t, is, m.Name); a != b {
			t.Errorf("%s: other statements:\n%s\n%s", m.Name, a, b)
		}
	}
}

// statements asks a metric by everything it has, in every dialect.
func statements(t *testing.T, b *bundle.Bundle, metric string) string {
	t.Helper()
	view := b.View(nil, true)
	m := view.Metric(metric)
	q := question.Question{Metrics: []string{metric}, Dimensions: m.Dimensions}
	if m.Temporal() {
		q.Range = &question.Range{Period: "2026"}
		q.Grain = m.Grains[0]
	}
	p, refusal, malformed := plan.Resolve(view, q, time.Time{})
	if refusal != nil || malformed != nil {
		t.Fatal(refusal, malformed)
	}
	var out strings.Builder
	for _, name := range dialect.Names() {
		s, err := dialect.Render(p, name)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(s.Text())
	}
	return out.String()
}

// TestAnyChangedByteIsRefused changes single bits and bytes all over the file, drops bytes and adds some.
func TestAnyChangedByteIsRefused(t *testing.T) {
	data := compile(t, shop(t)).Bytes()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 600 {
		at := r.IntN(len(data))
		changed := bytes.Clone(data)
		switch i % 4 {
		case 0:
			changed[at] ^= 1 << r.IntN(8)
		case 1:
			changed[at] = byte(int(changed[at]) + 1 + r.IntN(254))
		case 2:
			changed = append(changed[:at], changed[at+1:]...)
		case 3:
			changed = append(changed[:at:at], append([]byte{byte(r.IntN(256))}, data[at:]...)...)
		}
		if bytes.Equal(changed, data) {
			continue
		}
		if _, err := bundle.Read(changed); err == nil {
			t.Fatalf("a change at byte %d of %d is not noticed: %q became %q", at, len(data), around(data, at), around(changed, at))
		}
	}
	for _, n := range []int{0, 1, len(data) / 2, len(data) - 1} {
		if _, err := bundle.Read(data[:n]); err == nil {
			t.Errorf("the first %d bytes are taken for a bundle", n)
		}
	}
}

func around(data []byte, at int) string { return string(data[max(0, at-10):min(len(data), at+10)]) }

// TestReadSaysWhy tells the kinds of refusal apart.
func TestReadSaysWhy(t *testing.T) {
	data := string(compile(t, shop(t)).Bytes())
	for _, c := range []struct {
		name, old, replacement string
		want                   error
	}{
		{"another version of the form", `{"format":1,`, `{"format":2,`, bundle.ErrFormat},
		{"another digest", `"digest":"sha256:`, `"digest":"sha256:0`, bundle.ErrDigest},
		{"a changed table", `"table":["main","orders"]`, `"table":["main","orderz"]`, bundle.ErrDigest},
		{"a changed title", `"title":"Revenue"`, `"title":"Revenues"`, bundle.ErrDigest},
		{"an unknown field", `"title":"Revenue"`, `"title":"Revenue","x":1`, bundle.ErrMalformed},
		{"a field of another case", `"title":"Revenue"`, `"Title":"Revenue"`, bundle.ErrMalformed},
		{"a field twice", `"title":"Revenue"`, `"title":"Revenue","title":"Revenue"`, bundle.ErrMalformed},
		{"another spelling of the same text", `"title":"Revenue"`, `"title":"\u0052evenue"`, bundle.ErrMalformed},
		{"white space", `,"sources":`, `, "sources":`, bundle.ErrMalformed},
		{"text after the end", "}}\n", "}}\n{}", bundle.ErrMalformed},
		{"no JSON", `{"format":1`, `{format:1`, bundle.ErrMalformed},
	} {
		changed := strings.Replace(data, c.old, c.replacement, 1)
		if changed == data {
			t.Fatalf("%s: the bundle has no %q", c.name, c.old)
		}
		if _, err := bundle.Read([]byte(changed)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := bundle.Read(make([]byte, bundle.MaxBytes+1)); !errors.Is(err, bundle.ErrTooLarge) {
		t.Errorf("a file of %d bytes: %v", bundle.MaxBytes+1, err)
	}
}

// TestForged: definitions that could not be planned are refused though their digest is right. Read is all that stands
// between a hostile file and the planner.
func TestForged(t *testing.T) {
	data := string(compile(t, shop(t)).Bytes())
	if _, err := bundle.Read(forge(t, data)); err != nil {
		t.Fatalf("forging without a change: %v", err)
	}
	for _, c := range []struct{ name, old, replacement string }{
		{"an empty node", `{"op":"date_trunc","type":{"kind":"date"},"args":[`, `{"op":"date_trunc","type":{"kind":"date"},"args":[null,`},
		{"an empty node behind a join", `"type":{"kind":"string"},"column":{"name":"maker"}`, `"type":{"kind":"string"},"args":[null],"column":{"name":"maker"}`},
		{"a type that is not the operation's", `{"op":">","type":{"kind":"boolean"}`, `{"op":">","type":{"kind":"string"}`},
		{"an unknown operation", `{"op":"date_trunc"`, `{"op":"pg_sleep"`},
		{"a column that is not there", `"column":{"name":"shipped_on"}`, `"column":{"name":"nothing"}`},
		{"a unit that is no unit", `"value":"week"`, `"value":"week') FROM pg_user --"`},
		{"a join that leads nowhere", `"to":"products","on"`, `"to":"nothing","on"`},
		{"a role that leads elsewhere", `"path":["product"],"to":"products"`, `"path":["product"],"to":"orders"`},
		{"an unknown source", `"source":"db","table":["main","orders"]`, `"source":"dc","table":["main","orders"]`},
		{"a time that is not there", `"time":{"column":"ordered_at"`, `"time":{"column":"nothing"`},
		{"a time of an unknown grain", `"time":{"column":"ordered_at","type":{"kind":"timestamp"},"grain":"hour"}`, `"time":{"column":"ordered_at","type":{"kind":"timestamp"},"grain":"fortnight"}`},
		{"a grain that is none", `"grains":["month","year"]`, `"grains":["fortnight","year"]`},
		{"a grain finer than the time", `"grains":["day","week"]`, `"grains":["hour","week"]`},
		{"a dimension that is not there", `"dimensions":["channel","week"]`, `"dimensions":["channel","weak"]`},
		{"a dimension that one side lacks", `"dimensions":["channel","product.maker","product.name","week"]`, `"dimensions":["channel","price"]`},
		{"a function that is none", `"func":"count"`, `"func":"random"`},
		{"a type that is not the measure's", `"type":{"kind":"float"},"measure"`, `"type":{"kind":"string"},"measure"`},
		{"a term that is not there", `"term":1`, `"term":7`},
		{"a status that is none", `"status":"certified"`, `"status":"blessed"`},
		{"a column twice", `{"name":"paid","type":{"kind":"boolean"}}`, `{"name":"paid","type":{"kind":"boolean"}},{"name":"paid","type":{"kind":"boolean"}}`},
		{"columns that differ in case only", `{"name":"paid","type":{"kind":"boolean"}}`, `{"name":"PAID","type":{"kind":"boolean"}},{"name":"paid","type":{"kind":"boolean"}}`},
		{"a metric twice", `{"name":"orders","prose":{"title":"Orders"`, `{"name":"revenue","prose":{"title":"Orders"`},
		{"a zone that is none", `"timezone":"Europe/Prague"`, `"timezone":"Europe/Nowhere"`},
		{"an empty table", `"table":["main","orders"]`, `"table":[]`},
	} {
		changed := strings.Replace(data, c.old, c.replacement, 1)
		if changed == data {
			t.Errorf("%s: the bundle has no %q", c.name, c.old)
			continue
		}
		if _, err := bundle.Read(forge(t, changed)); !errors.Is(err, bundle.ErrMalformed) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// forge gives changed definitions the digest that belongs to them.
func forge(t *testing.T, data string) []byte {
	t.Helper()
	var file struct {
		Format      int             `json:"format"`
		Digest      string          `json:"digest"`
		Definitions json.RawMessage `json:"definitions"`
	}
	if err := json.Unmarshal([]byte(data), &file); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(append([]byte("sutura bundle 1\n"), file.Definitions...))
	return []byte(strings.Replace(data, file.Digest, "sha256:"+hex.EncodeToString(sum[:]), 1))
}
