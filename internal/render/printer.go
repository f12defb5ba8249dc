package render

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Look is what a writer can show.
type Look struct {
	Color   bool
	Unicode bool
	// Terminal is true where a person sits in front of it.
	Terminal bool
	// Width is in columns; 0 where there is no terminal to ask.
	Width int
}

// When says whether to colour.
type When string

// The choices of --color.
const (
	Auto   When = "auto"
	Always When = "always"
	Never  When = "never"
)

// Detect finds what w can show. With Auto, colour needs a terminal that is not dumb, and no NO_COLOR. Unicode is what
// the locale says (LC_ALL, LC_CTYPE, LANG, the first that is set).
func Detect(w io.Writer, color When, getenv func(string) string) Look {
	var l Look
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		l.Terminal = true
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			l.Width = width
		}
	}
	l.Color = color == Always || color == Auto && l.Terminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(getenv(name)); v != "" {
			l.Unicode = strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
			break
		}
	}
	return l
}

// Printer lays out and writes. Writing errors are kept until Flush.
type Printer struct {
	w     io.Writer
	buf   bytes.Buffer
	look  Look
	style styles
}

// New returns a Printer on w.
func New(w io.Writer, look Look) *Printer {
	return &Printer{w: w, look: look, style: newStyles(w, look.Color)}
}

// Flush writes what was printed. Nothing reaches the writer before.
func (p *Printer) Flush() error {
	_, err := p.buf.WriteTo(p.w)
	return err
}

// Line prints one line of our own words; a format's text arguments must have passed Escape.
func (p *Printer) Line(format string, args ...any) {
	fmt.Fprintf(&p.buf, format, args...)
	p.buf.WriteByte('\n')
}

// Heading prints a line that begins a part.
func (p *Printer) Heading(text string) { p.Line("%s", p.style.bold.Render(p.text(text))) }

// Dim prints a line of lesser weight.
func (p *Printer) Dim(text string) { p.Line("%s", p.style.dim.Render(p.text(text))) }

// Command prints a command line, ready to paste.
func (p *Printer) Command(words []string) { p.Line("  %s", p.style.key.Render(p.text(Shell(words)))) }

// Prompt prints a command line as it is typed.
func (p *Printer) Prompt(words []string) {
	p.Line("%s %s", p.style.dim.Render("$"), p.style.key.Render(p.text(Shell(words))))
}

// Raw prints bytes as they are: a bundle, a statement for another program.
func (p *Printer) Raw(b []byte) { p.buf.Write(b) }

// plotWidth is the width of pictures where no terminal tells; a picture wider than maxPlotWidth is no easier to read.
const (
	plotWidth    = 80
	maxPlotWidth = 120
)

func (p *Printer) width() int {
	if p.look.Width > 0 {
		return min(p.look.Width, maxPlotWidth)
	}
	return plotWidth
}

// glyph chooses between a Unicode form and its plain one.
func (p *Printer) glyph(unicode, ascii string) string {
	if p.look.Unicode {
		return unicode
	}
	return ascii
}
