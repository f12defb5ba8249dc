package answer

import "sync"

// mostKept bounds what is remembered; past it all is forgotten, and computed again when asked.
const mostKept = 4096

// remembered keeps results by key, each computed by one caller at a time. An error is not kept.
type remembered[K comparable, V any] struct {
	mu   sync.Mutex
	kept map[K]V
}

func (r *remembered[K, V]) get(key K, compute func() (V, error)) (V, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v, ok := r.kept[key]; ok {
		return v, nil
	}
	v, err := compute()
	if err != nil {
		return v, err
	}
	if r.kept == nil || len(r.kept) >= mostKept {
		r.kept = map[K]V{}
	}
	r.kept[key] = v
	return v, nil
}
