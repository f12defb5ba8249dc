package render

import (
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
)

// Refusal prints why a question is not answered, what it could have been, which of several names it could not have, and the
// commands that ask the suggestions.
func (p *Printer) Refusal(r *question.Refusal, wrong []string, commands [][]string) {
	p.Line("%s %s", p.style.warn.Render("refused["+string(r.Code)+"]:"), p.text(r.Detail))
	if what, names := alternatives(r); len(names) > 0 {
		p.Line("")
		p.Line("%s", p.text(strings.Join(r.Space.Metrics, ", ")+" "+what))
		for _, line := range wrap(p.text(strings.Join(names, ", ")), fieldWidth) {
			p.Line("  %s", line)
		}
	}
	if len(wrong) > 0 {
		p.Line("")
		p.Line("not by %s", p.text(strings.Join(wrong, ", ")))
	}
	if len(commands) == 0 {
		return
	}
	p.Line("")
	p.Line("These would be answered:")
	for _, words := range commands {
		p.Command(words)
	}
}

// alternatives are the names that a question could have had where it has a wrong one.
func alternatives(r *question.Refusal) (what string, names []string) {
	if r.Space == nil {
		return "", nil
	}
	switch r.Code {
	case question.DimensionNotPermitted, question.DimensionNotShared:
		for _, d := range r.Space.Dimensions {
			names = append(names, d.Name)
		}
		return "can be asked by", names
	case question.DimensionNotFilterable:
		for _, d := range r.Space.Dimensions {
			if d.Filter != bundle.FilterNone {
				names = append(names, d.Name)
			}
		}
		return "can be filtered by", names
	case question.GrainNotSupported, question.GrainRequired:
		return "can be asked at", r.Space.Grains
	case question.MetricsNotCombinable, question.SpansSources:
		return "can be asked beside", r.Space.Beside()
	}
	return "", nil
}

// RefusalJSON prints a refusal as the outcome that it is.
func (p *Printer) RefusalJSON(r *question.Refusal) error {
	return p.JSON(struct {
		Outcome string `json:"outcome"`
		*question.Refusal
	}{"refusal", r})
}
