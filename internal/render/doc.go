// Package render is everything that a person or a CI reads: diagnostics, tables, plots, statements, answers, refusals.
//
// A Printer knows what its writer can show (colour, Unicode, width) and nothing else of the world. The same input
// gives the same bytes: no clock, no map order, no global state. Text from databases, catalogs and prose is escaped
// before it is printed, so that none of it can steer a terminal. Numbers are laid out, never changed: decimals and
// integers keep their digits, and only the table for people rounds doubles. It decides nothing and asks no one.
package render
