// Package ground reads times, amounts and places from people's words, in English, German and Czech.
//
// Time, Money and Geo are pure functions of the words and what is handed in: no clock, network or model. The same input
// gives the same bytes. Words count whole. What is read is one of three outcomes: OK with what it means, options where
// people mean one of several things, or nothing. None is an error, and nothing is guessed: an expression that is built
// like one and means nothing (30 February) grounds nothing, and no part of it is taken instead.
//
// Each rule is a row of a table, with its documentation; docs/words.md is made from them. It knows of no metric.
package ground
