package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// MaxLockBytes is the largest lock that ReadLock takes: 10,000 metrics with the longest names have room.
const MaxLockBytes = 4 << 20

// Lock is what a catalog's repository keeps beside it, so that a change of meaning shows in a review: the bundle's
// digest, and those of each metric. Metrics are sorted by name.
type Lock struct {
	Name    string
	Version string
	Bundle  string
	Metrics []Pin
}

// Pin is one metric's line of a lock.
type Pin struct {
	Metric string
	Digests
}

// LockOf pins a bundle.
func LockOf(b *Bundle) Lock {
	l := Lock{Name: b.def.About.Name, Version: b.def.About.Version, Bundle: b.digest, Metrics: make([]Pin, len(b.def.Metrics))}
	for i := range b.def.Metrics {
		name := b.def.Metrics[i].Name
		l.Metrics[i] = Pin{name, b.digests()[name]}
	}
	return l
}

// lockHead is a lock's first line, of a form.
func lockHead(format int) string {
	return fmt.Sprintf("# sutura.lock %d, written by `sutura compile --pin`: what each metric means, and how it reads, as digests.", format)
}

// Bytes is the lock's file. Every line but those of a metric that changed, and the bundle's, stays as it was.
func (l Lock) Bytes() []byte {
	var out bytes.Buffer
	out.Grow(256 + 256*len(l.Metrics))
	fmt.Fprintf(&out, "%s\ncatalog %s %s\nbundle %s\n", lockHead(Format), l.Name, l.Version, l.Bundle)
	for _, p := range l.Metrics {
		for _, part := range []string{p.Metric, " meaning ", p.Meaning, "\n", p.Metric, " prose ", p.Prose, "\n"} {
			out.WriteString(part)
		}
	}
	return out.Bytes()
}

// lockForm is how the first line of every form begins.
var lockForm = regexp.MustCompile(`^# sutura\.lock (\d{1,9}), written by `)

// Errors of ReadLock, to be told apart by errors.Is. Each says what to do.
var (
	ErrLockTooLarge  = errors.New("sutura.lock is larger than sutura reads; write it again with `sutura compile --pin`")
	ErrLockMerge     = errors.New("sutura.lock holds the marks of a merge; merge the catalog, then write the lock again with `sutura compile --pin`")
	ErrLockLineEnds  = errors.New("the line ends of sutura.lock were changed; write it again with `sutura compile --pin`, and keep git from changing them")
	ErrLockOlder     = errors.New("sutura.lock is of an older form than this sutura writes; write it again with `sutura compile --pin`")
	ErrLockNewer     = errors.New("sutura.lock is of a newer form than this sutura writes; use the sutura that wrote it, or write it again with `sutura compile --pin`")
	ErrLockMalformed = errors.New("sutura.lock is not as sutura writes it; write it again with `sutura compile --pin`")
)

// ReadLock takes the bytes of a lock. It accepts exactly what Bytes gives of a pinned bundle; an error about one line
// names it.
func ReadLock(data []byte) (Lock, error) {
	switch {
	case len(data) > MaxLockBytes:
		return Lock{}, ErrLockTooLarge
	case bytes.HasPrefix(data, []byte("<<<<<<< ")) || bytes.Contains(data, []byte("\n<<<<<<< ")):
		return Lock{}, ErrLockMerge
	case bytes.Contains(data, []byte("\r\n")):
		return Lock{}, ErrLockLineEnds
	}
	lines := strings.Split(string(data), "\n")
	if lines[0] != lockHead(Format) {
		return Lock{}, otherForm(lines[0])
	}
	l, bad := parseLock(lines)
	if bad != 0 {
		return Lock{}, fmt.Errorf("line %d: %w", bad, ErrLockMalformed)
	}
	return l, nil
}

// otherForm is the error of a first line that this form does not have.
func otherForm(line string) error {
	head := lockForm.FindStringSubmatch(line)
	if head == nil {
		return fmt.Errorf("line 1: %w", ErrLockMalformed)
	}
	if form, _ := strconv.Atoi(head[1]); form > Format {
		return ErrLockNewer
	}
	return ErrLockOlder
}

// parseLock reads the lines of a lock; bad is the first that is wrong, counted from 1, or 0. It takes no spelling that
// Bytes would not write.
func parseLock(lines []string) (l Lock, bad int) {
	line := func(i int) [3]string {
		var out [3]string
		if i < len(lines) && strings.Count(lines[i], " ") < len(out) {
			copy(out[:], strings.Split(lines[i], " "))
		}
		return out
	}
	catalog, pinned := line(1), line(2)
	if catalog[0] != "catalog" || !validName(catalog[1]) || !validVersion(catalog[2]) {
		return l, 2
	}
	if pinned[0] != "bundle" || !validDigest(pinned[1]) || lines[2] != "bundle "+pinned[1] {
		return l, 3
	}
	end := len(lines) - 1
	l = Lock{Name: catalog[1], Version: catalog[2], Bundle: pinned[1], Metrics: make([]Pin, 0, (end-3)/2)}
	last := ""
	for i := 3; i < end; i += 2 {
		meaning, prose := line(i), line(i+1)
		if !validName(meaning[0]) || meaning[0] <= last || meaning[1] != "meaning" || !validDigest(meaning[2]) {
			return l, i + 1
		}
		if prose[0] != meaning[0] || prose[1] != "prose" || !validDigest(prose[2]) {
			return l, i + 2
		}
		last = meaning[0]
		l.Metrics = append(l.Metrics, Pin{last, Digests{meaning[2], prose[2]}})
	}
	if lines[end] != "" {
		return l, end + 1
	}
	return l, 0
}
