package schema

// described says what the properties of types are whose fields carry no description, those that the command line prints
// too, and which objects are not listed out, so that the list of tools stays short: who reads them finds all in them.
var described = map[string]Doc{
	"answer.Answer.outcome":    {Text: "answer, or refusal: the question was understood, and the answer is no", Enum: []string{"answer", "refusal"}},
	"answer.Answer.question":   {Text: "the question as understood, its range as bounds", Free: true},
	"answer.Answer.columns":    {Text: "what each place of a row is"},
	"answer.Answer.rows":       {Text: "lists of cells: null, boolean, number or text; decimals and integers beyond 53 bits are text"},
	"answer.Answer.others":     {Text: "what the groups outside top come to together, in rows of the same columns"},
	"answer.Answer.totals":     {Text: "what all groups come to together, in rows of the same columns"},
	"answer.Answer.notes":      {Text: "what a reader of the numbers should know"},
	"answer.Answer.provenance": {Text: "where the numbers come from: bundle, metrics and their digests, statement, bounds, data systems", Free: true},

	"answer.Column.name":  {Text: "what order takes"},
	"answer.Column.label": {Text: "what people call it"},
	"answer.Column.type":  {Text: "of its cells: kind, and of a decimal precision and scale", Free: true},
	"answer.Column.unit":  {Text: "what the number counts"},
	"answer.Column.role":  {Text: "period, dimension or metric, or what is computed beside one"},

	"plan.Note.code": {Text: "stable"},
	"plan.Note.text": {Text: "a sentence"},

	"answer.Refused.outcome":       {Text: "refusal", Enum: []string{"refusal"}},
	"serve.Queried.outcome":        {Text: "answer, or refusal: the question was understood, and the answer is no", Enum: []string{"answer", "refusal"}},
	"serve.Queried.provenance":     {Text: "where the numbers come from: bundle, metrics and their digests, statement, bounds, data systems", Free: true},
	"serve.Warning.metadata":       {Text: "what a program may want of it, texts by name", Free: true},
	"question.Refusal.code":        {Text: "why not; stable"},
	"question.Refusal.detail":      {Text: "what to change, one sentence"},
	"question.Refusal.about":       {Text: "the names that it is about"},
	"question.Refusal.suggestions": {Text: "questions that would be answered, nearest first", Free: true},
	"question.Refusal.space":       {Text: "what can be asked with these metrics", Free: true},
	"cards.Catalog.bundle":         {Free: true},
	"cards.Catalog.calendar":       {Free: true},
	"cards.Catalog.metrics":        {Free: true},
	"cards.Catalog.groups":         {Free: true},
	"cards.Catalog.dimensions":     {Free: true},
	"cards.Catalog.space":          {Free: true},
	"cards.Catalog.unknown":        {Free: true},
	"cards.Catalog.not_defined":    {Free: true},

	"cards.Group.hierarchies":     {Free: true},
	"cards.Object.checked":        {Free: true},
	"cards.Object.values":         {Free: true},
	"cards.Object.hierarchies":    {Free: true},
	"cards.Object.question":       {Free: true},
	"cards.Object.parameters":     {Free: true},
	"cards.Object.physical":       {Free: true},
	"cards.SavedQuery.parameters": {Free: true},
	"cards.Model.bundle":          {Free: true},
	"cards.Model.calendar":        {Free: true},
	"cards.Model.metrics":         {Free: true},
	"cards.Model.dimensions":      {Free: true},
	"cards.Model.unknown":         {Free: true},
	"cards.Fact.hierarchies":      {Free: true},

	"serve.Resolved.question": {Free: true},
	"serve.Resolved.bindings": {Free: true},
	"serve.Resolved.missing":  {Free: true},
	"serve.Resolved.unbound":  {Free: true},
	"serve.Resolved.unclear":  {Free: true},

	"ground.Times.range":      {Free: true},
	"ground.TimeOption.range": {Free: true},

	"mcp.refused.space":        {Text: "what can be asked with these metrics", Free: true},
	"mcp.suggestion.arguments": {Text: "what the tool takes", Free: true},
}
