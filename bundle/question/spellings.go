package question

import (
	"slices"
	"strings"

	"sutura.dev/internal/nearest"
)

// spellings are words that people and agents use elsewhere for a value that a field takes here. By letters some are near
// another one: previous_year is no previous_period, which of a month would be the month before.
var spellings = map[string][]string{
	OpIn:         {"=", "==", "eq", "equal", "equals", "is", "any", "any_of", "one_of"},
	OpNotIn:      {"!=", "<>", "ne", "neq", "not_equal", "not_equals", "notequals", "is_not", "nin", "none_of"},
	OpEq:         {"=", "==", "equal", "equals", "is"},
	OpNe:         {"!=", "<>", "neq", "not_equal", "not_equals", "notequals", "is_not"},
	OpLt:         {"<", "less_than", "before", "beforedate"},
	OpLte:        {"<=", "le", "at_most", "on_or_before", "beforeorondate"},
	OpGt:         {">", "greater_than", "after", "afterdate"},
	OpGte:        {">=", "ge", "at_least", "on_or_after", "since", "afterorondate"},
	OpBetween:    {"in_range", "indaterange"},
	OpStartsWith: {"prefix", "startswith", "begins_with"},
	OpContains:   {"like", "ilike", "includes", "include", "matches"},
	OpIsNull:     {"null", "notset", "not_set", "empty", "is_empty", "missing"},
	OpIsNotNull:  {"not_null", "set", "is_set", "exists", "not_empty"},
	Ascending:    {"ascending", "up", "lowest"},
	Descending:   {"descending", "down", "highest"},
	ToOffset: {
		"previous_year", "last_year", "prior_year", "year_ago", "year_over_year", "yoy", "same_period_last_year", "previous_quarter", "last_quarter",
		"quarter_over_quarter", "qoq", "previous_month", "last_month", "month_over_month", "mom", "previous_week", "last_week", "week_over_week", "wow",
	},
	ToPreviousPeriod: {"previous", "prior", "prior_period", "period_over_period", "pop"},
}

// nearestOf is the value that a word means, or else is nearest to; empty for none.
func nearestOf(word string, allowed []string) string {
	plain := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(word)), " ", "_")
	for _, value := range allowed {
		if slices.Contains(spellings[value], plain) {
			return value
		}
	}
	near, _ := nearest.Name(word, allowed)
	return near
}
