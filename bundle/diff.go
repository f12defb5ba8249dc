package bundle

import (
	"cmp"
	"slices"
	"strings"
)

// Class is how much a change matters to those who ask.
type Class string

// The closed set of classes, worst first.
const (
	// Breaking: a question that was answered no longer is, or no longer for everybody whom it was answered for.
	Breaking Class = "breaking"
	// MeaningChanged: the same question gives another number.
	MeaningChanged Class = "meaning_changed"
	// Additive: questions are answered that were not, or for more people. Deprecating is here too, as semver.org has it.
	Additive Class = "additive"
	// ProseOnly: what people read, and definitions that no answer depends on.
	ProseOnly Class = "prose_only"
)

// rank orders classes, worst first; no class comes last.
func (c Class) rank() int {
	if i := slices.Index([]Class{Breaking, MeaningChanged, Additive, ProseOnly}, c); i >= 0 {
		return i
	}
	return len("none")
}

// worse returns the worse of two classes; either may be empty.
func worse(a, b Class) Class {
	if b.rank() < a.rank() {
		return b
	}
	return a
}

// Changes is what changed between two bundles, worst first, then by name. It marshals to stable JSON.
type Changes struct {
	Before Pinned `json:"before"`
	After  Pinned `json:"after"`
	// Class is the worst class of all changes; empty when nothing changed but the version.
	Class Class `json:"class,omitempty"`
	// Bump is the step that the changes demand from the version before.
	Bump Bump `json:"bump"`
	// Least is the least version with which they may be published, and VersionOK whether the version after is enough.
	Least     string `json:"least_version"`
	VersionOK bool   `json:"version_ok"`
	// Cells is what the space gained and lost in all.
	Cells Cells `json:"cells"`
	// Metrics are those that changed.
	Metrics []MetricChange `json:"metrics"`
	// Causes are the reasons of more than one metric, and those that lie outside the metric they change: each once, with
	// the metrics that it reaches.
	Causes []Cause `json:"causes"`
	// Others are changes that are in no metric.
	Others []Reason `json:"others"`
	// demanded is the class that counts for the version.
	demanded Class
}

// Pinned names a bundle.
type Pinned struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// Cause is a reason and the metrics that it reaches, by name.
type Cause struct {
	Reason
	Metrics []string `json:"metrics"`
}

// MetricChange is what changed of one metric.
type MetricChange struct {
	// Metric is its name, that after where it has one.
	Metric string `json:"metric"`
	// RenamedFrom is its name before, where a metric of the same meaning went as this one came.
	RenamedFrom string `json:"renamed_from,omitempty"`
	// Class is the worst class of its reasons.
	Class Class `json:"class"`
	// Draft says that it was a draft, or is new and one: it was promised to nobody, and demands at most what a new
	// metric does, or a patch while it stays one.
	Draft bool `json:"draft,omitempty"`
	// Added and Removed say that it is only in one of the bundles.
	Added   bool `json:"added,omitempty"`
	Removed bool `json:"removed,omitempty"`
	// Meaning and Prose say which of its digests moved; both for a metric that is in one bundle only.
	Meaning bool `json:"meaning_moved"`
	Prose   bool `json:"prose_moved"`
	// Reasons are why, worst first.
	Reasons []Reason `json:"reasons"`
	Space   Space    `json:"space"`
	demands Class
}

// Diff says what changed from one bundle to another. It is empty for equal bundles, and for those that differ in their
// version only.
func Diff(before, after *Bundle) Changes {
	d := newDiffer(before, after)
	d.compareMetrics()
	d.compareSharing()
	d.compareRest()
	return d.changes()
}

// Empty reports whether nothing changed but, perhaps, the version.
func (c Changes) Empty() bool { return len(c.Metrics) == 0 && len(c.Others) == 0 }

// changes puts what was found into order.
func (d *differ) changes() Changes {
	out := Changes{Before: pinned(d.before.Bundle), After: pinned(d.after.Bundle), Metrics: []MetricChange{}, Others: d.others}
	if out.Others == nil {
		out.Others = []Reason{}
	}
	sortReasons(out.Others)
	for _, r := range out.Others {
		out.Class, out.demanded = worse(out.Class, r.Class), worse(out.demanded, r.Class)
	}
	for _, m := range d.metrics {
		if len(m.Reasons) == 0 {
			continue
		}
		sortReasons(m.Reasons)
		m.Class = m.Reasons[0].Class
		out.Class, out.demanded = worse(out.Class, m.Class), worse(out.demanded, m.promised())
		out.Cells.Gained += m.Space.Cells.Gained
		out.Cells.Lost += m.Space.Cells.Lost
		out.Metrics = append(out.Metrics, *m)
	}
	slices.SortFunc(out.Metrics, func(a, b MetricChange) int {
		return cmp.Or(cmp.Compare(a.Class.rank(), b.Class.rank()), strings.Compare(a.Metric, b.Metric))
	})
	out.Causes = causes(out.Metrics)
	out.Bump = BumpNone
	if v, ok := parseVersion(out.Before.Version); ok {
		out.Bump = v.demands(out.demanded)
	}
	out.VersionOK, out.Least = out.Demands(out.Before.Version, out.After.Version)
	return out
}

func pinned(b *Bundle) Pinned {
	return Pinned{b.def.About.Name, b.def.About.Version, b.digest}
}

// causes gathers the reasons that the metrics share or that lie elsewhere.
func causes(metrics []MetricChange) []Cause {
	reached := map[Reason][]string{}
	var order []Reason
	for i := range metrics {
		for _, r := range metrics[i].Reasons {
			if reached[r] == nil {
				order = append(order, r)
			}
			reached[r] = append(reached[r], metrics[i].Metric)
		}
	}
	sortReasons(order)
	out := []Cause{}
	for _, r := range order {
		names := reached[r]
		if r.Origin == "" && len(names) == 1 {
			continue
		}
		slices.Sort(names)
		out = append(out, Cause{r, names})
	}
	return out
}

// promised is the class that counts for the version.
func (m *MetricChange) promised() Class {
	if m.Draft && m.demands.rank() > m.Class.rank() {
		return m.demands
	}
	return m.Class
}

// Demands reports whether the step from one version to another is as large as these changes demand, and the least
// version that is. A pre-release counts as the version that it leads to. It is false and empty where before is no
// version.
func (c Changes) Demands(before, after string) (ok bool, least string) {
	from, ok := parseVersion(before)
	if !ok {
		return false, ""
	}
	bump := from.demands(c.demanded)
	want := from.next(bump)
	to, ok := parseVersion(after)
	switch {
	case !ok:
		return false, want.String()
	case bump == BumpNone:
		return to.compare(from) >= 0, want.String()
	}
	return to.compareCore(want) >= 0 && to.compare(from) > 0, want.String()
}
