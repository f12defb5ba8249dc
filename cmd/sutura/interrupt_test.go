package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// An interrupt ends a command with 130, also one that waits for input that never comes.
func TestInterrupt(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "question")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	sutura := exec.Command("sutura", "ask", "--question", pipe)
	if err := sutura.Start(); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // until sutura reads it
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := sutura.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = sutura.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 130 {
		t.Errorf("interrupted: %v, want exit status 130", err)
	}
}
