// Package resolve turns a person's words into a question, in English, German and Czech.
//
// A Resolver is a pure function of a view of a bundle, the words and their context: no clock, network or model, and the same input gives
// the same bytes. It ends in a resolution (what the words name, and where nothing is missing or left over a question that the plan
// accepts), a clarification (the options, and a State from which Resume goes on without the words), a phrase that is recorded as not
// defined, or nothing. Evidence outranks everything: what is weak is neither taken nor offered, and what ties in the best evidence asks.
// A content word that nothing explains withholds the question; it is listed, and never dropped in silence.
//
// It executes nothing, signs nothing, and knows no caller.
package resolve
