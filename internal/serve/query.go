package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/rows"
)

// Codes of malformed options of query.
const (
	codeRowLimit = "row_limit_out_of_range"
	codeRegex    = "invalid_regex"
)

// Bounds of the options of query.
const (
	defaultRows     = 500
	maxRows         = 5000
	maxPatterns     = 16
	maxPattern      = 256  // bytes
	maxPatternSteps = 1000 // of a compiled pattern, so that no pattern of 256 bytes costs seconds
	maxLocale       = 35   // characters
)

// queryRequest is a question or the name of a saved one, and how its rows are written.
type queryRequest struct {
	question.Question
	Query       string           `json:"query,omitempty"`
	Parameters  []queryParameter `json:"parameters,omitempty"`
	Format      rows.Format      `json:"format,omitempty"`
	RowLimit    int              `json:"row_limit,omitempty"`
	Hide        []string         `json:"hide_columns_matching,omitempty"`
	Numbering   string           `json:"row_numbering,omitempty"`
	Labels      bool             `json:"include_column_labels,omitempty"`
	ValueLabels bool             `json:"substitute_value_labels,omitempty"`
	Locale      string           `json:"locale,omitempty"`

	hide []*regexp.Regexp
}

type queryParameter struct {
	Name   string   `json:"name"`
	Values []string `json:"values,omitempty"`
}

const numberedFromOne = "one_based"

func queryCapability() Capability {
	return capability(Capability{
		Name: "query", Doors: []Door{DoorQuery}, Scope: MetricsAsk,
		Title: "Query certified metrics",
		Description: "Answer one typed question about certified metrics, or a saved question by its name, with rows as JSON, CSV, TSV or Markdown, and say all that was done to keep the answer legal. " +
			"A refusal is an outcome, not an error: its messages say what to ask instead.",
		Input: queryFields(), Outputs: []reflect.Type{output[Queried]()}, costs: true, dress: dressQuery,
	}, decodeQuery, runQuery)
}

func queryFields() []question.Field {
	fields := question.Fields()
	fields[0].Required = false // metrics: a saved question has its own
	var formats []string
	for _, f := range rows.Formats() {
		formats = append(formats, string(f))
	}
	return append(fields,
		question.Field{Name: "query", Kind: question.Text, Also: []string{"name", "saved_query"}, Accepts: "the name of a saved question, in place of a question"},
		question.Field{Name: "parameters", Kind: question.Objects, Also: []string{"params", "arguments"}, Accepts: "what fills a saved question in, a list of objects with name and values", Fields: []question.Field{
			{Name: "name", Kind: question.Text, Required: true, Accepts: "the name of a parameter"},
			{Name: "values", Kind: question.Scalars, Also: []string{"value"}, Accepts: "the values of its filter; for a range one text, such as 2026-Q2, 2026-01-01..2026-07-01 or last-3-months"},
		}},
		question.Field{Name: "format", Kind: question.Text, Enum: formats, Accepts: "how the rows are written; json when not said"},
		question.Field{Name: "row_limit", Kind: question.Whole, Least: 1, Most: maxRows, Code: codeRowLimit, Accepts: "how many rows are shown at most, a whole number from 1 to 5000; 500 when not said"},
		question.Field{Name: "hide_columns_matching", Kind: question.Texts, Accepts: "a list of up to 16 regular expressions (RE2, 256 bytes); a column whose name has a match is left out"},
		question.Field{Name: "row_numbering", Kind: question.Text, Enum: []string{"none", numberedFromOne}, Accepts: "one_based for a first column # that counts the rows; none when not said"},
		question.Field{Name: "include_column_labels", Kind: question.Flag, Accepts: "true to head columns with what people call them"},
		question.Field{Name: "substitute_value_labels", Kind: question.Flag, Accepts: "true to show the labels of values in their place; filters take the values"},
		question.Field{Name: "locale", Kind: question.Text, Accepts: "the language of column labels, such as en, de or cs; the catalog's own when not said"},
	)
}

