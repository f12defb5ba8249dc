package render

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"sutura.dev/internal/rows"
)

// LineChart is values over time: every series has one value for each period.
type LineChart struct {
	Title   string
	Unit    string
	Grain   string
	Periods []string // ISO names of the buckets, in order, missing ones included
	Series  []Series
}

// Series is one line. NaN is no value, and a gap.
type Series struct {
	Name   string
	Values []float64
}

const (
	plotHeight = 12
	maxSeries  = 6
)

// LineChart draws a picture of the chart, as wide as the terminal.
func (p *Printer) LineChart(c LineChart) {
	drawn := largest(c.Series, maxSeries)
	low, high, any := bounds(drawn)
	p.chartTitle(c.Title, c.Unit)
	if !any {
		p.Line("  no values to draw")
		return
	}
	s := newScale(low, high, 4)
	labels := make([]string, 0, 8)
	margin := 0
	for _, t := range s.ticks() {
		labels = append(labels, s.label(t))
		margin = max(margin, len(s.label(t)))
	}
	grid := newCanvas(max(10, p.width()-margin-4), plotHeight, p.look.Unicode)
	for i, one := range drawn {
		p.drawSeries(grid, s, one, i, len(drawn) > 1)
	}
	byRow := map[int]string{}
	for i, t := range s.ticks() {
		byRow[p.dotRow(grid, s, t)/grid.dy] = labels[i]
	}
	zero := -1
	if s.low < 0 && s.high > 0 {
		zero = p.dotRow(grid, s, 0) / grid.dy
	}
	for y := range plotHeight {
		label, axis, back := byRow[y], p.glyph("│", "|"), " "
		if label != "" {
			axis = p.glyph("┤", "+")
		}
		if y == zero {
			back = p.style.dim.Render(p.glyph("╌", "-"))
		}
		p.Line("%s", strings.TrimRight(" "+p.style.dim.Render(pad(label, margin, true)+" "+axis)+grid.row(y, back, p.paint), " "))
	}
	p.timeAxis(c, grid.width, margin)
	p.legend(drawn, len(c.Series))
}

func (p *Printer) chartTitle(title, unit string) {
	line := p.style.bold.Render(p.text(title))
	if unit != "" {
		line += " " + p.style.dim.Render("("+p.text(unit)+")")
	}
	p.Line("%s", line)
}

func (p *Printer) paint(series int, s string) string {
	return p.style.series[series%len(p.style.series)].Render(s)
}

// dotRow is the row of dots of a value, counted from the top.
func (p *Printer) dotRow(c *canvas, s scale, v float64) int {
	n := c.height * c.dy
	return n - 1 - s.at(v, n)
}

// dotColumn is the column of dots of the i-th of n periods.
func dotColumn(c *canvas, i, n int) int {
	if n == 1 {
		return c.width * c.dx / 2
	}
	return i * (c.width*c.dx - 1) / (n - 1)
}

// drawSeries joins neighbours that both have a value. Signs tell several series apart where colour cannot, and show
// a value without neighbours.
func (p *Printer) drawSeries(c *canvas, s scale, one Series, series int, several bool) {
	n := len(one.Values)
	sign := p.sign(series)
	every := max(1, 6*n/c.width)
	for i, v := range one.Values {
		if math.IsNaN(v) {
			continue
		}
		x, y := dotColumn(c, i, n), p.dotRow(c, s, v)
		left := i > 0 && !math.IsNaN(one.Values[i-1])
		right := i+1 < n && !math.IsNaN(one.Values[i+1])
		if left {
			c.line(dotColumn(c, i-1, n), p.dotRow(c, s, one.Values[i-1]), x, y, series)
		}
		alone := !left && !right
		if alone || several && i%every == series%every || !p.look.Unicode && !several {
			c.mark(x, y, series, sign)
		}
	}
}

func (p *Printer) sign(series int) string {
	if p.look.Unicode {
		return []string{"●", "○", "■", "□", "▲", "△"}[series]
	}
	return []string{"*", "o", "+", "x", "#", "@"}[series]
}

