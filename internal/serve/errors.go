package serve

import (
	"fmt"
	"time"
)

// The errors of Call are these, *question.Malformed (the arguments are no question), and context.Canceled (the caller
// went away). Their texts are fixed, and may be sent. The request's id is in the Reply beside each.

// Unknown says that there is no such capability here, or that it is switched off: the two look the same.
type Unknown struct{}

func (*Unknown) Error() string { return "there is no such tool here" }

// Denied says that the caller lacks a capability's scope.
type Denied struct{ Scope Scope }

func (d *Denied) Error() string { return fmt.Sprintf("this needs the scope %s", d.Scope) }

// Busy says that no slot came free within the admission window, or that the service is stopping.
type Busy struct{ RetryAfter time.Duration }

func (*Busy) Error() string { return "busy, ask again shortly" }

// Stuck says that the source had not stopped when the request's time was over.
type Stuck struct{}

func (*Stuck) Error() string { return "took too long; ask for less" }

// Failed says that something broke. What it was stands in the log, under the request's id.
type Failed struct{ Request string }

func (f *Failed) Error() string {
	return "something failed here, and it is not your question; say the request id " + f.Request + " to whoever runs this"
}
