package duckdb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sutura.dev/internal/clock"
	"sutura.dev/internal/warehouse"
)

// RawOptions say over which file raw statements run, and how a process for one is started.
type RawOptions struct {
	// Path is a .duckdb or .db file. A folder is no such source: its files could be overwritten.
	Path string
	// Worker is a program and its arguments that call WorkRaw with standard input and output.
	Worker []string
	// MemoryLimit bounds a statement's memory in bytes; 0 means 1 GiB.
	MemoryLimit int64
}

// Raw runs each statement in a process of its own, which is killed at the deadline. Measured: within one function call
// DuckDB neither looks whether it was interrupted nor counts its memory (repeat, replace, levenshtein), so that a
// statement of thirty bytes held 7 GB for 36 s against a limit of 300 MB and a deadline of one second. Only a process
// can be held to either.
type Raw struct{ options RawOptions }

var _ warehouse.Raw = (*Raw)(nil)

const (
	rawMemory = 1 << 30
	// rawReply bounds what a process may answer: the cells, escaped as JSON.
	rawReply = 8 * warehouse.MaxRawBytes
	// rawMargin is how much earlier than the kill the process is to end by itself.
	rawMargin = 100 * time.Millisecond
)

// rawRequest is what a process is told, rawAnswer what it says.
type (
	rawRequest struct {
		Path      string `json:"path"`
		Statement string `json:"statement"`
		Memory    int64  `json:"memory"`
		Limit     int64  `json:"limit"` // milliseconds that there are
	}
	rawAnswer struct {
		Headings []warehouse.RawHeading `json:"headings"`
		Cells    [][]*string            `json:"cells"`
		Code     warehouse.RawCode      `json:"code"`
		Log      string                 `json:"log"`
	}
)

// OpenRaw tries a statement. Its errors are *warehouse.OpenError.
func OpenRaw(ctx context.Context, o RawOptions) (*Raw, error) {
	switch strings.ToLower(filepath.Ext(o.Path)) {
	case ".duckdb", ".db":
	default:
		return nil, &warehouse.OpenError{
			Problem: display(o.Path) + " is no DuckDB database file, and only one that is opened read-only keeps a statement from writing",
			Remedy:  "Import the files into one, such as `CREATE TABLE orders AS FROM 'orders.parquet'` in DuckDB, and name that file.",
		}
	}
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " cannot be read", Err: err}
	}
	o.Path = path
	if o.MemoryLimit == 0 {
		o.MemoryLimit = rawMemory
	}
	r := &Raw{o}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if _, err := r.Run(ctx, "", "SELECT 1"); err != nil {
		return nil, &warehouse.OpenError{Problem: display(o.Path) + " cannot be opened read-only by a process of its own", Remedy: "See that it is a DuckDB database file that nobody has open for writing.", Err: err}
	}
	return r, nil
}

// Dialect is duckdb.
func (r *Raw) Dialect() string { return Dialect }

// Posture says what a statement may reach.
func (r *Raw) Posture() string {
	return "the file opened read-only, nothing else in reach, a process for each statement"
}

// Close has nothing to close.
func (r *Raw) Close() error { return nil }

// Run starts a process for the statement and kills it at the deadline. The subject is of no account: the file is what
// every caller may read.
func (r *Raw) Run(ctx context.Context, _, statement string) (*warehouse.RawRows, error) {
	if err := warehouse.CheckRaw(statement); err != nil {
		return nil, err
	}
	start := clock.System()
	request := rawRequest{Path: r.options.Path, Statement: statement, Memory: r.options.MemoryLimit, Limit: time.Hour.Milliseconds()}
	if deadline, ok := ctx.Deadline(); ok {
		left := deadline.Sub(start)
		request.Limit = max(left-rawMargin, left/2).Milliseconds()
	}
	text, err := json.Marshal(request)
	if err != nil {
		return nil, warehouse.RawOf(ctx, err)
	}
	answer, err := r.ask(ctx, append(text, '\n'))
	switch {
	case err != nil:
		return nil, err
	case answer.Code != "":
		return nil, &warehouse.RawError{Code: answer.Code, Err: errors.New(answer.Log)}
	}
	return &warehouse.RawRows{Headings: answer.Headings, Cells: answer.Cells, Took: clock.System().Sub(start)}, nil
}

// ask hands a request to a process. It has no environment, and its standard input stays open as long as we are there.
func (r *Raw) ask(ctx context.Context, request []byte) (*rawAnswer, error) {
	cmd := exec.CommandContext(ctx, r.options.Worker[0])
	cmd.Args, cmd.Env, cmd.Dir = append([]string{"sutura"}, r.options.Worker[1:]...), []string{}, filepath.Dir(r.options.Path)
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, warehouse.RawOf(ctx, err)
	}
	out, said := &bounded{most: rawReply}, &bounded{most: 64 << 10}
	cmd.Stdout, cmd.Stderr = out, said
	if err := cmd.Start(); err != nil {
		return nil, warehouse.RawOf(ctx, err)
	}
	_, _ = in.Write(request) // one that has died says so below
	err = cmd.Wait()
	var answer rawAnswer
	switch {
	case ctx.Err() != nil:
		return nil, warehouse.RawOf(ctx, err)
	case err == nil && json.Unmarshal(out.Bytes(), &answer) == nil:
		return &answer, nil
	}
	return nil, &warehouse.RawError{Code: warehouse.RawExhausted, Err: errors.Join(errors.New("the statement's process ended: "+said.String()), err)}
}

// bounded keeps the first bytes of what is written to it, and then refuses.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, io.ErrShortWrite
	}
	return b.Buffer.Write(p)
}
