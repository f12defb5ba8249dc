package serve

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
)

// canary stands in everything that no statement must read.
const canary = "CANARY-7f3a"

// hostile is one row of a corpus: what may come of a statement (cells, or codes), and the statement.
type hostile struct {
	line int
	want []string
	text string
}

// stopped is what a corpus says of a statement without an end: whether time or memory runs out first is the machine's affair,
// and so is whether a busy server stops within the second that a caller waits for it.
const stopped = "stopped"

// endless tells whether a statement is one of those.
func (h hostile) endless() bool { return slices.Contains(h.want, string(warehouse.RawDeadline)) }

var repeated = regexp.MustCompile(`\{(\d+)\*([^}]*)\}`)

// corpus reads a table: \t, \n, \uXXXX are characters, {N*text} is the text so many times, {NAME} what names says.
func corpus(t *testing.T, engine string, names ...string) []hostile {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "hostile", engine+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	unicode := regexp.MustCompile(`\\u([0-9a-f]{4})`)
	var out []hostile
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		want, text, ok := strings.Cut(line, "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok {
			t.Fatalf("%s: line %d is no row", engine, i+1)
		}
		text = strings.NewReplacer(append([]string{`\t`, "\t", `\n`, "\n", "{NUL}", "\x00"}, names...)...).Replace(text)
		text = unicode.ReplaceAllStringFunc(text, func(s string) string {
			n, _ := strconv.ParseUint(s[2:], 16, 32)
			return string(rune(n))
		})
		text = repeated.ReplaceAllStringFunc(text, func(s string) string {
			m := repeated.FindStringSubmatch(s)
			n, _ := strconv.Atoi(m[1])
			return strings.Repeat(m[2], n)
		})
		codes := strings.Split(strings.ReplaceAll(want, stopped, string(warehouse.RawDeadline)+"|"+string(warehouse.RawExhausted)+"|"+(&Stuck{}).Error()), "|")
		out = append(out, hostile{i + 1, codes, text})
	}
	if len(out) < 150 {
		t.Fatalf("%s has %d statements", engine, len(out))
	}
	return out
}

// attack runs every statement of a corpus. Those that are to run into their deadline have a short one, the others time
// enough. After each the state is as it was, nothing runs, and the audit has it.
func attack(t *testing.T, raw warehouse.Raw, rows []hostile, state func() string) {
	serve := func(timeout time.Duration) *world {
		p, g := pinned(t, compiled(t, shopCUE, marginCUE), memory(t))
		p.raw = raw
		w := &world{gate: g, log: &guarded{}, audit: &guarded{}}
		w.Service = New(p, Options{Settings: settings.Serving{Doors: []string{"sql"}, RequestTimeout: timeout}, Audit: w.audit})
		return w
	}
	long, short := serve(2*time.Minute), serve(2*time.Second)
	defer long.stop(t)
	defer short.stop(t)
	before := state()
	recorded := map[*world]int{}
	for _, row := range rows {
		w := long
		if row.endless() {
			w = short
		}
		reply, err := w.raw(t, row.text)
		got := fmt.Sprint(err)
		switch v := reply.Value.(type) {
		case *Ungoverned:
			got = "cells"
		case *NotRun:
			got = string(v.Why)
		}
		if !slices.Contains(row.want, got) {
			t.Errorf("line %d: %.80q gives %s, want %s: %.300s", row.line, row.text, got, row.want, reply.JSON)
		}
		if strings.Contains(string(reply.JSON), canary) || strings.Contains(string(reply.JSON), "root:x:0") {
			t.Errorf("line %d: %.80q reads what it must not: %.300s", row.line, row.text, reply.JSON)
		}
		if now := state(); now != before {
			t.Fatalf("line %d: %.80q changed something:\n%s\nbefore:\n%s", row.line, row.text, now, before)
		}
		for w.Slots().Running != 0 { // of a source that does not stop at once the slot is the source's until it has
			time.Sleep(time.Millisecond)
		}
		recorded[w]++
		if lines := w.lines(t); len(lines) != recorded[w] || lines[len(lines)-1]["arguments"].(map[string]any)["statement"] != row.text {
			t.Errorf("line %d: %.80q is not in the audit", row.line, row.text)
		}
	}
}

// TestHostileDuckDB runs the corpus against a real file.
func TestHostileDuckDB(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"secret.csv": "a\n" + canary + "\n", "secret.json": `{"a":"` + canary + `"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := duckdb.Create(t.Context(), filepath.Join(dir, "other.duckdb"), "CREATE TABLE secrets AS SELECT '"+canary+"' AS a",
		"COPY secrets TO '"+dir+"/secret.parquet'"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "shop.duckdb")
	if err := duckdb.Create(t.Context(), path, shopSQL); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", "/"+canary)
	raw, err := duckdb.OpenRaw(context.Background(), duckdb.RawOptions{Path: path, Worker: []string{os.Args[0], worker}})
	if err != nil {
		t.Fatal(err)
	}
	attack(t, raw, corpus(t, "duckdb", "{DIR}", dir), func() string {
		var out strings.Builder
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			fmt.Fprintf(&out, "%s %x\n", path, sha256.Sum256(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out.String()
	})
}
