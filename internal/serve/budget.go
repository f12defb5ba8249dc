package serve

import (
	"fmt"
	"math"
	"sync"
	"time"

	"sutura.dev/bundle/question"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
)

// budget counts, by subject, the questions of a minute and the rows of a day (UTC). Zero bounds count nothing.
type budget struct {
	questions int // in a minute
	rows      int // in a day
	now       clock.Clock

	mu    sync.Mutex
	spent map[string]*spent
}

type spent struct {
	minute    time.Time // when the counted minute began: with its first question
	questions int
	day       time.Time
	rows      int
}

// mostSpenders bounds how many subjects are remembered; past it those are forgotten whose windows are over.
const mostSpenders = 10_000

func newBudget(questions, rows int, now clock.Clock) *budget {
	return &budget{questions: questions, rows: rows, now: now, spent: map[string]*spent{}}
}

// take counts a question, or returns the refusal and when the budget is there again.
func (b *budget) take(subject string) (*answer.Refused, time.Duration) {
	if b.questions == 0 && b.rows == 0 {
		return nil, 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	s := b.of(subject, now)
	switch {
	case b.rows > 0 && s.rows >= b.rows:
		left := s.day.Add(24 * time.Hour).Sub(now)
		return exhausted(fmt.Sprintf("the %d rows of a day", b.rows), left), left
	case b.questions > 0 && s.questions >= b.questions:
		left := s.minute.Add(time.Minute).Sub(now)
		return exhausted(fmt.Sprintf("the %d questions of a minute", b.questions), left), left
	}
	s.questions++
	return nil, 0
}

// charge counts the rows of an answer.
func (b *budget) charge(subject string, rows int) {
	if b.rows == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(subject, b.now()).rows += rows
}

// of is what a subject has spent of the windows that hold now. The lock is held.
func (b *budget) of(subject string, now time.Time) *spent {
	day := now.UTC().Truncate(24 * time.Hour)
	s := b.spent[subject]
	if s == nil {
		b.forget(now)
		s = &spent{minute: now, day: day}
		b.spent[subject] = s
	}
	if now.Sub(s.minute) >= time.Minute || now.Before(s.minute) {
		s.minute, s.questions = now, 0
	}
	if !s.day.Equal(day) {
		s.day, s.rows = day, 0
	}
	return s
}

func (b *budget) forget(now time.Time) {
	if len(b.spent) < mostSpenders {
		return
	}
	day := now.UTC().Truncate(24 * time.Hour)
	for subject, s := range b.spent {
		if now.Sub(s.minute) >= time.Minute && (b.rows == 0 || !s.day.Equal(day)) {
			delete(b.spent, subject)
		}
	}
}

func exhausted(what string, left time.Duration) *answer.Refused {
	seconds := max(1, int(math.Ceil(left.Seconds())))
	return &answer.Refused{Outcome: "refusal", Refusal: question.Refusal{
		Code:   question.BudgetExhausted,
		Detail: fmt.Sprintf("You have used %s; ask the same question again in %d seconds.", what, seconds),
		About:  []string{}, Suggestions: []question.Question{},
	}}
}
