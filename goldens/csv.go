package goldens

import (
	"bytes"
	"unicode/utf8"

	"sutura.dev/internal/diag"
)

// csvCell is a value as the file spells it. Nothing between two commas is null; two quotes are the empty text.
type csvCell struct {
	text   string
	quoted bool
	start  diag.Position
	end    diag.Position
}

func (c csvCell) null() bool { return c.text == "" && !c.quoted }

// csvProblem is why a text is not CSV.
type csvProblem struct {
	at      diag.Position
	message string
	hint    string
}

// scanCSV reads comma-separated values as RFC 4180 has them, lines ending in \n or \r\n: every character counts, spaces
// too. A blank line is one value, null.
func scanCSV(data []byte) ([][]csvCell, *csvProblem) {
	s := csvScanner{data: data, line: 1}
	if problem := s.encoding(); problem != nil {
		return nil, problem
	}
	var records [][]csvCell
	for s.at < len(s.data) {
		record, problem := s.record()
		if problem != nil {
			return nil, problem
		}
		records = append(records, record)
	}
	return records, nil
}

type csvScanner struct {
	data  []byte
	at    int
	line  int
	begin int // of the line
}

func (s *csvScanner) position() diag.Position {
	return diag.Position{Line: s.line, Column: s.at - s.begin + 1}
}

// encoding finds what is not UTF-8 text.
func (s *csvScanner) encoding() *csvProblem {
	if bytes.HasPrefix(s.data, []byte("\ufeff")) {
		return &csvProblem{diag.Position{Line: 1, Column: 1}, "the file begins with a byte order mark", "Save it as UTF-8 without one."}
	}
	line, begin := 1, 0
	for at := 0; at < len(s.data); {
		r, n := utf8.DecodeRune(s.data[at:])
		if r == utf8.RuneError && n == 1 || r == 0 {
			return &csvProblem{diag.Position{Line: line, Column: at - begin + 1}, "the file is not text in UTF-8", "Save it as UTF-8."}
		}
		if at += n; r == '\n' {
			line, begin = line+1, at
		}
	}
	return nil
}

// record reads one line, or several where a quoted value goes on.
func (s *csvScanner) record() ([]csvCell, *csvProblem) {
	var record []csvCell
	for {
		cell, problem := s.cell()
		if problem != nil {
			return nil, problem
		}
		record = append(record, cell)
		if s.at < len(s.data) && s.data[s.at] == ',' {
			s.at++
			continue
		}
		if s.ended() {
			return record, nil
		}
		return nil, &csvProblem{s.position(), "there is more after the closing quote", "Double the quotes inside a quoted value, or leave out what follows."}
	}
}

// ended passes over the end of a line, or of the file.
func (s *csvScanner) ended() bool {
	rest := s.data[s.at:]
	switch {
	case len(rest) == 0:
		return true
	case rest[0] == '\n':
		s.at++
	case bytes.HasPrefix(rest, []byte("\r\n")):
		s.at += 2
	default:
		return false
	}
	s.line, s.begin = s.line+1, s.at
	return true
}

func (s *csvScanner) cell() (csvCell, *csvProblem) {
	if s.at < len(s.data) && s.data[s.at] == '"' {
		return s.quotedCell()
	}
	start := s.position()
	from := s.at
	for ; s.at < len(s.data) && s.data[s.at] != ',' && s.data[s.at] != '\n'; s.at++ {
		switch {
		case s.data[s.at] == '"':
			return csvCell{}, &csvProblem{s.position(), "there is a quote inside a value that is not quoted", `Quote the whole value and double its quotes: "say ""hello""".`}
		case s.data[s.at] == '\r' && bytes.HasPrefix(s.data[s.at:], []byte("\r\n")):
			return csvCell{text: string(s.data[from:s.at]), start: start, end: s.position()}, nil
		case s.data[s.at] == '\r':
			return csvCell{}, &csvProblem{s.position(), "there is a carriage return inside a line", "End lines with a line feed; quote a value that holds a carriage return."}
		}
	}
	return csvCell{text: string(s.data[from:s.at]), start: start, end: s.position()}, nil
}

func (s *csvScanner) quotedCell() (csvCell, *csvProblem) {
	start := s.position()
	var text []byte
	for s.at++; s.at < len(s.data); s.at++ {
		switch c := s.data[s.at]; {
		case c == '"' && s.at+1 < len(s.data) && s.data[s.at+1] == '"':
			s.at++
			text = append(text, '"')
		case c == '"':
			s.at++
			return csvCell{text: string(text), quoted: true, start: start, end: s.position()}, nil
		default:
			if text = append(text, c); c == '\n' {
				s.line, s.begin = s.line+1, s.at+1
			}
		}
	}
	return csvCell{}, &csvProblem{start, "this quote is never closed", "Close it; a quote inside a quoted value is written twice."}
}
