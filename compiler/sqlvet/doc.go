// Package sqlvet reads SQL with PostgreSQL's own parser and holds it to closed lists.
//
// ParseExpression turns the text of one value expression into a small tree of our own, for the compiler to type.
// VetStatement proves of a rendered statement that it is one SELECT over declared relations, made only of the
// functions, operators, casts and constants that the dialects use. What is not on a list is refused.
//
// It promises that text reaches the parser only after its size, encoding and nesting were bounded, so no input ends
// the process, and that literals are taken from the text itself, never from the parser's reading of them. It never
// prints SQL from a parser's tree. It alone imports pg_query.
package sqlvet
