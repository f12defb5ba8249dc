package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/compiler/sqlvet"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// Engine answers questions about one view of a bundle. It is safe for concurrent use; its fields do not change.
type Engine struct {
	View *bundle.View
	// Sources are the opened data systems, by alias.
	Sources map[string]warehouse.Source
	Clock   clock.Clock
	Version string

	begin  sync.Once
	own    memory
	shared *memory  // of the engine that this one was made from; own where there is none
	asked  []string // aliases of sources that run as the one who asks
}

// As is the engine over another view of the same bundle. What either finds out about the sources, both know.
func (e *Engine) As(view *bundle.View) *Engine {
	return &Engine{View: view, Sources: e.Sources, Clock: e.Clock, Version: e.Version, shared: e.memory(), asked: e.asked}
}

// Ask carries a well-formed question to its outcome. The error is nil, a *question.Malformed, a *Failure, or the
// context's own when the caller went away.
func (e *Engine) Ask(ctx context.Context, q question.Question) (Outcome, error) {
	now := e.Clock()
	p, refusal, malformed := plan.Resolve(e.View, q, now)
	switch {
	case malformed != nil:
		return nil, malformed
	case refusal != nil:
		return refused(refusal), nil
	}
	source, ok := e.Sources[p.Source.Name]
	if !ok {
		return nil, &Failure{Detail: fmt.Sprintf("the source %s is not opened here", p.Source.Name)}
	}
	s, shape, err := e.statement(p, source)
	lacking, lacks := errors.AsType[*dialect.Unsupported](err)
	switch {
	case lacks:
		return refused(Unsupported(e.View, p, lacking)), nil
	case errors.Is(err, dialect.ErrTooLong):
		return refused(e.tooMuch(p)), nil
	case err != nil:
		return nil, err
	}
	if err := e.memory().declared.check(ctx, p, source); err != nil {
		return e.refuse(ctx, p, err)
	}
	if err := e.memory().keys.check(ctx, p, source); err != nil {
		return e.refuse(ctx, p, err)
	}
	if refusal, err := e.memory().facts.zones.check(ctx, p, source); refusal != nil || err != nil {
		if err != nil {
			return e.refuse(ctx, p, err)
		}
		return refused(refusal), nil
	}
	res, err := source.Query(ctx, s)
	if err != nil {
		return e.refuse(ctx, p, err)
	}
	lists := sortOut(p, encode(res.Rows, s.Columns()), s.Columns())
	if len(lists.rows) > p.Limit {
		return refused(e.tooLarge(ctx, p)), nil
	}
	heads, notes := columns(p), append([]plan.Note{}, p.Notes...)
	if note, ok := noteNothing(p, heads, lists.rows); ok {
		notes = append(notes, note)
	}
	if note, ok := noteEarlier(heads, lists.rows); ok {
		notes = append(notes, note)
	}
	from := e.provenance(p, s, shape, res, now)
	until, old := e.freshness(ctx, p, source, now)
	from.DataUntil = until
	return &Answer{
		Outcome: "answer", Question: p.Question, Columns: heads, Rows: lists.rows, Others: lists.others, Totals: lists.totals,
		Notes: append(notes, old...), Provenance: from,
	}, nil
}

// statement renders a plan in the dialect that the opened source speaks (fixtures are DuckDB's, whatever they stand for),
// verifies the text once more, and returns its fingerprint.
func (e *Engine) statement(p *plan.Plan, source warehouse.Source) (dialect.Statement, string, error) {
	s, err := dialect.Render(p, source.Dialect())
	if err != nil {
		return s, "", &Failure{Detail: "the statement cannot be written: " + err.Error(), Err: err}
	}
	shape, err := e.memory().facts.shapes.get(context.Background(), s.Text(), func() (string, error) {
		if err := sqlvet.Vet(s); err != nil {
			return "", err
		}
		return sqlvet.Shape(s), nil
	})
	if err != nil {
		return s, "", &Failure{Detail: "the statement fails verification", Err: err}
	}
	return s, shape, nil
}

