package render

import (
	"slices"
	"strings"

	"sutura.dev/bundle/question"
)

// Refusal prints why a question is not answered, what it could have been, and the commands that ask the suggestions.
func (p *Printer) Refusal(r *question.Refusal, commands [][]string) {
	p.Line("%s %s", p.style.warn.Render("refused["+string(r.Code)+"]:"), p.text(r.Detail))
	if s := r.Space; s != nil && r.Code != question.MetricUnknown {
		p.space(s)
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

// space says in a few lines what the metrics can be asked by.
func (p *Printer) space(s *question.Space) {
	names := make([]string, len(s.Dimensions))
	for i, d := range s.Dimensions {
		names[i] = d.Name
	}
	p.Line("")
	p.Line("%s can be asked", p.text(strings.Join(s.Metrics, ", ")))
	p.Fields([][2]string{
		{"  by", firstOf(names, 12)},
		{"  at", strings.Join(s.Grains, ", ")},
		{"  beside", firstOf(s.Combines, 12)},
	})
}

// firstOf joins the first n names and says how many are left.
func firstOf(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return strings.Join(slices.Concat(names[:n], []string{"and " + plainCell(len(names)-n) + " more"}), ", ")
}

// RefusalJSON prints a refusal as the outcome that it is.
func (p *Printer) RefusalJSON(r *question.Refusal) error {
	return p.JSON(struct {
		Outcome string `json:"outcome"`
		*question.Refusal
	}{"refusal", r})
}
