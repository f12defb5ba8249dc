// Package clickhousetest executes statements on ClickHouse in tests: on chdb, its engine as a library, in processes that
// scripts/clickhouse/serve starts. Values travel as parameters of ClickHouse, beside the statement.
//
// Nothing serves from it: it keeps no deadline. Only tests import this package.
package clickhousetest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"sutura.dev/internal/checkout"
	"sutura.dev/internal/warehouse"
)

// Engine is a ClickHouse of its own, without tables at first. It runs one statement after the other, on one session.
type Engine struct {
	mu     sync.Mutex
	input  io.WriteCloser
	out    *bufio.Reader
	tables map[string][]warehouse.Table // by database
}

// pins are the session's settings: the zone in which sutura's statements count, how rows are spelled (no number leaves as a
// double that is none), and one thread, for many small statements. All else is as ClickHouse
// comes, with join_use_nulls off.
var pins = []string{
	"session_timezone = 'UTC'",
	"output_format_json_quote_64bit_integers = 1", "output_format_json_quote_decimals = 1", "output_format_json_quote_denormals = 1",
	"max_threads = 1",
}

// Open starts an engine that ends with the test.
func Open(t testing.TB) *Engine {
	t.Helper()
	e, err := start(t)
	if err == nil {
		_, err = e.run("SET "+strings.Join(pins, ", "), nil)
	}
	if err != nil {
		t.Fatalf("this test needs chdb, which scripts/clickhouse/serve fetches and runs: %v", err)
	}
	return e
}

func start(t testing.TB) (*Engine, error) {
	script, err := checkout.Path("scripts/clickhouse/serve")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(script)
	cmd.Stderr = os.Stderr
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		_ = input.Close()
		_ = cmd.Wait()
	})
	return &Engine{input: input, out: bufio.NewReader(out), tables: map[string][]warehouse.Table{}}, nil
}

// rows are what a statement gave: the columns' types as ClickHouse calls them, and cells as JSON has them.
type rows struct {
	types []string
	cells [][]any
}

// run runs one statement with its parameters. Its error is a Refusal where it is the engine's.
func (e *Engine) run(text string, parameters map[string]string) (*rows, error) {
	line, err := json.Marshal(map[string]any{"text": text, "parameters": parameters})
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.input.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	line, err = e.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("the engine has ended: %w", err)
	}
	var outcome struct{ Lines, Error string }
	if err := json.Unmarshal(line, &outcome); err != nil {
		return nil, err
	}
	if outcome.Error != "" {
		return nil, refusalOf(outcome.Error)
	}
	return read(outcome.Lines)
}

// read reads rows: the columns' names, their types, and then a line for each row.
func read(lines string) (*rows, error) {
	out := &rows{}
	decoder := json.NewDecoder(strings.NewReader(lines))
	decoder.UseNumber()
	for n := 0; ; n++ {
		var row []any
		err := decoder.Decode(&row)
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		case n == 1:
			for _, t := range row {
				out.types = append(out.types, fmt.Sprint(t))
			}
		case n > 1 && len(row) != len(out.types):
			return nil, fmt.Errorf("a row of %d cells for %d columns", len(row), len(out.types))
		case n > 1:
			out.cells = append(out.cells, row)
		}
	}
}

// Refusal is an error of ClickHouse's. Name is its word for it, such as DECIMAL_OVERFLOW.
type Refusal struct{ Name, Text string }

// Error is ClickHouse's text.
func (r *Refusal) Error() string { return r.Text }

var named = regexp.MustCompile(`\(([A-Z0-9_]+)\)\s*$`)

func refusalOf(text string) *Refusal {
	r := &Refusal{Text: text}
	if m := named.FindStringSubmatch(text); m != nil {
		r.Name = m[1]
	}
	return r
}
