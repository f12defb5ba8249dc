// Package numformat writes numbers for people by a pattern such as "#,##0.00" or "0.0%", the part of the number formats of
// spreadsheets (ECMA-376 part 1, 18.8.31) that a metric needs: digits, groups of thousands, a percent sign, and text around.
//
// It is for tables and charts. What a program reads keeps every digit.
package numformat

import (
	"errors"
	"math/big"
	"regexp"
	"strings"
)

// Pattern is a parsed pattern. The zero Pattern writes nothing of use; make one with Parse.
type Pattern struct {
	before, after string
	grouped       bool // thousands apart, by commas
	whole         int  // digits before the point, at least
	least, most   int  // digits after it
	percent       bool
}

// ErrPattern says what a pattern is.
var ErrPattern = errors.New(`a number format is digits as in 0, 0.00, #,##0 or 0.0#, with % behind or text around them: "0.0%", "$#,##0.00", "#,##0 km"`)

// around is text beside the number: unquoted without the signs that mean something in spreadsheets, and nowhere with a digit, a
// plus or a dash, which would be read as a part of the number.
const around = `((?:[^"#,.%?;@*_\\\[\]()\p{Nd}\p{Pd}+−]|"[^"\p{Nd}\p{Pd}+−]*")*)`

var pattern = regexp.MustCompile(`^` + around + `(#,##0|#,###|#|0+)(?:\.(0*)(#*))?(%?)` + around + `$`)

const maxPlaces = 15

// Parse reads a pattern.
func Parse(text string) (Pattern, error) {
	m := pattern.FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(strings.TrimSuffix(m[0], m[5]+m[6]), ".") || len(m[3])+len(m[4]) > maxPlaces || len(m[2]) > maxPlaces {
		return Pattern{}, ErrPattern
	}
	return Pattern{
		before: strings.ReplaceAll(m[1], `"`, ""), after: strings.ReplaceAll(m[6], `"`, ""),
		grouped: strings.Contains(m[2], ","), whole: strings.Count(m[2], "0"),
		least: len(m[3]), most: len(m[3]) + len(m[4]), percent: m[5] != "",
	}, nil
}

// Write writes a decimal number as in "-12.50" or "1e-7", rounded half away from zero. It is false where the text is no
// number. What rounds to nothing has no sign.
func (p Pattern) Write(number string) (string, bool) {
	value, ok := new(big.Rat).SetString(number)
	if !ok || strings.Contains(number, "/") {
		return "", false
	}
	if p.percent {
		value.Mul(value, big.NewRat(100, 1))
	}
	digits := new(big.Rat).Abs(value).FloatString(p.most)
	whole, fraction, _ := strings.Cut(digits, ".")
	for len(fraction) > p.least && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	nothing := strings.Trim(digits, "0.") == ""
	if whole == "0" && p.whole == 0 && fraction != "" { // else zero would look like nothing
		whole = ""
	}
	whole = strings.Repeat("0", max(p.whole-len(whole), 0)) + whole
	var out strings.Builder
	if value.Sign() < 0 && !nothing {
		out.WriteString("-")
	}
	out.WriteString(p.before)
	for i, d := range whole {
		if p.grouped && i > 0 && (len(whole)-i)%3 == 0 {
			out.WriteString(",")
		}
		out.WriteRune(d)
	}
	if fraction != "" {
		out.WriteString("." + fraction)
	}
	if p.percent {
		out.WriteString("%")
	}
	out.WriteString(p.after)
	return out.String(), true
}
