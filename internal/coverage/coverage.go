// Package coverage reads a server's audit and says how much of what was asked is certified, and which ungoverned
// statements are worth a metric.
//
// It reads line by line, however large the files are, and keeps counts: of days, callers, tools, codes and shapes, each
// up to a bound, past which they are counted together. A line that cannot be read is counted and left out; a
// file of none but those is an error. Time comes from the lines alone. No constant of a statement is kept: shapes show them as ?.
package coverage

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"
)

// Bounds of what is kept, whatever the files hold.
const (
	maxLine  = 8 << 20
	maxNames = 5_000 // of days, callers, tools and codes each
	// Others is what is past the bound of names, counted together.
	Others = "(others)"
)

// Share counts calls by what came of them.
type Share struct {
	Answers    int `json:"answers"`
	Refusals   int `json:"refusals"`
	Ungoverned int `json:"ungoverned"`
	NotRun     int `json:"not_run"` // statements that gave nothing
	Other      int `json:"other"`   // reads of the catalog, malformed, denied, busy, failed
}

// Certified is the share of answers among what gave numbers, from 0 to 1; false where nothing did.
func (s Share) Certified() (float64, bool) {
	if all := s.Answers + s.Ungoverned; all > 0 {
		return float64(s.Answers) / float64(all), true
	}
	return 0, false
}

func (s *Share) add(outcome string) {
	switch outcome {
	case "answer":
		s.Answers++
	case "refusal":
		s.Refusals++
	case "ungoverned":
		s.Ungoverned++
	case "not_run":
		s.NotRun++
	default:
		s.Other++
	}
}

func (s *Share) plus(t Share) {
	s.Answers += t.Answers
	s.Refusals += t.Refusals
	s.Ungoverned += t.Ungoverned
	s.NotRun += t.NotRun
	s.Other += t.Other
}

// Reader gathers audits. Make one with New.
type Reader struct {
	calls, broken, strange int
	total                  Share
	days, callers, tools   map[string]*Share
	refused, notRun        map[string]int
	shapes                 shapes
}

// New makes a Reader that has read nothing.
func New() *Reader {
	return &Reader{days: map[string]*Share{}, callers: map[string]*Share{}, tools: map[string]*Share{}, refused: map[string]int{}, notRun: map[string]int{}, shapes: newShapes()}
}

// ErrNoLine says that an audit has lines, and that none can be read.
var ErrNoLine = errors.New("no line of the audit can be read")

// Read takes one audit in, to its end. The error is the stream's own, or ErrNoLine.
func (r *Reader) Read(in io.Reader) error {
	broken, readable := r.broken, r.calls+r.strange
	if err := r.lines(in); err != nil {
		return err
	}
	if r.broken > broken && r.calls+r.strange == readable {
		return ErrNoLine
	}
	return nil
}

func (r *Reader) lines(in io.Reader) error {
	lines := bufio.NewReaderSize(in, 256<<10)
	var long []byte // a line in parts
	skipping := false
	for {
		part, err := lines.ReadSlice('\n')
		switch {
		case skipping:
		case len(long)+len(part) > maxLine:
			skipping, long = true, nil
		case errors.Is(err, bufio.ErrBufferFull) || len(long) > 0:
			long = append(long, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		line := part
		if long != nil {
			line = long
		}
		if line = bytes.TrimSpace(line); skipping {
			r.broken++
		} else if len(line) > 0 {
			r.line(line)
		}
		long, skipping = nil, false
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// line takes one line in.
func (r *Reader) line(text []byte) {
	var l struct {
		Log        string          `json:"log"`
		Time       string          `json:"time"`
		Subject    string          `json:"subject"`
		Capability string          `json:"capability"`
		Outcome    string          `json:"outcome"`
		Code       string          `json:"code"`
		Arguments  json.RawMessage `json:"arguments"`
	}
	if json.Unmarshal(text, &l) != nil {
		r.broken++
		return
	}
	if l.Log != "audit" {
		r.strange++
		return
	}
	at, err := time.Parse(time.RFC3339Nano, l.Time)
	if err != nil || l.Outcome == "" || at.Year() < 1 || at.Year() > 9999 {
		r.broken++
		return
	}
	r.calls++
	r.total.add(l.Outcome)
	day := at.UTC().Format(time.DateOnly)
	counted(r.days, day).add(l.Outcome)
	counted(r.callers, l.Subject).add(l.Outcome)
	tool := l.Capability
	if tool == "" {
		tool = "(none)"
	}
	counted(r.tools, tool).add(l.Outcome)
	switch l.Outcome {
	case "refusal":
		count(r.refused, l.Code)
	case "not_run":
		count(r.notRun, l.Code)
	case "ungoverned":
		var said struct {
			Statement string `json:"statement"`
		}
		if json.Unmarshal(l.Arguments, &said) == nil && said.Statement != "" {
			r.shapes.add(said.Statement, l.Subject, day)
		}
	}
}

// maxName is the length of a name that is told apart, in bytes.
const maxName = 200

// counted is the share of a name, or of all past the bound.
func counted(in map[string]*Share, name string) *Share {
	if len(name) > maxName {
		name = Others
	}
	s, ok := in[name]
	if !ok {
		if len(in) >= maxNames {
			name = Others
		}
		if s = in[name]; s == nil {
			s = &Share{}
			in[name] = s
		}
	}
	return s
}

func count(in map[string]int, name string) {
	if _, ok := in[name]; !ok && len(in) >= maxNames || len(name) > maxName {
		name = Others
	}
	in[name]++
}
