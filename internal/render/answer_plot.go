package render

import (
	"math"
	"slices"
	"strconv"

	"sutura.dev/bundle/calendar"
	"sutura.dev/internal/answer"
)

// Plot draws an answer, one picture a metric: lines over time, or bars of groups. Periods are the buckets of its range;
// one without a row is a gap. It is false where there is nothing to compare, a single value.
func (p *Printer) Plot(a *answer.Answer, periods []calendar.Local) bool {
	drawn := false
	for i, c := range a.Columns {
		if c.Role != answer.RoleMetric || !c.Type.Numeric() {
			continue
		}
		if len(periods) == 0 && !slices.ContainsFunc(a.Columns, func(c answer.Column) bool { return c.Role == answer.RoleDimension }) {
			continue
		}
		if drawn {
			p.Line("")
		}
		drawn = true
		if len(periods) > 0 {
			p.LineChart(p.lines(a, i, periods))
		} else {
			p.BarChart(p.bars(a, i))
		}
	}
	return drawn
}

// lines is one series for each group, in the order in which groups appear.
func (p *Printer) lines(a *answer.Answer, metric int, periods []calendar.Local) LineChart {
	chart := LineChart{Title: a.Columns[metric].Label, Unit: a.Columns[metric].Unit, Grain: a.Question.Grain}
	at := make(map[calendar.Local]int, len(periods))
	for i, l := range periods {
		at[l] = i
		chart.Periods = append(chart.Periods, l.String())
	}
	period := slices.IndexFunc(a.Columns, func(c answer.Column) bool { return c.Role == answer.RolePeriod })
	series := map[string]int{}
	for _, row := range a.Rows {
		name := p.groupName(a, row)
		s, ok := series[name]
		if !ok {
			s = len(chart.Series)
			series[name] = s
			chart.Series = append(chart.Series, Series{Name: name, Values: slices.Repeat([]float64{math.NaN()}, len(periods))})
		}
		text, _ := row[period].(string)
		if l, ok := calendar.ParseLocal(text); ok {
			if i, ok := at[l]; ok {
				chart.Series[s].Values[i] = number(row[metric])
			}
		}
	}
	return chart
}

func (p *Printer) bars(a *answer.Answer, metric int) BarChart {
	chart := BarChart{Title: a.Columns[metric].Label, Unit: a.Columns[metric].Unit}
	texts := p.column(a.Rows, metric, a.Columns[metric].Format)
	for i, row := range a.Rows {
		chart.Bars = append(chart.Bars, Bar{Label: p.groupName(a, row), Value: number(row[metric]), Text: texts[i]})
	}
	return chart
}

// number is a cell as a height in a picture; NaN where there is none.
func number(cell any) float64 {
	switch v := cell.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	case string:
		if f, err := strconv.ParseFloat(v, 64); err == nil {
			return f
		}
	}
	return math.NaN()
}
