package mcp

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/plan"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/serve"
	"sutura.dev/internal/serve/cards"
)

// text is the half of a result that an agent reads where its client shows nothing else: tables of cells, each on its
// line, what the catalog's authors wrote quoted with "> ", and at the end of an answer one line that says where its
// numbers come from. A value that has no such form is its JSON.
func text(value any) string {
	var w page
	switch v := value.(type) {
	case *answer.Answer:
		w.answer(v)
	case *answer.Refused:
		w.refusal(v)
	case *cards.Catalog:
		w.catalog(v)
	case *serve.Found:
		w.found(v)
	case *cards.Objects:
		w.objects(v)
	case *cards.Object:
		w.object(v)
	case *cards.Model:
		w.model(v)
	case *cards.Queries:
		w.queries(v)
	case *cards.Area:
		w.area(v)
	case *answer.Preview:
		w.preview(v)
	case *serve.Queried:
		if r := v.Refused(); r != nil {
			w.refusal(r)
		} else {
			w.WriteString(v.Content())
		}
	case *serve.Ungoverned:
		w.ungoverned(v)
	case *serve.NotRun:
		w.notRun(v)
	default:
		data, err := json.Marshal(v)
		if err != nil { // what is sent as JSON too
			panic(err)
		}
		w.Write(data)
	}
	return w.String()
}

// page is a text in the making.
type page struct{ strings.Builder }

func (w *page) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// quote writes prose, each of its lines marked as such.
func (w *page) quote(prose string) {
	for line := range strings.Lines(prose) {
		w.line("> %s", escape(strings.TrimRight(line, "\r\n")))
	}
}

// row writes cells apart by tabs.
func (w *page) row(cells []any) {
	for i, c := range cells {
		if i > 0 {
			w.WriteByte('\t')
		}
		w.WriteString(cell(c))
	}
	w.WriteByte('\n')
}

func (w *page) answer(a *answer.Answer) {
	names := make([]any, len(a.Columns))
	for i, c := range a.Columns {
		names[i] = c.Name
	}
	w.row(names)
	for _, r := range a.Rows {
		w.row(r)
	}
	w.apart("others, what the groups outside top come to together:", a.Others)
	w.apart("totals, what all groups come to together:", a.Totals)
	for _, n := range a.Notes {
		if n.Code == plan.NoteCaveat {
			w.quote(n.Text)
		} else {
			w.line("note: %s", escape(n.Text))
		}
	}
	w.WriteString(provenance(a))
}

// apart writes rows that are none of the answer's own.
func (w *page) apart(what string, rows [][]any) {
	if rows != nil {
		w.line("%s", what)
	}
	for _, r := range rows {
		w.row(r)
	}
}

// provenance is one line.
func provenance(a *answer.Answer) string {
	from := a.Provenance
	out := "provenance: " + plural(len(a.Rows), "row") +
		"; bundle " + from.Bundle.Name + " " + from.Bundle.Version + " " + from.Bundle.Digest + "; statement " + from.Statement
	if r, b := a.Question.Range, from.Bounds; r != nil && b != nil {
		out += "; from " + r.Start + " to before " + r.End + ", " + b.Zone
	}
	if from.DataUntil != "" {
		out += "; data until " + from.DataUntil
	}
	for _, l := range from.Legs {
		out += "; source " + l.Source + " as " + l.Posture
	}
	return escape(out)
}

func (w *page) refusal(r *answer.Refused) {
	w.line("refused: %s", r.Code)
	if r.Code == question.NotDefined { // the reason is the author's
		w.quote(r.Detail)
	} else {
		w.line("%s", escape(r.Detail))
	}
	if len(r.Suggestions) > 0 {
		w.line("These would be answered; each line is a tool's arguments, ready to send:")
		for _, q := range r.Suggestions {
			w.line("%s", question.Encode(q))
		}
	}
	w.space(r.Space)
}

// space says what metrics can be asked by together.
func (w *page) space(s *question.Space) {
	if s == nil {
		return
	}
	dimensions := make([]string, len(s.Dimensions))
	for i, d := range s.Dimensions {
		dimensions[i] = d.Name
	}
	w.line("%s can be asked by grains %s; by dimensions %s; beside metrics %s.",
		listed(s.Metrics), listed(s.Grains), listed(dimensions), listed(s.Beside()))
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return escape(strings.Join(names, ", "))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// cell spells one value. null is a value that is not there; a text that is spelled so gets a backslash before it.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		if v == "null" {
			return `\null`
		}
		return escape(v)
	}
	data, err := json.Marshal(v)
	if err != nil { // cells are booleans and finite numbers besides
		panic(err)
	}
	return string(data)
}

// escape keeps text on its line and in its cell: the backslash, what breaks lines and cells, controls, and characters
// that steer or hide what is read become visible escapes.
func escape(s string) string {
	if strings.IndexFunc(s, escaped) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !escaped(r):
			b.WriteRune(r)
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// escaped reports whether r is written as an escape. Joiners (U+200C, U+200D) are part of real words.
func escaped(r rune) bool {
	switch {
	case r >= ' ' && r <= '~':
		return r == '\\'
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return true
	case r == '\u200c', r == '\u200d':
		return false
	}
	return unicode.Is(unicode.Cf, r)
}
