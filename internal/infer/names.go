package infer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxName is the length of a name in a catalog.
const maxName = 63

// names are those taken already; two names never differ in case only, since all are lower case.
type names map[string]bool

// take returns want, numbered if it is taken.
func (n names) take(want string) string {
	name := want
	for i := 2; n[name]; i++ {
		suffix := "_" + strconv.Itoa(i)
		name = want[:min(len(want), maxName-len(suffix))] + suffix
	}
	n[name] = true
	return name
}

// modelName makes a catalog's name ([a-z][a-z0-9_]*) of any text: OrderTotal and "Order total" are order_total. A text
// without any Latin letter or digit becomes fallback.
func modelName(text, fallback string) string {
	name := strings.Join(words(text), "_")
	switch {
	case name == "":
		name = fallback
	case name[0] >= '0' && name[0] <= '9':
		name = fallback[:1] + name
	case name == "period": // the answer's time column
		name = "period_name"
	}
	return strings.TrimRight(name[:min(len(name), maxName)], "_")
}

// words cuts a name into lower-case words of a-z and 0-9, at other signs and where small letters turn into capitals.
func words(text string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	var before rune
	for _, r := range text {
		if unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before)) {
			flush()
		}
		before = r
		plain := latin(unicode.ToLower(r))
		if plain == "" {
			flush()
			continue
		}
		word.WriteString(plain)
	}
	flush()
	return out
}

// maxPrefix is how long a word before each column's name is at most for it to say the table only: l_orderkey, l_quantity.
const maxPrefix = 3

// bare names the columns in words, without the short word that all of them begin with.
func (m *Model) bare() {
	var prefix string
	shared := len(m.Columns) > 1
	for i := range m.Columns {
		of := words(m.Columns[i].Name)
		if len(of) < 2 || len(of[0]) > maxPrefix || i > 0 && of[0] != prefix {
			shared = false
			break
		}
		prefix = of[0]
	}
	for i := range m.Columns {
		of := words(m.Columns[i].Name)
		if shared {
			of = of[1:]
		}
		m.Columns[i].bare = strings.Join(of, "_")
	}
}

// gluedKey reports whether a word ends like a name of rows that is written as one: orderid, custkey.
func gluedKey(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "key") ||
		len(word) > 4 && strings.HasSuffix(word, "id") && !slices.Contains([]string{"avoid", "covid", "fluid", "grid", "humid", "liquid", "paid", "prepaid", "unpaid", "rapid", "solid", "steroid", "valid", "invalid", "void"}, word)
}

// latin is a lower-case letter or digit without its marks; empty for anything else.
func latin(r rune) string {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return string(r)
	}
	for _, row := range []struct{ plain, marked string }{
		{"a", "àáâãäåāăąǎ"}, {"c", "çćĉċč"}, {"d", "ďđð"}, {"e", "èéêëēĕėęě"}, {"g", "ĝğġģ"}, {"h", "ĥħ"}, {"i", "ìíîïĩīĭįı"}, {"j", "ĵ"}, {"k", "ķ"},
		{"l", "ĺļľŀł"}, {"n", "ñńņňŋ"}, {"o", "òóôõöøōŏő"}, {"r", "ŕŗř"}, {"s", "śŝşšș"}, {"t", "ţťŧț"}, {"u", "ùúûüũūŭůűų"}, {"w", "ŵ"}, {"y", "ýÿŷ"},
		{"z", "źżž"}, {"ae", "æ"}, {"oe", "œ"}, {"ss", "ß"}, {"th", "þ"},
	} {
		if strings.ContainsRune(row.marked, r) {
			return row.plain
		}
	}
	return ""
}

// singular is the English singular of a plural, good enough to match customer_id with customers.
func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses") || strings.HasSuffix(word, "xes") || strings.HasSuffix(word, "ches") || strings.HasSuffix(word, "shes"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && len(word) > 2:
		return word[:len(word)-1]
	}
	return word
}

// title is a name for people: order_total is Order total.
func title(name string) string {
	text := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(text[:1]) + text[1:]
}