func decodeQuery(arguments []byte) (queryRequest, error) {
	in, err := decodeInto[queryRequest](arguments, queryFields())
	if err != nil {
		return in, err
	}
	if err := in.options(); err != nil {
		return in, err
	}
	if in.Query == "" {
		switch {
		case len(in.Parameters) > 0:
			return in, &question.Malformed{Path: "parameters", Accepted: "nothing here: parameters are those of a saved question, which query names"}
		case len(in.Metrics) == 0:
			return in, &question.Malformed{Path: "metrics", Accepted: "a list of 1 to 8 names of metrics; or, in query, the name of a saved question instead"}
		}
		in.Question, err = question.Decode(question.Encode(in.Question))
		return in, err
	}
	return in, in.saved()
}

// saved holds the request to the form of one for a saved question.
func (in *queryRequest) saved() error {
	var asked map[string]json.RawMessage
	if err := json.Unmarshal(question.Encode(in.Question), &asked); err != nil {
		return err
	}
	for _, f := range question.Fields() { // in their order
		if text, said := asked[f.Name]; said && string(text) != "null" {
			return &question.Malformed{Path: f.Name, Accepted: "nothing here: a saved question has all of its parts, and parameters fill it in"}
		}
	}
	in.Query = strings.TrimPrefix(in.Query, "query.") // as a search says it
	if !question.CleanText(in.Query) || utf8.RuneCountInString(in.Query) > question.MaxValueLength {
		return &question.Malformed{Path: "query", Accepted: "the name of a saved question, of at most 256 characters"}
	}
	for i, p := range in.Parameters {
		if p.Name == "" {
			return &question.Malformed{Path: fmt.Sprintf("parameters[%d].name", i), Accepted: "the name of a parameter; it must be said"}
		}
	}
	return nil
}

// options checks how rows are to be written, and takes defaults.
func (in *queryRequest) options() error {
	if in.Format == "" {
		in.Format = rows.FormatJSON
	}
	if in.RowLimit == 0 {
		in.RowLimit = defaultRows
	}
	if len(in.Hide) > maxPatterns {
		return &question.Malformed{Path: "hide_columns_matching", Accepted: "at most 16 regular expressions", Code: codeRegex}
	}
	for i, text := range in.Hide {
		pattern, ok := patternOf(text)
		if !ok {
			return &question.Malformed{Path: fmt.Sprintf("hide_columns_matching[%d]", i), Accepted: "a regular expression in the syntax of RE2, of 1 to 256 bytes, and not one of thousands of steps", Code: codeRegex}
		}
		in.hide = append(in.hide, pattern)
	}
	if utf8.RuneCountInString(in.Locale) > maxLocale || !question.CleanText(in.Locale) {
		return &question.Malformed{Path: "locale", Accepted: "a language, such as en, de, cs or en-US"}
	}
	return nil
}

// patternOf compiles a regular expression, false for one that is none, or more than is matched here.
func patternOf(text string) (*regexp.Regexp, bool) {
	if text == "" || len(text) > maxPattern {
		return nil, false
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, false
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil || len(program.Inst) > maxPatternSteps {
		return nil, false
	}
	compiled, err := regexp.Compile(text)
	return compiled, err == nil
}

func runQuery(ctx context.Context, c *call, in queryRequest) (any, error) {
	q := in.Question
	if in.Query != "" {
		said := make([]plan.Argument, len(in.Parameters))
		for i, p := range in.Parameters {
			said[i] = plan.Argument{Name: p.Name, Values: p.Values, Place: "parameters[" + strconv.Itoa(i) + "]"}
		}
		filled, refused, err := c.seen.engine.Saved(in.Query, said)
		if refused != nil || err != nil {
			return refused, err
		}
		c.filled, q = filled, filled.Question
	}
	c.asked = q
	return c.seen.engine.Ask(ctx, q)
}

// hidden reports whether a column is left out.
func (in *queryRequest) hidden(column string) bool {
	return slices.ContainsFunc(in.hide, func(p *regexp.Regexp) bool { return p.MatchString(column) })
}

// dressQuery puts an outcome into its envelope.
func dressQuery(c *call, value any) any {
	switch v := value.(type) {
	case *answer.Answer:
		return newQueried(c, v, true)
	case *answer.Refused:
		return newRefused(c, v)
	}
	return value
}
