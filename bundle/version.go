package bundle

import (
	"cmp"
	"math/big"
	"regexp"
	"strings"
)

// The forms of names, versions and digests. Locks and terminals show them as they are, so nothing else is let in.
var (
	nameForm    = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)
	versionForm = regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$`)
	digestForm  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

func validName(text string) bool    { return nameForm.MatchString(text) }
func validVersion(text string) bool { return len(text) <= 256 && versionForm.MatchString(text) }
func validDigest(text string) bool  { return digestForm.MatchString(text) }

// Bump is a step of a semantic version.
type Bump string

// Bumps, greatest first. BumpNone is that of no change.
const (
	BumpMajor Bump = "major"
	BumpMinor Bump = "minor"
	BumpPatch Bump = "patch"
	BumpNone  Bump = "none"
)

// version is a semantic version (semver.org 2.0.0) without its build metadata. Numbers stay text: they have no bound.
type version struct {
	core       [3]string // major, minor, patch
	prerelease string
}

func parseVersion(text string) (version, bool) {
	m := versionForm.FindStringSubmatch(text)
	if m == nil {
		return version{}, false
	}
	return version{[3]string(m[1:4]), m[4]}, true
}

// String writes the version.
func (v version) String() string {
	text := strings.Join(v.core[:], ".")
	if v.prerelease != "" {
		text += "-" + v.prerelease
	}
	return text
}

// initial reports whether the version is of initial development, 0.y.z.
func (v version) initial() bool { return v.core[0] == "0" }

// demands is the step that a change of class c demands from v. A number or an answer that changes for those who ask
// demands a major version, new questions a minor one, anything else a patch. While the major version is 0, semver.org
// promises nothing; here what would be major is minor then, and the rest a patch.
func (v version) demands(c Class) Bump {
	switch c {
	case Breaking, MeaningChanged:
		if v.initial() {
			return BumpMinor
		}
		return BumpMajor
	case Additive:
		if v.initial() {
			return BumpPatch
		}
		return BumpMinor
	case ProseOnly:
		return BumpPatch
	}
	return BumpNone
}

// next is the least version after v that is such a step, without a pre-release. A pre-release that stands before such
// a version leads to it: 2.0.0-rc.1 to 2.0.0, for every step.
func (v version) next(b Bump) version {
	out := version{core: v.core}
	at := map[Bump]int{BumpMajor: 0, BumpMinor: 1, BumpPatch: 2}
	i, moves := at[b]
	if !moves {
		return v
	}
	ahead := v.prerelease != ""
	for _, number := range v.core[i+1:] {
		ahead = ahead && number == "0"
	}
	if ahead {
		return out
	}
	n, _ := new(big.Int).SetString(v.core[i], 10)
	out.core[i] = n.Add(n, big.NewInt(1)).String()
	for j := i + 1; j < len(out.core); j++ {
		out.core[j] = "0"
	}
	return out
}

// compare orders versions by semver.org's precedence.
func (v version) compare(w version) int {
	if c := v.compareCore(w); c != 0 {
		return c
	}
	switch {
	case v.prerelease == w.prerelease:
		return 0
	case v.prerelease == "":
		return 1
	case w.prerelease == "":
		return -1
	}
	a, b := strings.Split(v.prerelease, "."), strings.Split(w.prerelease, ".")
	for i := range min(len(a), len(b)) {
		if c := compareIdentifiers(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func (v version) compareCore(w version) int {
	return cmp.Or(compareNumbers(v.core[0], w.core[0]), compareNumbers(v.core[1], w.core[1]), compareNumbers(v.core[2], w.core[2]))
}

// compareNumbers compares numerals without leading zeros.
func compareNumbers(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// compareIdentifiers orders the parts of a pre-release: numbers by value and before words, words by code point.
func compareIdentifiers(a, b string) int {
	numeric := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	switch {
	case numeric(a) && numeric(b):
		return compareNumbers(strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0"))
	case numeric(a):
		return -1
	case numeric(b):
		return 1
	}
	return strings.Compare(a, b)
}
