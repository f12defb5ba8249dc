package words_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/compiler/compilertest"
	"sutura.dev/internal/nearest"
	"sutura.dev/internal/words"
)

const cars = `package catalog
about: {name: "cars", version: "1.0.0", audience: ["everyone"], calendar: timezone: "Europe/Prague"}
sources: db: dialect: "duckdb"
models: sales: {
	source: "db", table: "sales", time: "day"
	columns: {day: type: "date", amount: type: "integer", car: type: "string", branch: type: "string", code: type: "string"}
	dimensions: {
		car: {values: ["Škoda Octavia", "Škoda Fabia", "Škoda Superb", "Volkswagen Golf", "Audi A4", "Audi A6"], title: "Auto"}
		branch: {values: ["BRN", "PRG", "PLZ"], labels: {BRN: "Brno střed", PRG: "Praha 4", PLZ: "Plzeň"}, title: "Pobočka", synonyms: ["filiálka"]}
		code: {values: ["PX", "PJ", "QX12", "QX13"], title: "Kód"}
	}
}
metrics: {
	sales: {model: "sales", measure: sum: "amount", title: "Tržba", synonyms: ["Umsatz", {text: "obrat", match: "EXACT"}]}
	customers: {model: "sales", measure: count: "*", title: "Zákazník", i18n: de: {title: "Kunde"}}
	buyers: {model: "sales", measure: max: "amount", title: "Buyers", synonyms: [{text: "kupující", match: "TYPOS(1)"}, {text: "čistý zisk", match: "TOKENS"}, {text: "prodejna", lemma: false}, {text: "odběratel", match: "TYPOS(1)", lemma: true}, {text: "PV", match: "TYPOS(1)"}]}
}
knowledge: glossary: [
	{term: {text: "dodavatel", match: "TYPOS(1)"}, means: metric: "buyers"}, {term: "vůz", synonyms: ["automobil"], means: dimension: "car"}, {term: "vlajková loď", means: {dimension: "car", value: "Škoda Superb"}},
]
`

func carsOf(t testing.TB) *words.Index {
	return words.New(compilertest.CUE(t, cars).View(nil, false))
}

// said is the best match: id, value, method, evidence; and how many there are where that is more than one.
func said(r words.Matches) string {
	if r.Count == 0 {
		return "none"
	}
	m := r.Matches[0]
	out := strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %s", m.ID, m.Value, m.Method, m.Evidence)), " ")
	if r.Count > 1 {
		out += fmt.Sprintf(" (%d)", r.Count)
	}
	return out
}

// Rows of testdata/match.txt: "name | what is found", below "# category algorithm", - for none.
func TestMatch(t *testing.T) {
	x := carsOf(t)
	data, err := os.ReadFile("testdata/match.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	n := words.Name{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if head, ok := strings.CutPrefix(line, "# "); ok {
			f := strings.Fields(head + " - -")
			n = words.Name{Category: strings.Trim(f[0], "-")}
			n.Algorithm, _ = words.ParseAlgorithm(f[1])
			continue
		}
		text, want, ok := strings.Cut(line, " | ")
		if !ok {
			continue
		}
		rows++
		n.Text = text
		if n.Algorithm == "-" {
			n.Algorithm = ""
		}
		if got := said(x.Match(n)); got != want {
			t.Errorf("%s in %q by %q: %s, not %s", text, n.Category, n.Algorithm, got, want)
		}
	}
	if rows < 80 {
		t.Errorf("%d rows", rows)
	}
}

