package serve

import (
	"context"
	"encoding/json"
	"fmt"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/warehouse"
)

// maxReplyBytes bounds a reply's JSON, whatever the transport.
const maxReplyBytes = 8 << 20

// encode writes a value once, for every transport. An answer that is too large is refused whole; nothing is cut.
func (s *Service) encode(ctx context.Context, c *call, value any) (Reply, error) {
	reply, what, err := s.fit(c, value)
	if err != nil || what == "" {
		if err != nil || !bounded(value) {
			return reply, err
		}
		refused, wait := s.budget.charge(c.caller.Subject, givenBy(reply.Value))
		if refused == nil {
			return reply, nil
		}
		reply, _, err = s.fit(c, refused)
		reply.RetryAfter = wait
		return reply, err
	}
	if _, raw := value.(*Ungoverned); raw {
		reply, _, err = s.fit(c, notRun(&warehouse.RawError{Code: warehouse.RawBytesMany}))
		return reply, err
	}
	a, ok := value.(*answer.Answer)
	if !ok {
		return Reply{}, fmt.Errorf("a reply of %s is larger than is sent", c.row.Name)
	}
	reply, _, err = s.fit(c, s.tooLarge(ctx, c, a, what))
	return reply, err
}

// bounded reports whether a value gives numbers, which budgets and the length of a text bound.
func bounded(value any) bool {
	switch value.(type) {
	case *answer.Answer, *Ungoverned:
		return true
	}
	return false
}

// givenBy is how many rows a reply gives, certified or not.
func givenBy(value any) int {
	if u, raw := value.(*Ungoverned); raw {
		return u.Fetched
	}
	n, _ := rowsOf(value)
	return n
}

// fit renders both halves. what says which of them is too large, in words for the caller; empty for neither.
func (s *Service) fit(c *call, value any) (reply Reply, what string, err error) {
	reply = Reply{Value: value}
	if c.row.dress != nil {
		reply.Value = c.row.dress(c, value)
	}
	if reply.JSON, err = json.Marshal(reply.Value); err != nil {
		return Reply{}, "", fmt.Errorf("encoding a reply of %s: %w", c.row.Name, err)
	}
	q, apart := reply.Value.(*Queried)
	if len(reply.JSON) > maxReplyBytes || apart && len(q.Content()) > maxReplyBytes {
		return reply, fmt.Sprintf("more than %d MiB", maxReplyBytes>>20), nil
	}
	if c.text != nil {
		reply.Text = c.text(reply.Value)
		if bounded(value) && !apart && len(reply.Text) > s.settings.MaxTextBytes {
			return reply, fmt.Sprintf("a text of more than %d KiB", s.settings.MaxTextBytes>>10), nil
		}
	}
	return reply, "", nil
}

// tooLarge refuses an answer that does not fit. What it suggests was asked, and fits.
func (s *Service) tooLarge(ctx context.Context, c *call, a *answer.Answer, what string) *answer.Refused {
	suggestions := []question.Question{}
	for _, q := range c.seen.engine.Smaller(a.Question) {
		if len(suggestions) == maxTried || ctx.Err() != nil {
			break
		}
		outcome, err := c.seen.engine.Ask(ctx, q)
		smaller, ok := outcome.(*answer.Answer)
		if err != nil || !ok {
			continue
		}
		if _, still, err := s.fit(c, smaller); err == nil && still == "" {
			suggestions = append(suggestions, q)
		}
	}
	return &answer.Refused{Outcome: "refusal", Refusal: question.Refusal{
		Code:        question.ResultTooLarge,
		Detail:      fmt.Sprintf("The answer has %d rows, %s, and none of them is shown; ask for a coarser grain, a shorter range or fewer dimensions.", len(a.Rows), what),
		About:       []string{},
		Suggestions: suggestions, Space: c.seen.engine.Space(a.Question),
	}}
}

// maxTried is how many suggestions are looked for.
const maxTried = 2
