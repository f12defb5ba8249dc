// Package archtest holds the tree to its architecture: who may import whom, what no code may call, what no file may hold.
//
// Rules are pure functions from a reading of the tree (packages, files) to violations, over tables in layers.go,
// modules.go and source.go. Its test reads the real tree and expects none; another plants violations and shows that
// each rule can fail. A new package or module fails until it has a row: its place is then decided, and reviewed.
// It proves nothing about behaviour.
package archtest

import (
	"cmp"
	"slices"
	"strings"
)

// Module is the path of our module.
const Module = "sutura.dev"

// A Rule names what was broken.
type Rule string

// Violation is one place where the tree breaks a rule.
type Violation struct {
	Rule  Rule
	Where string // a package's or file's path from the root, with a line where there is one
	What  string // what is wrong, and what to do
}

// String is for test output: where, what, and the rule.
func (v Violation) String() string { return v.Where + ": " + v.What + " [" + string(v.Rule) + "]" }

func sorted(violations []Violation) []Violation {
	slices.SortFunc(violations, func(a, b Violation) int {
		return cmp.Or(cmp.Compare(a.Where, b.Where), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.What, b.What))
	})
	return slices.Compact(violations)
}

// matches reports whether path is what pattern means: itself, or for a pattern ending in /... the folder and all
// below it. The pattern ... is every path.
func matches(pattern, path string) bool {
	folder, tree := strings.CutSuffix(pattern, "...")
	if !tree {
		return pattern == path
	}
	return folder == "" || strings.HasPrefix(path+"/", folder)
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}
