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
	swept time.Time // when those were last forgotten whose windows are over
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

// charge counts the rows of an answer before it is given, or returns the refusal of an answer that has more than are
// left: however many are on their way at once, the bound holds.
func (b *budget) charge(subject string, rows int) (*answer.Refused, time.Duration) {
	if b.rows == 0 {
		return nil, 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	s := b.of(subject, now)
	if left := b.rows - s.rows; rows > left {
		until := s.day.Add(24 * time.Hour).Sub(now)
		return over(fmt.Sprintf("The answer has %d rows, and %d are left of the %d rows of a day; ask for fewer, or the same question again in %d seconds.",
			rows, left, b.rows, seconds(until))), until
	}
	s.rows += rows
	return nil, 0
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
	if since := now.Sub(b.swept); len(b.spent) < mostSpenders || since >= 0 && since < time.Second {
		return
	}
	b.swept = now
	day := now.UTC().Truncate(24 * time.Hour)
	for subject, s := range b.spent {
		if now.Sub(s.minute) >= time.Minute && (b.rows == 0 || !s.day.Equal(day)) {
			delete(b.spent, subject)
		}
	}
}

func exhausted(what string, left time.Duration) *answer.Refused {
	return over(fmt.Sprintf("You have used %s; ask the same question again in %d seconds.", what, seconds(left)))
}

func over(detail string) *answer.Refused {
	return &answer.Refused{Outcome: "refusal", Refusal: question.Refusal{
		Code: question.BudgetExhausted, Detail: detail, About: []string{}, Suggestions: []question.Question{},
	}}
}

// seconds are whole ones, one at least.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
