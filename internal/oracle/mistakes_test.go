package oracle_test

import (
	"context"
	"database/sql"
	"errors"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/internal/warehouse"
)

// patience is within how many questions a mistake must be found.
const patience = 1000

// mistakes are what a compiler may get wrong, planted into its statements: text and binds.
var mistakes = []struct {
	name  string
	plant func(text string, binds []dialect.Bind) (string, []dialect.Bind)
}{
	{"inner for left join", replace(`LEFT JOIN `, `JOIN `)},
	{"count for count_distinct", replace(`count\(DISTINCT `, `count(`)},
	{"inclusive end", atBind("range end", func(text, mark string) string { return strings.ReplaceAll(text, " < "+mark, " <= "+mark) })},
	{"dropped definitional filter", replace(` FILTER \(WHERE f\."[a-z_0-9]+_counts"\)`, ``)},
	{"wrong week start", rebind("week start", func(v any) any { return v.(int64)%6 + 1 })},
	{"integer division", wholeDivision},
	{"lost null key", replace(`(FROM "[^"]+" AS f)(\n\s*GROUP BY\n\s*)(f\."[^"]+"),?\n`, "$1 WHERE $3 IS NOT NULL$2$3,\n")},
	{"time bound on the wrong column", wrongColumn},
	{"cap off by one", rebind("cap of rows, and one more", func(v any) any { return v.(int64) - 1 })},
	{"swapped binds", swapped},
}

// TestMistakes plants each mistake, and must find it; without any, it must find none.
func TestMistakes(t *testing.T) {
	if n := asked(t, func(text string, binds []dialect.Bind) (string, []dialect.Bind) { return text, binds }); n < patience {
		t.Fatalf("without a mistake, question %d is answered wrongly", n)
	}
	for _, m := range mistakes {
		t.Run(m.name, func(t *testing.T) {
			n := asked(t, m.plant)
			if n >= patience {
				t.Errorf("%d questions did not find it", n)
			}
			t.Logf("found by question %d", n)
		})
	}
}

// asked asks random questions until one is answered wrongly, and returns how many were right.
func asked(t *testing.T, plant func(string, []dialect.Bind) (string, []dialect.Bind)) int {
	for seed := 0; seed*questionsAWorld < patience; seed++ {
		w, questions := drawTrial(t, seed, "agree")
		if at := wrong(t, w, questions, plant); at >= 0 {
			return seed*questionsAWorld + at
		}
	}
	return patience
}

// wrong is the first question that is answered wrongly, -1 when none is.
func wrong(t *testing.T, w *world, questions []question.Question, plant func(string, []dialect.Bind) (string, []dialect.Bind)) int {
	source := w.planted(t, plant)
	defer source.Close()
	engine, law := w.engine(source), w.oracle()
	return slices.IndexFunc(questions, func(q question.Question) bool {
		got, err := engine.Ask(context.Background(), q)
		problem := differ(q, law.Answer(q), got, err)
		if problem != "" {
			t.Logf("%s: %s", question.Encode(q), problem)
		}
		return problem != ""
	})
}

// planted is a DuckDB with the world's rows, whose statements have a mistake.
func (w *world) planted(t *testing.T, plant func(string, []dialect.Bind) (string, []dialect.Bind)) planted {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, text := range []string{"SET TimeZone = 'UTC'", "SET threads = 1", "CREATE SCHEMA " + w.schema, w.sql()} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	return planted{w.duckdb(t), db, plant}
}

// planted is a source whose answers come from statements with a mistake.
type planted struct {
	warehouse.Source
	db    *sql.DB
	plant func(text string, binds []dialect.Bind) (string, []dialect.Bind)
}

// Close closes both databases.
func (p planted) Close() error { return errors.Join(p.db.Close(), p.Source.Close()) }

// Query runs what was planted; every value comes as text.
func (p planted) Query(ctx context.Context, s dialect.Statement) (*warehouse.Result, error) {
	text, binds := p.plant(s.Text(), slices.Clone(s.Binds()))
	var args []any
	for _, b := range binds {
		args = append(args, b.Value)
	}
	rows, err := p.db.QueryContext(ctx, "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (\n"+text+"\n)", args...)
	if err != nil {
		return nil, &warehouse.Error{Kind: warehouse.Failed, Err: err}
	}
	defer rows.Close()
	out := &warehouse.Result{}
	for rows.Next() {
		cells := make([]sql.NullString, len(s.Columns()))
		into := make([]any, len(cells))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]warehouse.Cell, len(cells))
		for i, c := range cells {
			if c.Valid {
				row[i] = cellOf(c.String, s.Columns()[i].Type)
			}
		}
		out.Rows = append(out.Rows, row)
	}
	if err := rows.Err(); err != nil {
		return nil, &warehouse.Error{Kind: warehouse.Failed, Err: err}
	}
	return out, nil
}

// cellOf reads DuckDB's text of a value.
func cellOf(text string, t expr.Type) warehouse.Cell {
	switch t.Kind {
	case expr.Integer:
		n, _ := new(big.Int).SetString(text, 10)
		return warehouse.IntegerCell(n)
	case expr.Decimal:
		return rat(text).FloatString(t.Scale)
	case expr.Float:
		f, _ := strconv.ParseFloat(text, 64)
		return f + 0
	case expr.Boolean:
		return text == "true"
	case expr.Timestamp:
		return strings.Replace(text, " ", "T", 1)
	case expr.TimestampTZ:
		return strings.Replace(strings.TrimSuffix(text, "+00"), " ", "T", 1) + "Z"
	case expr.String, expr.Date, expr.Null:
	}
	return text
}

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

// drawTrial draws a world, whose tables are in a schema, and its questions from a seed.
func drawTrial(t *testing.T, seed int, schema string) (*world, []question.Question) {
	w := drawWorld(diceOf(seed))
	w.schema = schema
	if err := w.build(); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	asked := make([]question.Question, questionsAWorld)
	for i := range asked {
		asked[i] = drawQuestion(diceOf(seed, i), w)
	}
	return w, asked
}
