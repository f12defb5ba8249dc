package question

import (
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sameByFlags holds flags, made of q, to mean q. An op in that was said comes back unsaid.
func sameByFlags(t rapid.TB, q Question, flags Flags) {
	t.Helper()
	got, err := flags.Question()
	if err != nil {
		t.Fatalf("%s\nas %q: %v", Encode(q), flags.Args(), err)
	}
	q.Filters = slices.Clone(q.Filters)
	for i := range q.Filters {
		if q.Filters[i].Op == OpIn {
			q.Filters[i].Op = ""
		}
	}
	if string(Encode(got)) != string(Encode(q)) {
		t.Fatalf("%s\nas %q is\n%s", Encode(q), flags.Args(), Encode(got))
	}
}

func TestCommand(t *testing.T) {
	for _, tt := range []struct{ question, want string }{
		{everything, `sutura ask revenue orders --by channel,region.name --grain month --range last-3-fiscal-quarters-with-current ` +
			`--where 'channel=web,O'\''Reilly'\'' OR 1=1--,"",1,-1.50,1e2,1234567890123456.10,12345678901234567890.10,9007199254740991,true' --where price=10.. --where price:lt=20 ` +
			`--where name:is_null --where day=2026-01-01..2026-01-31 --include-null channel ` +
			`--having revenue:gt=100 --having late=false --having orders:is_not_null --top 5:revenue:desc --compare 1-year ` +
			`--order revenue.previous:desc,channel --fill --others`},
		{`{"metrics":["a"]}`, `sutura ask a`},
		{`{"metrics":["a"],"range":{"period":"FY2026-Q1"},"totals":true}`, `sutura ask a --range FY2026-Q1 --totals`},
		{`{"metrics":["a"],"range":{"last":{"count":1,"unit":"month","include_current":true}}}`, `sutura ask a --range this-month`},
		{`{"metrics":["a"],"range":{"last":{"count":7,"unit":"day"}}}`, `sutura ask a --range last-7-days`},
		{`{"metrics":["a"],"range":{"start":"2026-01-01T05:00","end":"2026-01-02"}}`, `sutura ask a --range 2026-01-01T05:00..2026-01-02`},
		{`{"metrics":["a"],"compare":{"to":"previous_period"},"top":{"n":3,"by":"a"}}`, `sutura ask a --top 3:a --compare previous_period`},
		{`{"metrics":["a"],"compare":{"to":"offset","count":4,"unit":"week"}}`, `sutura ask a --compare 4-weeks`},
		{`{"metrics":["a"],"filters":[{"dimension":"b","op":"in","values":["c"]}]}`, `sutura ask a --where b=c`},
		{`{"metrics":["a"],"filters":[{"dimension":"b","op":"not_in","values":["c","$HOME"]}]}`, `sutura ask a --where 'b!=c,$HOME'`},
		{`{"metrics":["a"],"filters":[{"dimension":"b","op":"lte","values":["1.."]}]}`, `sutura ask a --where 'b=.."1.."'`},
		{`{"metrics":["a"],"filters":[{"dimension":"b","op":"between","values":["1.",".5"]}]}`, `sutura ask a --where 'b="1."...5'`},
		{`{"metrics":["a"],"filters":[{"dimension":"b","values":["a,b","say \"x\"","a..b","=!:"]}]}`, `sutura ask a --where 'b="a,b","say ""x""","a..b",=!:'`},
		{`{"metrics":["a"],"filters":[{"dimension":"b","op":"starts_with","values":["--fill"]}]}`, `sutura ask a --where b:starts_with=--fill`},
		{`{"metrics":["a"],"having":[{"metric":"a","op":"gte","value":-5},{"metric":"a","op":"lte","value":5},{"metric":"a","op":"ne","value":0}]}`,
			`sutura ask a --having a=-5.. --having a=..5 --having 'a!=0'`},
	} {
		q, err := Decode([]byte(tt.question))
		if err != nil {
			t.Errorf("%s: %v", tt.question, err)
			continue
		}
		got, ok := Command(q)
		if !ok || got != tt.want {
			t.Errorf("got  %s (%v)\nwant %s", got, ok, tt.want)
		}
		flags, _ := FlagsOf(q)
		sameByFlags(t, q, flags)
		if words := shellWords(t, got); !slices.Equal(words, append([]string{"sutura", "ask"}, flags.Args()...)) {
			t.Errorf("a shell reads %s as %q", got, words)
		}
	}
}

// shellWords is how a POSIX shell splits a line into words.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `for word in "$@"; do printf '%s\0' "$word"; done`, "sh").Output()
	if err != nil || len(out) != 0 {
		t.Fatalf("sh: %q, %v", out, err)
	}
	out, err = exec.Command("sh", "-c", "set -- "+line+"\n"+`for word in "$@"; do printf '%s\0' "$word"; done`).Output()
	if err != nil {
		t.Fatalf("sh: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// Names hold neither commas nor spaces, so that whoever types them between names is understood. Values hold both.
func TestNamesTypedLoosely(t *testing.T) {
	got, err := Flags{
		Metrics: []string{"revenue,orders", "visits, pets"}, By: []string{"channel", " region.name"}, Range: "2026",
		Where: []string{"channel = web"}, IncludeNull: []string{" channel"}, Having: []string{"revenue =5.."}, Order: []string{"channel", " orders:desc"},
	}.Question()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"metrics":["revenue","orders","visits","pets"],"range":{"period":"2026"},"dimensions":["channel","region.name"],` +
		`"filters":[{"dimension":"channel","values":[" web"],"include_null":true}],"having":[{"metric":"revenue","op":"gte","value":"5"}],` +
		`"order":[{"by":"channel"},{"by":"orders","direction":"desc"}]}`
	if string(Encode(got)) != want {
		t.Errorf("got %s\nwant %s", Encode(got), want)
	}
	if _, err := (Flags{Metrics: []string{"a"}, Where: []string{" =web"}}).Question(); err == nil {
		t.Error("a condition on nothing is taken")
	}
}

func TestNoCommand(t *testing.T) {
	for _, q := range []Question{
		{},
		{Metrics: []string{"--help"}},
		{Metrics: []string{"a;b"}},
		{Metrics: []string{"a"}, Dimensions: []string{"b,c"}},
		{Metrics: []string{"a"}, Filters: []Filter{{Dimension: "b=c", Values: []string{"d"}}}},
		{Metrics: []string{"a"}, Filters: []Filter{{Dimension: "b"}}},
		{Metrics: []string{"a"}, Having: []Having{{"a:b", "eq", "1"}}},
		{Metrics: []string{"a"}, Order: []OrderBy{{By: "a:desc"}}},
		{Metrics: []string{"a"}, Top: &Top{N: 1, By: "a..b"}},
	} {
		if got, ok := Command(q); ok {
			t.Errorf("%s: %s", Encode(q), got)
		}
	}
}

func TestParseWhere(t *testing.T) {
	for text, want := range map[string]Filter{
		"channel=web":             {Dimension: "channel", Values: []string{"web"}},
		"channel=web,store":       {Dimension: "channel", Values: []string{"web", "store"}},
		"channel!=web":            {Dimension: "channel", Op: OpNotIn, Values: []string{"web"}},
		"price=10..20":            {Dimension: "price", Op: OpBetween, Values: []string{"10", "20"}},
		"price=10..":              {Dimension: "price", Op: OpGte, Values: []string{"10"}},
		"price=..20":              {Dimension: "price", Op: OpLte, Values: []string{"20"}},
		"price=-10..-5":           {Dimension: "price", Op: OpBetween, Values: []string{"-10", "-5"}},
		"price=0.5...75":          {Dimension: "price", Op: OpBetween, Values: []string{"0.5", ".75"}},
		"price:gt=10":             {Dimension: "price", Op: OpGt, Values: []string{"10"}},
		"region.name:contains=a=": {Dimension: "region.name", Op: OpContains, Values: []string{"a="}},
		"name:is_null":            {Dimension: "name", Op: OpIsNull},
		"name:in=a,b":             {Dimension: "name", Op: OpIn, Values: []string{"a", "b"}},
		"name:between=a,b":        {Dimension: "name", Op: OpBetween, Values: []string{"a", "b"}},
		`name="a,b",c`:            {Dimension: "name", Values: []string{"a,b", "c"}},
		`name="a""b"`:             {Dimension: "name", Values: []string{`a"b`}},
		`name=""`:                 {Dimension: "name", Values: []string{""}},
		`name="",""`:              {Dimension: "name", Values: []string{"", ""}},
		`name="10..20"`:           {Dimension: "name", Values: []string{"10..20"}},
		`name="a,b".."c""d"`:      {Dimension: "name", Op: OpBetween, Values: []string{"a,b", `c"d`}},
		"name= a , b ":            {Dimension: "name", Values: []string{" a ", " b "}},
		"name=":                   {Dimension: "name"}, // which Validate refuses
		"name:in":                 {Dimension: "name", Op: OpIn},
	} {
		got, err := parseWhere(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "channel", "=web", "!=web", ":gt=1", "channel!web", "channel>5", "channel:=5", "channel:above=5", "channel:gt!=5", "price=..", "price=10..20..30",
		"price=10..20,30", "price=1,2..3", "price!=10..20", "price:gt=10..20", "name=a,,b", "name=,a", "name=a,", `name="a`, `name=a"b`, `name="a"b`, `name="a""`,
	} {
		if got, err := parseWhere(text); err == nil {
			t.Errorf("%s: got %+v", text, got)
		} else if m := malformed(t, err); m.Path != "--where" {
			t.Errorf("%s: at %q", text, m.Path)
		}
	}
}

func TestParseHaving(t *testing.T) {
	for text, want := range map[string][]Having{
		"revenue=100":      {{"revenue", "eq", "100"}},
		"revenue!=100":     {{"revenue", "ne", "100"}},
		"revenue=100..":    {{"revenue", OpGte, "100"}},
		"revenue=..100":    {{"revenue", OpLte, "100"}},
		"revenue=1..2":     {{"revenue", OpGte, "1"}, {"revenue", OpLte, "2"}},
		"revenue:gt=100":   {{"revenue", OpGt, "100"}},
		"revenue:is_null":  {{Metric: "revenue", Op: OpIsNull}},
		`revenue="a,b"..`:  {{"revenue", OpGte, "a,b"}},
		"revenue=":         {{Metric: "revenue", Op: "eq"}}, // which Validate refuses
		"revenue:lte=-1.5": {{"revenue", OpLte, "-1.5"}},
	} {
		got, err := parseHaving(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "revenue", "revenue=1,2", "revenue:in=1", "revenue!=1..", "revenue:gt=1..2", "revenue=.."} {
		if got, err := parseHaving(text); err == nil {
			t.Errorf("%s: got %+v", text, got)
		} else if m := malformed(t, err); m.Path != "--having" {
			t.Errorf("%s: at %q", text, m.Path)
		}
	}
}

func TestParseRangeFlag(t *testing.T) {
	last := func(count int, unit string, current bool) Range { return Range{Last: &Last{count, unit, current}} }
	for text, want := range map[string]Range{
		"2026-01-01..2026-07-01":             {Start: "2026-01-01", End: "2026-07-01"},
		"2026-01-01T05:00..2026-01-01T09:00": {Start: "2026-01-01T05:00", End: "2026-01-01T09:00"},
		"2026":                               {Period: "2026"},
		"2026-Q2":                            {Period: "2026-Q2"},
		"FY2026":                             {Period: "FY2026"},
		"2026-06-14":                         {Period: "2026-06-14"},
		"last-3-months":                      last(3, "month", false),
		"last-7-days":                        last(7, "day", false),
		"last-1-year":                        last(1, "year", false),
		"last-month":                         last(1, "month", false),
		"last-fiscal-year":                   last(1, "fiscal_year", false),
		"last-2-fiscal-quarters":             last(2, "fiscal_quarter", false),
		"last-24-hours":                      last(24, "hour", false),
		"last-7-days-with-current":           last(7, "day", true),
		"this-year":                          last(1, "year", true),
		"this-fiscal-year":                   last(1, "fiscal_year", true),
		"this-week":                          last(1, "week", true),
	} {
		got, err := ParseRangeFlag(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "..", "2026..2027", "2026-01-01..", "..2026-01-01", "2026-01-01..2026-01-02..2026-01-03", "last", "last-", "last--3-months", "last-x-months",
		"last-03-months", "last-3", "last-3-decades", "this-", "this-decade", "today", "2026-Q5", "Last-3-months", "last-3-months-with",
	} {
		if got, err := ParseRangeFlag(text); err == nil {
			t.Errorf("%s: got %+v", text, got)
		} else if m := malformed(t, err); m.Path != "--range" {
			t.Errorf("%s: at %q", text, m.Path)
		}
	}
}

func TestFlagsRefuse(t *testing.T) {
	for _, tt := range []struct {
		flags Flags
		path  string
	}{
		{Flags{}, "metrics"},
		{Flags{Metrics: []string{"a"}, Range: "ever"}, "--range"},
		{Flags{Metrics: []string{"a"}, Range: "2026-01-01T05:30..2026-01-02"}, "range.start"},
		{Flags{Metrics: []string{"a"}, Grain: "decade"}, "grain"},
		{Flags{Metrics: []string{"a"}, By: []string{""}}, "dimensions[0]"},
		{Flags{Metrics: []string{"a"}, Where: []string{"b"}}, "--where"},
		{Flags{Metrics: []string{"a"}, Where: []string{"b="}}, "filters[0].values"},
		{Flags{Metrics: []string{"a"}, IncludeNull: []string{"b"}}, "--include-null"},
		{Flags{Metrics: []string{"a"}, Having: []string{"a"}}, "--having"},
		{Flags{Metrics: []string{"a"}, Top: "5"}, "--top"},
		{Flags{Metrics: []string{"a"}, Top: "a:5"}, "--top"},
		{Flags{Metrics: []string{"a"}, Top: "5:a:up"}, "--top"},
		{Flags{Metrics: []string{"a"}, Top: "5:a:"}, "--top"},
		{Flags{Metrics: []string{"a"}, Top: "0:a"}, "top.n"},
		{Flags{Metrics: []string{"a"}, Compare: "year"}, "--compare"},
		{Flags{Metrics: []string{"a"}, Compare: "1-fiscal-year"}, "--compare"},
		{Flags{Metrics: []string{"a"}, Compare: "0-years"}, "compare.count"},
		{Flags{Metrics: []string{"a"}, Order: []string{"a:up"}}, "--order"},
		{Flags{Metrics: []string{"a"}, Order: []string{""}}, "--order"},
	} {
		q, err := tt.flags.Question()
		if err == nil {
			t.Errorf("%+v: %s", tt.flags, Encode(q))
			continue
		}
		if m := malformed(t, err); m.Path != tt.path {
			t.Errorf("%+v: at %q, want %q", tt.flags, m.Path, tt.path)
		}
	}
}