// refuse turns why a source gave no rows into an outcome or an error.
func (e *Engine) refuse(ctx context.Context, p *plan.Plan, err error) (Outcome, error) {
	var drift *Drift
	if errors.As(err, &drift) {
		return nil, &Failure{Detail: drift.Error(), Remedy: "Mend the data or the catalog; `sutura verify` holds every declaration against the data.", Err: err}
	}
	no := func(code question.Code, detail string) (Outcome, error) {
		r := &question.Refusal{Code: code, Detail: detail, About: []string{}, Suggestions: []question.Question{}, Space: plan.Space(e.View, p.Question.Metrics)}
		if code == question.ResourcesExhausted || code == question.DeadlineExceeded { // else a smaller question meets the same
			r.Suggestions = first(e.smaller(p))
		}
		return refused(r), nil
	}
	switch warehouse.KindOf(err) {
	case warehouse.NoCredential:
		return no(question.CredentialUnavailable, "You have no identity at the data system, and it is not asked as anybody else.")
	case warehouse.Unavailable:
		return no(question.SourceUnavailable, "The data system cannot be reached now; ask the same question later.")
	case warehouse.Refused:
		return no(question.SourceRefused, "The data system does not let this be read.")
	case warehouse.Exhausted:
		return no(question.ResourcesExhausted, "The data system has no room for so much at once; ask for a shorter range or fewer dimensions.")
	case warehouse.Deadline:
		return no(question.DeadlineExceeded, "The data system took too long and has stopped; ask for a shorter range or fewer dimensions.")
	case warehouse.Cancelled:
		return nil, context.Cause(ctx)
	case warehouse.NotFinite:
		var w *warehouse.Error
		errors.As(err, &w)
		return nil, &Failure{
			Detail: fmt.Sprintf("%s comes out as no finite number or date", w.Column),
			Remedy: "Leave such rows out with `where`, or mend the data.", Err: err,
		}
	case warehouse.OutOfRange:
		return nil, &Failure{
			Detail: "a number of this answer is too large: integers and decimals are computed with 38 digits, doubles up to 1.8e308",
			Remedy: "Ask for less at once, or CAST to float where 15 digits are enough.", Err: err,
		}
	case warehouse.Failed:
	}
	return nil, &Failure{Detail: "the data system could not run the statement", Err: err}
}

// tooLarge refuses an answer over the cap: nothing was cut. What it suggests was tried.
func (e *Engine) tooLarge(ctx context.Context, p *plan.Plan) *question.Refusal {
	suggestions := first(slices.DeleteFunc(e.smaller(p), func(q question.Question) bool { return !e.fits(ctx, q) }))
	return &question.Refusal{
		Code:        question.ResultTooLarge,
		Detail:      fmt.Sprintf("The answer has more than %d rows, and none of them is shown; ask for a coarser grain, a shorter range or fewer dimensions.", p.Limit),
		About:       []string{},
		Suggestions: suggestions, Space: plan.Space(e.View, p.Question.Metrics),
	}
}

// tooMuch refuses a question whose statement would be too long: metrics of many parts, over many legs.
func (e *Engine) tooMuch(p *plan.Plan) *question.Refusal {
	suggestions := []question.Question{}
	for _, name := range p.Question.Metrics {
		q := p.Question
		if q.Metrics, q.Order = []string{name}, nil; q.Top != nil {
			top := *q.Top
			top.By, q.Top = name, &top
		}
		again, _, _ := plan.Resolve(e.View, q, e.Clock())
		if again == nil || len(p.Question.Metrics) == 1 {
			continue
		}
		if _, _, err := e.statement(again, e.Sources[again.Source.Name]); err == nil {
			suggestions = append(suggestions, q)
		}
	}
	return &question.Refusal{
		Code: question.TooManyMetrics, About: []string{},
		Detail:      fmt.Sprintf("These metrics have so many parts that one statement would be longer than %d KiB; ask for fewer at once.", dialect.MaxStatement>>10),
		Suggestions: first(suggestions), Space: plan.Space(e.View, p.Question.Metrics),
	}
}

// Trusted reports whether the numbers of a source's dialect are held to the laws by execution, and what people call it.
func Trusted(source warehouse.Source) (title string, proven bool) {
	return dialect.Title(source.Dialect()), dialect.StateOf(source.Dialect()) == dialect.Proven
}

// Unsupported refuses what the warehouse cannot compute by the law.
func Unsupported(view *bundle.View, p *plan.Plan, u *dialect.Unsupported) *question.Refusal {
	return &question.Refusal{
		Code: question.CombinationNotSupported, About: []string{}, Suggestions: []question.Question{},
		Detail: fmt.Sprintf("%s cannot compute this by the law: it lacks %s, for %s.", u.Dialect, u.Feature, u.Why),
		Space:  plan.Space(view, p.Question.Metrics),
	}
}

