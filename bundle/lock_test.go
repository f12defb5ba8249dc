package bundle_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle"
)

// TestLock pins the form: sorted, a line for each digest of a metric, each with the metric's name.
func TestLock(t *testing.T) {
	b := compile(t, market(t))
	got := string(bundle.LockOf(b).Bytes())
	lines := strings.Split(got, "\n")
	want := []string{
		"# sutura.lock 1, written by `sutura compile --pin`: what each metric means, and how it reads, as digests.",
		"catalog market 1.4.0",
		"bundle " + b.Digest(),
	}
	for _, m := range b.Metrics() {
		d := b.MetricDigests(m.Name)
		want = append(want, m.Name+" meaning "+d.Meaning, m.Name+" prose "+d.Prose)
	}
	if !slices.Equal(lines, append(want, "")) {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	read, err := bundle.ReadLock([]byte(got))
	if err != nil || !bytes.Equal(read.Bytes(), []byte(got)) || read.Drift(b) != nil {
		t.Errorf("read as %v (%v)", read, err)
	}
}

// lock: of what the lock's own diff shows, only the metric that changed has lines, and of them only those of the digest
// that moved; the drift of the old lock says the same, and so do the changes.
func (l laws) lock() {
	lock := bundle.LockOf(l.before)
	was, is := string(lock.Bytes()), string(bundle.LockOf(l.after).Bytes())
	now := l.after.View(nil, true)
	var want []string
	for line := range strings.Lines(was) {
		words := strings.Fields(line)
		if len(words) != 3 || words[0] == "catalog" || strings.Contains(is, line) {
			continue
		}
		if now.Metric(words[0]) == nil {
			words[1] = "removed"
		}
		want = append(want, words[0]+" "+words[1])
	}
	for line := range strings.Lines(is) {
		if name, _, _ := strings.Cut(line, " meaning "); strings.Contains(line, " meaning ") && l.before.View(nil, true).Metric(name) == nil {
			want = append(want, name+" added")
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	var got []string
	for _, d := range lock.Drift(l.after) {
		if d.Metric != "" {
			got = append(got, d.Metric+" "+string(d.Kind))
		}
	}
	if !slices.Equal(got, want) {
		l.t.Errorf("%s: the drift is %v, and in the lock changed %v", l.name, got, want)
	}
	if told := metricsOf(l.changes); !slices.Equal(metricsOfDrift(lock.Drift(l.after)), told) {
		l.t.Errorf("%s: the drift is of %v, and the changes are of %v", l.name, metricsOfDrift(lock.Drift(l.after)), told)
	}
}

// metricsOf lists the metrics of which a digest moved, under both names of one that was renamed.
func metricsOf(c bundle.Changes) []string {
	var out []string
	for _, m := range c.Metrics {
		if m.RenamedFrom != "" {
			out = append(out, m.RenamedFrom)
		}
		if m.Meaning || m.Prose || m.RenamedFrom != "" {
			out = append(out, m.Metric)
		}
	}
	slices.Sort(out)
	return out
}

func metricsOfDrift(drift []bundle.Drift) []string {
	var out []string
	for _, d := range drift {
		if d.Metric != "" && !slices.Contains(out, d.Metric) {
			out = append(out, d.Metric)
		}
	}
	return out
}

// TestDrift says what differs, in a sentence each.
func TestDrift(t *testing.T) {
	before := compile(t, market(t))
	for _, c := range []struct{ name, old, replacement, want string }{
		{"nothing", `title: "Markets"`, `title: "Markets"`, ""},
		{"one metric", `unit: "EUR"`, `unit: "CZK"`, "revenue moved in meaning"},
		{"both digests", `description: "Paid amounts."`, `description: "Sums.", empty: "zero"`,
			"average_order moved in meaning; revenue moved in meaning; revenue moved in prose"},
		{"knowledge", `why: "Costs are not recorded."`, `why: "No."`, "something that is in no metric changed"},
		{"a metric more", `metrics: stores: {`, "metrics: cities: {model: \"cities\", measure: count: \"*\"}\nmetrics: stores: {", "cities is not in the lock"},
		{"a metric's name", `metrics: shipped: {`, `metrics: sent: {`, "sent is not in the lock; shipped is in the lock and no longer in the catalog"},
		{"the version", `version: "1.4.0"`, `version: "1.4.1"`, "the catalog's version is 1.4.1, and the lock has 1.4.0"},
		{"the name", `name: "market"`, `name: "fair"`, "the catalog is named fair, and the lock is of market"},
		{"the version and knowledge", `version: "1.4.0", audience: ["everyone"], title: "Markets"`, `version: "1.4.1", audience: ["everyone"]`,
			"the catalog's version is 1.4.1, and the lock has 1.4.0; something that is in no metric changed"},
	} {
		text := market(t)
		if strings.Count(text, c.old) != 1 {
			t.Fatalf("%s: the market holds %q %d times", c.name, c.old, strings.Count(text, c.old))
		}
		after := compile(t, strings.Replace(text, c.old, c.replacement, 1))
		var got []string
		for _, d := range bundle.LockOf(before).Drift(after) {
			got = append(got, d.Text())
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: got %q, want %q", c.name, text, c.want)
		}
		if again := bundle.LockOf(after).Drift(after); again != nil {
			t.Errorf("%s: a fresh lock drifts: %v", c.name, again)
		}
	}
}

// TestReadLockIsStrict: nothing but what Bytes writes is taken, and the first wrong line is named.
func TestReadLockIsStrict(t *testing.T) {
	good := string(bundle.LockOf(compile(t, market(t))).Bytes())
	lines := strings.SplitAfter(good, "\n")
	change := func(i int, text string) string {
		out := slices.Clone(lines)
		out[i] = text
		return strings.Join(out, "")
	}
	digest := regexp.MustCompile(`sha256:[0-9a-f]{64}`)
	for _, c := range []struct {
		name, data string
		want       error
		line       int
	}{
		{"empty", "", bundle.ErrLockMalformed, 1},
		{"an older form", strings.Replace(good, "lock 1", "lock 0", 1), bundle.ErrLockOlder, 0},
		{"a newer form", "# sutura.lock 12, written by a later one\nand otherwise\n", bundle.ErrLockNewer, 0},
		{"no form", strings.Replace(good, "lock 1", "lock one", 1), bundle.ErrLockMalformed, 1},
		{"large", strings.Repeat("x", bundle.MaxLockBytes+1), bundle.ErrLockTooLarge, 0},
		{"a merge", change(3, "<<<<<<< HEAD\n"+lines[3]+"=======\n"+lines[3]+">>>>>>> other\n"), bundle.ErrLockMerge, 0},
		{"other line ends", strings.ReplaceAll(good, "\n", "\r\n"), bundle.ErrLockLineEnds, 0},
		{"only the head", lines[0], bundle.ErrLockMalformed, 2},
		{"no name", change(1, "catalog  1.4.0\n"), bundle.ErrLockMalformed, 2},
		{"no version", change(1, "catalog market\n"), bundle.ErrLockMalformed, 2},
		{"not a version", change(1, "catalog market 01.4.0\n"), bundle.ErrLockMalformed, 2},
		{"a word too many", change(1, "catalog market 1.4.0 x\n"), bundle.ErrLockMalformed, 2},
		{"a short digest", change(2, "bundle sha256:00\n"), bundle.ErrLockMalformed, 3},
		{"capitals", change(2, "bundle sha256:"+strings.Repeat("A", 64)+"\n"), bundle.ErrLockMalformed, 3},
		{"a space at the end", change(2, strings.TrimSuffix(lines[2], "\n")+" \n"), bundle.ErrLockMalformed, 3},
		{"two spaces", change(3, strings.Replace(lines[3], " ", "  ", 1)), bundle.ErrLockMalformed, 4},
		{"meaning for prose", change(4, strings.Replace(lines[4], "prose", "meaning", 1)), bundle.ErrLockMalformed, 5},
		{"another metric's prose", change(4, lines[6]), bundle.ErrLockMalformed, 5},
		{"prose is left out", change(4, ""), bundle.ErrLockMalformed, 5},
		{"a metric twice", change(5, lines[3]+lines[4]+lines[5]), bundle.ErrLockMalformed, 6},
		{"metrics in another order", change(3, lines[5]+lines[6]+lines[3]+lines[4]), bundle.ErrLockMalformed, 6},
		{"not a name", change(3, strings.Replace(lines[3], "abroad", "Abroad", 1)), bundle.ErrLockMalformed, 4},
		{"not a digest", change(3, digest.ReplaceAllString(lines[3], "sha1:0")), bundle.ErrLockMalformed, 4},
		{"cut", good[:len(good)-1], bundle.ErrLockMalformed, len(lines) - 1},
		{"more", good + "x", bundle.ErrLockMalformed, len(lines)},
		{"an empty line", good + "\n", bundle.ErrLockMalformed, len(lines)},
	} {
		_, err := bundle.ReadLock([]byte(c.data))
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
			continue
		}
		if c.line > 0 && !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", c.line)) {
			t.Errorf("%s: %v, want line %d", c.name, err, c.line)
		}
		if !strings.Contains(err.Error(), "`sutura compile --pin`") {
			t.Errorf("%s: %v does not say what to do", c.name, err)
		}
	}
}

// FuzzReadLock: nothing that is read panics, and what is read is exactly what would be written.
func FuzzReadLock(f *testing.F) {
	good := bundle.LockOf(tiny(f)).Bytes()
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add(bytes.Replace(good, []byte(" prose "), []byte(" meaning "), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := bundle.ReadLock(data)
		if err == nil && !bytes.Equal(l.Bytes(), data) {
			t.Errorf("read and written again it is %q", l.Bytes())
		}
	})
}
