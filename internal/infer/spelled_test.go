package infer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sutura.dev/internal/warehouse/duckdb"
)

// What a file spells for people is text, and who starts a catalog is told so with what to write instead: nothing that
// looks like a number or a time is left a dimension without a word.
func TestWhatIsSpelledForPeopleIsSaid(t *testing.T) {
	p, _ := propose(t, map[string]string{
		"sheet": "id,paid_on,amount,delay,mixed,month,rate,name,none,code\n" +
			"1,31.12.2024,\"1.234,56\",5,2024-01-01,2024-01,12%,Ann 1,NA,007\n" +
			"2,1/2/2025,\"$1,000\",NA,2024-01-01T10:00:00Z,2024-02,\"12,5 %\",Bo,,008\n",
	})
	m := p.Models[0]
	for column, says := range map[string]string{
		"paid_on": "no time: only dates such as 2026-01-31", "amount": "not numbers: only numbers such as 1234.56", "rate": "not numbers: only numbers such as 1234.56",
		"delay": "not numbers: 1 of its 2 values stand for none", "mixed": "no time: dates, times and instants are mixed", "month": "no time: only dates",
	} {
		if !slices.ContainsFunc(m.Notes(), func(n string) bool { return strings.HasPrefix(n, column+" is text") && strings.Contains(n, says) }) {
			t.Errorf("%s: nothing says %q in %q", column, says, m.Notes())
		}
	}
	if len(m.Notes()) != 6 {
		t.Errorf("other columns are remarked on: %q", m.Notes())
	}
	for _, c := range m.Columns {
		if c.Personal && c.Name != "name" {
			t.Errorf("%s looks personal", c.Name)
		}
	}
}

// One slip among many values makes text of a column of numbers or days, and so does what a database writes for null.
func TestWhatIsNearlyNumbersOrTimesIsSaid(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,day,amount,price,word\n")
	for i := range 40 {
		day, amount, price, word := "2024-01-01", "5", "1.50", "a"
		switch i {
		case 20:
			day, amount = "yesterday", "five"
		case 30:
			price = `\N`
		case 31, 32, 33:
			word = "7"
		}
		fmt.Fprintf(&rows, "%d,%s,%s,%s,%s\n", i, day, amount, price, word)
	}
	p, _ := propose(t, map[string]string{"sheet": rows.String()})
	want := []string{
		"amount is text, and not numbers, because of 1 of its 40 values. Mend what is no number, unless these are codes.",
		"day is text, and no time, because of 1 of its 40 values. Mend what is no time.",
		"price is text, and not numbers: 1 of its 40 values stand for none (such as NA, null or -). Leave those fields empty.",
	}
	if got := slices.Sorted(slices.Values(p.Models[0].Notes())); !slices.Equal(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// A hundred columns are profiled a few at a time: what DuckDB needs for one statement grows faster than its aggregates,
// and the profile of 300 columns at once ended no day.
func TestManyColumns(t *testing.T) {
	names, values := []string{"id"}, []string{"1"}
	for i := range 300 {
		names, values = append(names, "answer_"+modelName(strings.Repeat("x", i%3)+string(rune('a'+i%26)), "q")+strings.Repeat("z", i/26)), append(values, "7")
	}
	p, _ := propose(t, map[string]string{"wide": strings.Join(names, ",") + "\n" + strings.Join(values, ",") + "\n"})
	if n := len(p.Models[0].Columns); n != 301 {
		t.Errorf("%d columns are left", n)
	}
	if p.Models[0].Columns[300].Type.Kind != "integer" {
		t.Errorf("the last column is %v", p.Models[0].Columns[300].Type)
	}
}

// A short word before every name of a table is the table's: what follows says what a column is, and which other model
// it leads to. A number whose name ends in id or key names a row, and is not added up.
func TestNamesWithATablesPrefix(t *testing.T) {
	p, _ := propose(t, map[string]string{
		"nation":   "n_nationkey,n_name\n1,CZ\n2,DE\n3,FR\n",
		"partsupp": "ps_partkey,ps_suppkey,ps_comment,ps_cost\n1,1,aa,5.00\n1,2,bb,6.00\n2,1,cc,7.00\n",
		"lineitem": "l_linekey,l_partkey,l_suppkey,l_nationkey,l_quantity,l_shipdateid\n1,1,1,1,3,20240101\n2,1,2,2,4,20240102\n3,2,1,2,5,20240103\n",
	})
	for _, m := range p.Models {
		switch m.Name {
		case "partsupp":
			if !slices.Equal(m.Key, []string{"ps_partkey", "ps_suppkey"}) {
				t.Errorf("the key of %s is %v", m.Name, m.Key)
			}
		case "lineitem":
			var to []string
			for _, j := range m.Joins {
				to = append(to, j.To)
			}
			if !slices.Equal(to, []string{"nation", "partsupp"}) {
				t.Errorf("joins lead to %v", to)
			}
			for _, metric := range m.Metrics {
				if metric.Column != "" && metric.Column != "l_quantity" {
					t.Errorf("%s is measured", metric.Column)
				}
			}
		}
	}
}

// A text table by another name than CSV is read where its first line says how, and a table of tabs is.
func TestTSV(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "t.tsv"), []byte("id\tname\n1\ta,b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	src, err := duckdb.Open(t.Context(), duckdb.Options{Path: root})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if p := proposed(t, src); len(p.Models) != 1 || len(p.Models[0].Columns) != 2 {
		t.Errorf("%+v", p)
	}
}
