package answer

import (
	"context"
	"fmt"
	"sort"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse"
)

// zoneRules compares the zone's rules in the service with those of a source, a year at a time. A question whose range
// touches an hour in which they differ is refused: its buckets would not be its bounds'.
type zoneRules struct {
	years remembered[zoneYear, []time.Time]
}

type zoneYear struct {
	source, zone string
	year         int
}

func (z *zoneRules) check(ctx context.Context, p *plan.Plan, source warehouse.Source) (*question.Refusal, error) {
	clocks := p.Clocks()
	for _, cal := range clocks.Anytime {
		if refusal, err := z.always(ctx, p, cal, source); refusal != nil || err != nil {
			return refusal, err
		}
	}
	if p.Bounds == nil {
		return nil, nil
	}
	start, end := p.Bundle.Calendar().Instants(readOf(p))
	for _, cal := range clocks.Ranged {
		for year := start.Year(); year <= end.Year(); year++ {
			zone := cal.Rules().Timezone
			differ, err := z.differences(ctx, zoneYear{p.Source.Name, zone, year}, cal, source)
			if err != nil {
				return nil, err
			}
			for _, at := range differ {
				if at.Before(start.Add(-time.Hour)) || at.After(end.Add(time.Hour)) {
					continue
				}
				return disagree(zone, at, "ask for another range, or bring the time zone data up to date"), nil
			}
		}
	}
	return nil, nil
}

func disagree(zone string, at time.Time, remedy string) *question.Refusal {
	return &question.Refusal{
		Code: question.ZoneRulesDisagree,
		Detail: fmt.Sprintf("The data system's rules for %s differ from sutura's (edition %s) in %d, first at %s UTC; %s.",
			zone, calendar.Edition, at.UTC().Year(), at.UTC().Format("2006-01-02T15:04"), remedy),
		About: []string{}, Suggestions: []question.Question{},
	}
}

// always is the check of what is read of a zone's clocks whatever the range: expressions over instants, filters by their days,
// and joins by other times than the metric's own.
func (z *zoneRules) always(ctx context.Context, p *plan.Plan, cal *calendar.Calendar, source warehouse.Source) (*question.Refusal, error) {
	zone := cal.Rules().Timezone
	for _, decade := range decades {
		differ, err := z.differences(ctx, zoneYear{p.Source.Name, zone, -decade}, cal, source)
		if err != nil {
			return nil, err
		}
		if len(differ) > 0 {
			return disagree(zone, differ[0], "ask without what is computed from other times than the metric's own, or bring the time zone data up to date"), nil
		}
	}
	return nil, nil
}

// decades are those in which instants are looked at, day by day; a year below zero stands for one.
var decades = []int{1970, 1980, 1990, 2000, 2010, 2020, 2030}

// differences lists the hours of a year, or the days of a decade, in which the two sets of rules differ, once.
func (z *zoneRules) differences(ctx context.Context, of zoneYear, cal *calendar.Calendar, source warehouse.Source) ([]time.Time, error) {
	return z.years.get(ctx, of, func() ([]time.Time, error) {
		from, until, step := of.year, of.year+1, time.Hour
		if of.year < 0 {
			from, until, step = -of.year, 10-of.year, 24*time.Hour
		}
		return differences(ctx, cal, of.zone, from, until, step, source)
	})
}

// readOf is all the time that a plan's legs read. Of what a window without a start holds, only its end depends on rules.
func readOf(p *plan.Plan) calendar.Span {
	out := p.Bounds.Span
	for i := range p.Legs {
		l := &p.Legs[i]
		if l.Range == nil {
			continue
		}
		if l.Span.Start.Before(out.Start) {
			out.Start = l.Span.Start
		}
		if out.End.Before(l.Span.End) {
			out.End = l.Span.End
		}
	}
	return out
}

// differences lists the instants from one year to before another, in steps and where our rules change the clocks, at which
// the two sets of rules differ.
func differences(ctx context.Context, cal *calendar.Calendar, zone string, from, until int, step time.Duration, source warehouse.Source) ([]time.Time, error) {
	offset := func(t time.Time) int {
		_, seconds := t.In(cal.Zone()).Zone()
		return seconds
	}
	var at []time.Time
	for t := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC); t.Year() < until; t = t.Add(step) {
		at = append(at, t)
		// time.ZoneBounds would do, but it ends some leap years a day early.
		if whole := int(step / time.Minute); whole > 60 && offset(t.Add(step)) != offset(t) {
			n := sort.Search(whole, func(n int) bool { return offset(t.Add(time.Duration(n)*time.Minute)) != offset(t) })
			at = append(at, t.Add(time.Duration(n-1)*time.Minute), t.Add(time.Duration(n)*time.Minute))
		}
	}
	theirs, err := source.Offsets(ctx, zone, at)
	if err != nil {
		return nil, err
	}
	var out []time.Time
	for i, t := range at {
		if time.Duration(offset(t))*time.Second != theirs[i] {
			out = append(out, t)
		}
	}
	return out, nil
}
