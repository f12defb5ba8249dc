package catalog

import (
	"fmt"
	"runtime/metrics"
	"time"
)

// limits bound an evaluation. CUE cannot be interrupted: work that passes a limit is left behind, still running.
type limits struct {
	time   time.Duration
	memory uint64 // bytes that the process may grow by
	stack  uint64 // bytes of stacks; the runtime ends the process at 1 GB, which doubles from half of it
	every  time.Duration
}

func defaultLimits() limits {
	return limits{time: 60 * time.Second, memory: 2 << 30, stack: 200 << 20, every: 5 * time.Millisecond}
}

// bounded runs work and returns what it returns, or false and the reason where it passed a limit.
func bounded[T any](l limits, work func() T) (result T, passed string) {
	done := make(chan T, 1)
	heap, _ := memory()
	go func() { done <- work() }()
	deadline := time.NewTimer(l.time)
	defer deadline.Stop()
	tick := time.NewTicker(l.every)
	defer tick.Stop()
	for {
		select {
		case result = <-done:
			return result, ""
		case <-deadline.C:
			return result, "it took more than " + l.time.String()
		case <-tick.C:
			switch now, stack := memory(); {
			case now > heap+l.memory:
				return result, fmt.Sprintf("it took more than %d MiB of memory", l.memory>>20)
			case stack > l.stack:
				return result, "it is nested too deeply"
			}
		}
	}
}

// memory returns the bytes that objects and stacks occupy.
func memory() (heap, stack uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}
