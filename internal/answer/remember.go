package answer

import (
	"context"
	"errors"
	"sync"

	"sutura.dev/internal/warehouse"
)

// mostKept bounds what is remembered; past it all is forgotten, and computed again when asked.
const mostKept = 4096

// remembered keeps results by key, each computed by one caller at a time; others wait for it as long as their context
// lasts. An error is not kept: who waited computes for itself.
type remembered[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]*result[V]
}

type result[V any] struct {
	done  chan struct{} // closed when value and ok are there
	value V
	ok    bool
}

func (r *remembered[K, V]) get(ctx context.Context, key K, compute func() (V, error)) (V, error) {
	for {
		r.mu.Lock()
		found, ok := r.kept[key]
		if !ok {
			found = r.begin(key)
			r.mu.Unlock()
			return r.compute(key, found, compute)
		}
		r.mu.Unlock()
		select {
		case <-found.done:
			if found.ok {
				return found.value, nil
			}
		case <-ctx.Done():
			var none V
			return none, stopped(ctx)
		}
	}
}

// begin makes the place of a result that is being computed. The lock is held.
func (r *remembered[K, V]) begin(key K) *result[V] {
	if r.kept == nil || len(r.kept) >= mostKept {
		r.kept = map[K]*result[V]{}
	}
	r.kept[key] = &result[V]{done: make(chan struct{})}
	return r.kept[key]
}

func (r *remembered[K, V]) compute(key K, into *result[V], compute func() (V, error)) (V, error) {
	defer func() {
		if !into.ok {
			r.mu.Lock()
			if r.kept[key] == into {
				delete(r.kept, key)
			}
			r.mu.Unlock()
		}
		close(into.done)
	}()
	v, err := compute()
	into.value, into.ok = v, err == nil
	return v, err
}

// stopped says, as a source would, that a wait ended with its context.
func stopped(ctx context.Context) error {
	kind := warehouse.Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind = warehouse.Deadline
	}
	return &warehouse.Error{Kind: kind, Err: ctx.Err()}
}
