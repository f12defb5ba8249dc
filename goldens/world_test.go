package goldens

import (
	"fmt"
	"os"
	"sync"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
)

func instant(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// worldBundle compiles testdata/world.cue once.
var worldBundle = sync.OnceValues(func() (*bundle.Bundle, error) {
	source, err := os.ReadFile("testdata/world.cue")
	if err != nil {
		return nil, err
	}
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/world.cue": source}))
	if b == nil {
		return nil, fmt.Errorf("%s", found)
	}
	return b, nil
})
