package goldens

import (
	"fmt"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
)

// Findings tells differences as check does: one finding a file, at the first line that differs.
func Findings(differences []Difference) diag.List {
	var out diag.List
	for _, d := range differences {
		out = append(out, d.finding())
	}
	return out.Sorted()
}

const readAndAccept = "Read `sutura goldens diff`, then `sutura goldens accept`"

func (d *Difference) finding() diag.Diagnostic {
	f := diag.Diagnostic{Range: diag.Range{File: d.Path}, Path: "metrics." + d.Metric}
	switch d.Kind {
	case Missing:
		f.Code, f.Message, f.Hint = diag.GoldenMissing, d.Metric+" has no golden", readAndAccept+"."
		f.Range = diag.Range{} // there is no such file
	case Orphan:
		f.Code, f.Message, f.Hint = diag.GoldenOrphan, "there is no metric "+d.Metric, "`sutura goldens accept` removes its golden."
		if _, golden := goldenMetric(d.Path); !golden {
			f.Hint = "Move or remove its questions."
		}
	case Unreadable:
		f.Code, f.Message, f.Hint = diag.GoldenUnreadable, "this is no golden as sutura writes it", "`sutura goldens accept` writes it again."
	case Drifted:
		f.Code, f.Message = diag.GoldenDrift, fmt.Sprintf("%s is not what was recorded: %s", d.Metric, d.Summary())
		f.Hint = readAndAccept + ", or mend the catalog."
		for _, c := range d.Changes {
			if c.Line > 0 {
				f.Range.Start, f.Range.End = diag.Position{Line: c.Line, Column: 1}, diag.Position{Line: c.Line + 1, Column: 1}
				break
			}
		}
	}
	return f
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
