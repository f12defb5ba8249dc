package render

import (
	"math"
	"strings"
)

// BarChart is one value for each group.
type BarChart struct {
	Title string
	Unit  string
	Bars  []Bar
}

// Bar is one group. NaN is no value.
type Bar struct {
	Label string
	Value float64
	// Text is the value as the table shows it; empty for none.
	Text string
}

const (
	maxBars     = 40
	maxBarLabel = 32
)

// BarChart draws horizontal bars from a common zero; negative ones grow to the left.
func (p *Printer) BarChart(c BarChart) {
	p.chartTitle(c.Title, c.Unit)
	bars := c.Bars[:min(len(c.Bars), maxBars)]
	label, value := 0, 0
	low, high := 0.0, 0.0
	for _, b := range bars {
		label = max(label, min(cells(p.barLabel(b.Label)), maxBarLabel))
		value = max(value, cells(p.barText(b)))
		if !math.IsNaN(b.Value) {
			low, high = min(low, b.Value), max(high, b.Value)
		}
	}
	room := max(10, p.width()-label-value-6)
	left, right := split(low, high, room)
	for _, b := range bars {
		before, after := p.bar(b.Value, low, high, left, right)
		p.Line(" %s %s%s%s %s", pad(p.barLabel(b.Label), label, true), p.paint(5, before), p.style.dim.Render(p.glyph("│", "|")),
			p.paint(0, after), pad(p.barText(b), value, true))
	}
	if n := len(c.Bars) - len(bars); n > 0 {
		p.Line(" and %d more", n)
	}
}

func (p *Printer) barText(b Bar) string {
	if math.IsNaN(b.Value) {
		return p.cell(nil)
	}
	return p.text(b.Text)
}

func (p *Printer) barLabel(s string) string {
	s = p.text(s)
	if cells(s) <= maxBarLabel {
		return s
	}
	dots := p.glyph("…", "...")
	return cutBack(s, maxBarLabel-cells(dots)) + dots
}

// split shares the room between the two sides of zero in proportion to what they hold.
func split(low, high float64, room int) (left, right int) {
	switch {
	case low == 0:
		return 0, room
	case high == 0:
		return room, 0
	}
	left = int(math.Round(-low / (high - low) * float64(room)))
	left = min(max(left, 1), room-1)
	return left, room - left
}

// bar draws both sides of zero for one value, each side filled to its width.
func (p *Printer) bar(v, low, high float64, left, right int) (before, after string) {
	before, after = strings.Repeat(" ", left), strings.Repeat(" ", right)
	switch {
	case v > 0:
		after = pad(p.blocks(v/high*float64(right)), right, false)
	case v < 0:
		before = pad(p.blocksLeft(v/low*float64(left)), left, true)
	}
	return before, after
}

// blocks is a bar of that many columns, to the eighth; any value above zero shows.
func (p *Printer) blocks(n float64) string {
	if !p.look.Unicode {
		return strings.Repeat("#", max(1, int(math.Round(n))))
	}
	eighths := max(1, int(math.Round(n*8)))
	out := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		out += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return out
}

// blocksLeft grows to the left, where only halves exist.
func (p *Printer) blocksLeft(n float64) string {
	if !p.look.Unicode {
		return strings.Repeat("#", max(1, int(math.Round(n))))
	}
	halves := max(1, int(math.Round(n*2)))
	return strings.Repeat("▐", halves%2) + strings.Repeat("█", halves/2)
}
