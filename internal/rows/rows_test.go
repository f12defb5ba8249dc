package rows

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// mixed has every kind of cell that is easy to get wrong.
func mixed() Table {
	text := func(s string) []any { return []any{int64(len(s)), s, "0.10"} }
	return Table{
		Columns: []Column{{"n", true}, {"text, \"quoted\" | piped", false}, {"amount", true}},
		Rows: [][]any{
			{nil, nil, nil},
			text(""), text("null"), text(`\N`), text(" padded "), text("plain"),
			text("a,b"), text(`say "hello"`), text("a|b"), text("line\nbreak"), text("carriage\rreturn"), text("both\r\n"), text("a\ttab"),
			text(`back\slash \t \n`), text("'single'"), text("=1+1"), text("+1"), text("-1"), text("@SUM(A1)"), text("=HYPERLINK(\"http://x\",\"y\")"),
			text("Příliš žluťoučký kůň 🐎 表"), text("a\u200db\u00a0c"), text("\u202egnp.exe"), text("soft\u00adhyphen"), text("\u2028"), text("\x07bell"),
			text("<script>alert(1)</script>"), text("*bold* _it_ `code` [x](y) #1 ~~no~~ $x$ &amp;"), text("snake_case"), text("true"), text("1"),
			{int64(-9007199254740991), "9007199254740993", "-12345678901234567890123456789012345.123"},
			{0.1, true, 1e21}, {-0.000001234, false, 5e-324}, {float64(3), "x", math.MaxFloat64},
			text(strings.Repeat("long ", 2000)),
		},
	}
}

// The bytes of every format, as recorded. SUTURA_UPDATE=1 records them again.
func TestGoldens(t *testing.T) {
	numbered := Table{Columns: []Column{{"#", true}, {"region", false}, {"revenue", true}}, Rows: [][]any{{1, "EU", "10.50"}, {2, nil, "4.25"}}}
	for name, table := range map[string]Table{
		"mixed": mixed(), "numbered": numbered,
		"none":    {Columns: numbered.Columns},
		"one":     {Columns: []Column{{"region", false}}, Rows: [][]any{{"EU"}, {nil}, {""}}},
		"nothing": {Rows: [][]any{{}, {}}},
	} {
		for _, f := range Formats() {
			file := filepath.Join("testdata", name+"."+string(f))
			got := f.Write(table)
			if os.Getenv("SUTURA_UPDATE") != "" {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is\n%q, not\n%q", file, got, want)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range Formats() {
		if f.MediaType() == "" {
			t.Errorf("%s has no media type", f)
		}
	}
	if f := Format("xml"); f.MediaType() != "" || f.Write(mixed()) != "" {
		t.Error("a format that is none is written")
	}
}

// texts draws a table of one number and two texts, nulls among them.
func texts(t *rapid.T) Table {
	cell := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SampledFrom([]string{"", "null", `\N`, `"`, ",", "\t", "\n", "\r", "\r\n", `\`, "|", " ", "=1", `\n`}), func(s string) any { return s }))
	out := Table{Columns: []Column{{"a", true}, {"b", false}, {"c", false}}}
	for range rapid.IntRange(0, 5).Draw(t, "rows") {
		out.Rows = append(out.Rows, []any{rapid.Int64().Draw(t, "n"), cell.Draw(t, "b"), cell.Draw(t, "c")})
	}
	return out
}

// What a reader of RFC 4180 makes of CSV is the table, but that the library folds line ends and has no null.
func TestCSVReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := texts(t)
		got, err := csv.NewReader(strings.NewReader(CSV(table))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		want := [][]string{{"a", "b", "c"}}
		for _, row := range table.Rows {
			var line []string
			for _, c := range row {
				line = append(line, strings.ReplaceAll(Plain(c), "\r\n", "\n"))
			}
			want = append(want, line)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %q", want, got)
		}
	})
}

// Every cell of TSV is its own again, null apart from all texts.
func TestTSVReadsBack(t *testing.T) {
	unescape := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
	rapid.Check(t, func(t *rapid.T) {
		table := texts(t)
		lines := strings.Split(strings.TrimSuffix(TSV(table), "\n"), "\n")
		if len(lines) != len(table.Rows)+1 {
			t.Fatalf("%d lines of %d rows", len(lines), len(table.Rows))
		}
		for i, row := range table.Rows {
			for j, field := range strings.Split(lines[i+1], "\t") {
				if null := field == `\N`; null != (row[j] == nil) || !null && unescape.Replace(field) != Plain(row[j]) {
					t.Fatalf("%q is written %q", row[j], field)
				}
			}
		}
	})
}

// JSON is JSON, and its cells are those of the table.
func TestJSONReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := texts(t)
		d := json.NewDecoder(strings.NewReader(JSON(table)))
		d.UseNumber()
		var got []map[string]any
		if err := d.Decode(&got); err != nil || len(got) != len(table.Rows) {
			t.Fatalf("%v, %d rows", err, len(got))
		}
		for i, row := range table.Rows {
			want := map[string]any{"a": json.Number(Plain(row[0])), "b": row[1], "c": row[2]}
			if !reflect.DeepEqual(got[i], want) {
				t.Fatalf("%v is read as %v", want, got[i])
			}
		}
	})
}

// Each row of Markdown is one line, and no text of it makes another cell or hides anything.
func TestMarkdownStaysATable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := texts(t)
		lines := strings.Split(strings.TrimSuffix(Markdown(table), "\n"), "\n")
		if len(lines) != len(table.Rows)+2 {
			t.Fatalf("%d lines of %d rows", len(lines), len(table.Rows))
		}
		for _, line := range lines {
			bare := strings.NewReplacer(`\\`, "", `\|`, "").Replace(line)
			if strings.Count(bare, "|") != 4 || strings.ContainsFunc(line, Hidden) {
				t.Fatalf("%q", line)
			}
		}
	})
}

// Number is JSON's spelling of a double.
func TestNumberIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return
		}
		want, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := Number(f); got != string(want) {
			t.Fatalf("%s, JSON has %s", got, want)
		}
	})
}