// timeAxis prints the line below the picture and as many names of periods as fit, evenly spaced.
func (p *Printer) timeAxis(c LineChart, width, margin int) {
	n := len(c.Periods)
	names := make([]string, n)
	longest := 1
	for i, period := range c.Periods {
		names[i] = periodLabel(period, c.Grain)
		longest = max(longest, len(names[i]))
	}
	step := axisStep(c.Grain, n, max(1, (width+longest)/(longest+2)))
	axis := []rune(strings.Repeat(p.glyph("─", "-"), width))
	text := []byte(strings.Repeat(" ", width+longest))
	free := 0
	for i := 0; i < n; i += step {
		at := width / 2
		if n > 1 {
			at = i * (width - 1) / (n - 1)
		}
		start := min(max(at-len(names[i])/2, 0), width-len(names[i]))
		if start < free {
			continue
		}
		copy(text[start:], names[i])
		free = start + len(names[i]) + 1
		axis[at] = []rune(p.glyph("┬", "+"))[0]
	}
	indent := strings.Repeat(" ", margin+2)
	p.Line("%s", p.style.dim.Render(indent+p.glyph("└", "+")+string(axis)))
	p.Line("%s", p.style.dim.Render(strings.TrimRight(indent+" "+string(text), " ")))
}

// axisStep is how many periods lie between two names, at most room of which fit; calendars like some steps better.
func axisStep(grain string, n, room int) int {
	nice := map[string][]int{
		"hour": {1, 2, 3, 6, 12, 24, 48, 168}, "day": {1, 2, 7, 14, 28, 56, 91, 182, 364},
		"week": {1, 2, 4, 13, 26, 52}, "month": {1, 2, 3, 6, 12, 24, 60}, "quarter": {1, 2, 4, 8, 20},
	}[grain]
	for _, s := range nice {
		if (n+s-1)/s <= room {
			return s
		}
	}
	return max(1, (n+room-1)/room)
}

// periodLabel shortens the ISO name of a bucket to what its grain needs.
func periodLabel(period, grain string) string {
	switch {
	case grain == "year" && len(period) >= 4:
		return period[:4]
	case grain == "month" && len(period) >= 7:
		return period[:7]
	case grain == "quarter" && len(period) >= 7:
		month := int(period[5]-'0')*10 + int(period[6]-'0')
		return period[:4] + "-Q" + string(rune('1'+(month-1)/3))
	case grain == "hour" && len(period) >= 13:
		return period[:10] + " " + period[11:13] + "h"
	case len(period) > 10:
		return period[:10]
	}
	return period
}

func (p *Printer) legend(drawn []Series, all int) {
	if len(drawn) < 2 {
		return
	}
	var parts []string
	for i, s := range drawn {
		parts = append(parts, p.paint(i, p.sign(i))+" "+p.text(s.Name))
	}
	if all > len(drawn) {
		parts = append(parts, p.style.dim.Render("("+rows.Plain(len(drawn))+" of "+rows.Plain(all)+", the largest)"))
	}
	p.Line("   %s", strings.Join(parts, "   "))
}

// largest keeps the n series with the greatest sum of absolute values, in the order they came.
func largest(series []Series, n int) []Series {
	if len(series) <= n {
		return series
	}
	order := make([]int, len(series))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight(series[b]), weight(series[a])) })
	order = order[:n]
	slices.Sort(order)
	out := make([]Series, n)
	for i, o := range order {
		out[i] = series[o]
	}
	return out
}

func weight(s Series) float64 {
	sum := 0.0
	for _, v := range s.Values {
		if !math.IsNaN(v) {
			sum += math.Abs(v)
		}
	}
	return sum
}

func bounds(series []Series) (low, high float64, any bool) {
	for _, s := range series {
		for _, v := range s.Values {
			switch {
			case math.IsNaN(v):
			case !any:
				low, high, any = v, v, true
			default:
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high, any
}
