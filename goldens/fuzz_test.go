package goldens_test

import (
	"bytes"
	"testing"

	"sutura.dev/goldens"
)

// Any file is refused at a place within it, or read as rows that are written and read again as the same.
func FuzzFixtures(f *testing.F) {
	b := built(f, shop)
	for _, text := range []string{
		"", "\n", "id,country\n", "country,id\nCZ,1\n,2\n", "id,country\r\n1,\"\"\r\n", "id,country\n1,\"a\n\"\"b\"\"\"\n", "id,country\n1,\"x", "id,country\n\xff,\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, found := goldens.Load(b, goldens.InMemory(map[string][]byte{"fixtures/customers.csv": data}))
		lines := bytes.Count(data, []byte("\n")) + 1
		for _, d := range found {
			if d.Range.Start.Line > lines || d.Message == "" {
				t.Fatalf("%v in a file of %d lines: %s", d.Range, lines, d)
			}
		}
		if x == nil {
			return
		}
		again, found := goldens.Load(b, goldens.InMemory(map[string][]byte{"fixtures/customers.csv": x.CSV("customers")}))
		if again == nil || !bytes.Equal(again.CSV("customers"), x.CSV("customers")) {
			t.Fatalf("%q is written as %q, which is another: %s", data, x.CSV("customers"), found)
		}
	})
}

// Any golden is told to differ unless it is the one that is recorded now, and is never a reason to fail.
func FuzzCompare(f *testing.F) {
	b := built(f, shop)
	x := loaded(f, b, nil)
	now := recorded(f, b, x, nil, goldens.Options{Metrics: []string{"revenue"}})
	g := now.Goldens[0]
	f.Add(g.Bytes())
	f.Add(g.Bytes()[:len(g.Bytes())/2])
	f.Add(bytes.Replace(g.Bytes(), []byte("as duckdb"), []byte("as postgres"), 1))
	f.Add([]byte("-- total/postgres.sql --\nas duckdb, but\n-x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := goldens.Compare(goldens.InMemory(map[string][]byte{g.Path(): data}), now)
		if same := bytes.Equal(data, g.Bytes()); same != (len(d) == 0) {
			t.Fatalf("equal: %t, differences: %d", same, len(d))
		}
		for _, f := range goldens.Findings(d) {
			if f.Message == "" || f.Hint == "" {
				t.Fatalf("a finding says nothing: %+v", f)
			}
		}
	})
}
