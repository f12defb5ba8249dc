package serve

import (
	"context"
	"slices"
	"sync"
	"time"
)

// admission bounds what runs at once in the process. A slot belongs to the work: it is given back when the source has
// stopped, not when the caller stopped waiting. Waiters are admitted in order, except that a caller who holds half of
// the slots stands back while others wait.
type admission struct {
	max, most int // slots, and waiters

	mu      sync.Mutex
	running int
	held    map[string]int // by subject; no zeros
	waiting []*waiter      // in order of arrival
	closed  bool
	idle    chan struct{} // of a closed one: closed when nothing runs any more
	peak    int
}

type waiter struct {
	subject string
	told    chan bool // true with a slot, false when turned away; told once, under the lock
}

func newAdmission(slots, waiters int) *admission {
	return &admission{max: slots, most: waiters, held: map[string]int{}}
}

// enter waits for a slot, at most so long. It returns how to give the slot back, once; nil where there was none: the
// window closed, ctx ended, too many wait already, or the service is stopping.
func (a *admission) enter(ctx context.Context, subject string, window time.Duration) (leave func()) {
	w := &waiter{subject, make(chan bool, 1)}
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return nil
	}
	a.waiting = append(a.waiting, w)
	a.admit()
	if len(a.waiting) > a.most { // it is the last, since it has no slot
		a.waiting = a.waiting[:a.most]
		w.told <- false
	}
	a.mu.Unlock()
	timer := time.NewTimer(window)
	defer timer.Stop()
	var admitted bool
	select {
	case admitted = <-w.told:
	case <-ctx.Done():
		admitted = a.withdraw(w)
	case <-timer.C:
		admitted = a.withdraw(w)
	}
	if !admitted {
		return nil
	}
	return sync.OnceFunc(func() { a.leave(subject) })
}

// withdraw ends a wait; true where the slot came meanwhile.
func (a *admission) withdraw(w *waiter) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i := slices.Index(a.waiting, w); i >= 0 {
		a.waiting = slices.Delete(a.waiting, i, i+1)
		return false
	}
	return <-w.told
}

func (a *admission) leave(subject string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.running--
	if a.held[subject]--; a.held[subject] == 0 {
		delete(a.held, subject)
	}
	a.admit()
	if a.running == 0 && a.closed {
		close(a.idle)
	}
}

// admit gives free slots to waiters. The lock is held.
func (a *admission) admit() {
	for a.running < a.max && len(a.waiting) > 0 {
		i := a.next()
		w := a.waiting[i]
		a.waiting = slices.Delete(a.waiting, i, i+1)
		a.running++
		a.held[w.subject]++
		a.peak = max(a.peak, a.running)
		w.told <- true
	}
}

// next is the first waiter whose subject holds less than half; where all hold as much, the first of those that hold
// least, so that no slot stays empty while somebody waits.
func (a *admission) next() int {
	least := 0
	for i, w := range a.waiting {
		if a.held[w.subject] < max(a.max/2, 1) {
			return i
		}
		if a.held[w.subject] < a.held[a.waiting[least].subject] {
			least = i
		}
	}
	return least
}

// close turns away those who wait and those who come. The channel is closed once nothing runs.
func (a *admission) close() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	for _, w := range a.waiting {
		w.told <- false
	}
	a.waiting = nil
	if a.idle == nil {
		a.idle = make(chan struct{})
		if a.running == 0 {
			close(a.idle)
		}
	}
	return a.idle
}

// load is how many run, wait, and ran at once at most.
func (a *admission) load() (running, waiting, peak int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.running, len(a.waiting), a.peak
}

func (a *admission) stopping() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.closed
}
