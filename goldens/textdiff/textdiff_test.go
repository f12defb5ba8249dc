package textdiff_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sutura.dev/goldens/textdiff"
)

// shown writes hunks with changed words in braces.
func shown(hunks []textdiff.Hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		b.WriteString(h.Header() + "\n")
		for _, l := range h.Lines {
			b.WriteString([]string{" ", "-", "+"}[l.Kind])
			for _, s := range l.Spans {
				if s.Changed {
					b.WriteString("{" + s.Text + "}")
				} else {
					b.WriteString(s.Text)
				}
			}
			if l.Unended {
				b.WriteString(" (no newline)")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestUnified(t *testing.T) {
	numbered := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "line %d\n", i)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, old, new string
		context        int
		want           string
	}{
		{"equal", "a\n", "a\n", 3, ""},
		{"from nothing", "", "a\nb\n", 3, "@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"to nothing", "a\n", "", 3, "@@ -1 +0,0 @@\n-a\n"},
		{"a newline at the end", "a", "a\n", 3, "@@ -1 +1 @@\n-a (no newline)\n+a\n"},
		{"a word", "WHERE \"x\" >= 5\n", "WHERE \"x\" > 5\n", 3, "@@ -1 +1 @@\n-WHERE \"x\" >{=} 5\n+WHERE \"x\" > 5\n"},
		{"words of a row", `["AA",12,null]` + "\n", `["AA",13,null]` + "\n", 3, "@@ -1 +1 @@\n-[\"AA\",{12},null]\n+[\"AA\",{13},null]\n"},
		{"nothing alike", "alpha beta\n", "gamma delta\n", 3, "@@ -1 +1 @@\n-alpha beta\n+gamma delta\n"},
		{"one line becomes two", "FROM a\n", "FROM a\nWHERE b\n", 3, "@@ -1 +1,2 @@\n FROM a\n+WHERE b\n"},
		{"letters outside ASCII", "název: žluťoučký kůň\n", "název: žluťoučká kráva\n", 0, "@@ -1 +1 @@\n-název: {žluťoučký kůň}\n+název: {žluťoučká kráva}\n"},
		{
			"context", numbered(1, 9), strings.Replace(numbered(1, 9), "line 5", "line five", 1), 1,
			"@@ -4,3 +4,3 @@\n line 4\n-line {5}\n+line {five}\n line 6\n",
		},
		{
			"near changes share a hunk", numbered(1, 9), strings.NewReplacer("line 3", "x", "line 6", "y").Replace(numbered(1, 9)), 1,
			"@@ -2,6 +2,6 @@\n line 2\n-line 3\n+x\n line 4\n line 5\n-line 6\n+y\n line 7\n",
		},
		{
			"far changes do not", numbered(1, 9), strings.NewReplacer("line 2\n", "", "line 8\n", "").Replace(numbered(1, 9)), 1,
			"@@ -1,3 +1,2 @@\n line 1\n-line 2\n line 3\n@@ -7,3 +6,2 @@\n line 7\n-line 8\n line 9\n",
		},
		{
			"a moved line", "a\nb\nc\nd\n", "b\nc\nd\na\n", 0,
			"@@ -1 +0,0 @@\n-a\n@@ -4,0 +4 @@\n+a\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shown(textdiff.Unified(c.old, c.new, c.context)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestFormat(t *testing.T) {
	hunks := textdiff.Unified("a\nb", "a\nc\n", 3)
	const want = "--- was\n+++ now\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
	if got := textdiff.Format("was", "now", hunks); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := textdiff.Format("was", "now", nil); got != "" {
		t.Errorf("equal texts give %q", got)
	}
}

// apply turns old into new by the hunks alone.
func apply(old string, hunks []textdiff.Hunk) (string, error) {
	lines := strings.SplitAfter(old, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var out strings.Builder
	at := 0
	for _, h := range hunks {
		start := h.OldStart - 1
		if h.OldLines == 0 {
			start = h.OldStart
		}
		if start < at {
			return "", fmt.Errorf("%s begins before line %d", h.Header(), at+1)
		}
		out.WriteString(strings.Join(lines[at:start], ""))
		at = start
		for _, l := range h.Lines {
			text := l.Text()
			if !l.Unended {
				text += "\n"
			}
			if l.Kind != textdiff.New {
				if at >= len(lines) || lines[at] != text || l.Old != at+1 {
					return "", fmt.Errorf("%s does not fit line %d", h.Header(), at+1)
				}
				at++
			}
			if l.Kind != textdiff.Gone {
				out.WriteString(text)
				if written := strings.Count(out.String(), "\n"); !l.Unended && l.New != written {
					return "", fmt.Errorf("line %d says it is %d", written, l.New)
				}
			}
		}
	}
	out.WriteString(strings.Join(lines[at:], ""))
	return out.String(), nil
}

// Any two texts: the hunks say exactly what changed, context is as wide as asked, and no run of them says otherwise.
func TestHunksApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string {
			lines := rapid.SliceOfN(rapid.SampledFrom([]string{"", "a", "b", "c", "a b", "a c", "日本", "é"}), 0, 40).Draw(t, name)
			out := strings.Join(lines, "\n")
			if rapid.Bool().Draw(t, name+" ends") {
				out += "\n"
			}
			return out
		}
		old, now, context := text("old"), text("new"), rapid.IntRange(0, 4).Draw(t, "context")
		hunks := textdiff.Unified(old, now, context)
		if got, err := apply(old, hunks); err != nil || got != now {
			t.Fatalf("%v: applied to %q they give %q, want %q:\n%s", err, old, got, now, shown(hunks))
		}
		for _, h := range hunks {
			if h.Lines[0].Kind != textdiff.Same && context > 0 && h.OldStart > 1 && h.NewStart > 1 {
				t.Fatalf("no context before\n%s", shown(hunks))
			}
			run := 0
			for _, l := range h.Lines {
				if run++; l.Kind != textdiff.Same {
					run = 0
				}
				if run > 2*context {
					t.Fatalf("%d unchanged lines in a row:\n%s", run, shown(hunks))
				}
			}
		}
		if again := shown(textdiff.Unified(old, now, context)); again != shown(hunks) {
			t.Fatal("the same texts give other hunks")
		}
	})
}

// Few lines are said to have changed where few have.
func TestFewChanges(t *testing.T) {
	old := make([]string, 10_000)
	for i := range old {
		old[i] = fmt.Sprintf("row %d of many", i%3000) // most lines occur more than once
	}
	now := strings.Split(strings.Join(old, "\n"), "\n")
	for i := 50; i < len(now); i += 1000 {
		now[i] = "changed " + now[i]
	}
	changed := 0
	for _, h := range textdiff.Unified(strings.Join(old, "\n"), strings.Join(now, "\n"), 0) {
		changed += len(h.Lines)
	}
	if changed != 20 {
		t.Errorf("%d lines changed, want 10 gone and 10 new", changed)
	}
}

// long are pairs of texts of ten thousand lines: a few changes, no line alike, every line elsewhere, and the same where
// lines are repeated.
func long() map[string][2]string {
	const n = 10_000
	rows := func(line func(int) string) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(line(i) + "\n")
		}
		return out.String()
	}
	order, other := rand.New(rand.NewPCG(1, 2)).Perm(n), rand.New(rand.NewPCG(3, 4)).Perm(n)
	row := func(of []int, kinds int) string {
		return rows(func(i int) string { return fmt.Sprint("row ", of[i]%kinds) })
	}
	return map[string][2]string{
		"few":      {rows(func(i int) string { return fmt.Sprint("row ", i) }), rows(func(i int) string { return fmt.Sprint("row ", i+i%1000/999) })},
		"all":      {rows(func(i int) string { return fmt.Sprint("row ", i) }), rows(func(i int) string { return fmt.Sprint("line ", i) })},
		"shuffled": {row(order, n), row(other, n)},
		"pairs":    {row(order, n/2), row(other, n/2)},
		"hundred":  {row(order, 100), row(other, 100)},
	}
}

func TestLongTexts(t *testing.T) {
	for name, c := range long() {
		if got, err := apply(c[0], textdiff.Unified(c[0], c[1], 3)); err != nil || got != c[1] {
			t.Errorf("%s: the hunks do not give the new text: %v", name, err)
		}
	}
}

func BenchmarkUnified(b *testing.B) {
	for name, c := range long() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				textdiff.Unified(c[0], c[1], 3)
			}
		})
	}
}
