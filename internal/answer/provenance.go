package answer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/warehouse"
)

// Renderer names the rules by which statements are written; it changes when their text does.
const Renderer = 1

// Provenance says where an answer's numbers come from.
type Provenance struct {
	Bundle  BundleID   `json:"bundle"`
	Metrics []MetricID `json:"metrics"`
	// Statement is sha256 over the statement's text and typed binds.
	Statement string `json:"statement"`
	// Shape is equal for statements that differ in values only.
	Shape    string  `json:"shape,omitempty"`
	Sutura   string  `json:"sutura"`
	Renderer int     `json:"renderer"`
	Clock    string  `json:"clock"`
	Bounds   *Bounds `json:"bounds,omitempty"`
	// DataUntil is how far the data reaches by the columns that the models declare for it, the least far of several models: a
	// day, or an instant. Empty where no model of the question declares one, or one cannot be read. No number depends on it.
	DataUntil string `json:"data_until,omitempty"`
	Legs      []Leg  `json:"legs"`
}

// BundleID names the definitions.
type BundleID struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// MetricID names one metric's definition.
type MetricID struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Status  string `json:"status"`
}

// Bounds is the range as instants, end excluded, and the zone that its days are of.
type Bounds struct {
	Start string `json:"start"`
	End   string `json:"end"`
	Zone  string `json:"zone"`
}

// Leg says which data system ran the statement, and as whom.
type Leg struct {
	Source       string  `json:"source"`
	Dialect      string  `json:"dialect"`
	Posture      string  `json:"posture"`
	Rows         int     `json:"rows"`
	Milliseconds float64 `json:"milliseconds"`
}

func (e *Engine) provenance(p *plan.Plan, s dialect.Statement, shape string, res *warehouse.Result, now time.Time) Provenance {
	b := p.Bundle
	out := Provenance{
		Bundle:    BundleID{b.About().Name, b.About().Version, b.Digest()},
		Statement: StatementDigest(s), Shape: shape,
		Sutura: e.Version, Renderer: Renderer, Clock: now.UTC().Format(time.RFC3339),
		Legs: []Leg{{
			Source: p.Source.Name, Dialect: s.Dialect(), Posture: e.Posture(p.Source.Name), Rows: len(res.Rows),
			Milliseconds: float64(res.Took.Microseconds()) / 1000,
		}},
	}
	for _, m := range slices.Concat(p.Metrics, p.Hidden) {
		if m.Role != "" {
			continue
		}
		out.Metrics = append(out.Metrics, MetricID{m.Name, b.MetricDigests(m.Name).Meaning, m.Metric.Status})
	}
	if p.Bounds != nil {
		start, end := b.Calendar().Instants(p.Bounds.Span)
		out.Bounds = &Bounds{start.Format(time.RFC3339), end.Format(time.RFC3339), p.Bounds.Zone}
	}
	return out
}

// StatementDigest is sha256:HEX over a statement's dialect, text and typed binds.
func StatementDigest(s dialect.Statement) string {
	type typedBind struct {
		Type  any  `json:"type"`
		List  bool `json:"list,omitempty"`
		Value any  `json:"value"`
	}
	binds := make([]typedBind, 0, len(s.Binds()))
	for _, b := range s.Binds() {
		binds = append(binds, typedBind{b.Type, b.List, b.Value})
	}
	text, err := json.Marshal(struct {
		Dialect string      `json:"dialect"`
		Text    string      `json:"text"`
		Binds   []typedBind `json:"binds"`
	}{s.Dialect(), s.Text(), binds})
	if err != nil {
		panic("answer: binds hold only values that JSON has: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}
