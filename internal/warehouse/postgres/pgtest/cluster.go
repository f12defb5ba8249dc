package pgtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sutura.dev/internal/checkout"
)

// Cluster is a server of one test's own, which it may stop, start and configure.
type Cluster struct {
	dsn     string
	t       testing.TB
	command *bufio.Writer
	said    *bufio.Reader
}

// Start starts a server like the one that all tests share, and removes it when the test ends.
func Start(t testing.TB) *Cluster {
	t.Helper()
	script, err := checkout.Path("scripts/postgres")
	if err != nil {
		t.Fatal(err)
	}
	const loop = `echo "$SUTURA_TEST_POSTGRES"; while read -r verb; do "$0" "$verb"; echo "$?"; done`
	cmd := exec.Command(script, "run", "bash", "-c", loop, script)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, Variable+"=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	c := &Cluster{t: t, command: bufio.NewWriter(in), said: bufio.NewReader(out)}
	c.dsn = c.line()
	return c
}

func (c *Cluster) line() string {
	c.t.Helper()
	line, err := c.said.ReadString('\n')
	if err != nil {
		c.t.Fatal("scripts/postgres has ended")
	}
	return strings.TrimSpace(line)
}

// Do stops the server at once, as a crash would, or starts it again.
func (c *Cluster) Do(verb string) {
	c.t.Helper()
	_, _ = c.command.WriteString(verb + "\n")
	_ = c.command.Flush()
	if status := c.line(); status != "0" {
		c.t.Fatalf("scripts/postgres %s ends with %s", verb, status)
	}
}

// DSN is the connection string of a role to a database of the server, over its socket.
func (c *Cluster) DSN(db Database, role Role) string { return as(c.t, c.dsn, db, role) }

// Open connects to a database of the server as its superuser, until the test ends.
func (c *Cluster) Open(db Database) *Loader { return connect(c.t, c.DSN(db, Super)) }

// OpenPort is Open after the server was told another port.
func (c *Cluster) OpenPort(db Database, port int) *Loader {
	return connect(c.t, fmt.Sprintf("%s port=%d", c.DSN(db, Super), port))
}
