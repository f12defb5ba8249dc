package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"sutura.dev/internal/answer"
	"sutura.dev/internal/render"
)

// replay asks a saved answer's question again.
func (a *app) replay(ctx context.Context, format, path string) error {
	then, err := readAnswer(path)
	if err != nil {
		return err
	}
	w, err := a.open()
	if err != nil {
		return err
	}
	engine, done, err := a.engine(ctx, w, sourceOf(w.view(), then.Question)...)
	if err != nil {
		return err
	}
	defer done()
	stop := a.working("asking again")
	r, err := engine.Replay(ctx, then)
	if stop(); err != nil {
		return broken(err, false)
	}
	if format == "json" {
		err = a.out.JSON(struct {
			Same bool `json:"same"`
			*answer.Replay
		}{r.Same(), r})
	} else {
		a.replayed(r)
	}
	if err == nil && !r.Same() {
		return errFound
	}
	return err
}

func readAnswer(path string) (*answer.Answer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, answer.MaxAnswerBytes+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	then, err := answer.ReadAnswer(data)
	if err != nil {
		return nil, failed(render.Escape(path)+" is not an answer that can be asked again", "Save one with `sutura ask ... --format json`; a refusal is none.")
	}
	return then, nil
}

func (a *app) replayed(r *answer.Replay) {
	bundle := render.Check{OK: true, What: "bundle", Found: render.Short(r.Bundle.Now)}
	if !r.Bundle.Same {
		bundle.Found = "another: " + thenNow(r.Bundle)
	}
	checks := []render.Check{bundle}
	for _, c := range r.Parts {
		found := thenNow(c)
		if c.Same {
			found = short(c.Now)
		}
		checks = append(checks, render.Check{OK: c.Same, What: c.What, Found: found})
	}
	if r.Refused != nil {
		checks = append(checks, render.Check{What: "rows", Found: fmt.Sprintf("refused now (%s): %s", r.Refused.Code, r.Refused.Detail)})
		a.out.Checks(checks...)
		return
	}
	rows := render.Check{OK: r.Differing == 0, What: "rows", Found: count(len(r.RowsThen), "row") + ", the same"}
	if !rows.OK {
		rows.Found = fmt.Sprintf("%s then, %d now, %d differ", count(len(r.RowsThen), "row"), len(r.RowsNow), r.Differing)
	}
	a.out.Checks(append(checks, rows)...)
	if !rows.OK {
		a.out.Hunks(lines(r.RowsThen), lines(r.RowsNow))
	}
}

func thenNow(c answer.Compared) string { return short(c.Then) + " then, " + short(c.Now) + " now" }

// short shortens a digest; other texts stay.
func short(text string) string {
	if strings.HasPrefix(text, "sha256:") {
		return render.Short(text)
	}
	return text
}

func lines(rows []string) string {
	if len(rows) == 0 {
		return ""
	}
	return strings.Join(rows, "\n") + "\n"
}
