package calendar

import "time"

// Partial is a bucket of which the range, or the clock, shows only a part.
type Partial struct {
	Bucket Span
	// Shown and Whole are the days of the bucket that are inside the range, and all of them; hours at hour grain.
	Shown, Whole int
}

// Completeness is what a range shows of its buckets, at a reading of the clock.
type Completeness struct {
	// Cut are the buckets of which the range covers a part: the first, the last, both, or one that is both.
	Cut []Partial
	// Open is the bucket whose part of the range holds now; nil when there is none.
	Open *Span
	// NotBegun is how many buckets' parts of the range begin after now, and First the first of them.
	NotBegun int
	First    Local
	// Widened is the range with its buckets whole: the range itself when it cuts none.
	Widened Span
}

// Completeness tells which buckets of s are cut by it, open at now, or not begun. Without a grain (g empty) the range
// is the one bucket, never cut.
func (c *Calendar) Completeness(s Span, g Grain, now time.Time) Completeness {
	done := Completeness{Widened: s}
	if s.Empty() {
		return done
	}
	if g != "" {
		done.Widened = c.Enclosing(s, g)
		done.Cut = c.cut(s, g)
	}
	begun := s.Start // up to here, the buckets of s have begun
	if c.Instant(s.Start).Compare(now) <= 0 && now.Before(c.Instant(s.End)) {
		open := s
		if g != "" {
			open = c.holding(now, s, g)
		}
		done.Open, begun = &open, open.End
	}
	rest := Span{begun, s.End}
	if rest.Empty() || !now.Before(c.Instant(begun)) {
		return done
	}
	switch g {
	case "":
		done.First, done.NotBegun = begun, 1
	case Hour: // which one it is on the clocks, where they skip
		done.First, done.NotBegun = c.Truncate(c.Local(c.Instant(begun)), g), c.Count(rest, g)
	default:
		done.First, done.NotBegun = c.Truncate(begun, g), c.Count(rest, g)
	}
	return done
}

// holding is the bucket of s that holds the instant now. Where clocks went back over midnight, the wall shows the day
// before again while the bucket, by its instants, has begun.
func (c *Calendar) holding(now time.Time, s Span, g Grain) Span {
	bucket := c.Bucket(later(s.Start, c.Local(now)), g)
	for !now.Before(c.Instant(bucket.End)) {
		bucket = c.Bucket(bucket.End, g)
	}
	return bucket
}

// cut lists the first and last buckets of s where s covers only a part of them.
func (c *Calendar) cut(s Span, g Grain) []Partial {
	unit := Day
	if g == Hour {
		unit = Hour
	}
	first, last := c.Bucket(s.Start, g), c.Bucket(Shift(c.ceil(s.End, g), -1, g), g)
	buckets := []Span{first}
	if last != first {
		buckets = append(buckets, last)
	}
	var cut []Partial
	for _, bucket := range buckets {
		if part := intersect(bucket, s); part != bucket {
			cut = append(cut, Partial{bucket, c.Count(part, unit), c.Count(bucket, unit)})
		}
	}
	return cut
}

func intersect(a, b Span) Span {
	return Span{later(a.Start, b.Start), earlier(a.End, b.End)}
}

func earlier(a, b Local) Local {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b Local) Local {
	if a.Before(b) {
		return b
	}
	return a
}
