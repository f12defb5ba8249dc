// Package oracle computes an answer straight from rows in memory: the number law, section by section, as code.
//
// It is small, slow and obviously right, and is the documentation of the law: each function names the rule that it is.
// It shares nothing with the compiler, the dialects or the engine of answers: it reads the bundle's definitions and the
// trees of expressions, and computes with exact arithmetic. It plans nothing, renders nothing and reads no clock. Only
// tests import it; what the program answers must agree with it.
package oracle
