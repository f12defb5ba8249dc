package serve

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestAdmissionWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(1, 100)
		leave := a.enter(t.Context(), "a", time.Second)
		began := time.Now()
		if a.enter(t.Context(), "b", 5*time.Second) != nil || time.Since(began) != 5*time.Second {
			t.Errorf("a full service lets in after %s", time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began = time.Now()
		if a.enter(ctx, "b", 5*time.Second) != nil || time.Since(began) != time.Second {
			t.Errorf("who went away is let in after %s", time.Since(began))
		}
		leave()
		leave() // once is all that it does
		if running, waiting, peak := a.load(); running != 0 || waiting != 0 || peak != 1 {
			t.Errorf("%d run, %d wait, %d at most", running, waiting, peak)
		}
		if leave := a.enter(t.Context(), "b", 0); leave == nil {
			t.Error("an empty service has no room")
		} else {
			leave()
		}
	})
}

// TestAdmissionFairness has one caller fill every slot and wait for more: while others wait, it holds at most half.
func TestAdmissionFairness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type entry struct {
			subject string
			leave   func()
		}
		a := newAdmission(4, 100)
		entered := make(chan entry, 100)
		in := map[string][]func(){}
		come := func(subject string) {
			go func() { entered <- entry{subject, a.enter(t.Context(), subject, time.Hour)} }()
			synctest.Wait()
		}
		next := func() string {
			e := <-entered
			in[e.subject] = append(in[e.subject], e.leave)
			return e.subject
		}
		leave := func(subject string) {
			in[subject][0]()
			in[subject] = in[subject][1:]
		}
		for range 20 {
			come("greedy")
		}
		for range 4 {
			if who := next(); who != "greedy" {
				t.Fatal(who)
			}
		}
		come("ann")
		come("bob")
		come("ann")
		for i, step := range []struct{ leaves, enters string }{
			{"greedy", "ann"}, {"greedy", "bob"}, // it had more than half
			{"greedy", "greedy"}, // with less than half it is first in line
			{"bob", "ann"},       // with half it stands back
			{"ann", "greedy"},    // nobody else waits
			{"ann", "greedy"},
		} {
			leave(step.leaves)
			if who := next(); who != step.enters {
				t.Fatalf("step %d: the slot of %s goes to %s", i, step.leaves, who)
			}
		}
		if running, waiting, peak := a.load(); running != 4 || waiting != 13 || peak != 4 {
			t.Errorf("%d run, %d wait, %d at most", running, waiting, peak)
		}
		idle := a.close()
		for range 13 {
			if e := <-entered; e.leave != nil {
				t.Errorf("%s is let in at the end", e.subject)
			}
		}
		for range 4 {
			leave("greedy")
		}
		<-idle
		if a.enter(t.Context(), "late", time.Hour) != nil {
			t.Error("a stopped service lets in")
		}
	})
}

// TestAdmissionFull keeps no slot empty where several callers hold their half.
func TestAdmissionFull(t *testing.T) {
	a := newAdmission(3, 100) // half is one
	for _, subject := range []string{"a", "b", "a"} {
		if a.enter(t.Context(), subject, 0) == nil {
			t.Errorf("%s finds no slot", subject)
		}
	}
	if a.enter(t.Context(), "c", 0) != nil {
		t.Error("a fourth runs among three")
	}
}

// TestAdmissionQueue turns away at once whoever would wait behind as many as may.
func TestAdmissionQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(1, 2)
		leave := a.enter(t.Context(), "a", 0)
		entered := make(chan func(), 2)
		for range 2 {
			go func() { entered <- a.enter(t.Context(), "a", time.Hour) }()
		}
		synctest.Wait()
		began := time.Now()
		if a.enter(t.Context(), "b", time.Hour) != nil || time.Since(began) != 0 {
			t.Errorf("a third waits for %s", time.Since(began))
		}
		leave()
		(<-entered)()
		(<-entered)()
		if running, waiting, _ := a.load(); running != 0 || waiting != 0 {
			t.Errorf("%d run, %d wait", running, waiting)
		}
		if leave := a.enter(t.Context(), "b", 0); leave == nil {
			t.Error("an empty service has no room")
		}
	})
}