// fits reports whether a question's answer is under the cap.
func (e *Engine) fits(ctx context.Context, q question.Question) bool {
	p, _, _ := plan.Resolve(e.View, q, e.Clock())
	if p == nil {
		return false
	}
	source := e.Sources[p.Source.Name]
	s, _, err := e.statement(p, source)
	if err != nil {
		return false
	}
	res, err := source.Query(ctx, s)
	return err == nil && len(sortOut(p, res.Rows, s.Columns()).rows) <= p.Limit
}

// maxSuggestions is how many questions a refusal offers.
const maxSuggestions = 4

func first(questions []question.Question) []question.Question {
	return questions[:min(len(questions), maxSuggestions)]
}

// smaller lists questions that read or return less, the nearest first: a coarser grain and one dimension less, in turn.
func (e *Engine) smaller(p *plan.Plan) []question.Question {
	q := p.Question
	grains := plan.Space(e.View, q.Metrics).Grains
	if i := slices.Index(grains, q.Grain); i >= 0 {
		grains = append(grains[i+1:len(grains):len(grains)], "")
	} else {
		grains = nil
	}
	out := []question.Question{}
	try := func(q question.Question) {
		if _, refusal, malformed := plan.Resolve(e.View, q, e.Clock()); refusal == nil && malformed == nil {
			out = append(out, q)
		}
	}
	for i := range max(len(grains), len(q.Dimensions)) {
		if i < len(grains) {
			coarser := q
			if coarser.Grain = grains[i]; coarser.Grain == "" {
				coarser.Order = nil // it may name the period
			}
			try(coarser)
		}
		if last := len(q.Dimensions) - 1 - i; last >= 0 {
			if level := e.coarser(q.Metrics[0], q.Dimensions[last]); level != "" {
				up := q
				up.Dimensions, up.Order = slices.Clone(q.Dimensions), nil
				up.Dimensions[last] = level
				try(up)
			}
			fewer := q
			fewer.Dimensions = slices.Delete(slices.Clone(q.Dimensions), last, last+1)
			fewer.Order = nil
			try(fewer)
		}
	}
	if len(q.Dimensions) > 0 && q.Top == nil {
		best := q
		best.Top, best.Order = &question.Top{N: 10, By: q.Metrics[0]}, nil
		try(best)
	}
	return out
}

// coarser is the next level above a dimension of a metric, empty where no hierarchy has one.
func (e *Engine) coarser(metric, dimension string) string {
	for _, h := range e.View.Hierarchies(e.View.Metric(metric)) {
		if i := slices.Index(h.Levels, dimension); i > 0 {
			return h.Levels[i-1]
		}
	}
	return ""
}

// columns describes the output.
func columns(p *plan.Plan) []Column {
	out := make([]Column, 0, p.Columns())
	for _, k := range p.Keys {
		c := Column{Name: k.Name, Label: k.Name, Type: k.Type, Role: RolePeriod}
		if k.Dimension != nil {
			c.Role, c.Unit = RoleDimension, k.Dimension.Dimension.Unit
			if title := k.Dimension.Dimension.Prose.Title; title != "" {
				c.Label = title
			}
		}
		out = append(out, c)
	}
	for _, m := range p.Metrics {
		c := Column{Name: m.Name, Label: m.Name, Type: m.Type, Unit: m.Unit(), Role: RoleMetric, Format: m.Format()}
		if m.Metric.Prose.Title != "" {
			c.Label = m.Metric.Prose.Title
		}
		describeCompared(&c, m)
		out = append(out, c)
	}
	return out
}

// describeCompared describes a column of a comparison.
func describeCompared(c *Column, m plan.Metric) {
	title := m.Metric.Prose.Title
	if title == "" {
		title = m.Metric.Name
	}
	switch m.Role {
	case plan.Previous:
		c.Role, c.Label = RolePrevious, title+", before"
	case plan.Delta:
		c.Role, c.Label = RoleDelta, title+", difference"
	case plan.Change:
		c.Role, c.Label = RoleChange, title+", relative change"
	}
}

// maxSafe is the largest integer that every JSON reader keeps exactly (RFC 8259, section 6).
const maxSafe = 1<<53 - 1

// encode turns cells into what leaves: integers beyond 53 bits become strings of digits.
func encode(rows [][]warehouse.Cell, columns []dialect.Column) [][]any {
	out := make([][]any, len(rows))
	for i, row := range rows {
		out[i] = row
		for j, c := range row {
			if n, ok := c.(int64); ok && columns[j].Type.Kind == expr.Integer && (n > maxSafe || n < -maxSafe) {
				out[i][j] = fmt.Sprint(n)
			}
		}
	}
	return out
}
