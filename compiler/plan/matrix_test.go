package plan_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/compiler/sqlvet"
)

const shop = `package catalog

about: {name: "shop", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "duckdb"
models: products: {
	source: "db", table: "products", key: ["id"], time: "none"
	columns: {id: type: "integer", name: type: "string", new: type: "boolean", since: type: "date"}
	dimensions: {name: {}, new: {}, since: {}}
}
models: orders: {
	source: "db", table: "orders", time: "day"
	columns: {product_id: type: "integer", day: type: "date", amount: {type: "decimal", precision: 10, scale: 2}, rank: type: "string"}
	joins: product: {to: "products", on: product_id: "id"}
	dimensions: place: {expr: "\"rank\""}
}
models: returns: {
	source: "db", table: "returns", time: "day"
	columns: {product_id: type: "integer", day: type: "date", amount: {type: "decimal", precision: 10, scale: 2}}
	joins: product: {to: "products", on: product_id: "id"}
}
metrics: revenue: {model: "orders", measure: sum: "amount"}
metrics: rank: {model: "orders", measure: count_distinct: "rank", where: ["amount > 0"]}
metrics: level: {model: "returns", measure: count: "*"}
metrics: late: {model: "orders", measure: percentile: {expr: "amount * 2", p: 0.9}, where: ["amount > 3"]}
metrics: usual: {model: "orders", measure: percentile: {expr: "amount + 1", p: 0.25, discrete: true}, where: ["amount > 2"]}
metrics: net: measure: formula: {expr: "(revenue - returned) / 2 + 1", terms: returned: {model: "returns", measure: sum: "amount"}}
metrics: before: measure: shift: {metric: "net", by: {count: 1, unit: "month"}}
metrics: stock: {model: "orders", measure: snapshot: {measure: sum: "amount", take: "last", per: ["product_id"]}}
metrics: growth: measure: formula: "(revenue - before) / before + stock"
metrics: share: measure: ratio: {numerator: metric: "net", denominator: metric: "revenue"}
`

func view(t testing.TB) *bundle.View {
	t.Helper()
	b, found := compiler.Build(catalog.InMemory(map[string][]byte{"catalog/shop.cue": []byte(shop)}))
	if b == nil {
		t.Fatal(found.Sorted().String())
	}
	return b.View(nil, false)
}

// fields are the parts of a question that shape its answer.
var fields = []struct {
	name string
	set  func(q *question.Question)
}{
	{"grain", func(q *question.Question) { q.Grain = "month" }},
	{"dimensions", func(q *question.Question) { q.Dimensions = []string{"product.name", "product.new"} }},
	{"having", func(q *question.Question) {
		q.Having = []question.Having{{Metric: "level", Op: question.OpGt, Value: "1"}, {Metric: "net", Op: question.OpIsNotNull}}
	}},
	{"top", func(q *question.Question) { q.Top = &question.Top{N: 3, By: q.Metrics[0]} }},
	{"others", func(q *question.Question) { q.Others = true }},
	{"totals", func(q *question.Question) { q.Totals = true }},
	{"fill", func(q *question.Question) { q.Fill = true }},
	{"order", func(q *question.Question) { q.Order = []question.OrderBy{{By: q.Metrics[0], Direction: "desc"}} }},
	{"compare", func(q *question.Question) { q.Compare = &question.Compare{To: question.ToPreviousPeriod} }},
}

// matrix is question.md's, cell by cell: what two fields are together. ok is answered; needs X is refused unless the
// question has X too; no is refused whatever else it has.
var matrix = map[string]string{
	"grain": "ok", "dimensions": "ok", "having": "ok", "top": "needs dimensions", "others": "needs top", "totals": "ok", "fill": "needs grain", "order": "ok", "compare": "ok",
	"grain dimensions": "ok", "grain having": "ok", "grain top": "needs dimensions", "grain others": "needs top", "grain totals": "ok", "grain fill": "ok", "grain order": "ok",
	"dimensions having": "ok", "dimensions top": "ok", "dimensions others": "needs top", "dimensions totals": "ok", "dimensions fill": "needs grain", "dimensions order": "ok",
	"having top": "needs dimensions", "having others": "no", "having totals": "no", "having fill": "needs grain", "having order": "ok",
	"top others": "needs dimensions", "top totals": "needs dimensions", "top fill": "needs dimensions", "top order": "needs dimensions",
	"others totals": "needs top", "others fill": "needs top", "others order": "needs top",
	"totals fill": "needs grain", "totals order": "ok", "fill order": "needs grain",
	"grain compare": "ok", "dimensions compare": "ok", "having compare": "ok", "top compare": "needs dimensions", "others compare": "needs top", "totals compare": "ok", "fill compare": "needs grain", "compare order": "ok",
}

