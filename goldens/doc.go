// Package goldens is how a catalog's numbers are known to be right: recorded cases, their comparison, and laws that
// hold between answers.
//
// Load takes a model's rows from fixtures/<model>.csv, or makes a few from the bundle alone. Record asks a small set of
// questions of each metric and writes down what comes: plan, statement and binds for each dialect, and rows from the
// fixtures on an embedded DuckDB. Compare says what differs from goldens/<metric>.txtar, to the byte, and Accept writes.
// No clock is read and nothing is random: the same bundle and files give the same bytes on every machine.
//
// Its tests also carry the public cases, numbers that other systems got wrong, as catalogs, rows, questions and the
// answers that are right. Nothing here decides what a number means.
package goldens
