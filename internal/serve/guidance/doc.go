// Package guidance writes what an agent reads on connecting: what is measured here, how to ask, what comes back, and what
// to do about every refusal.
//
// Text is derived from a view and the names of the tools that the caller may use: it names no other tool and nothing that
// the view does not see. A refusal without advice does not compile. What the catalog's authors wrote is quoted line by
// line; the operator's additions come last. The package decides nothing, and knows no transport.
package guidance
