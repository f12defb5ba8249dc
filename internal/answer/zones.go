package answer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
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
	if seesClocks(p) {
		if refusal, err := z.always(ctx, p, source); refusal != nil || err != nil {
			return refusal, err
		}
	}
	if p.Bounds == nil {
		return nil, nil
	}
	start, end := p.Bundle.Calendar().Instants(readOf(p))
	for _, cal := range zonesOf(p) {
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

// always is the check of expressions that see instants on the calendar's clocks: those may be of any time, whatever the range.
func (z *zoneRules) always(ctx context.Context, p *plan.Plan, source warehouse.Source) (*question.Refusal, error) {
	cal := p.Bundle.Calendar()
	zone := cal.Rules().Timezone
	for _, decade := range decades {
		differ, err := z.differences(ctx, zoneYear{p.Source.Name, zone, -decade}, cal, source)
		if err != nil {
			return nil, err
		}
		if len(differ) > 0 {
			return disagree(zone, differ[0], "ask without what is computed from an instant, or bring the time zone data up to date"), nil
		}
	}
	return nil, nil
}

// decades are those in which instants are looked at, day by day; a year below zero stands for one.
var decades = []int{1970, 1980, 1990, 2000, 2010, 2020, 2030}

// seesClocks reports whether a plan's expressions see instants on the calendar's clocks.
func seesClocks(p *plan.Plan) bool {
	found := false
	for i := range p.Legs {
		p.Legs[i].EachTree(func(n *expr.Node) { found = found || n.SeesClocks() })
	}
	return found
}

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

// zonesOf lists the zones that a plan's statement reads or writes instants in, the calendar's first: of its times, and of
// those that its joins compare.
func zonesOf(p *plan.Plan) []*calendar.Calendar {
	var out []*calendar.Calendar
	add := func(cal *calendar.Calendar) {
		if cal != nil && !slices.Contains(out, cal) {
			out = append(out, cal)
		}
	}
	read := func(t *bundle.Time) {
		if own := p.Bundle.Elsewhere(t); own != nil || t.Type.Kind == expr.TimestampTZ {
			add(p.Bundle.Calendar())
			add(own)
		}
	}
	for i := range p.Legs {
		leg := &p.Legs[i]
		if leg.Range != nil {
			read(leg.Range.Time)
		}
		for _, s := range leg.Steps(p.Bundle) {
			s.EachTime(read)
		}
	}
	return out
}

// differences lists the instants from one year to before another, in steps, at which the two sets of rules differ.
func differences(ctx context.Context, cal *calendar.Calendar, zone string, from, until int, step time.Duration, source warehouse.Source) ([]time.Time, error) {
	var at []time.Time
	for t := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC); t.Year() < until; t = t.Add(step) {
		at = append(at, t)
	}
	theirs, err := source.Offsets(ctx, zone, at)
	if err != nil {
		return nil, err
	}
	var out []time.Time
	for i, t := range at {
		_, ours := t.In(cal.Zone()).Zone()
		if time.Duration(ours)*time.Second != theirs[i] {
			out = append(out, t)
		}
	}
	return out, nil
}
