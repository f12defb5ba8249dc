package render

import "strings"

// canvas is a grid of character cells to draw lines on. With Unicode a cell has 2 by 4 dots, else it is one dot.
type canvas struct {
	width, height int // in cells
	dx, dy        int // dots a cell
	cells         []point
	dotted        bool
}

// point is one cell: dots of a line, or a mark on top of them, and whose they are.
type point struct {
	dots   uint8
	mark   string
	series int
}

func newCanvas(width, height int, unicode bool) *canvas {
	c := &canvas{width: width, height: height, dx: 1, dy: 1, cells: make([]point, width*height)}
	if unicode {
		c.dx, c.dy, c.dotted = 2, 4, true
	}
	return c
}

// brailleBits are the dots of U+2800 by row and column.
var brailleBits = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dot sets one dot; x and y count dots from the top left.
func (c *canvas) dot(x, y, series int) {
	cell := &c.cells[y/c.dy*c.width+x/c.dx]
	cell.series = series
	if c.dotted {
		cell.dots |= brailleBits[y%4][x%2]
	} else {
		cell.dots = 1
	}
}

// mark puts a sign over the cell that holds a dot.
func (c *canvas) mark(x, y, series int, sign string) {
	cell := &c.cells[y/c.dy*c.width+x/c.dx]
	cell.mark, cell.series = sign, series
}

// line joins two dots (Bresenham).
func (c *canvas) line(x0, y0, x1, y1, series int) {
	dx, dy := abs(x1-x0), -abs(y1-y0)
	sx, sy := 1, 1
	if x0 > x1 {
		sx = -1
	}
	if y0 > y1 {
		sy = -1
	}
	for e := dx + dy; ; {
		c.dot(x0, y0, series)
		if x0 == x1 && y0 == y1 {
			return
		}
		e2 := 2 * e
		if e2 >= dy {
			e += dy
			x0 += sx
		}
		if e2 <= dx {
			e += dx
			y0 += sy
		}
	}
}

// row writes one row of cells; paint dresses a run that belongs to one series, and back is what an empty cell shows.
func (c *canvas) row(y int, back string, paint func(series int, s string) string) string {
	var out, run strings.Builder
	owner := -1
	flush := func() {
		if run.Len() > 0 {
			out.WriteString(paint(owner, run.String()))
			run.Reset()
		}
	}
	for _, cell := range c.cells[y*c.width : (y+1)*c.width] {
		sign := cell.sign(c.dotted)
		if sign == "" {
			flush()
			out.WriteString(back)
			continue
		}
		if cell.series != owner {
			flush()
			owner = cell.series
		}
		run.WriteString(sign)
	}
	flush()
	return out.String()
}

// sign is what a cell shows, empty for nothing.
func (p point) sign(dotted bool) string {
	switch {
	case p.mark != "":
		return p.mark
	case p.dots == 0:
		return ""
	case dotted:
		return string(rune(0x2800 + int(p.dots)))
	}
	return "."
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
