package ground

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
)

// TimeContext is where the person stands who speaks of a time.
type TimeContext struct {
	// Reference is the local time at the person's: 2026-05-15, 2026-05-15T12:00 or, with its offset, 2026-05-15T12:00+02:00.
	Reference string
	// Locale decides between readings: en-US writes the month of a date first, and its language is tried first.
	Locale   string
	Calendar *calendar.Calendar
}

// ErrReference says that the reference is no time.
var ErrReference = errors.New("the person's local time, such as 2026-05-15T12:00+02:00, in the years 2 to 9998")

// Interval is a half-open stretch of local time: dates, or local times where it is made of hours.
type Interval struct {
	Start string `json:"start" jsonschema:"the first day, or hour"`
	End   string `json:"end" jsonschema:"the day after the last, or the hour"`
}

// Times is what words mean as a time.
type Times struct {
	Outcome   Outcome         `json:"outcome" jsonschema:"OK, AWAITING_CLARIFICATION: one of the options is meant, or UNGROUNDABLE"`
	Intervals []Interval      `json:"intervals" jsonschema:"half-open, in the catalog's calendar; none where the outcome is not OK"`
	Range     *question.Range `json:"range,omitempty" jsonschema:"the same as a question's range, where it is one"`
	Options   []TimeOption    `json:"options" jsonschema:"what the words may mean; none where the outcome is OK"`
	Parts     []Part          `json:"parts" jsonschema:"where in the words it was read"`
	Why       string          `json:"why,omitempty" jsonschema:"why nothing was read"`
	// Last is the range of one window that the words name without a date: last month. Nil for any other.
	Last *question.Last `json:"-"`
	// Rules name the rules that read it.
	Rules []string `json:"-"`
}

// TimeOption is one of the things that words may mean.
type TimeOption struct {
	ID        string          `json:"id" jsonschema:"the bounds; stable"`
	Intervals []Interval      `json:"intervals" jsonschema:"half-open"`
	Range     *question.Range `json:"range,omitempty" jsonschema:"the same as a question's range, where it is one"`
}

// Time reads a time from words. The error is ErrReference; whatever the words are, it is none.
func Time(text string, context TimeContext) (*Times, error) {
	c, err := newClock(context)
	if err != nil {
		return nil, err
	}
	if runesOf(text) > MaxLength {
		return noTime(tooLong), nil
	}
	tokens := scan(text)
	var best *timeReader
	var found []foundTime
	most := 0
	for _, l := range order(context.Locale) {
		r := &timeReader{clock: c, language: l, tokens: tokens}
		read := r.read()
		covered := 0
		for _, f := range read {
			covered += f.to - f.from
		}
		if best == nil || covered > most {
			best, found, most = r, read, covered
		}
	}
	return best.conclude(found), nil
}

func newClock(in TimeContext) (*clock, error) {
	at, err := ParseReference(in.Reference)
	if err != nil {
		return nil, err
	}
	c := &clock{calendar: in.Calendar, monthly: strings.EqualFold(strings.ReplaceAll(in.Locale, "_", "-"), "en-US"), now: at.instant}
	if at.zoneless {
		c.now = c.calendar.Instant(at.local)
	}
	c.local = c.calendar.Local(c.now)
	c.today = c.local.Date
	return c, nil
}

// Reference is a time that was read: an instant, or a local time of the catalog's zone.
type Reference struct {
	instant  time.Time
	local    calendar.Local
	zoneless bool
}

// ParseReference reads a reference. The error is ErrReference.
func ParseReference(text string) (Reference, error) {
	l, zoneless := calendar.ParseLocal(text)
	t, ok := instant(text)
	year := l.Date.Year
	if !zoneless {
		year = t.UTC().Year()
	}
	if !ok && !zoneless || year < 2 || year > 9998 {
		return Reference{}, ErrReference
	}
	return Reference{t, l, zoneless}, nil
}

func instant(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func noTime(why string) *Times {
	return &Times{Outcome: Ungroundable, Intervals: []Interval{}, Options: []TimeOption{}, Parts: []Part{}, Why: why}
}

// conclude says what the times that were read mean together. Several are meant side by side where words join them, and else ask.
func (r *timeReader) conclude(found []foundTime) *Times {
	if len(found) == 0 {
		return noTime(NothingRead)
	}
	var list []*when
	out := &Times{Intervals: []Interval{}, Options: []TimeOption{}, Parts: []Part{}}
	side := true
	for i, f := range found {
		list = append(list, f.when)
		from, to := r.stretched(f.from, f.to)
		first, last := r.tokens[from], r.tokens[to-1]
		out.Parts = append(out.Parts, Part{first.From, last.To})
		out.Rules = append(out.Rules, timeForms().rules[f.rule].name)
		side = side && (i == 0 || r.listed(found[i-1].to, f.from))
	}
	ways, problem := together(list)
	if problem != "" {
		return noTime(problem)
	}
	if !side {
		ways = nil
		for _, w := range list {
			for _, s := range w.spans {
				ways = append(ways, []calendar.Span{s})
			}
		}
		slices.SortStableFunc(ways, func(a, b []calendar.Span) int {
			return cmp.Or(a[0].Start.Compare(b[0].Start), a[0].End.Compare(b[0].End))
		})
		ways = slices.CompactFunc(ways, slices.Equal)
	}
	if len(ways) == 1 {
		out.Outcome, out.Intervals, out.Range = OK, intervals(ways[0]), rangeOf(ways[0])
		if len(list) == 1 {
			out.Last = list[0].last
		}
		return out
	}
	out.Outcome = Ask
	for _, way := range ways {
		o := TimeOption{Intervals: intervals(way), Range: rangeOf(way)}
		for i, v := range o.Intervals {
			if i > 0 {
				o.ID += ","
			}
			o.ID += v.Start + "/" + v.End
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// listed reports whether only words that join stand between two places.
func (r *timeReader) listed(from, to int) bool {
	joined := false
	for at := from; at < to; {
		step := 0
		for _, slot := range []string{"and", "the", "in"} {
			for _, t := range r.language.take(r.tokens, slot, at) {
				joined = joined || slot == "and"
				step = max(step, t.tokens)
			}
		}
		if r.tokens[at].text == "/" || r.tokens[at].text == "&" {
			joined, step = true, 1
		}
		if step == 0 {
			return false
		}
		at += step
	}
	return joined
}

func intervals(spans []calendar.Span) []Interval {
	out := make([]Interval, len(spans))
	for i, s := range spans {
		out[i] = Interval{s.Start.Date.String(), s.End.Date.String()}
		if !s.Whole() {
			out[i] = Interval{s.Start.String(), s.End.String()}
		}
	}
	return out
}

// rangeOf is the range of spans that are one stretch; nil where they are several.
func rangeOf(spans []calendar.Span) *question.Range {
	sorted := slices.Clone(spans)
	slices.SortFunc(sorted, func(a, b calendar.Span) int { return a.Start.Compare(b.Start) })
	all := sorted[0]
	for _, s := range sorted[1:] {
		if all.End.Before(s.Start) {
			return nil
		}
		if all.End.Before(s.End) {
			all.End = s.End
		}
	}
	v := intervals([]calendar.Span{all})[0]
	return &question.Range{Start: v.Start, End: v.End}
}
