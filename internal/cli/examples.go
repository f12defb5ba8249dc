package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/diag"
	lexicon "sutura.dev/internal/words"
	"sutura.dev/internal/words/resolve"
)

// checkExamples holds the phrases of knowledge.examples to the questions that they are said to mean: goldens for words. It reads them as
// resolve_bind does, in their locale and without a reference.
func (w *workspace) checkExamples() {
	examples := w.bundle.Knowledge().Examples
	if len(examples) == 0 {
		return
	}
	view := w.view()
	r := resolve.New(view, lexicon.New(view))
	for i, e := range examples {
		o, err := r.Resolve(e.Phrase, resolve.Context{Locale: e.Locale})
		if err != nil { // of a reference, and there is none
			continue
		}
		difference, hint := exampleDiffers(view, e.Question, o)
		if difference == "" {
			continue
		}
		path := []string{"knowledge", "examples", strconv.Itoa(i)}
		w.findings = append(w.findings, diag.Diagnostic{Code: diag.ExampleDiffers, Range: w.place(append(path, "phrase")...), Path: strings.Join(path, "."),
			Message: fmt.Sprintf("%q %s", e.Phrase, difference), Hint: hint})
	}
}

// exampleDiffers says how a phrase does not mean a question; empty where it does.
func exampleDiffers(view *bundle.View, want question.Question, o *resolve.Outcome) (difference, hint string) {
	const rephrase = "Say it with the catalog's words, or add the word as a synonym."
	switch {
	case o.Kind == resolve.NotDefined:
		return "has " + strconv.Quote(o.Phrase) + " in it, which is recorded as not defined", "Leave the example or the record out."
	case o.Kind == resolve.Clarification:
		var ids []string
		for _, option := range o.Options {
			ids = append(ids, option.ID)
		}
		return fmt.Sprintf("is not clear: %q may be %s", o.About.Text, strings.Join(ids, ", or ")), "Say more of the name, or take a synonym from one of them."
	case len(o.Unbound) > 0:
		var left []string
		for _, u := range o.Unbound {
			left = append(left, strconv.Quote(u.Text))
		}
		return "has words that nothing explains: " + strings.Join(left, ", "), rephrase
	case o.Question == nil && len(o.Missing) > 0:
		return "is no question yet: " + o.Missing[0].Field + ": " + o.Missing[0].Why, rephrase
	case o.Question == nil:
		return "names nothing in the catalog", rephrase
	}
	if fields := differing(view, want, *o.Question); fields != "" {
		return "means another question than the example says: " + fields, "Correct the example, or its words."
	}
	return "", ""
}

// differing are the fields of two questions that are not the same, as both are understood.
func differing(view *bundle.View, want, got question.Question) string {
	a, b := fieldsOf(view, want), fieldsOf(view, got)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(merged(a, b))) {
		if x, y := a[name], b[name]; !bytes.Equal(x, y) {
			out = append(out, fmt.Sprintf("%s is %s in the example and %s in the words", name, orNone(x), orNone(y)))
		}
	}
	return strings.Join(out, "; ")
}

func orNone(value json.RawMessage) string {
	if len(value) == 0 {
		return "nothing"
	}
	return string(value)
}

func merged(a, b map[string]json.RawMessage) map[string]bool {
	out := map[string]bool{}
	for name := range a {
		out[name] = true
	}
	for name := range b {
		out[name] = true
	}
	return out
}

// fieldsOf are the fields of a question as it is understood: its range as bounds, its defaults said.
func fieldsOf(view *bundle.View, q question.Question) map[string]json.RawMessage {
	if p, _, _ := plan.Resolve(view, q, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)); p != nil {
		q = p.Question
	}
	out := map[string]json.RawMessage{}
	_ = json.Unmarshal(question.Encode(q), &out) // what Encode writes is an object
	return out
}
