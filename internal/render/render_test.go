package render

import (
	"bytes"
	"encoding/json"
	"math"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sutura.dev/internal/rows"
)

// Nothing that reaches a terminal steers it, whatever the text was.
func TestEscapeHidesControls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		out := Escape(s)
		if !utf8.ValidString(out) {
			t.Fatalf("%q is not UTF-8", out)
		}
		for _, r := range out {
			if unicode.IsControl(r) || r != '\u200c' && r != '\u200d' && unicode.Is(unicode.Cf, r) {
				t.Fatalf("%q passes %U", s, r)
			}
		}
	})
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"plain é 日本":          "plain é 日本",
		"a\nb\tc\rd":          `a\nb\tc\rd`,
		"\x1b[31mred":         `\u001b[31mred`,
		"\u009b31m":           `\u009b31m`,
		"abc\u202edef":        `abc\u202edef`,
		"a\xffb":              `a\xffb`,
		"tag \U000e0041":      `tag \U000e0041`,
		"می\u200cخواهم":       "می\u200cخواهم",
		"replacement \ufffd.": "replacement \ufffd.",
	} {
		if got := Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
}

// What Shell quotes, a shell reads back.
func TestShell(t *testing.T) {
	words := []string{"sutura", "ask", "a b", "it's", "$HOME", "channel!=web", "*", "", "price=10..20", "日本"}
	out, err := exec.Command("sh", "-c", "printf '%s\\0' "+Shell(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(words, "\x00") + "\x00"; got != string(out) {
		t.Errorf("a shell reads %q", out)
	}
	if got := Shell([]string{"--where", "price=10..20"}); got != "--where price=10..20" {
		t.Errorf("quoted without need: %s", got)
	}
}

func TestJSONStaysJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		var b bytes.Buffer
		p := New(&b, Look{})
		if err := p.JSON(map[string]string{"x": s}); err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
		var back map[string]string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil {
			t.Fatalf("%q: %v", b.String(), err)
		}
		if back["x"] != s {
			t.Fatalf("%q came back as %q", s, back["x"])
		}
		if strings.ContainsFunc(strings.ReplaceAll(b.String(), "\n", ""), rows.Hidden) {
			t.Fatalf("%q holds hidden characters", b.String())
		}
	})
}

func TestNumbersInOneColumn(t *testing.T) {
	for _, c := range []struct {
		in     []any
		format string
		want   string
	}{
		{[]any{12.639070257304708, 3.5, nil}, "", "12.6391 3.5000 null"},
		{[]any{1.0, 25.0}, "", "1 25"},
		{[]any{0.25, 100.5}, "", "0.25 100.50"},
		{[]any{123456789.123, 2.0}, "", "123456789 2"},
		{[]any{1e-9, 2.5}, "", "1e-9 2.5"},
		{[]any{1e300, 0.5}, "", "1e+300 0.5"},
		{[]any{-0.0000001, 1.0}, "", "-0.0000001 1.0000000"},
		{[]any{0.763205, nil, -0.0001, int64(1)}, "0.0%", "76.3% null 0.0% 100.0%"},
		{[]any{"1234567.50", int64(-1200)}, "$#,##0.00", "$1,234,567.50 -$1,200.00"},
		{[]any{"2026-01-31"}, "0.0", "2026-01-31"},
		{[]any{0.5}, "percent", "0.5"},
	} {
		var rows [][]any
		for _, v := range c.in {
			rows = append(rows, []any{v})
		}
		if got := strings.Join(New(&bytes.Buffer{}, Look{}).column(rows, 0, c.format), " "); got != c.want {
			t.Errorf("%v is shown as %s, want %s", c.in, got, c.want)
		}
	}
}

func TestDetect(t *testing.T) {
	env := func(kv ...string) func(string) string {
		return func(k string) string {
			for i := 0; i < len(kv); i += 2 {
				if kv[i] == k {
					return kv[i+1]
				}
			}
			return ""
		}
	}
	var b bytes.Buffer
	if l := Detect(&b, Auto, env()); l != (Look{}) {
		t.Errorf("no terminal, no locale: %+v", l)
	}
	if l := Detect(&b, Always, env("NO_COLOR", "1", "LANG", "en_US.UTF-8")); !l.Color || !l.Unicode {
		t.Errorf("always: %+v", l)
	}
	if l := Detect(&b, Never, env("LC_ALL", "C", "LANG", "en_US.UTF-8")); l.Color || l.Unicode {
		t.Errorf("LC_ALL comes first: %+v", l)
	}
}

func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e12, 1e12).Draw(t, "low")
		high := low + rapid.Float64Range(0, 1e12).Draw(t, "more")
		s := newScale(low, high, 4)
		slack := 1e-6*s.step + 4e-16*max(math.Abs(low), math.Abs(high)) // doubles have no more digits
		if s.low > low+slack || s.high < high-slack {
			t.Fatalf("%v does not hold %v to %v", s, low, high)
		}
		ticks := s.ticks()
		if len(ticks) < 2 || len(ticks) > 9 {
			t.Fatalf("%v has %d ticks", s, len(ticks))
		}
		for _, v := range []float64{low, high} {
			if at := s.at(min(max(v, s.low), s.high), 48); at < 0 || at > 47 {
				t.Fatalf("%v lies at %d", v, at)
			}
		}
	})
}

// Values that differ in their last digit only have the axis of one value.
func TestScaleOfOneValue(t *testing.T) {
	if s := newScale(-3.75, math.Nextafter(-3.75, 0), 4); len(s.ticks()) < 2 {
		t.Errorf("%v has %d ticks", s, len(s.ticks()))
	}
}

func TestWorking(t *testing.T) {
	for _, c := range []struct {
		look Look
		took time.Duration
		want string
	}{
		{Look{Terminal: true}, 0, ""},
		{Look{Terminal: true}, patience - 1, ""},
		{Look{Terminal: true}, patience, "asking...\r\x1b[K"},
		{Look{}, time.Hour, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			var b bytes.Buffer
			done := New(&b, c.look).Working("asking")
			time.Sleep(c.took)
			synctest.Wait()
			done()
			done()
			if got := b.String(); got != c.want {
				t.Errorf("%v, after %s: printed %q", c.look, c.took, got)
			}
		})
	}
}
