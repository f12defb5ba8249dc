package bundle_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
)

// TestDiffOfSeveralChanges holds random sets of the kinds of change to the laws: what one change says must not hide
// what another does.
func TestDiffOfSeveralChanges(t *testing.T) {
	_, kinds := kindsOfChange(t)
	before := compile(t, market(t))
	random := rand.New(rand.NewPCG(1, 2))
	for tried, held := 0, 0; held < 25; tried++ {
		if tried == 1000 {
			t.Fatal("too few sets of changes compile")
		}
		text, names := market(t), []string{}
		for range 2 + random.IntN(4) {
			k := kinds[random.IntN(len(kinds))]
			if next, ok := k.edit(text); ok {
				text, names = next, append(names, k.name)
			}
		}
		after, _ := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/market.cue": []byte(text)}))
		if after == nil {
			continue
		}
		held++
		l := laws{t, strings.Join(names, " + "), before, after, bundle.Diff(before, after)}
		l.digests()
		l.complete()
		l.mirror(bundle.Diff(after, before))
		l.lock()
	}
}
