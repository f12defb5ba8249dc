package ground

import "sync"

// timeRule is one form of time. Patterns hold in every language, more in the language of their key.
type timeRule struct {
	name     string
	doc      string // one sentence for docs/words.md
	patterns []string
	more     map[string][]string
	// level 0 rules are made of words, level 1 of those times, level 2 of both.
	level int
	read  func(r *timeReader, m match) *when
}

// timeRules is the table of the forms of time.
func timeRules() []timeRule {
	return []timeRule{
		{name: "named", doc: "Words for a day, a year, or the one before or after it.", patterns: []string{"{named}"}, read: (*timeReader).named},
		{name: "relative", doc: "This unit, the one before it, the one after it: whole units of the calendar.",
			patterns: []string{"{last} {unit}", "{this} {unit}", "{next} {unit}"}, read: (*timeReader).relative},
		{name: "window", doc: "The last so many units are the window that a question's `last` is: days and weeks end yesterday, hours with the last whole hour, months and longer are whole ones before this one. Where a language says it without a number, it is one unit.",
			patterns: []string{"{window} {n} {unit}", "{past} {unit}"}, read: (*timeReader).window},
		{name: "coming", doc: "The next so many units: days and weeks begin tomorrow, months and longer are whole ones after this one.",
			patterns: []string{"{next} {n} {unit}"}, read: (*timeReader).coming},
		{name: "distance", doc: "So many units ago, or from now: the one unit that holds that day. Czech \"za 3 měsíce\" may also be a length, and asks.",
			patterns: []string{"{ahead} {n} {unit}"}, more: map[string][]string{"en": {"{n} {unit} {ago}", "half a year ago"}, "de": {"{ago} {n} {unit}"}, "cs": {"{ago} {n} {unit}", "{ago} {unit}"}}, read: (*timeReader).distance},
		{name: "year", doc: "A year from 1900 to 2100: alone, behind a preposition, or as the last word where no comparison stands before it.",
			patterns: []string{"{yyyy}", "{year} {yyyy}"}, more: map[string][]string{"en": {"{the} {year} {yyyy}"}}, read: (*timeReader).year},
		{name: "month", doc: "A month, with or without its year. Without, one that has begun is this year's, and one that is still to come asks: this year's or last year's.",
			patterns: []string{"{month} .? {of}? {year}? {yyyy}", "{month} .?", "{last} {month}", "{this} {month}", "{next} {month}", "{mm} / {yyyy}", "{mm} . {yyyy}", "{yyyy} / {mm}", "{period} {yyyy} . {mm}", "{month} .? ' {short}"}, read: (*timeReader).month},
		{name: "digits", doc: "Six digits are a year and its month, eight a year, its month and its day. Behind a word for one thing that has a number, such as an invoice, they are its number, and so is a year.", patterns: []string{"{digits}"}, read: (*timeReader).digits},
		{name: "iso", doc: "Periods as a question spells them: 2026-H1, 2026-Q2, 2026-06, 2026-W23, 2026-06-14, FY2026-Q1.", patterns: []string{"{iso}"}, read: (*timeReader).iso},
		{name: "day", doc: "A day of a month, with or without its year; without, as for months.",
			patterns: []string{"{d} .? {month} .? {of}? {yyyy}", "{d} .? {month} .?"},
			more:     map[string][]string{"en": {"{the}? {d} +{th} {of}? {month} ,? {yyyy}?", "{d} of {month} {yyyy}?", "{month} .? {d} ,? {yyyy}", "{month} .? {d}", "{month} {d} +{th} ,? {yyyy}?"}}, read: (*timeReader).day},
		{name: "date", doc: "Numbers with dots, slashes or hyphens: the day first, but the month first where the locale is en-US. A year of two digits is of this century. Without a year dots only.",
			patterns: []string{"{a} . {b} . {yy}", "{a} . {b} .", "{a} / {b} / {yy}", "{a} - {b} - {yy}"}, read: (*timeReader).date},
		{name: "days", doc: "Days of one month, from one through another. Two days that are named side by side must follow each other.",
			patterns: []string{"{d} .? {to} {d} .? {month} {yyyy}?", "{from} {d} .? {to} {d} .? {month} {yyyy}?", "{both} {the}? {d} .? {plus} {the}? {d} .? {month} {yyyy}?", "{d} .? {and} {d} .? {month} {yyyy}?", "{d} . - {d} . {mm} . {yyyy}?"},
			more:     map[string][]string{"en": {"{month} {d} {to} {d} ,? {yyyy}?"}}, read: (*timeReader).days},
		{name: "weekday", doc: "A day of the week. Alone, today or else the one before or after, which asks; with last or next, where the nearest one and that of the week before or after differ, it asks.",
			patterns: []string{"{weekday}", "{last} {weekday}", "{this} {weekday}", "{next} {weekday}"}, read: (*timeReader).weekday},
		{name: "weekend", doc: "Saturday and Sunday of this week, of the one before or the one after.",
			patterns: []string{"{last} {weekend}", "{this} {weekend}", "{next} {weekend}"}, read: (*timeReader).weekend},
		{name: "quarter", doc: "A quarter, with or without its year; without, as for months.",
			patterns: []string{"q +{q} -? /? {of}? {yyyy}?", "{yyyy} +q +{q}", "{q} +q +{yyyy}", "{q} +q", "q +{q} /|'? {short}", "{q} +q /|'? +{short}", "{qth} {quarterword} {of}? {year}? {yyyy}?", "{roman} .? {quarterword} {of}? {year}? {yyyy}?"}, more: map[string][]string{"en": {"{quarterword} {q} {of}? {yyyy}?"}}, read: (*timeReader).quarter},
		{name: "half", doc: "Half a year, with or without its year; without, as for months.",
			patterns: []string{"h +{h} -? /? {of}? {yyyy}?", "{yyyy} +h +{h}", "h +{h} /|'? {short}", "{hth} {halfword} {of}? {the}? {year}? {yyyy}?", "{hth} {halfof} {of}? {the}? {year}? {yyyy}", "{hth} {halfof} {of}? {the}? {year}"}, more: map[string][]string{"en": {"{hth} half of the year"}, "cs": {"{hth} {end} {of} {yyyy}"}}, read: (*timeReader).half},
		{name: "week", doc: "A week by its ISO number, with or without its year; without, as for months. Only where the catalog's weeks start on Monday.",
			patterns: []string{"w +{w} /? {of}? {yyyy}?", "{weekword} +{w} /? -? {of}? {year}? {yyyy}?", "{w} . {weekword} {of}? {year}? {yyyy}?", "{weekword} +{w} / {short}"}, more: map[string][]string{"en": {"{w} +{th} {weekword} {of}? {yyyy}?"}}, read: (*timeReader).week},
		{name: "fiscal", doc: "Fiscal years and their quarters, as the catalog's calendar has them. Where two years are said, the one that starts in the first and ends in the second.",
			patterns: []string{"{yearly} +{yyyy} -? q +{q}", "q +{q} {yearly} +{yyyy}", "{yearly} +{yyyy}", "fy +{short}", "{qth} {quarterly} {yyyy}", "{fiscal} q +{q} {yyyy}", "{yearly} +{yyyy} /|- {yy}", "fy +{short} /|- {short}"}, read: (*timeReader).fiscal},
		{name: "season", doc: "Spring is March to May, summer June to August, autumn September to November, winter December to February. A winter of one year asks: the one that starts in it or the one that ends in it.",
			patterns: []string{"{season} {of}? {year}? {yyyy}", "{season} {yyyy} / {short}", "{season}", "{last} {season}", "{this} {season}", "{next} {season}"}, read: (*timeReader).season},
		{name: "to date", doc: "From the start of this unit through the reference's day.",
			patterns: []string{"{todate}", "{unit} {tail}", "{this} {unit} {tail}", "{since} {the}? {start} {of}? {the}? {this}? {unit}", "{out} {the}? {start} {of}? {the}? {this}? {unit}", "{since} {unitstart}", "{out} {unitstart}"}, read: (*timeReader).toDate},
		{name: "within", level: 1, doc: "A time of a year beside that year, however both are said; a day of the week beside its date, which must be one.",
			patterns: []string{"{t} {of}? {in}? {the}? {t}", "{t} ' s {t}", "{t} , {t}"}, read: (*timeReader).within},
		{name: "until", level: 2, doc: "From the reference's day to the end of a time that is named last; what has no year is the next one.",
			patterns: []string{"{until} {the}? {end}? {of}? {the}? {t}", "{until} {the}? {end} {of}? {the}? {this}? {unit}", "{until} {unitend}"}, read: (*timeReader).until},
		{name: "since", level: 2, doc: "From the start of a time through the reference's day; what has no year is the latest one. From a time, without its end, asks: in it or since; but from yesterday or from last month is in it.",
			patterns: []string{"{since} {the}? {start}? {of}? {in}? {the}? {t}", "{out} {the}? {start} {of}? {in}? {the}? {t}", "{out} {the}? {t}", "{out} {the}? {t} {onward}"}, read: (*timeReader).since},
		{name: "after", level: 2, doc: "From the end of a time through the reference's day.", patterns: []string{"{after} {the}? {t}"}, read: (*timeReader).after},
		{name: "range", level: 2, doc: "From the start of one time through the end of another; an end without a year is the nearest that fits.",
			patterns: []string{"{from} {the}? {t} {to} {the}? {t}", "{t} {to} {the}? {t}", "{both} {the}? {t} {plus} {the}? {t}"}, read: (*timeReader).between},
		{name: "hours", level: 2, doc: "Whole hours of a day, today's where none is said; 24:00 ends a day and begins nothing.",
			patterns: []string{"{t} {in}? {o}", "{t} {from}? {o} {to} {o}", "{from} {o} {to} {o}", "{o} {to} {o}", "{in} {o}", "{o}"}, more: map[string][]string{"de": hoursAlone, "cs": hoursAlone}, read: (*timeReader).hours},
		{name: "vague", level: 2, doc: "Before a time, around it, its start, middle or end, every one of them, a part of it that is only counted or has a name of its own: nothing says which days those are, so nothing is read. Neither is the day of a rate of exchange.",
			patterns: []string{"{few}", "{last} {plural}", "{past} {plural}", "{next} {plural}", "{this} {plural}", "{every} {t}", "{same} {of}? {in}? {the}? {t}", "{t} {the}? {d} +{th}",
				"{last}? {unit} {of} {the}? {t}", "{ord} {unit} {of} {the}? {t}", "{n} {unit} {after} {the}? {t}", "{n} {unit} {before} {the}? {t}", "{n} {unit} {since} {the}? {t}", "{n} {unit} {out} {the}? {t}", "{unit} {opens} {the}? {t}", "{unit} {closes} {the}? {t}", "{part} {of}? {the}? {year}? {t}", "{hth}? {halfof} {of}? {the}? {year}? {t}", "{t} {rate}", "{t} ' s {rate}", "{the} {unit} {after} {the}? {t}", "within {n} {unit} {of} {the}? {t}", "{before} {the}? {t}", "{about} {the}? {t}", "{start} {of}? {the}? {t}", "{mid} -? {of}? {t}", "{end} {of}? {the}? {t}", "{start} {of}? {the}? {this}? {unit}", "{end} {of}? {the}? {this}? {unit}", "{mid} {of}? {the}? {this}? {unit}", "{unitend}", "{unitstart}"},
			more: map[string][]string{"en": {"at {the}? {t} ' s rate|rates", "at {the}? {t} rate|rates"}}, read: (*timeReader).vague},
	}
}

// timeGrammar is the patterns of every rule, by language.
type timeGrammar struct {
	rules    []timeRule
	patterns map[string][][]pattern
}

var timeForms = sync.OnceValue(func() *timeGrammar {
	g := &timeGrammar{timeRules(), map[string][][]pattern{}}
	for _, l := range languages() {
		for _, r := range g.rules {
			var all []pattern
			for _, text := range append(r.patterns[:len(r.patterns):len(r.patterns)], r.more[l.code]...) {
				all = append(all, parsePattern(text))
			}
			g.patterns[l.code] = append(g.patterns[l.code], all)
		}
	}
	return g
})

// hoursAlone are hours of which only the second is called one: von 8 bis 12 Uhr.
var hoursAlone = []string{"{t} {from}? {hh} {to} {o}", "{from} {hh} {to} {o}"}
