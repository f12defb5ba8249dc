package render

import (
	"bytes"
	"encoding/json"
	"fmt"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/rows"
)

// JSON prints v indented, followed by a line end. Characters that JSON allows but a terminal obeys leave as \u escapes.
func (p *Printer) JSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("encode the result as JSON: %w", err)
	}
	for _, r := range b.String() {
		switch {
		case r == '\n' || !rows.Hidden(r):
			p.buf.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&p.buf, `\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
		default:
			fmt.Fprintf(&p.buf, `\u%04x`, r)
		}
	}
	return nil
}

// The wire form of findings. Field names are stable.
type (
	// Findings is a list of findings, cut to what is worth reading.
	Findings struct {
		Diagnostics []diagnosticJSON `json:"diagnostics"`
		Truncated   int              `json:"truncated"` // how many are not listed
		Errors      int              `json:"errors"`
		Warnings    int              `json:"warnings"`
	}
	diagnosticJSON struct {
		Code     diag.Code `json:"code"`
		Severity string    `json:"severity"`
		Message  string    `json:"message"`
		Hint     string    `json:"hint,omitempty"`
		Path     string    `json:"path,omitempty"`
		*rangeJSON
		Related []relatedJSON `json:"related,omitempty"`
	}
	relatedJSON struct {
		Message string `json:"message"`
		*rangeJSON
	}
	rangeJSON struct {
		File  string        `json:"file"`
		Start diag.Position `json:"start"`
		End   diag.Position `json:"end"`
	}
)

// Wire returns findings as they leave in JSON.
func (d Diagnostics) Wire(files Files) Findings {
	out := Findings{Diagnostics: []diagnosticJSON{}, Truncated: d.Left, Errors: d.Errors, Warnings: d.Warnings}
	for _, x := range d.Shown {
		j := diagnosticJSON{
			Code: x.Code, Severity: x.Severity.String(), Message: x.Message, Hint: x.Hint, Path: x.Path,
			rangeJSON: placeJSON(x.Range, files),
		}
		for _, r := range x.Related {
			j.Related = append(j.Related, relatedJSON{Message: r.Message, rangeJSON: placeJSON(r.Range, files)})
		}
		out.Diagnostics = append(out.Diagnostics, j)
	}
	return out
}

func placeJSON(r diag.Range, files Files) *rangeJSON {
	if r.File == "" {
		return nil
	}
	return &rangeJSON{File: files.Show(r.File), Start: r.Start, End: r.End}
}
