package answer

import (
	"context"
	"fmt"
	"time"

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
	if p.Bounds == nil || !readsInstants(p) {
		return nil, nil
	}
	cal := p.Bundle.Calendar()
	start, end := cal.Instants(p.Bounds.Span)
	for year := start.Year(); year <= end.Year(); year++ {
		differ, err := z.differences(ctx, p.Source.Name, p.Bounds.Zone, year, cal, source)
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
					p.Bounds.Zone, year, at.UTC().Format("2006-01-02T15:04")),
				About: []string{}, Suggestions: []question.Question{},
			}, nil
		}
	}
	return nil, nil
}

// differences lists the hours of a year in which the two sets of rules differ, once.
func (z *zoneRules) differences(ctx context.Context, name, zone string, year int, cal *calendar.Calendar, source warehouse.Source) ([]time.Time, error) {
	return z.years.get(ctx, zoneYear{name, zone, year}, func() ([]time.Time, error) { return differences(ctx, cal, zone, year, source) })
}

func readsInstants(p *plan.Plan) bool {
	for _, l := range p.Legs {
		if l.Range != nil && l.Range.Time.Type.Kind == expr.TimestampTZ {
			return true
		}
	}
	return false
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
