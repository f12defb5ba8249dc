package resolve_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog/demo"
	"sutura.dev/catalog/shop"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/sources"
	"sutura.dev/internal/words/resolve"
)

// world is a catalog whose phrases stand in testdata/NAME.txt.
type world struct {
	name, folder string
	tree         fs.FS
}

var worlds = []world{{"demo", "../../../catalog/demo", demo.Files()}, {"shop", "../../../catalog/shop", shop.Files()}}

// The phrases of the tables come to what is recorded of them: each section says a locale and a reference, "none" for none of it.
// SUTURA_UPDATE=1 records.
func TestTables(t *testing.T) {
	for _, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			r := resolverOf(build(t, w.tree).View(nil, false))
			path := filepath.Join("testdata", w.name+".txt")
			was, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var now strings.Builder
			each(t, was, func(phrase string, c resolve.Context) {
				o, err := r.Resolve(phrase, c)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&now, "%s\n\t%s\n", phrase, spell(o))
			}, func(line string) { now.WriteString(line) })
			if now.String() == string(was) {
				return
			}
			if os.Getenv("SUTURA_UPDATE") == "" {
				t.Errorf("%s is not what the phrases come to; SUTURA_UPDATE=1 go test ./internal/words/resolve writes it:\n%s", path, now.String())
				return
			}
			if err := os.WriteFile(path, []byte(now.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// each yields the phrases of a table with their context, and what is no phrase.
func each(t *testing.T, table []byte, yield func(string, resolve.Context), other func(string)) {
	t.Helper()
	var c resolve.Context
	none := func(s string) string {
		if s == "none" {
			return ""
		}
		return s
	}
	for line := range bytes.Lines(table) {
		text := string(line)
		switch {
		case strings.HasPrefix(text, "# "):
			f := strings.Fields(text)
			if len(f) < 3 {
				t.Fatalf("%q says no locale and reference", text)
			}
			c = resolve.Context{Locale: none(f[1]), Reference: none(f[2])}
			other(text)
		case strings.HasPrefix(text, "\t"): // recorded
		case strings.TrimSpace(text) == "":
			other(text)
		default:
			yield(strings.TrimSpace(text), c)
		}
	}
}

// Every question that phrases come to is answered by the data, with every choice that a clarification offers.
func TestAnswered(t *testing.T) {
	b := build(t, demo.Files())
	engine := opened(t, b, worlds[0].folder)
	r := resolverOf(b.View(nil, false))
	table, err := os.ReadFile("testdata/demo.txt")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	each(t, table, func(phrase string, c resolve.Context) {
		o, err := r.Resolve(phrase, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions(t, r, o, c.Locale) {
			text := string(question.Encode(q))
			if asked[text] {
				continue
			}
			asked[text] = true
			outcome, err := engine.Ask(context.Background(), q)
			if _, answered := outcome.(*answer.Answer); err != nil || !answered {
				t.Errorf("%s: %s is not answered: %v, %+v", phrase, text, err, outcome)
			}
		}
	}, func(string) {})
	if len(asked) < 60 {
		t.Errorf("only %d questions", len(asked))
	}
}

// questions are those that an outcome leads to, whatever is picked.
func questions(t *testing.T, r *resolve.Resolver, o *resolve.Outcome, locale string) []question.Question {
	t.Helper()
	if o.Question != nil {
		return []question.Question{*o.Question}
	}
	var out []question.Question
	for _, option := range o.Options {
		next, err := r.Resume(o.State, option.ID, locale)
		if err != nil {
			t.Fatalf("%s: %v", option.ID, err)
		}
		out = append(out, questions(t, r, next, locale)...)
	}
	return out
}

// opened answers questions from the data that lies beside a catalog.
func opened(t *testing.T, b *bundle.Bundle, folder string) *answer.Engine {
	t.Helper()
	s, found := settings.Load(settings.Find(folder, "", nil), nil)
	for _, d := range found {
		t.Fatalf("sutura.yaml: %s %s", d.Code, d.Message)
	}
	set, found := sources.Open(context.Background(), s, b)
	for _, d := range found {
		t.Fatalf("data: %s %s", d.Code, d.Message)
	}
	t.Cleanup(func() { _ = set.Close() })
	return &answer.Engine{View: b.View(nil, true), Sources: set, Clock: clock.Fixed(time.Date(2014, 5, 15, 12, 0, 0, 0, time.UTC))}
}
