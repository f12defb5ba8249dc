package goldens

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/question"
)

// The naive evaluator: straight loops over a world's rows, by the number law and by nothing of the compiler's. It knows
// testdata/world.cue by heart.

var prague = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Prague")
	if err != nil {
		panic(err)
	}
	return zone
}()

// read is a column, or product.COLUMN of the product that the row names.
func (w world) read(r row, path string) any {
	name, joined := strings.CutPrefix(path, "product.")
	if !joined {
		return r[path]
	}
	for _, p := range w["products"] {
		if id, ok := r["product_id"].(*big.Rat); ok && id.Cmp(p["id"].(*big.Rat)) == 0 {
			return p[name]
		}
	}
	return nil
}

// dimension is a dimension's value for a row of a model.
func (w world) dimension(model, name string, r row) any {
	switch {
	case name == "rest":
		q, ok := r["qty"].(*big.Rat)
		if !ok {
			return nil
		}
		return new(big.Rat).SetInt(new(big.Int).Rem(q.Num(), big.NewInt(3)))
	case name == "paid":
		return r["amount"]
	case model == "products":
		return r[strings.TrimPrefix(name, "product.")]
	}
	return w.read(r, name)
}

// term is one aggregate.
type term struct {
	model, time string
	fn          string // count, sum, avg, exact avg, min, max, distinct
	of          func(w world, r row) any
	where       func(w world, r row) bool
	zero        bool // its empty value
}

func col(path string) func(world, row) any {
	return func(w world, r row) any { return w.read(r, path) }
}

func high(_ world, r row) bool { s, ok := r["score"].(float64); return ok && s > 0.5 }

func worth(w world, r row) any {
	q, ok1 := r["qty"].(*big.Rat)
	p, ok2 := w.read(r, "product.price").(*big.Rat)
	a, ok3 := r["amount"].(*big.Rat)
	if !ok1 || !ok2 || !ok3 {
		return nil
	}
	v := new(big.Rat).Mul(q, p)
	return v.Sub(v, a)
}

func above10NotOK(_ world, r row) bool {
	a, ok := r["amount"].(*big.Rat)
	return ok && a.Cmp(rat("10")) > 0 && r["ok"] == false
}

var (
	ordersTerm   = term{model: "orders", time: "day", fn: "count", zero: true}
	amountTerm   = term{model: "orders", time: "day", fn: "sum", of: col("amount")}
	returnsTerm  = term{model: "returns", time: "day", fn: "count", zero: true}
	returnedTerm = term{model: "returns", time: "day", fn: "sum", of: col("amount")}
)

// metricTerms are the metrics of the world: one term, or the two sides of a ratio.
var metricTerms = map[string][]term{
	"orders":         {ordersTerm},
	"orders_ok":      {{model: "orders", time: "day", fn: "count", zero: true, where: func(_ world, r row) bool { return r["ok"] == true }}},
	"orders_local":   {{model: "orders", time: "local", fn: "count", zero: true}},
	"orders_instant": {{model: "orders", time: "instant", fn: "count", zero: true}},
	"qty":            {{model: "orders", time: "day", fn: "sum", of: col("qty")}},
	"qty_zero":       {{model: "orders", time: "day", fn: "sum", of: col("qty"), where: above10NotOK, zero: true}},
	"amount":         {amountTerm},
	"worth":          {{model: "orders", time: "day", fn: "sum", of: worth}},
	"avg_qty":        {{model: "orders", time: "day", fn: "avg", of: col("qty")}},
	"avg_amount":     {{model: "orders", time: "day", fn: "exact avg", of: col("amount")}},
	"avg_score":      {{model: "orders", time: "day", fn: "avg", of: col("score")}},
	"min_amount":     {{model: "orders", time: "day", fn: "min", of: col("amount")}},
	"max_name":       {{model: "orders", time: "day", fn: "max", of: col("product.name")}},
	"first_day":      {{model: "orders", time: "day", fn: "min", of: col("day")}},
	"products_sold":  {{model: "orders", time: "day", fn: "distinct", of: col("product_id"), zero: true}},
	"names_sold":     {{model: "orders", time: "day", fn: "distinct", of: col("product.name"), where: high, zero: true}},
	"amounts":        {{model: "orders", time: "day", fn: "count", of: col("amount"), zero: true}},
	"high":           {{model: "orders", time: "day", fn: "count", of: func(w world, r row) any { return map[bool]any{true: true}[high(w, r)] }, zero: true}},
	"returns":        {returnsTerm},
	"returned":       {returnedTerm},
	"return_rate":    {returnsTerm, ordersTerm},
	"return_share":   {returnedTerm, amountTerm},
	"stock":          {{model: "products", fn: "sum", of: col("price")}},
	"products":       {{model: "products", fn: "count", zero: true}},
}

// decimals is the scale of a metric's value; absent for what is no exact number with a point.
var decimals = map[string]int{"amount": 2, "worth": 2, "avg_amount": 10, "min_amount": 2, "returned": 2, "return_share": 10, "stock": 2}

// exactRatio are the ratios that are decimals.
var exactRatio = map[string]bool{"return_share": true}

