package oracle_test

import (
	"regexp"
	"strconv"
	"strings"

	"sutura.dev/compiler/dialect"
)

// Mistakes in statements.

func replace(pattern, with string) func(string, []dialect.Bind) (string, []dialect.Bind) {
	re := regexp.MustCompile(pattern)
	return func(text string, binds []dialect.Bind) (string, []dialect.Bind) {
		return re.ReplaceAllString(text, with), binds
	}
}

// atBind alters the text where a bind of a label stands.
func atBind(label string, f func(text, mark string) string) func(string, []dialect.Bind) (string, []dialect.Bind) {
	return func(text string, binds []dialect.Bind) (string, []dialect.Bind) {
		for i, b := range binds {
			if b.Label == label {
				text = f(text, "CAST($"+strconv.Itoa(i+1)+" AS ")
			}
		}
		return text, binds
	}
}

func rebind(label string, f func(any) any) func(string, []dialect.Bind) (string, []dialect.Bind) {
	return func(text string, binds []dialect.Bind) (string, []dialect.Bind) {
		for i := range binds {
			if binds[i].Label == label {
				binds[i].Value = f(binds[i].Value)
			}
		}
		return text, binds
	}
}

// wrongColumn bounds another of a fact's times by the range.
func wrongColumn(text string, binds []dialect.Bind) (string, []dialect.Bind) {
	other := map[string]string{"day": "local", "local": "day", "instant": "local"}
	for i, b := range binds {
		if b.Label == "range start" || b.Label == "range end" {
			re := regexp.MustCompile(`"(day|local|instant)"( >= | < )(CAST\(\$` + strconv.Itoa(i+1) + ` AS )`)
			text = re.ReplaceAllStringFunc(text, func(s string) string {
				parts := re.FindStringSubmatch(s)
				return `"` + other[parts[1]] + `"` + parts[2] + parts[3]
			})
		}
	}
	return text, binds
}

// wholeDivision divides whole numbers wherever doubles are divided.
func wholeDivision(text string, binds []dialect.Bind) (string, []dialect.Bind) {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.Contains(l, " / NULLIF(") {
			lines[i] = strings.NewReplacer(" / NULLIF(", " // NULLIF(", "double precision", "hugeint").Replace(l)
		}
	}
	return strings.Join(lines, "\n"), binds
}

// swapped changes the last two neighbours of one type.
func swapped(text string, binds []dialect.Bind) (string, []dialect.Bind) {
	for i := len(binds) - 1; i > 0; i-- {
		if a, b := &binds[i-1], &binds[i]; a.Type == b.Type && a.List == b.List {
			a.Value, b.Value = b.Value, a.Value
			break
		}
	}
	return text, binds
}

// lastOfAsked finds the last rows among those that the question asks for.
func lastOfAsked(text string, binds []dialect.Bind) (string, []dialect.Bind) {
	return regexp.MustCompile(`((?:max|min)\(f\."at[0-9_]*"\)) OVER`).ReplaceAllStringFunc(text, func(s string) string {
		if !strings.Contains(text, ` AND f."asked"`) {
			return s
		}
		return strings.TrimSuffix(s, "OVER") + `FILTER (WHERE f."asked") OVER`
	}), binds
}
