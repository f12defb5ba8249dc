package main

/*
#include <fcntl.h>

static int stdout_closed;

// The Go runtime opens what is closed of the standard streams, so this looks before it starts.
__attribute__((constructor)) static void look(void) { stdout_closed = fcntl(1, F_GETFD) == -1; }

static int closed(void) { return stdout_closed; }
*/
import "C"

import (
	"io"
	"os"
)

// stdout is the standard output. Where the program was started without one, nothing can be written to it: an answer that
// nobody can read is no success.
func stdout() io.Writer {
	if C.closed() != 0 {
		return closedFile{}
	}
	return os.Stdout
}

type closedFile struct{}

func (closedFile) Write([]byte) (int, error) { return 0, os.ErrClosed }
