// Package goldens is how a catalog's numbers are known to be right: recorded cases, their comparison, and laws that
// hold between answers.
//
// Its tests carry the public cases, numbers that other systems got wrong, as catalogs, rows, questions and the answers
// that are right. Nothing here decides what a number means.
package goldens
