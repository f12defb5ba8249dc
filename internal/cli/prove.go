package cli

import (
	"context"
	"fmt"
	"strings"

	"sutura.dev/bundle/question"
	"sutura.dev/goldens"
	"sutura.dev/internal/diag"
	"sutura.dev/internal/render"
)

// breachRows is how many rows of an answer are shown of a law that does not hold.
const breachRows = 12

// prove holds every metric to the laws of numbers, over the fixtures. What does not hold is a finding.
func (a *app) prove(ctx context.Context, w *workspace) (goldens.Proof, error) {
	r := w.recorded
	if r == nil || r.fixtures == nil {
		var err error
		if r, err = w.fixtures(); err != nil || r.fixtures == nil {
			return goldens.Proof{}, err
		}
	}
	stop := func() {}
	proof, err := goldens.Prove(ctx, w.bundle, r.fixtures, func(metric string, done, of int) {
		stop()
		stop = a.working(fmt.Sprintf("proving %s, %d of %d", metric, done+1, of))
	})
	if stop(); err != nil {
		return proof, cannotRecord(ctx, err)
	}
	for _, b := range proof.Breaches {
		w.find(diag.LawBroken, w.place("metrics", b.Metric), b.Metric, breachMessage(b),
			"Correct the rows in fixtures/, or what the catalog declares of them; where both are right, sutura is wrong: report it.")
	}
	return proof, nil
}

// breachMessage says a law, and what it was asked with.
func breachMessage(b goldens.Breach) string {
	text := b.Metric + ": " + string(b.Law) + ", and over the fixtures that does not hold"
	if b.About != "" {
		text += " (" + b.About + ")"
	}
	return text
}

// breaches prints each law that does not hold, with the two questions and their rows.
func (a *app) breaches(all []goldens.Breach) {
	for _, b := range all {
		a.out.Line("")
		a.out.Heading(breachMessage(b))
		for i, q := range b.Questions {
			a.out.Line("  %s", render.Escape(line(q)))
			rows := b.Rows[i]
			for _, row := range rows[:min(len(rows), breachRows)] {
				a.out.Line("    %s", render.Escape(row))
			}
			if more := len(rows) - breachRows; more > 0 {
				a.out.Line("    and %d more", more)
			}
		}
	}
}

// line is the line that asks a question, or the question where no line can.
func line(q question.Question) string {
	if command, ok := question.Command(q); ok {
		return command
	}
	return strings.TrimSpace(string(question.Encode(q)))
}
