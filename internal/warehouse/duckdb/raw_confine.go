//go:build unix

package duckdb

import "syscall"

// confine takes from this process, for good, what a statement has no use for: writing any file, a core dump, and memory
// beyond the limit and what a process of ours needs besides. Where the system does not count data (macOS), what is left
// of the memory's bound is DuckDB's own and the deadline.
func confine(memory int64) error {
	const besides = 768 << 20
	for _, limit := range []struct {
		what int
		most uint64
	}{{syscall.RLIMIT_FSIZE, 0}, {syscall.RLIMIT_CORE, 0}, {syscall.RLIMIT_DATA, uint64(memory) + besides}} {
		if err := syscall.Setrlimit(limit.what, &syscall.Rlimit{Cur: limit.most, Max: limit.most}); err != nil {
			return err
		}
	}
	return nil
}
