// Package cli is the command line and the composition root: one file a verb.
//
// The product of a verb goes to standard output, everything else to standard error. It ends with 0 when all is well,
// 1 when the work found something (problems, a mismatch, a refusal), 2 for usage, input and output, or a failure, and
// 130 when interrupted. What it tells a person is written here: no library's words, no value that a caller sent.
// Verbs parse flags, call the packages that know, and hand what comes back to internal/render.
package cli
