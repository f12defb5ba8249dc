package cli

import "io"

// remembering is a writer whose failures are asked for afterwards: who writes to it passes over them, or says them in words
// that are not ours.
type remembering struct {
	to     io.Writer
	failed bool
}

func (r *remembering) Write(p []byte) (int, error) {
	if _, err := r.to.Write(p); err != nil {
		r.failed = true
	}
	return len(p), nil
}
