package catalog_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sutura.dev/catalog"
)

// bombs are small catalogs whose evaluation explodes; exploding is what each would do to a process without bounds.
var bombs = map[string]string{
	"doubling": `
_a: "xxxxxxxxxx"
_b: "\(_a)\(_a)\(_a)\(_a)\(_a)\(_a)\(_a)\(_a)\(_a)\(_a)"
_c: "\(_b)\(_b)\(_b)\(_b)\(_b)\(_b)\(_b)\(_b)\(_b)\(_b)"
_d: "\(_c)\(_c)\(_c)\(_c)\(_c)\(_c)\(_c)\(_c)\(_c)\(_c)"
_e: "\(_d)\(_d)\(_d)\(_d)\(_d)\(_d)\(_d)\(_d)\(_d)\(_d)"
_f: "\(_e)\(_e)\(_e)\(_e)\(_e)\(_e)\(_e)\(_e)\(_e)\(_e)"
_g: "\(_f)\(_f)\(_f)\(_f)\(_f)\(_f)\(_f)\(_f)\(_f)\(_f)"
_h: "\(_g)\(_g)\(_g)\(_g)\(_g)\(_g)\(_g)\(_g)\(_g)\(_g)"
about: title: "\(_h)\(_h)\(_h)\(_h)\(_h)\(_h)\(_h)\(_h)\(_h)\(_h)"
`,
	"structs": `
_a: {x: 1}
_b: {a: _a & {p: 1}, b: _a & {p: 2}, c: _a & {p: 3}, d: _a & {p: 4}, e: _a & {p: 5}, f: _a & {p: 6}}
_c: {a: _b & {p: 1}, b: _b & {p: 2}, c: _b & {p: 3}, d: _b & {p: 4}, e: _b & {p: 5}, f: _b & {p: 6}}
_d: {a: _c & {p: 1}, b: _c & {p: 2}, c: _c & {p: 3}, d: _c & {p: 4}, e: _c & {p: 5}, f: _c & {p: 6}}
_e: {a: _d & {p: 1}, b: _d & {p: 2}, c: _d & {p: 3}, d: _d & {p: 4}, e: _d & {p: 5}, f: _d & {p: 6}}
_f: {a: _e & {p: 1}, b: _e & {p: 2}, c: _e & {p: 3}, d: _e & {p: 4}, e: _e & {p: 5}, f: _e & {p: 6}}
_g: {a: _f & {p: 1}, b: _f & {p: 2}, c: _f & {p: 3}, d: _f & {p: 4}, e: _f & {p: 5}, f: _f & {p: 6}}
_h: {a: _g & {p: 1}, b: _g & {p: 2}, c: _g & {p: 3}, d: _g & {p: 4}, e: _g & {p: 5}, f: _g & {p: 6}}
`,
	"comprehensions": `
import "list"
_n: list.Range(0, 30000, 1)
about: title: "\(len([for a in _n for b in _n {a * b}]))"
`,
	"disjunctions": `
_x: ({a: 1} | {b: 1} | {c: 1}) & ({d: 1} | {e: 1} | {f: 1}) & ({g: 1} | {h: 1} | {i: 1}) & ({j: 1} | {k: 1} | {l: 1}) &
	({m: 1} | {n: 1} | {o: 1}) & ({p: 1} | {q: 1} | {r: 1}) & ({s: 1} | {t: 1} | {u: 1}) & ({v: 1} | {w: 1} | {x: 1}) &
	({aa: 1} | {ab: 1} | {ac: 1}) & ({ad: 1} | {ae: 1} | {af: 1}) & ({ag: 1} | {ah: 1} | {ai: 1}) & ({aj: 1} | {ak: 1} | {al: 1})
about: title: "\(_x.a)"
`,
	// What does not parse can be longer than what does.
	"chain": "_x: \"\\(a b\"" + strings.Repeat("+1", 5_000_000) + "\"",
}

// TestBombs evaluates each in a process of its own, since an evaluation that was abandoned goes on until its process
// ends. The bounds are lowered there: what is tested is that they hold.
func TestBombs(t *testing.T) {
	if name := os.Getenv("SUTURA_BOMB"); name != "" {
		files := catalog.InMemory(map[string][]byte{"catalog/x.cue": []byte("package catalog\n" + bombs[name])})
		c, found := catalog.LoadWithin(files, time.Second, 256<<20)
		if c != nil {
			t.Fatalf("it was not abandoned:\n%s", found)
		}
		t.Logf("%s", found)
		return
	}
	for name := range bombs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run=^TestBombs$", "-test.v")
			cmd.Env = append(os.Environ(), "SUTURA_BOMB="+name, "GOMEMLIMIT=off")
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "error[SUT003]: the evaluation was abandoned") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// Input that would overflow a stack is refused before it is parsed.
func TestNesting(t *testing.T) {
	const n = 100_000
	deep := "catalog/x.cue:2:%s: error[SUT003]: this is nested too deeply, or is too long an expression, to be read"
	for name, c := range map[string]struct{ x, at string }{
		"parentheses": {"a: " + strings.Repeat("(", n), "103"},
		"lists":       {"a: " + strings.Repeat("[", n), "103"},
		"structs":     {"a: " + strings.Repeat("{a: ", n), "400"},
		"fields":      {strings.Repeat("a: ", n), "30001"},
		"minus":       {"a: " + strings.Repeat("-", n), "20002"},
		"not":         {"a: " + strings.Repeat("!", n), "20002"},
		"plus":        {"a: 1" + strings.Repeat("+1", n), "20002"},
		"index":       {"a: b" + strings.Repeat("[0]", n), "59994"},
		"call":        {"a: b" + strings.Repeat("()", n), "39999"},
		"selector":    {"a: b" + strings.Repeat(".c", n), "20002"},
		"strings":     {"a: " + strings.Repeat(`"\(`, n), "303"},
		"disjunction": {"a: 1" + strings.Repeat(" | 1", n), "40000"},
		"two ways":    {"a: " + strings.Repeat("("+strings.Repeat("-", 900), n/900), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, found := load(t, c.x)
			if len(found) != 1 || found[0].Code != "SUT003" {
				t.Fatalf("found:\n%.300s", found)
			}
			if want := strings.Replace(deep, "%s", c.at, 1); c.at != "" && found[0].String() != want {
				t.Errorf("got %s, want %s", found[0], want)
			}
		})
	}
	// What is long without being deep is read.
	if _, found := load(t, "_a: ["+strings.Repeat("{b: [1, (2)], c: \"\\(1)\"},", 3_000)+"]\n"+strings.Repeat("_b: \"x\"\n", 10_000)); len(found) > 0 {
		t.Errorf("found:\n%.300s", found)
	}
}
