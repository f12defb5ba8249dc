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
	if p.Bounds == nil {
		return nil, nil
	}
	start, end := p.Bundle.Calendar().Instants(readOf(p))
	for _, cal := range zonesOf(p) {
		for year := start.Year(); year <= end.Year(); year++ {
			zone := cal.Rules().Timezone
			differ, err := z.differences(ctx, p.Source.Name, zone, year, cal, source)
			if err != nil {
				return nil, err
			}
			for _, at := range differ {
				if at.Before(start.Add(-time.Hour)) || at.After(end.Add(time.Hour)) {
					continue
				}
				return &question.Refusal{
					Code: question.ZoneRulesDisagree,
					Detail: fmt.Sprintf("The data system's rules for %s differ from sutura's in %d, first at %s UTC; ask for another range, or bring the time zone data up to date.",
						zone, year, at.UTC().Format("2006-01-02T15:04")),
					About: []string{}, Suggestions: []question.Question{},
				}, nil
			}
		}
	}
	return nil, nil
}

// differences lists the hours of a year in which the two sets of rules differ, once.
func (z *zoneRules) differences(ctx context.Context, name, zone string, year int, cal *calendar.Calendar, source warehouse.Source) ([]time.Time, error) {
	return z.years.get(ctx, zoneYear{name, zone, year}, func() ([]time.Time, error) { return differences(ctx, cal, zone, year, source) })
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

// differences lists the hours of a year in which the two sets of rules differ.
func differences(ctx context.Context, cal *calendar.Calendar, zone string, year int, source warehouse.Source) ([]time.Time, error) {
	var at []time.Time
	for t := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC); t.Year() == year; t = t.Add(time.Hour) {
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