func cell(a, b string) string {
	if c, ok := matrix[a+" "+b]; ok {
		return c
	}
	return matrix[b+" "+a]
}

// answered reads the matrix for a set of fields.
func answered(set []string) bool {
	holds := func(rule string) bool {
		need, ok := strings.CutPrefix(rule, "needs ")
		return rule == "ok" || ok && slices.Contains(set, need)
	}
	for i, a := range set {
		if !holds(matrix[a]) {
			return false
		}
		for _, b := range set[:i] {
			if !holds(cell(a, b)) {
				return false
			}
		}
	}
	return true
}

// TestCombinations asks every set of the fields, of one metric and of metrics over two models: exactly what the matrix
// refuses is refused, and with questions that are answered; the rest has a statement in every dialect.
func TestCombinations(t *testing.T) {
	v := view(t)
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for i, a := range fields {
		for _, b := range fields[:i] {
			if cell(b.name, a.name) == "" {
				t.Errorf("the matrix does not say what %s and %s are together", b.name, a.name)
			}
		}
	}
	for _, metrics := range [][]string{{"revenue"}, {"rank"}, {"late", "usual"}, {"share", "level", "rank"}, {"stock", "before"}, {"growth"}} {
		for bits := range 1 << len(fields) {
			q := question.Question{Metrics: metrics, Range: &question.Range{Period: "2026"}}
			var set []string
			for i, f := range fields {
				if bits>>i&1 == 1 {
					f.set(&q)
					set = append(set, f.name)
				}
			}
			name := fmt.Sprint(metrics, set)
			p, refusal, malformed := plan.Resolve(v, q, now)
			switch {
			case malformed != nil:
				t.Errorf("%s: malformed: %v", name, malformed)
			case (refusal == nil) != answered(set):
				t.Errorf("%s: refused: %v", name, refusal)
			case refusal != nil:
				helps(t, v, name, refusal, now)
			default:
				statements(t, name, p)
			}
		}
	}
}

// parameter is one in a statement's text.
var parameter = regexp.MustCompile(`\$[0-9]+`)

func helps(t *testing.T, v *bundle.View, name string, r *question.Refusal, now time.Time) {
	t.Helper()
	if r.Code != question.CombinationNotSupported && r.Code != question.GrainRequired {
		t.Errorf("%s: refused as %s", name, r.Code)
	}
	if len(r.Suggestions) == 0 {
		t.Errorf("%s: nothing is suggested", name)
	}
	for _, s := range r.Suggestions {
		if p, _, _ := plan.Resolve(v, s, now); p == nil {
			t.Errorf("%s: suggests what is refused: %s", name, question.Encode(s))
		}
	}
}

func statements(t *testing.T, name string, p *plan.Plan) {
	t.Helper()
	for _, d := range dialect.Names() {
		s, err := dialect.Render(p, d)
		if _, lacks := errors.AsType[*dialect.Unsupported](err); lacks && dialect.StateOf(d) != dialect.Proven {
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", name, d, err)
			continue
		}
		if err := sqlvet.Vet(s); err != nil {
			t.Errorf("%s: %s: %v\n%s", name, d, err, s.Text())
		}
		next := 1
		for _, m := range parameter.FindAllString(s.Text(), -1) {
			if n := fmt.Sprintf("$%d", next); m == n {
				next++
			} else if k, _ := strconv.Atoi(m[1:]); k > next {
				t.Errorf("%s: %s: %s is used before %s:\n%s", name, d, m, n, s.Text())
				break
			}
		}
		for i, table := range s.Tables() {
			quoted := `FROM "` + strings.Join(table, `"."`) + `"`
			if n := strings.Count(s.Text(), quoted); n > legsOf(p, table[len(table)-1]) {
				t.Errorf("%s: %s: table %d is read %d times", name, d, i, n)
			}
		}
	}
}

// legsOf counts the legs over a table: each is read once.
func legsOf(p *plan.Plan, table string) int {
	n := 0
	for i := range p.Legs {
		if tables := p.Legs[i].Model.Table; tables[len(tables)-1] == table {
			n++
		}
	}
	return n
}
