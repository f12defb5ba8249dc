// Package clock is the one place that reads the machine's time.
//
// Everything else takes a Clock, or a reading of one, so that an answer can be replayed.
package clock

import "time"

// Clock tells the time.
type Clock func() time.Time

// System reads the machine's clock, in UTC.
func System() time.Time { return time.Now().UTC() }

// Fixed always tells t.
func Fixed(t time.Time) Clock { return func() time.Time { return t } }
