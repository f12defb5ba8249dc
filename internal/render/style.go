package render

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// styles are bound to one writer. The sixteen colours of the terminal's own theme are used, so that a person's choice
// of background holds.
type styles struct {
	plain, bold, dim, err, warn, good, gone, key lipgloss.Style
	series                                       []lipgloss.Style
}

func newStyles(w io.Writer, color bool) styles {
	r := lipgloss.NewRenderer(w)
	if color {
		r.SetColorProfile(termenv.ANSI)
	} else {
		r.SetColorProfile(termenv.Ascii)
	}
	base := r.NewStyle().Inline(true).TabWidth(lipgloss.NoTabConversion)
	fg := func(c string) lipgloss.Style { return base.Foreground(lipgloss.Color(c)) }
	return styles{
		plain: base,
		bold:  base.Bold(true),
		dim:   base.Faint(true),
		err:   fg("1").Bold(true),
		warn:  fg("3").Bold(true),
		good:  fg("2"),
		gone:  fg("1"),
		key:   fg("6"),
		series: []lipgloss.Style{
			fg("4"), fg("3"), fg("2"), fg("5"), fg("6"), fg("1"),
		},
	}
}

// cells is the number of terminal columns that s takes; s holds no control characters.
func cells(s string) int { return lipgloss.Width(s) }
