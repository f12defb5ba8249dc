package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// Spellings by which files tell what sutura does not read as more than text: said to who starts a catalog, and never
// acted on, since 1.234 is two numbers and 03/04 two days.
const (
	noValue     = ` *(\\n|n/?a|#n/a|nan|null|none|nil|-+|\.|\?) *` // of lower case
	humanNumber = ` *[-+(]? *[$€£¥]? *[-+]?[0-9]{1,3}([,.''’ \x{a0}\x{202f}]?[0-9]{2,3})*([.,][0-9]+)? *[%€$)]? *`
	humanDate   = ` *([0-9]{1,2}[./-][0-9]{1,2}[./-]([0-9]{4}|[0-9]{2})|[0-9]{4}[./][0-9]{1,2}[./][0-9]{1,2}|[0-9]{4}-[0-9]{1,2}(-[0-9]{1,2})?` +
		`|[A-Za-z]{3,9}[. ] *[0-9]{1,2},? +[0-9]{4}|[0-9]{1,2}[. -]+[A-Za-z]{3,9}[. -]+[0-9]{2,4})([ T,]+[0-9].*)?`
)

// spelling counts what the values of a column of text look like.
type spelling struct {
	values, missing, numbers, times, humanNumbers, humanDates int64
}

func (p *spelling) aggregates(name string) []string {
	x := identifier(name)
	count := func(predicate string) string { return "count(*) FILTER (WHERE " + predicate + ")" }
	is := func(k expr.Kind) string { return "(" + fits(x, expr.Type{Kind: k}, true) + ")" }
	number := "((" + matches(x, plainNumber) + " OR " + is(expr.Float) + ") AND NOT " + matches(x, codeNumber) + " AND lower(trim(" + x + ")) <> 'nan')"
	return []string{
		"count(" + x + ")",
		count("regexp_full_match(lower(" + x + "), " + literal(noValue) + ")"),
		count(number),
		count(is(expr.Date) + " OR " + is(expr.Timestamp) + " OR " + is(expr.TimestampTZ)),
		count(number + " OR (" + matches(x, humanNumber) + " AND NOT " + matches(x, codeNumber) + ")"),
		count(matches(x, humanDate)),
	}
}

func (p *spelling) fields() []any {
	return []any{&p.values, &p.missing, &p.numbers, &p.times, &p.humanNumbers, &p.humanDates}
}

// remark is what a person should know of the column; empty where it is text like any other.
func (p *spelling) remark() string {
	said := p.values - p.missing // have a value
	fields := fmt.Sprintf("%d of its %d values stand for none (such as NA, null or -)", p.missing, p.values)
	switch {
	case said == 0:
		return ""
	case p.numbers == said:
		return "is text, and not numbers: " + fields + ". Leave those fields empty."
	case p.times == said && p.missing > 0:
		return "is text, and no time: " + fields + ". Leave those fields empty."
	case p.times == said:
		return "is text, and no time: dates, times and instants are mixed in it. Write all of them alike."
	case p.humanDates == said:
		return "is text, and no time: only dates such as 2026-01-31 and times such as 2026-01-31 15:04:05 are read. Write them so."
	case p.humanNumbers == said:
		return "is text, and not numbers: only numbers such as 1234.56 are read, without signs of thousands, currency or percent. Write them so."
	case nearly(p.numbers, said):
		return fmt.Sprintf("is text, and not numbers, because of %d of its %d values. Mend what is no number, unless these are codes.", said-p.numbers, p.values)
	case nearly(p.times, said):
		return fmt.Sprintf("is text, and no time, because of %d of its %d values. Mend what is no time.", said-p.times, p.values)
	}
	return ""
}

// nearly is when what a column mostly holds is more likely meant than what it also holds: nineteen of twenty.
func nearly(part, whole int64) bool { return part < whole && part*20 >= whole*19 }

// remarks looks at the columns that are text, in every row.
func (t table) remarks(ctx context.Context, conn *sql.Conn, names, types []string, asText string) (map[string]string, error) {
	var texts []string
	for i, n := range names {
		if types[i] == native(expr.Type{Kind: expr.String}, false) {
			texts = append(texts, n)
		}
	}
	found := map[string]string{}
	for some := range slices.Chunk(texts, profiledAtOnce) {
		var aggregates []string
		var targets []any
		spellings := make([]spelling, len(some))
		for i, n := range some {
			aggregates = append(aggregates, spellings[i].aggregates(n)...)
			targets = append(targets, spellings[i].fields()...)
		}
		if err := conn.QueryRowContext(ctx, "SELECT "+strings.Join(aggregates, ", ")+" FROM "+asText).Scan(targets...); err != nil {
			return nil, err
		}
		for i, n := range some {
			if r := spellings[i].remark(); r != "" {
				found[n] = r
			}
		}
	}
	return found, nil
}
