package answer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/calendar"
	"sutura.dev/bundle/expr"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse"
)

// Codes of notes on how new the data is.
const (
	NoteStale   = "stale_data"
	NoteUnknown = "freshness_unknown"
)

// patience is how long an answer waits to be told how new its data is.
const patience = 2 * time.Second

// Freshness says how far a model's data reaches.
type Freshness struct {
	Model string `json:"model"`
	// Until is the newest value of the column that the model declares: a day, or an instant. Empty where there is none.
	Until string `json:"until,omitempty"`
	// Within is how old that may be, as "26 hours"; empty where any age is right.
	Within string `json:"within,omitempty"`
	Stale  bool   `json:"stale,omitempty"`
	// Unknown: the source could not say.
	Unknown bool `json:"unknown,omitempty"`
	at      time.Time
}

// lookedAt is a model at a minute of the clock: a source is asked once a minute at most how new its data is.
type lookedAt struct {
	model  string
	minute int64
}

// newest is a value as a source gave it, nil for no row; or it gave none.
type newest struct {
	value warehouse.Cell
	err   error
}

// fresh asks how far a model's data reaches, by the clock's reading. That a source does not say is no error.
func (e *Engine) fresh(ctx context.Context, m *bundle.Model, source warehouse.Source, now time.Time) Freshness {
	out := Freshness{Model: m.Name}
	if m.Fresh.Count > 0 {
		if out.Within = fmt.Sprintf("%d %s", m.Fresh.Count, m.Fresh.Unit); m.Fresh.Count > 1 {
			out.Within += "s"
		}
	}
	column := m.Column(m.Fresh.Column)
	found, err := e.memory().newest.get(ctx, lookedAt{m.Name, now.Unix() / 60}, func() (newest, error) {
		s, err := dialect.Newest(source.Dialect(), m.Table, column.Name, column.Type)
		if err != nil {
			return newest{}, err
		}
		brief, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		res, err := source.Query(brief, s)
		switch {
		case ctx.Err() != nil: // the caller left, and others may ask
			return newest{}, err
		case err != nil:
			return newest{err: err}, nil // not asked again this minute
		}
		return newest{value: res.Rows[0][0]}, nil
	})
	switch {
	case err != nil || found.err != nil:
		out.Unknown = true
	case found.value != nil:
		out.Until, out.at = e.reaches(column, found.value.(string))
		out.Stale = m.Fresh.Count > 0 && now.After(e.later(out.at, m.Fresh))
	}
	return out
}

// reaches spells a newest value, and gives the instant at which what it names is over: data of a day may be of all of it.
func (e *Engine) reaches(c *bundle.Column, value string) (string, time.Time) {
	cal := e.View.Calendar()
	switch c.Type.Kind {
	case expr.TimestampTZ:
		at, _ := time.Parse(time.RFC3339Nano, value)
		return at.UTC().Format(time.RFC3339), at
	case expr.Timestamp:
		if other := e.View.Elsewhere(&bundle.Time{Type: c.Type, Zone: c.Zone}); other != nil {
			cal = other
		}
		l, _ := calendar.ParseLocal(value)
		at := cal.Instant(l)
		return at.UTC().Format(time.RFC3339), at
	}
	l, _ := calendar.ParseLocal(value)
	return value, cal.Instant(cal.Next(l, calendar.Grain(c.Grain)))
}

// later is the instant from which data that reaches until at is too old.
func (e *Engine) later(at time.Time, f *bundle.Fresh) time.Time {
	if f.Unit == string(calendar.Hour) {
		return at.Add(time.Duration(f.Count) * time.Hour)
	}
	cal := e.View.Calendar()
	return cal.Instant(calendar.Shift(cal.Local(at), f.Count, calendar.Grain(f.Unit)))
}

// freshness is how far the data of an answer reaches, and what there is to say of it. An answer never fails for it.
func (e *Engine) freshness(ctx context.Context, p *plan.Plan, source warehouse.Source, now time.Time) (until string, notes []plan.Note) {
	seen, unknown, at := map[string]bool{}, false, time.Time{}
	for i := range p.Legs {
		m := p.Legs[i].Model
		if m.Fresh == nil || seen[m.Name] {
			continue
		}
		seen[m.Name] = true
		f := e.fresh(ctx, m, source, now)
		switch {
		case f.Unknown:
			unknown = true
			notes = append(notes, plan.Note{Code: NoteUnknown, Text: fmt.Sprintf("How new the data of %s is cannot be told: the source did not say.", m.Name)})
		case f.Until == "":
			unknown = true
			notes = append(notes, plan.Note{Code: NoteUnknown, Text: fmt.Sprintf("How new the data of %s is cannot be told: no row says it.", m.Name)})
		case f.Stale:
			notes = append(notes, plan.Note{Code: NoteStale, Text: fmt.Sprintf("The data of %s reaches to %s, and is older than the %s that it may be.", m.Name, f.Until, f.Within)})
		}
		if until == "" || f.at.Before(at) {
			until, at = f.Until, f.at
		}
	}
	if unknown {
		until = ""
	}
	return until, notes
}

// Freshness asks of each model that declares it how far its data reaches, by name. Of a source that answers only to the one who
// asks, it says nothing.
func (e *Engine) Freshness(ctx context.Context) []Freshness {
	out := []Freshness{}
	now := e.Clock()
	models := e.View.Models()
	for i := range models {
		m := &models[i]
		if source, ok := e.Sources[m.Source]; ok && m.Fresh != nil && !slices.Contains(e.asked, m.Source) {
			out = append(out, e.fresh(ctx, m, source, now))
		}
	}
	return out
}
