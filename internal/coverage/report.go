package coverage

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Report is what audits come to. Lists have the most frequent first, and ties by name.
type Report struct {
	Lines struct {
		Calls   int `json:"calls"`
		Broken  int `json:"broken"`  // no JSON, or no line of an audit
		Strange int `json:"strange"` // of another log
	} `json:"lines"`
	From  string `json:"from,omitempty"` // days
	To    string `json:"to,omitempty"`
	Total Row    `json:"total"`
	// Grain is day, week or month, whichever shows the span in a picture.
	Grain   string  `json:"grain"`
	Time    []Row   `json:"time"` // every period of the span
	Callers []Row   `json:"callers"`
	Tools   []Row   `json:"tools"`
	Refused []Count `json:"refused"`
	NotRun  []Count `json:"not_run"`

	Candidates []Candidate `json:"candidates"`
	Shapes     []Shape     `json:"shapes"`
	// Unshaped are ungoverned statements of shapes past the bound.
	Unshaped int `json:"unshaped"`
}

// Row is one name, or one period by its first day, and its share.
type Row struct {
	Name string `json:"name,omitempty"`
	Share
	// Certified is Share.Certified to four places; null where nothing gave numbers.
	Certified *float64 `json:"certified"`
}

// Count is a code and how often it came.
type Count struct {
	Code  string `json:"code"`
	Count int    `json:"count"`
}

// Spans up to which days and weeks are shown.
const (
	mostDays  = 92
	mostWeeks = 92 * 7
)

// Report says what was read so far.
func (r *Reader) Report() Report {
	var out Report
	out.Lines.Calls, out.Lines.Broken, out.Lines.Strange = r.calls, r.broken, r.strange
	out.Total = row("", r.total)
	out.From, out.To, out.Grain, out.Time = r.time()
	out.Callers, out.Tools = rows(r.callers), rows(r.tools)
	out.Refused, out.NotRun = counts(r.refused), counts(r.notRun)
	out.Candidates, out.Shapes, out.Unshaped = r.shapes.candidates(), r.shapes.ranked(), r.shapes.left
	return out
}

func row(name string, s Share) Row {
	out := Row{Name: name, Share: s}
	if share, ok := s.Certified(); ok {
		out.Certified = new(float64(int(share*10_000+0.5)) / 10_000)
	}
	return out
}

func rows(of map[string]*Share) []Row {
	out := []Row{}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		out = append(out, row(name, *of[name]))
	}
	size := func(s Share) int { return s.Answers + s.Refusals + s.Ungoverned + s.NotRun + s.Other }
	slices.SortStableFunc(out, func(a, b Row) int { return cmp.Compare(size(b.Share), size(a.Share)) })
	return out
}

func counts(of map[string]int) []Count {
	out := []Count{}
	for _, code := range slices.Sorted(maps.Keys(of)) {
		out = append(out, Count{code, of[code]})
	}
	slices.SortStableFunc(out, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// time folds days into the periods of a span.
func (r *Reader) time() (from, to, grain string, out []Row) {
	days := slices.DeleteFunc(slices.Sorted(maps.Keys(r.days)), func(d string) bool { return d == Others })
	out = []Row{}
	if len(days) == 0 {
		return "", "", "day", out
	}
	from, to = days[0], days[len(days)-1]
	first, _ := time.Parse(time.DateOnly, from) // written by line
	last, _ := time.Parse(time.DateOnly, to)
	grain = "day"
	start := func(t time.Time) time.Time { return t }
	next := func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }
	switch n := int(last.Sub(first).Hours() / 24); {
	case n >= mostWeeks:
		grain = "month"
		start = func(t time.Time) time.Time { return t.AddDate(0, 0, 1-t.Day()) }
		next = func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }
	case n >= mostDays:
		grain = "week"
		start = func(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }
		next = func(t time.Time) time.Time { return t.AddDate(0, 0, 7) }
	}
	sums := map[string]*Share{}
	for _, day := range days {
		t, _ := time.Parse(time.DateOnly, day)
		key := start(t).Format(time.DateOnly)
		if sums[key] == nil {
			sums[key] = &Share{}
		}
		sums[key].plus(*r.days[day])
	}
	for t := start(first); !t.After(last) && len(out) < maxNames; t = next(t) {
		key := t.Format(time.DateOnly)
		if sums[key] == nil {
			sums[key] = &Share{}
		}
		out = append(out, row(key, *sums[key]))
	}
	return from, to, grain, out
}
