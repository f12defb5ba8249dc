package answer

import (
	"sutura.dev/compiler/plan"
)

// Saved makes the question of a saved one and what fills its parameters. The outcome is not nil where there is no such saved
// question: then it is a *Refused. The error is a *question.Malformed.
func (e *Engine) Saved(name string, said []plan.Argument) (plan.Saved, Outcome, error) {
	saved := e.View.Query(name)
	if saved == nil {
		return plan.Saved{}, refused(plan.NoQuery(e.View, name)), nil
	}
	filled, malformed := plan.Fill(e.View, saved, said)
	if malformed != nil {
		return plan.Saved{}, nil, malformed
	}
	return filled, nil, nil
}
