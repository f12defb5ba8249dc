package serve

import (
	"context"
	"fmt"
	"path"
	"reflect"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/propose"
)

// Proposed is the text of a metric that somebody wishes for. It is no metric before people have reviewed and merged it.
type Proposed struct {
	Outcome string `json:"outcome" jsonschema:"always proposed"`
	Name    string `json:"name" jsonschema:"the metric's"`
	CUE     string `json:"cue" jsonschema:"the metric as the catalog's authors write it"`
	File    string `json:"file" jsonschema:"where in the catalog it would stand"`
	Check   string `json:"check" jsonschema:"the command that checks the catalog with it; people review and merge what it passes"`
	Written string `json:"written,omitempty" jsonschema:"the file that it was written to, where the deployment keeps proposals"`
}

// NotProposed is a wish that cannot be a metric as it is.
type NotProposed struct {
	Outcome  string            `json:"outcome" jsonschema:"always not_proposed"`
	Problems []propose.Problem `json:"problems" jsonschema:"everything that is wrong, in the order of the fields"`
}

func proposeCapability() Capability {
	return capability(Capability{
		Name: "propose_metric", Doors: []Door{DoorSQL}, Scope: CatalogPropose, Writes: true,
		Title: "Propose a metric",
		Description: "Turn a wish for a metric into the catalog's own text, checked against the catalog's models and metrics, with the command that checks it whole. " +
			"Nothing becomes a metric by it: people review and merge. Use it where run_sql is asked the same thing again and again.",
		Input: proposeFields(), Outputs: []reflect.Type{output[Proposed](), output[NotProposed]()},
	}, func(arguments []byte) (propose.Metric, error) {
		return decodeInto[propose.Metric](arguments, proposeFields())
	}, proposed)
}

func simpleFields() []question.Field {
	of := func(name, accepts string) question.Field {
		return question.Field{Name: name, Kind: question.Text, Accepts: accepts}
	}
	return []question.Field{
		of("sum", "an expression over the model's columns, such as quantity * unit_price: its total"), of("min", "an expression: its least value"), of("max", "an expression: its greatest value"),
		of("avg", "an expression: its mean"), of("median", "an expression: its median"), of("count", "* to count rows, or an expression: its values that are not null"),
		of("count_distinct", "an expression: its different values"), of("count_if", "a condition: the rows for which it is true"),
	}
}

func whereField() question.Field {
	return question.Field{Name: "where", Kind: question.Texts, Accepts: "conditions on the rows, joined by AND, such as status = 'paid'"}
}

func termFields() []question.Field {
	return []question.Field{
		{Name: "metric", Kind: question.Text, Accepts: "the name of another metric; then nothing else"},
		{Name: "model", Kind: question.Text, Accepts: "the model whose rows are measured; the proposal's own when not said"},
		{Name: "measure", Kind: question.Object, Accepts: "what is measured, one key", Fields: simpleFields()},
		whereField(),
	}
}

func proposeFields() []question.Field {
	measure := append(simpleFields(),
		question.Field{Name: "ratio", Kind: question.Object, Accepts: "one total divided by another", Fields: []question.Field{
			{Name: "numerator", Kind: question.Object, Required: true, Accepts: "the total above", Fields: termFields()},
			{Name: "denominator", Kind: question.Object, Required: true, Accepts: "the total below", Fields: termFields()},
		}},
		question.Field{Name: "formula", Kind: question.Object, Accepts: "arithmetic over metrics and terms", Fields: []question.Field{
			{Name: "expr", Kind: question.Text, Required: true, Accepts: "the arithmetic, such as (revenue - cost) * 0.5"},
			{Name: "terms", Kind: question.Objects, Accepts: "measures in place, by the names that the arithmetic uses",
				Fields: append([]question.Field{{Name: "name", Kind: question.Text, Required: true, Accepts: "the name"}}, termFields()...)},
		}})
	return []question.Field{
		{Name: "name", Kind: question.Text, Required: true, Accepts: "the metric's name: lower-case letters, digits and underscores"},
		{Name: "title", Kind: question.Text, Accepts: "a few words for people"},
		{Name: "description", Kind: question.Text, Required: true, Accepts: "what it measures, in whole sentences"},
		{Name: "unit", Kind: question.Text, Accepts: "what the number counts, such as EUR"},
		{Name: "model", Kind: question.Text, Accepts: "the model whose rows are measured"},
		{Name: "measure", Kind: question.Object, Required: true, Accepts: "what is measured, exactly one key", Fields: measure},
		whereField(),
	}
}

// proposed checks a wish against what its caller sees.
func proposed(_ context.Context, c *call, in propose.Metric) (any, error) {
	if problems := propose.Check(c.seen.view, &in); len(problems) > 0 {
		return &NotProposed{Outcome: "not_proposed", Problems: problems}, nil
	}
	text, err := propose.Print(&in)
	if err != nil {
		return nil, fmt.Errorf("printing a proposal: %w", err)
	}
	out := &Proposed{Outcome: "proposed", Name: in.Name, CUE: text, File: path.Join("catalog", in.Name+".cue"), Check: "sutura check"}
	if dir := c.service.settings.ProposalsDir; dir != "" {
		if out.Written, err = propose.Write(dir, in.Name, text); err != nil {
			return nil, fmt.Errorf("writing a proposal: %w", err)
		}
	}
	return out, nil
}
