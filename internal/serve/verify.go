package serve

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"sutura.dev/bundle"
	"sutura.dev/bundle/expr"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/warehouse"
)

// Candidate is a bundle that would be served, over opened sources.
type Candidate struct {
	Bundle  *bundle.Bundle
	Sources map[string]warehouse.Source // by alias
	Raw     warehouse.Raw               // where run_sql runs; nil where it is off
	Close   func()                      // gives the sources back; may be nil
	Digest  string                      // the expected one; empty for any
	Clock   clock.Clock                 // of answers; the machine's when nil
	Version string
}

// Verify holds a bundle to its digest and its sources, and pins it. The findings are every reason at once: with errors
// among them there is no pin, and the caller closes the sources. It reads every table.
func Verify(ctx context.Context, c Candidate) (*Pin, diag.List) {
	if c.Clock == nil {
		c.Clock = clock.System
	}
	p := &Pin{bundle: c.Bundle, raw: c.Raw, close: c.Close}
	// Drafts are not served, so no anchor of theirs counts.
	p.engine = &answer.Engine{View: c.Bundle.View(nil, false), Sources: maps.Clone(c.Sources), Clock: c.Clock, Version: c.Version}
	var found diag.List
	if c.Digest != "" && c.Digest != c.Bundle.Digest() {
		found = append(found, diag.Diagnostic{Code: diag.ServeDigest, Message: "the bundle's digest is " + c.Bundle.Digest() + ", and " + c.Digest + " is expected",
			Hint: "Serve the bundle that was meant, or name this digest."})
	}
	held := append(p.dialects(), p.held(ctx)...)
	found = append(found, held...)
	if !held.HasErrors() { // over other tables an anchor says nothing
		found = append(found, p.anchored(ctx)...)
		found = append(found, p.zones(ctx)...)
	}
	found = found.Sorted()
	if ctx.Err() != nil && !found.HasErrors() {
		found = append(found, diag.Diagnostic{Code: diag.SourceUnopened, Message: "the sources were not looked at to the end", Hint: "Start it again."})
	}
	if found.HasErrors() {
		return nil, found
	}
	return p, found
}

// dialects refuses sources whose dialect is a preview, and those that nobody opened. Nothing more is asked of either.
func (p *Pin) dialects() diag.List {
	var found diag.List
	for _, s := range p.bundle.Sources() {
		opened, ok := p.engine.Sources[s.Name]
		if !ok {
			found = append(found, diag.Diagnostic{Code: diag.SourceUnopened, Path: "sources." + s.Name, Message: "the source " + s.Name + " is not opened"})
			continue
		}
		if title, proven := answer.Trusted(opened); !proven {
			found = append(found, diag.Diagnostic{Code: diag.SourceNotBuilt, Path: "sources." + s.Name,
				Message: fmt.Sprintf("the source %s speaks %s, which is a preview", s.Name, title), Hint: "Serve sources of DuckDB or PostgreSQL."})
			delete(p.engine.Sources, s.Name)
		}
	}
	return found
}

// held compares tables, keys and nulls.
func (p *Pin) held(ctx context.Context) diag.List {
	var found diag.List
	silent := map[string]bool{}
	for _, h := range p.engine.Hold(ctx) {
		at := "models." + h.Model
		if h.Err != nil && !silent[h.Source] {
			silent[h.Source] = true
			found = append(found, diag.Diagnostic{Code: diag.SourceUnopened, Path: "sources." + h.Source,
				Message: "the source " + h.Source + " cannot be asked about the model " + h.Model, Hint: "See that it runs and that its user may read the tables."})
		}
		for _, problem := range h.Drift {
			found = append(found, diag.Diagnostic{Code: diag.SourceDrift, Path: at, Message: problem, Hint: "Correct the model, or name other data in the settings."})
		}
		for _, problem := range h.Keys {
			found = append(found, diag.Diagnostic{Code: diag.SourceKeys, Path: at, Message: problem, Hint: "Correct the model's key, unique or nullable, or the data."})
		}
	}
	return found
}

// anchored asks for every published value.
func (p *Pin) anchored(ctx context.Context) diag.List {
	results, err := p.engine.Anchors(ctx)
	if err != nil {
		return nil // ctx ended, which Verify says
	}
	p.anchors = len(results)
	var found diag.List
	for _, r := range results {
		if r.OK {
			continue
		}
		message := fmt.Sprintf("the anchor %d of %s expects %s and gets %s", r.Index+1, r.Metric, r.Expected, r.Actual)
		if r.Problem != "" {
			message = fmt.Sprintf("the anchor %d of %s expects %s and gets no value: %s", r.Index+1, r.Metric, r.Expected, r.Problem)
		}
		found = append(found, diag.Diagnostic{Code: diag.ServeAnchor, Path: "metrics." + r.Metric, Message: message, Hint: "`sutura verify` shows the anchors."})
	}
	return found
}

// zoneYears are how many years, up to the next, are compared at the start; a question compares those that it touches.
const zoneYears = 6

// zones notes the sources whose zone rules are not ours, and finds those that cannot say theirs.
func (p *Pin) zones(ctx context.Context) diag.List {
	var found diag.List
	now := p.engine.Clock().Year()
	var years []int
	for y := now + 2 - zoneYears; y <= now+1; y++ {
		years = append(years, y)
	}
	for _, name := range slices.Sorted(maps.Keys(p.engine.Sources)) {
		if !p.hasInstants(name) {
			continue
		}
		differ, err := p.engine.ZoneDifferences(ctx, name, years...)
		switch {
		case err != nil:
			found = append(found, diag.Diagnostic{Code: diag.SourceUnopened, Path: "sources." + name, Message: "the source " + name + " cannot be asked for its time zone's rules",
				Hint: "See that it runs and that its time zone data is installed."})
		case len(differ) > 0:
			p.warnings = append(p.warnings, fmt.Sprintf("the source %s has other rules for %s than sutura in %d hours, first at %s UTC; questions about them are refused",
				name, p.bundle.About().Calendar.Timezone, len(differ), differ[0].UTC().Format("2006-01-02T15:04")))
		}
	}
	return found
}

// hasInstants reports whether a source has a column of instants.
func (p *Pin) hasInstants(source string) bool {
	return slices.ContainsFunc(p.bundle.Models(), func(m bundle.Model) bool {
		return m.Source == source && slices.ContainsFunc(m.Columns, func(c bundle.Column) bool { return c.Type.Kind == expr.TimestampTZ })
	})
}
