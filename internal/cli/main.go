package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"sutura.dev/internal/render"
)

// Process is what a run of the program has of the world.
type Process struct {
	Args    []string // without the program's name
	In      io.Reader
	Out     io.Writer
	Err     io.Writer
	Environ []string // NAME=value
}

// getenv is the last value of a variable, empty where there is none.
func (p Process) getenv(name string) string {
	value := ""
	for _, entry := range p.Environ {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}

// app is one run.
type app struct {
	Process
	flags   globalFlags
	out     *render.Printer // the product
	product *remembering    // the product, where the library of commands writes it: help and completions
	msg     *render.Printer // everything else

	lingers atomic.Int64 // how long interrupted work may take to stop, as a time.Duration
	stops   bool         // an interrupt is how the work ends, and no failure of it
}

// linger says that an interrupt is how the work ends, which takes at most so long.
func (a *app) linger(atMost time.Duration) {
	a.stops = true
	a.lingers.Store(int64(atMost))
}

// grace is how long interrupted work may take to stop; what blocks longer (a pipe that nobody writes to) is left behind.
const grace = time.Second

// Main runs a command line and returns its exit code. A first interrupt cancels the work, a second ends the process.
func Main(p Process) int {
	debug.SetGCPercent(400)       // a command is short; evaluating a large catalog spends a quarter less
	debug.SetMemoryLimit(1 << 30) // past this it collects as often as it must
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	code := make(chan int, 1)
	a := &app{Process: p}
	a.lingers.Store(int64(grace))
	go func() { code <- a.run(ctx) }()
	select {
	case c := <-code:
		return c
	case <-ctx.Done():
	}
	select {
	case c := <-code:
		return c
	case <-time.After(time.Duration(a.lingers.Load())):
		return exitInterrupted
	}
}

func run(ctx context.Context, p Process) int { return (&app{Process: p}).run(ctx) }

func (a *app) run(ctx context.Context) int {
	a.look(render.Auto)
	root := a.rootCommand()
	root.SetArgs(a.Args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil && !a.stops {
		return exitInterrupted
	}
	if flushed := a.out.Flush(); (flushed != nil || a.product.failed) && err == nil {
		err = failed("standard output cannot be written", "")
	}
	code := a.report(err)
	if a.msg.Flush() != nil {
		return exitFailed
	}
	return code
}

// look makes the printers.
func (a *app) look(color render.When) {
	if a.product == nil {
		a.product = &remembering{to: a.Out}
	}
	a.out = render.New(a.Out, render.Detect(a.Out, color, a.getenv))
	a.msg = render.New(a.Err, render.Detect(a.Err, color, a.getenv))
}

// say tells a person something that is not the product.
func (a *app) say(format string, args ...any) {
	if !a.flags.quiet {
		a.msg.Line(format, args...)
	}
}

// working tells a person that work goes on, until the returned function is called.
func (a *app) working(what string) (done func()) {
	if a.flags.quiet {
		return func() {}
	}
	return a.msg.Working(what)
}
