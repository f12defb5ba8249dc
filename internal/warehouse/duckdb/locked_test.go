package duckdb

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// held is the variable that makes this test's program hold a database open for writing, until its input ends.
const held = "SUTURA_TEST_HOLD"

func TestLocked(t *testing.T) {
	if path := os.Getenv(held); path != "" {
		db, err := connectForWriting(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.PingContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, _ = os.Stdout.WriteString("\nheld\n")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		return
	}
	path := filepath.Join(t.TempDir(), "t.duckdb")
	build(t, path, "CREATE TABLE t AS SELECT 1 AS v")
	holder := exec.Command(os.Args[0], "-test.run=^TestLocked$")
	holder.Env = append(os.Environ(), held+"="+path)
	in, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = in.Close(), holder.Wait() }()
	for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "held"; {
	}
	s, err := Open(t.Context(), Options{Path: path})
	if err == nil {
		s.Close()
		t.Fatal("opens")
	}
	for _, part := range []string{path, fmt.Sprintf("process %d (", holder.Process.Pid), filepath.Base(os.Args[0]), "copy"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.duckdb")
	write(t, copied, string(data))
	if s, err = Open(t.Context(), Options{Path: copied}); err != nil {
		t.Fatalf("a copy does not open: %v", err)
	}
	s.Close()
}
