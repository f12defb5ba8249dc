// Package zonetest tells tests whether a refusal for zones' rules tells the truth. Servers take those rules from the
// machine, which may know a newer edition than the one that this program and DuckDB carry: the law then is a refusal, on
// such a machine, and an answer on others.
package zonetest

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/warehouse"
)

var told = regexp.MustCompile(`^The data system's rules for (\S+) differ from sutura's \(edition \S+\) in \d{4}, first at (\S+) UTC; `)

// Differ reports whether a refusal is one for zones' rules and the source's do differ at the instant that it names. Its
// error says that the refusal is not true, or that the source does not tell.
func Differ(ctx context.Context, source warehouse.Source, code question.Code, detail string) (bool, error) {
	if code != question.ZoneRulesDisagree {
		return false, nil
	}
	m := told.FindStringSubmatch(detail)
	if m == nil {
		return false, fmt.Errorf("the refusal does not say where the rules differ: %s", detail)
	}
	at, err := time.Parse("2006-01-02T15:04", m[2])
	if err != nil {
		return false, err
	}
	zone, err := calendar.LoadZone(m[1])
	if err != nil {
		return false, err
	}
	theirs, err := source.Offsets(ctx, m[1], []time.Time{at})
	if err != nil {
		return false, err
	}
	if _, ours := at.In(zone).Zone(); time.Duration(ours)*time.Second == theirs[0] {
		return false, fmt.Errorf("the rules do not differ there: %s", detail)
	}
	return true, nil
}
