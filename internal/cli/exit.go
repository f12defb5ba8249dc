package cli

import (
	"errors"
	"io/fs"
	"syscall"

	"sutura.dev/internal/render"
)

// Exit codes.
const (
	exitClean       = 0
	exitFound       = 1
	exitFailed      = 2
	exitInterrupted = 130
)

// failure ends the work: what is wrong, what to do next, and the exit code.
type failure struct {
	code    int
	message string
	hint    string
	cause   error // where the work may go on without
}

func (f *failure) Error() string { return f.message }
func (f *failure) Unwrap() error { return f.cause }

// usage says that the command line is not one of ours.
func usage(message, hint string) error {
	return &failure{code: exitFailed, message: message, hint: hint}
}

// failed says that something is missing or broke.
func failed(message, hint string) error {
	return &failure{code: exitFailed, message: message, hint: hint}
}

// errFound ends the work after the finding itself was printed.
var errFound = &failure{code: exitFound}

// unreadable says why a file cannot be had, in words of our own.
func unreadable(path string, err error) error {
	why, hint := "cannot be read", ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		why, hint = "does not exist", "Check the path; it is relative to the working directory."
	case errors.Is(err, fs.ErrPermission):
		why, hint = "may not be read by this user", "Check its permissions."
	case errors.Is(err, syscall.EISDIR):
		why, hint = "is a folder", "Name a file."
	case errors.Is(err, syscall.ENOTDIR):
		why, hint = "is inside something that is no folder", "Check the path; it is relative to the working directory."
	}
	return failed(render.Escape(path)+" "+why, hint)
}

// unwritable says why a file cannot be written.
func unwritable(path string, err error) error {
	why, hint := "cannot be written", ""
	switch {
	case errors.Is(err, fs.ErrExist):
		why, hint = "exists already", "Choose another name or remove it; nothing is overwritten."
	case errors.Is(err, fs.ErrNotExist):
		why, hint = "is in a folder that does not exist", "Make the folder first."
	case errors.Is(err, fs.ErrPermission):
		why, hint = "may not be written by this user", "Check its permissions."
	case errors.Is(err, syscall.EISDIR):
		why, hint = "is a folder", "Name a file."
	case errors.Is(err, syscall.ENOSPC):
		why, hint = "cannot be written: the disk is full", "Make room and run it again."
	}
	return failed(render.Escape(path)+" "+why, hint)
}

// report prints what ended the work and returns the exit code.
func (a *app) report(err error) int {
	if err == nil {
		return exitClean
	}
	var f *failure
	if !errors.As(err, &f) {
		f = &failure{code: exitFailed, message: "something failed inside sutura", hint: "Run it again; if it fails again, report the command and `sutura version`."}
	}
	if f.message != "" {
		a.msg.Problem(f.message, f.hint)
	}
	return f.code
}
