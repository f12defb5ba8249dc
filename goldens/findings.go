package goldens

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"sutura.dev/goldens/textdiff"
	"sutura.dev/internal/diag"
)

// Findings tells differences as check does: one finding for all metrics that differ in the same way, about the first of
// them by name. It says where a golden differs, and is about the metric, whose place who knows the catalog adds.
func Findings(differences []Difference) diag.List {
	return FindingsAt(differences, func(string) diag.Range { return diag.Range{} })
}

// FindingsAt is Findings where the places of metrics are known: those that drift and stand in one place, since one definition
// stamps them, are one finding too.
func FindingsAt(differences []Difference, place func(metric string) diag.Range) diag.List {
	alike := map[string][]*Difference{}
	var order []string
	for i := range differences {
		d := &differences[i]
		key := d.signature()
		if at := place(d.Metric); d.Kind == Drifted && at.File != "" {
			key = fmt.Sprint(at)
		}
		if alike[key] == nil {
			order = append(order, key)
		}
		alike[key] = append(alike[key], d)
	}
	var out diag.List
	for _, key := range order {
		out = append(out, finding(alike[key]))
	}
	return out.Sorted()
}

const readAndAccept = "Read `sutura goldens diff`, then `sutura goldens accept`"

// finding is about all of some differences of one signature.
func finding(alike []*Difference) diag.Diagnostic {
	d := alike[0]
	f := diag.Diagnostic{Range: diag.Range{File: d.Path}, Path: "metrics." + d.Metric}
	switch d.Kind {
	case Missing:
		f.Code, f.Message, f.Hint = diag.GoldenMissing, subject(alike, " has", " have")+" no golden"+others(alike), readAndAccept+"."
		f.Range = diag.Range{} // there is no such file
	case Orphan:
		f.Code, f.Message, f.Hint = diag.GoldenOrphan, "there is no metric "+d.Metric, "`sutura goldens accept` removes its golden."
		if len(alike) > 1 {
			f.Message, f.Hint = fmt.Sprintf("there are no metrics of %d names", len(alike))+others(alike), "`sutura goldens accept` removes their goldens."
		}
		if _, golden := goldenMetric(d.Path); !golden {
			f.Hint = "Move or remove its questions."
		}
	case Unreadable:
		f.Code, f.Message, f.Hint = diag.GoldenUnreadable, "this is no golden as sutura writes it", "`sutura goldens accept` writes it again."
		if d.LineEnds {
			f.Message = "the line ends of this golden were changed, most often by git"
			f.Hint = "Write `*.txtar -text` into .gitattributes, then the goldens again: `sutura goldens accept`."
		}
	case Drifted:
		f.Code, f.Message = diag.GoldenDrift, subject(alike, " is", " are")+" not what was recorded: "+d.Summary()
		if len(alike) > 1 {
			f.Message = subject(alike, " is", " are") + " not what was recorded" + others(alike)
		}
		if cause := d.cause(); cause != "" {
			f.Message += " (" + cause + ")"
		}
		f.Hint = readAndAccept + ", or mend the catalog."
		f.Range = diag.Range{}
		if at := d.first(); at.File != "" {
			f.Related = []diag.Related{{Range: at, Message: "what was recorded of " + d.Metric}}
		}
	}
	return f
}

// subject is the metric with one verb, or how many they are with the other.
func subject(alike []*Difference, one, many string) string {
	if len(alike) == 1 {
		return alike[0].Metric + one
	}
	return count(len(alike), "metric") + many
}

// namesShown is how many metrics a finding names.
const namesShown = 12

// others names the metrics where they are several.
func others(alike []*Difference) string {
	if len(alike) == 1 {
		return ""
	}
	var names []string
	for _, d := range alike[:min(namesShown, len(alike))] {
		names = append(names, d.Metric)
	}
	text := ": " + strings.Join(names, ", ")
	if more := len(alike) - namesShown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// first is where the recorded file first differs, the plan before all else, nowhere where all is new.
func (d *Difference) first() diag.Range {
	recorded := slices.DeleteFunc(slices.Clone(d.Changes), func(c Change) bool { return c.Line == 0 })
	if len(recorded) == 0 {
		return diag.Range{}
	}
	c := recorded[max(slices.IndexFunc(recorded, func(c Change) bool { return c.Part == PartPlan }), 0)]
	line := c.Line
	if c.Dialects == "" { // a statement may be recorded as lines that differ from another's
		h := textdiff.Unified(c.Was, c.Now, 0)[0]
		if h.OldLines == 0 {
			return diag.Range{File: d.Path} // what is new stands in no line
		}
		line += h.OldStart - 1
	}
	return diag.Range{File: d.Path, Start: diag.Position{Line: line, Column: 1}, End: diag.Position{Line: line + 1, Column: 1}}
}

var parameter = regexp.MustCompile(`\$[0-9]+`)

// signature is what differences have in common that have one cause: that cause, else which lines of the plan changed in the first question whose
// plan did, the metric's own name apart; without such, those of the first part that changed.
func (d *Difference) signature() string {
	switch d.Kind {
	case Unreadable:
		return d.Path // each is a file of its own
	case Orphan:
		return "orphan " + path.Dir(d.Path)
	case Missing:
		return "missing"
	case Drifted:
	}
	if cause := d.cause(); cause != "" {
		return cause
	}
	changed := d.Changes[0]
	if i := slices.IndexFunc(d.Changes, func(c Change) bool { return c.Part == PartPlan }); i >= 0 {
		changed = d.Changes[i]
	}
	var lines []string
	for _, h := range textdiff.Unified(changed.Was, changed.Now, 0) {
		for _, l := range h.Lines {
			text := parameter.ReplaceAllString(l.Text(), "$")
			lines = append(lines, fmt.Sprint(l.Kind)+strings.ReplaceAll(text, d.Metric, "METRIC"))
		}
	}
	slices.Sort(lines)
	return string(changed.Part) + "\n" + strings.Join(slices.Compact(lines), "\n")
}

// Summary says in a few words what drifted: "plan and statement of 6 questions; rows of total".
func (d *Difference) Summary() string {
	type drift struct {
		parts []string
		of    []string // questions
	}
	var drifts []drift
	for _, part := range []Part{PartQuestion, PartPlan, PartStatement, PartBinds, PartColumns, PartRows} {
		of := d.questions(part)
		if len(of) == 0 {
			continue
		}
		at := slices.IndexFunc(drifts, func(other drift) bool { return slices.Equal(other.of, of) })
		if at < 0 {
			at = len(drifts)
			drifts = append(drifts, drift{of: of})
		}
		drifts[at].parts = append(drifts[at].parts, string(part))
	}
	var out []string
	for _, g := range drifts {
		n := len(g.parts) - 1
		parts := g.parts[n]
		if n > 0 {
			parts = strings.Join(g.parts[:n], ", ") + " and " + parts
		}
		of := g.of[0]
		if len(g.of) > 1 {
			of = count(len(g.of), "question")
		}
		out = append(out, parts+" of "+of)
	}
	return strings.Join(out, "; ")
}

// questions are the names of the cases in which a part changed.
func (d *Difference) questions(part Part) []string {
	var names []string
	for _, c := range d.Changes {
		if c.Part == part && !slices.Contains(names, c.Case) {
			names = append(names, c.Case)
		}
	}
	return names
}
