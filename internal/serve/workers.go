package serve

// workers are the goroutines that do the work of admitted calls. One that has finished waits for the next job, since its
// stack has grown to what a question needs and a new one's would grow again. There are never more than calls admitted at
// once; all end with the service.
type workers struct {
	jobs chan func()
	end  <-chan struct{}
}

// do starts a job, and does not wait for it.
func (w workers) do(job func()) {
	select {
	case w.jobs <- job:
		return
	default:
	}
	go func() {
		for {
			job()
			job = nil // what it holds may go
			select {
			case job = <-w.jobs:
			case <-w.end:
				return
			}
		}
	}()
}
