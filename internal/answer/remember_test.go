package answer

import (
	"context"
	"errors"
	"testing"

	"sutura.dev/internal/warehouse"
)

// TestRemembered computes once for many, lets nobody wait longer than its context, and keeps no error.
func TestRemembered(t *testing.T) {
	var r remembered[string, int]
	began, finish, first := make(chan struct{}), make(chan error), make(chan error)
	go func() {
		_, err := r.get(t.Context(), "a", func() (int, error) { close(began); return 1, <-finish })
		first <- err
	}()
	<-began
	if v, err := r.get(t.Context(), "b", func() (int, error) { return 2, nil }); v != 2 || err != nil {
		t.Errorf("another key waits: %d, %v", v, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.get(gone, "a", nil); warehouse.KindOf(err) != warehouse.Cancelled {
		t.Errorf("who went away gets %v", err)
	}
	second := make(chan int)
	go func() {
		v, _ := r.get(t.Context(), "a", func() (int, error) { return 3, nil })
		second <- v
	}()
	broke := errors.New("broke")
	finish <- broke
	if err := <-first; !errors.Is(err, broke) {
		t.Errorf("who computed gets %v", err)
	}
	if v := <-second; v != 3 {
		t.Errorf("who waited for an error gets %d", v)
	}
	if v, err := r.get(t.Context(), "a", nil); v != 3 || err != nil {
		t.Errorf("what is kept is %d, %v", v, err)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = r.get(t.Context(), "c", func() (int, error) { panic("planted") })
	}()
	if v, err := r.get(t.Context(), "c", func() (int, error) { return 4, nil }); v != 4 || err != nil {
		t.Errorf("after a panic there is %d, %v", v, err)
	}
}
