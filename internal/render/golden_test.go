package render

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sutura.dev/internal/diag"
)

// golden compares what print prints with testdata/NAME.txt; SUTURA_UPDATE=1 records it.
func golden(t *testing.T, name string, look Look, print func(p *Printer)) {
	t.Helper()
	var b bytes.Buffer
	p := New(&b, look)
	print(p)
	if err := p.Flush(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".txt")
	if os.Getenv("SUTURA_UPDATE") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s differs (-recorded +printed; SUTURA_UPDATE=1 records):\n%s", file, diff)
	}
}

var (
	ascii = Look{}
	wide  = Look{Unicode: true, Width: 90}
	color = Look{Unicode: true, Color: true, Width: 60}
)

func place(file string, line, from, toLine, to int) diag.Range {
	return diag.Range{File: file, Start: diag.Position{Line: line, Column: from}, End: diag.Position{Line: toLine, Column: to}}
}

var sources = map[string]string{
	"catalog/a.cue": "package catalog\n\tmeasure: sum: \"amuont\"\nlabel: \"日本語\" + \"x\u001b[2J\"\r\nlast",
	"catalog/b.cue": "x: " + string(bytes.Repeat([]byte("abcdefghij "), 40)) + "\n",
}

var findings = diag.List{
	{Code: "SUT041", Message: "unknown column", Hint: "did you mean amount?", Range: place("catalog/a.cue", 2, 16, 2, 24), Path: "metrics.revenue.measure"},
	{Code: "SUT041", Message: "unknown column", Hint: "did you mean amount?", Range: place("catalog/a.cue", 2, 16, 2, 24), Path: "metrics.revenue.measure"},
	{Code: "SUT050", Severity: diag.Warning, Message: "two names for \x1b[31mone", Range: place("catalog/a.cue", 3, 22, 3, 25),
		Related: []diag.Related{{Message: "the other is here", Range: place("catalog/a.cue", 3, 8, 3, 19)}}},
	{Code: "SUT007", Message: "far to the right", Range: place("catalog/b.cue", 1, 301, 1, 311)},
	{Code: "SUT008", Message: "over two lines", Range: place("catalog/a.cue", 1, 9, 3, 2)},
	{Code: "SUT009", Message: "past the end", Range: place("catalog/a.cue", 4, 5, 4, 5)},
	{Code: "SUT001", Message: "no such place", Range: place("catalog/none.cue", 9, 1, 9, 2)},
	{Code: "SUT002", Severity: diag.Warning, Message: "no place at all"},
}

func files() Files {
	return Files{
		Show: func(f string) string { return "shop/" + f },
		Read: func(f string) []byte { return []byte(sources[f]) },
	}
}

func TestDiagnostics(t *testing.T) {
	golden(t, "diagnostics", ascii, func(p *Printer) { p.Diagnostics(Select(findings, 0), files()) })
	golden(t, "diagnostics-unicode", wide, func(p *Printer) { p.Diagnostics(Select(findings, 0), files()) })
	golden(t, "diagnostics-color", color, func(p *Printer) { p.Diagnostics(Select(findings, 3), files()) })
	golden(t, "diagnostics-json", ascii, func(p *Printer) {
		if err := p.JSON(Select(findings, 5).Wire(files())); err != nil {
			t.Error(err)
		}
	})
}

func TestSelectKeepsErrors(t *testing.T) {
	d := Select(findings, 5)
	if d.Errors != 5 || d.Warnings != 2 || d.Left != 2 || len(d.Shown) != 5 {
		t.Errorf("errors %d, warnings %d, left %d, shown %d", d.Errors, d.Warnings, d.Left, len(d.Shown))
	}
	for _, x := range d.Shown {
		if x.Severity != diag.Error {
			t.Errorf("a warning pushed an error out: %v", x)
		}
	}
	if s := d.Summary(); s != "5 errors, 2 warnings" {
		t.Errorf("summary %q", s)
	}
}

func table() Table {
	return Table{
		Columns: []Column{{Name: "period"}, {Name: "carrier"}, {Name: "delay", Unit: "minutes", Numeric: true}, {Name: "revenue", Unit: "EUR", Numeric: true}, {Name: "late"}},
		Rows: [][]any{
			{"2013-01-01", "AA", 12.639070257304708, "1234567890123456789012.50", true},
			{"2013-01-01", nil, -3.5, "0.00", false},
			{"2013-01-01", "", nil, nil, nil},
			{"2013-02-01", "null", 0.0, "-1.10", true},
			{"2013-02-01", " padded", 1e6, "300.00", true},
			{"2013-02-01", "日本, \"x\"|*y*\n<b>\x1b]0;t\x07", math.MaxInt32 + 0.5, "7.00", false},
		},
	}
}

func TestTable(t *testing.T) {
	golden(t, "table", ascii, func(p *Printer) { p.Table(table()) })
	golden(t, "table-unicode", wide, func(p *Printer) { p.Table(table()) })
	golden(t, "table-csv", ascii, func(p *Printer) { p.CSV(table()) })
	golden(t, "table-csv-terminal", Look{Terminal: true}, func(p *Printer) { p.CSV(table()) })
	golden(t, "table-markdown", ascii, func(p *Printer) { p.Markdown(table()) })
	golden(t, "table-empty", ascii, func(p *Printer) { p.Table(Table{Columns: table().Columns}) })
}

func TestPlots(t *testing.T) {
	months, carriers := []string{}, make([][]float64, 8)
	for m := range 12 {
		months = append(months, "2013-"+string(rune('0'+(m+1)/10))+string(rune('0'+(m+1)%10))+"-01")
		for i := range carriers {
			carriers[i] = append(carriers[i], 20000-2500*float64(i)+300*float64((m*7+i*5)%11))
		}
	}
	carriers[0][4], carriers[0][6] = math.NaN(), math.NaN()
	var series []Series
	for i, v := range carriers {
		series = append(series, Series{Name: string(rune('A' + i)), Values: v})
	}
	for name, look := range map[string]Look{"ascii": ascii, "unicode": wide, "color": color} {
		golden(t, "lines-"+name, look, func(p *Printer) {
			p.LineChart(LineChart{Title: "flights", Grain: "month", Periods: months, Series: series})
		})
		golden(t, "line-"+name, look, func(p *Printer) {
			p.LineChart(LineChart{Title: "balance", Unit: "EUR", Grain: "month", Periods: months[:8],
				Series: []Series{{Name: "balance", Values: []float64{-3, 12, 14.5, math.NaN(), 2, math.NaN(), -7, -6.25}}}})
		})
		golden(t, "bars-"+name, look, func(p *Printer) {
			p.BarChart(BarChart{Title: "delay", Unit: "minutes", Bars: []Bar{
				{"AA", 12.5, "12.5"}, {"UA", -3.2, "-3.2"}, {"日本", 0.001, "0.0"}, {"none", math.NaN(), ""}, {"zero", 0, "0.0"},
				{"a name that is much too long to stand before a bar", 7, "7.0"}}})
		})
	}
	golden(t, "line-one", wide, func(p *Printer) {
		p.LineChart(LineChart{Title: "one", Grain: "year", Periods: []string{"2013-01-01"}, Series: []Series{{"x", []float64{0}}}})
		p.LineChart(LineChart{Title: "none", Grain: "year", Periods: []string{"2013-01-01"}, Series: []Series{{"x", []float64{math.NaN()}}}})
		p.BarChart(BarChart{Title: "negative", Bars: []Bar{{"a", -1, "-1"}, {"b", -2, "-2"}}})
	})
}