// dateOf is the local day of a row's time, "" for none.
func dateOf(v any) string {
	switch v := v.(type) {
	case day:
		return string(v)
	case local:
		return string(v)[:10]
	case time.Time:
		return v.In(prague).Format(time.DateOnly)
	}
	return ""
}

// bucketOf is the first day of the bucket that holds a day.
func bucketOf(date, grain string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic(err)
	}
	first := func(months int, phase time.Month) time.Time {
		for d = d.AddDate(0, 0, 1-d.Day()); (int(d.Month())-int(phase)+12)%months != 0; d = d.AddDate(0, -1, 0) {
		}
		return d
	}
	switch grain {
	case "week": // Thursday
		for d.Weekday() != time.Thursday {
			d = d.AddDate(0, 0, -1)
		}
	case "month":
		d = first(1, time.January)
	case "quarter":
		d = first(3, time.January)
	case "year":
		d = first(12, time.January)
	case "fiscal_quarter":
		d = first(3, time.April)
	case "fiscal_year":
		d = first(12, time.April)
	}
	return d.Format(time.DateOnly)
}

// passes applies one filter of a question to a value.
func passes(f question.Filter, v any) bool {
	if v == nil {
		switch f.Op {
		case "is_null":
			return true
		case "not_in":
			return !f.IncludeNull
		case "in", "":
			return f.IncludeNull
		}
		return false
	}
	equal := func(value string) bool { return compareCells(v, parseLike(v, value)) == 0 }
	order := func(i int) int { return compareCells(v, parseLike(v, f.Values[i])) }
	switch f.Op {
	case "in", "":
		return slices.ContainsFunc(f.Values, equal)
	case "not_in":
		return !slices.ContainsFunc(f.Values, equal)
	case "lt":
		return order(0) < 0
	case "lte":
		return order(0) <= 0
	case "gt":
		return order(0) > 0
	case "gte":
		return order(0) >= 0
	case "between":
		return order(0) >= 0 && order(1) <= 0
	case "starts_with":
		return strings.HasPrefix(v.(string), f.Values[0])
	case "contains":
		return strings.Contains(v.(string), f.Values[0])
	case "is_null":
		return false
	case "is_not_null":
		return true
	}
	panic(f.Op)
}

// parseLike reads a question's value as the kind that v is.
func parseLike(v any, text string) any {
	switch v.(type) {
	case *big.Rat:
		return rat(text)
	case bool:
		return text == "true"
	case day:
		return day(text)
	}
	return text
}

// compareCells orders two values of one kind, nulls last; text by code point, as UTF-8 does.
func compareCells(a, b any) int {
	if a == nil || b == nil {
		return map[bool]int{true: 1}[a == nil] - map[bool]int{true: 1}[b == nil]
	}
	switch x := a.(type) {
	case *big.Rat:
		return x.Cmp(b.(*big.Rat))
	case float64:
		return cmp.Compare(x, b.(float64))
	case string:
		return cmp.Compare(x, b.(string))
	case day:
		return cmp.Compare(x, b.(day))
	case bool:
		return map[bool]int{true: 1}[x] - map[bool]int{true: 1}[b.(bool)]
	}
	panic(fmt.Sprintf("no order for %T", a))
}

// aggregate computes a term over rows.
func (t term) aggregate(w world, rows []row) any {
	var values []any
	for _, r := range rows {
		switch {
		case t.of == nil:
			values = append(values, true)
		case t.of(w, r) != nil:
			values = append(values, t.of(w, r))
		}
	}
	count := new(big.Rat).SetInt64(int64(len(values)))
	switch t.fn {
	case "count":
		return count
	case "distinct":
		slices.SortFunc(values, compareCells)
		values = slices.CompactFunc(values, func(a, b any) bool { return compareCells(a, b) == 0 })
		return new(big.Rat).SetInt64(int64(len(values)))
	}
	if len(values) == 0 {
		if t.zero {
			return new(big.Rat)
		}
		return nil
	}
	switch t.fn {
	case "min":
		return slices.MinFunc(values, compareCells)
	case "max":
		return slices.MaxFunc(values, compareCells)
	}
	if _, float := values[0].(float64); float {
		sum := 0.0
		for _, v := range values {
			sum += v.(float64)
		}
		return sum / float64(len(values))
	}
	sum := new(big.Rat)
	for _, v := range values {
		sum.Add(sum, v.(*big.Rat))
	}
	switch t.fn {
	case "avg":
		return quotient(sum, count)
	case "exact avg":
		return exactQuotient(sum, count)
	}
	return sum
}

// quotient converts each side once, and divides.
func quotient(n, d any) any {
	if n == nil || d == nil || d.(*big.Rat).Sign() == 0 {
		return nil
	}
	x, _ := n.(*big.Rat).Float64()
	y, _ := d.(*big.Rat).Float64()
	return x / y
}

// exactQuotient rounds to ten decimals, half away from zero.
func exactQuotient(n, d any) any {
	if n == nil || d == nil || d.(*big.Rat).Sign() == 0 {
		return nil
	}
	return rat(new(big.Rat).Quo(n.(*big.Rat), d.(*big.Rat)).FloatString(10))
}
