// Package dialect renders a plan into one statement: text laid out for people, and typed binds.
//
// Every value is a bind standing in a cast to its plan type; structure is a closed list of keywords, functions and
// the bundle's quoted identifiers. One file a dialect holds what differs; the rest is common. Two plans that differ
// only in values give the same text. Nothing here reads a clock, a map's order or a caller's words.
package dialect