// Nothing is cut off a name: what has more words than are weighed is itself or nothing, and what is too long is nothing.
func TestLongNames(t *testing.T) {
	value := strings.TrimSpace(strings.Repeat("ab ", 16))
	x := words.New(compilertest.CUE(t, strings.Replace(cars, `"PX",`, `"PX", "`+value+`", "`+value+` cd",`, 1)).View(nil, false))
	for text, want := range map[string]string{
		value: "dimension.sales.code " + value + " EXACT exact", value + " cd": "dimension.sales.code " + value + " cd EXACT exact",
		value + " ef gh ij kl": "dimension.sales.code " + value + " JARO_WINKLER weak (2)", value + strings.Repeat(" ", 300): "none",
	} {
		if got := said(x.Match(words.Name{Text: text})); got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// What a caller may not see is matched by nothing, and changes no count.
func TestMatchInvisible(t *testing.T) {
	b := shopOf(t)
	theirs, public := words.New(b.View([]string{"hr"}, false)), words.New(b.View([]string{}, false))
	bare := words.New(compilertest.CUE(t, visible(t)).View([]string{}, false))
	for _, text := range []string{"wages", "salaries", "paycheck", "old hand", "principal", "junior", "grade", "turnover", "sales"} {
		for _, a := range append(words.Algorithms(), "") {
			n := words.Name{Text: text, Algorithm: a}
			got, want := fmt.Sprintf("%+v", public.Match(n)), fmt.Sprintf("%+v", bare.Match(n))
			if got != want {
				t.Errorf("%s: %s, and without what is hidden %s", text, got, want)
			}
		}
		if r := theirs.Match(words.Name{Text: text}); r.Count == 0 {
			t.Errorf("%s: not found by those who may see it", text)
		}
	}
}

// The bits count what the table counts.
func TestEditor(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var out []rune
		for range r.IntN(70) {
			out = append(out, []rune("abcdč ")[r.IntN(6)])
		}
		return string(out)
	}
	for range 20_000 {
		a, b := text(), text()
		if got, want := words.Edits(a, b), nearest.Edits([]rune(a), []rune(b)); got != want {
			t.Fatalf("%q to %q: %d, not %d", a, b, got, want)
		}
	}
}

func TestJaroWinkler(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want string
	}{{"martha", "marhta", "0.961"}, {"dwayne", "duane", "0.840"}, {"dixon", "dicksonx", "0.813"}, {"abc", "xyz", "0.000"}, {"", "a", "0.000"}, {"same", "same", "1.000"}} {
		if got := fmt.Sprintf("%.3f", words.Alike(c.a, c.b)); got != c.want {
			t.Errorf("%s and %s: %s, not %s", c.a, c.b, got, c.want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	for _, text := range []string{"octavia škoda", "zakaznik", "tržbu", "PX", "Audi A4", "\xff", "áá", strings.Repeat("škoda ", 60), ""} {
		f.Add(text, "", "")
		f.Add(text, "value", "TOKENS")
		f.Add(text, "dimension.sales.car", "LEVENSHTEIN")
		f.Add(text, "metric", "JARO_WINKLER")
	}
	x, other := carsOf(f), carsOf(f)
	f.Fuzz(func(t *testing.T, text, category, algorithm string) {
		a, _ := words.ParseAlgorithm(algorithm)
		n := words.Name{Text: text, Category: category, Algorithm: a}
		r := x.Match(n)
		one, _ := json.Marshal(r)
		two, _ := json.Marshal(other.Match(n))
		if string(one) != string(two) {
			t.Errorf("%s, and again %s", one, two)
		}
		for _, m := range r.Matches {
			if m.Score <= 0 || m.Score > 1 || m.Kind == words.NotDefined {
				t.Errorf("%+v", m)
			}
		}
	})
}

// manyValues is a catalog of n values: names of companies.
func manyValues(t testing.TB, n int) *bundle.Bundle {
	r := rand.New(rand.NewPCG(7, 7))
	syllables := strings.Fields("no va tech ma ri sto len ka pro gra bel mont ver da sol in ter com est al fin or tra ze lu mi ro ku pe ni ho sa")
	word := func() string {
		var out string
		for range 2 + r.IntN(3) {
			out += syllables[r.IntN(len(syllables))]
		}
		return strings.ToUpper(out[:1]) + out[1:]
	}
	forms := []string{"s.r.o.", "a.s.", "GmbH", "Ltd", "Inc", "AG"}
	seen := map[string]bool{}
	var text strings.Builder
	text.WriteString("package catalog\nabout: {name: \"v\", version: \"1.0.0\", audience: [\"everyone\"], calendar: timezone: \"UTC\"}\nsources: db: dialect: \"duckdb\"\n" +
		"models: m: {source: \"db\", table: \"m\", time: \"day\", columns: {day: type: \"date\"")
	dimensions := n / 1000
	for d := range dimensions {
		fmt.Fprintf(&text, ", d%d: type: \"string\"", d)
	}
	text.WriteString("}\ndimensions: {\n")
	for d := range dimensions {
		fmt.Fprintf(&text, "d%d: values: [", d)
		for i := 0; i < 1000; {
			if v := word() + " " + word() + " " + forms[r.IntN(len(forms))]; !seen[v] {
				seen[v] = true
				fmt.Fprintf(&text, "%q, ", v)
				i++
			}
		}
		text.WriteString("]\n")
	}
	text.WriteString("}}\nmetrics: rows: {model: \"m\", measure: count: \"*\"}\n")
	return compilertest.CUE(t, text.String())
}

// BenchmarkMatch is over 100,000 values: an exact name, one in another order, mistyped, in part, and nothing like any.
func BenchmarkMatch(b *testing.B) {
	view := manyValues(b, 100_000).View(nil, false)
	x := words.New(view)
	value := x.Match(words.Name{Text: "Novatech", Algorithm: words.Tokens}).Matches
	if len(value) == 0 {
		b.Fatal("nothing is like Novatech")
	}
	exact := value[0].Value
	parts := strings.Fields(exact)
	mistyped := exact[:3] + exact[4:]
	for _, c := range []struct{ name, text string }{
		{"exact", exact}, {"order", parts[1] + " " + parts[0] + " " + parts[2]}, {"mistyped", mistyped}, {"partly", parts[0]}, {"nothing", "Xylophonwerkstatt Querschnitt"},
	} {
		for _, a := range append(words.Algorithms(), "") {
			b.Run(fmt.Sprintf("%s/%s", c.name, strings.ToLower(string(a))), func(b *testing.B) {
				b.ReportAllocs()
				before := busy(b)
				for b.Loop() {
					x.Match(words.Name{Text: c.text, Algorithm: a})
				}
				b.ReportMetric(float64(busy(b)-before)/float64(b.N), "cpu-ns/op")
			})
		}
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			words.New(view).Match(words.Name{Text: "x"})
		}
	})
}

// busy is the processor's time that this process took so far: a machine that others use too tells nothing by its clock.
func busy(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
