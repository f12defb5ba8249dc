package bundle

import (
	"slices"
	"strings"
)

// DriftKind is a way in which a bundle is not what its lock says.
type DriftKind string

// The closed set of drifts.
const (
	DriftAdded   DriftKind = "added"   // a metric that the lock does not have
	DriftRemoved DriftKind = "removed" // a metric that only the lock has
	DriftMeaning DriftKind = "meaning" // a metric whose number may be another
	DriftProse   DriftKind = "prose"   // a metric that reads otherwise, or is for others
	DriftName    DriftKind = "name"    // the catalog's name
	DriftVersion DriftKind = "version" // the catalog's version
	DriftOther   DriftKind = "other"   // something that is in no metric: knowledge, a model's prose, an unused column
)

// Drift is one difference of a bundle from a lock. Metric is empty for what is in no metric. A metric whose meaning
// and prose both moved has two.
type Drift struct {
	Kind   DriftKind `json:"kind"`
	Metric string    `json:"metric,omitempty"`
	// Locked and Now are the name or version, before and after.
	Locked string `json:"locked,omitempty"`
	Now    string `json:"now,omitempty"`
}

// Text is the drift as a sentence without its stop.
func (d Drift) Text() string {
	switch d.Kind {
	case DriftAdded:
		return d.Metric + " is not in the lock"
	case DriftRemoved:
		return d.Metric + " is in the lock and no longer in the catalog"
	case DriftMeaning:
		return d.Metric + " moved in meaning"
	case DriftProse:
		return d.Metric + " moved in prose"
	case DriftName:
		return "the catalog is named " + d.Now + ", and the lock is of " + d.Locked
	case DriftVersion:
		return "the catalog's version is " + d.Now + ", and the lock has " + d.Locked
	case DriftOther:
		return "something that is in no metric changed"
	}
	return ""
}

// Drift lists what differs between the lock and b: metrics by name, then name, version and the rest. It is empty
// exactly when the lock is that of b. Whether anything beside metrics moved can be told only where no metric did.
func (l Lock) Drift(b *Bundle) []Drift {
	out := l.metricDrift(b)
	about := b.def.About
	if l.Name != about.Name {
		out = append(out, Drift{Kind: DriftName, Locked: l.Name, Now: about.Name})
	}
	if l.Version != about.Version {
		out = append(out, Drift{Kind: DriftVersion, Locked: l.Version, Now: about.Version})
	}
	if l.Bundle != b.digest && (len(out) == 0 || out[0].Metric == "" && l.Bundle != b.digestAs(l.Name, l.Version)) {
		out = append(out, Drift{Kind: DriftOther})
	}
	return out
}

func (l Lock) metricDrift(b *Bundle) []Drift {
	var out []Drift
	locked := make(map[string]bool, len(l.Metrics))
	for _, p := range l.Metrics {
		locked[p.Metric] = true
		now, exists := b.digests()[p.Metric]
		switch {
		case !exists:
			out = append(out, Drift{Kind: DriftRemoved, Metric: p.Metric})
			continue
		case now.Meaning != p.Meaning:
			out = append(out, Drift{Kind: DriftMeaning, Metric: p.Metric})
		}
		if now.Prose != p.Prose {
			out = append(out, Drift{Kind: DriftProse, Metric: p.Metric})
		}
	}
	for i := range b.def.Metrics {
		if name := b.def.Metrics[i].Name; !locked[name] {
			out = append(out, Drift{Kind: DriftAdded, Metric: name})
		}
	}
	slices.SortStableFunc(out, func(a, b Drift) int { return strings.Compare(a.Metric, b.Metric) })
	return out
}

// digestAs is the digest that the bundle would have under another name and version; empty where it has none.
func (b *Bundle) digestAs(name, version string) string {
	def := b.def
	def.About.Name, def.About.Version = name, version
	text, err := canonical(def)
	if err != nil {
		return ""
	}
	return hash("bundle", text)
}
