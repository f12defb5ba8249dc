package dialect

import (
	"strings"

	"sutura.dev/bundle/expr"
)

// A column may have any character set and collation.
func (m mysql) textColumn(column string) string {
	return m.collate("CONVERT(" + column + " USING utf8mb4)")
}
func (m mysql) joined(column string) string { return m.textColumn(column) }
func (mysql) collate(x string) string       { return x + " COLLATE utf8mb4_nopad_bin" }

// || is OR.
func (mysql) cat(parts []string) string    { return "CONCAT(" + strings.Join(parts, ", ") + ")" }
func (mysql) concat(parts []string) string { return "CONCAT_WS('', " + strings.Join(parts, ", ") + ")" }

func (m mysql) like(x string, op expr.Op, pattern string) string {
	word := " LIKE "
	switch op {
	case expr.OpNotLike:
		word = " NOT LIKE "
	case expr.OpILike:
		x, pattern = m.lower(x), m.lower(pattern)
	case expr.OpNotILike:
		x, word, pattern = m.lower(x), " NOT LIKE ", m.lower(pattern)
	}
	return x + word + pattern + " ESCAPE '!'"
}

func (m mysql) startsWith(x, prefix string) string {
	return "LEFT(" + x + ", " + m.length(prefix) + ") = " + prefix
}

func (mysql) contains(x, part string) string { return "LOCATE(" + part + ", " + x + ") > 0" }
func (mysql) length(x string) string         { return "CHAR_LENGTH(" + x + ")" }
func (mysql) lower(x string) string          { return "LOWER(" + x + ")" }
func (mysql) upper(x string) string          { return "UPPER(" + x + ")" }

func (mysql) trim(x string, op expr.Op) string {
	side := "BOTH"
	switch op {
	case expr.OpLTrim:
		side = "LEADING"
	case expr.OpRTrim:
		side = "TRAILING"
	}
	return "TRIM(" + side + " ' ' FROM " + x + ")"
}

// A count below zero would give nothing.
func (m mysql) left(x, n string) string {
	return "CASE WHEN " + n + " < 0 THEN LEFT(" + x + ", GREATEST(" + m.length(x) + " + " + n + ", 0)) ELSE LEFT(" + x + ", " + n + ") END"
}

func (m mysql) right(x, n string) string {
	return "CASE WHEN " + n + " < 0 THEN RIGHT(" + x + ", GREATEST(" + m.length(x) + " + " + n + ", 0)) ELSE RIGHT(" + x + ", " + n + ") END"
}

func (mysql) substring(x, from, count string) string {
	if count == "" {
		return "SUBSTRING(" + x + ", " + from + ")"
	}
	return "SUBSTRING(" + x + ", " + from + ", " + count + ")"
}

// Of nothing to replace it does not look at what it would be replaced with.
func (mysql) replace(x, old, with string) string {
	return "CASE WHEN " + with + " IS NOT NULL THEN REPLACE(" + x + ", " + old + ", " + with + ") END"
}

// wholeText is a pattern over the whole of a text: $ alone would match before a last new line too.
func wholeText(pattern string) string { return "^(" + pattern + ")$(?![[:cntrl:]])" }

func (mysql) textMatches(x, pattern string) string { return x + " REGEXP '" + wholeText(pattern) + "'" }

func (mysql) pointParts(x string) (before, after string) {
	return "SUBSTRING_INDEX(" + x + ", '.', 1)", "CASE WHEN LOCATE('.', " + x + ") > 0 THEN SUBSTRING_INDEX(" + x + ", '.', -1) ELSE '' END"
}
