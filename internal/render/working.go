package render

import (
	"io"
	"sync"
	"time"
)

// patience is how long work may take before a person is told that it goes on.
const patience = 500 * time.Millisecond

// Working tells a person at a terminal what takes so long, until done is called. Elsewhere it does nothing. Printing in
// between is the caller's to avoid.
func (p *Printer) Working(what string) (done func()) {
	if !p.look.Terminal {
		return func() {}
	}
	var (
		mu    sync.Mutex
		shown bool
		ended bool
	)
	timer := time.AfterFunc(patience, func() {
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			_, err := io.WriteString(p.w, p.style.dim.Render(p.text(what)+p.glyph("…", "...")))
			shown = err == nil
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		if ended = true; shown {
			_, _ = io.WriteString(p.w, "\r\x1b[K") // a terminal that went away needs no cleaning
			shown = false
		}
	}
}
