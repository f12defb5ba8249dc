package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/internal/render"
)

// questionFlags are the flags that say a question.
type questionFlags struct {
	question.Flags
	file  string
	words string
	saved savedFlags
}

func (f *questionFlags) add(a *app, cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringSliceVar(&f.By, "by", nil, "group by these `DIMENSIONS`: channel,region.name")
	fs.StringVar(&f.Grain, "grain", "", "one row for each `GRAIN`: hour, day, week, month, quarter, year, fiscal_quarter, fiscal_year")
	fs.StringVar(&f.Range, "range", "", "the `RANGE` of time: 2026, 2026-Q2, FY2026, 2026-01-01..2026-07-01, last-3-months, this-year")
	fs.StringArrayVar(&f.Where, "where", nil, "keep rows that meet a `CONDITION`: channel=web,store, channel!=web, price=10..20, price=10..")
	fs.StringSliceVar(&f.IncludeNull, "include-null", nil, "count null among the values of the condition on this `DIMENSION`: with = it passes too, with != it is left out too")
	fs.StringArrayVar(&f.Having, "having", nil, "keep rows of the answer that meet a `CONDITION` on a metric: revenue=100..")
	fs.StringVar(&f.Top, "top", "", "keep the first: `N:METRIC[:asc|desc]`, such as 5:revenue")
	fs.BoolVar(&f.Others, "others", false, "beside --top, answer for all the rest too")
	fs.BoolVar(&f.Totals, "totals", false, "answer for everything together too")
	fs.BoolVar(&f.Fill, "fill", false, "show every bucket of the range, empty ones too")
	fs.StringVar(&f.Compare, "compare", "", "`WITH` an earlier time: previous_period, 1-year, 4-weeks")
	fs.StringSliceVar(&f.Order, "order", nil, "order by `COLUMNS`: revenue:desc,channel")
	fs.StringVar(&f.file, "question", "", "read the whole question as JSON from `FILE` (- for standard input)")
	fs.StringVar(&f.words, "words", "", "the question in `WORDS`, in English, German or Czech, in place of metrics and flags: \"revenue by channel last month\"")
	for _, name := range []string{"grain", "range", "top", "compare", "question", "words"} {
		flag := fs.Lookup(name)
		flag.Value = &once{Value: flag.Value}
	}
	must(cmd.MarkFlagFilename("question", "json"))
	f.saved.add(a, cmd)
	a.completeQuestion(cmd)
}

// once is a flag of which a second value would be one too many. The same one again is none: completion reads a line twice.
type once struct {
	pflag.Value
	said bool
}

var errTwice = errors.New("said twice")

func (o *once) Set(text string) error {
	if o.said && o.String() != text {
		return errTwice
	}
	o.said = true
	return o.Value.Set(text)
}

// question reads the flags, or the file that was named instead of them. Of a saved question, and of words, it reads nothing:
// fill does, once there is a catalog.
func (f *questionFlags) question(a *app, metrics []string) (question.Question, error) {
	f.Metrics = metrics
	if saved, err := f.saved.said(len(f.Args()) > 0 || f.file != "" || f.words != ""); saved || err != nil {
		return question.Question{}, err
	}
	if f.words != "" && (len(f.Args()) > 0 || f.file != "") {
		return question.Question{}, usage("a question is said by --words or by flags, not by both", "Leave out the metrics and the other flags, or --words.")
	}
	if f.words != "" {
		return question.Question{}, nil
	}
	if f.file == "" {
		q, err := f.Question()
		return q, malformed(err, true)
	}
	if len(f.Args()) > 0 {
		return question.Question{}, usage("a question is said by --question or by flags, not by both", "Leave out the metrics and the other flags, or --question.")
	}
	data, err := f.read(a.In)
	if err != nil {
		return question.Question{}, err
	}
	q, err := question.Decode(bytes.TrimPrefix(data, []byte("\ufeff"))) // some editors begin a file so
	return q, malformed(err, false)
}

// fill makes the question of a saved one, or of words; any other is what it was.
func (f *questionFlags) fill(a *app, view *bundle.View, q question.Question) (question.Question, *question.Refusal, error) {
	switch {
	case f.words != "":
		return f.inWords(a, view)
	case f.saved.query != "":
		return f.saved.fill(a, view)
	}
	return q, nil, nil
}

// byFlags reports whether metrics and flags say the question.
func (f *questionFlags) byFlags() bool { return f.file == "" && f.words == "" && f.saved.query == "" }

func (f *questionFlags) read(stdin io.Reader) ([]byte, error) {
	in := stdin
	if f.file != "-" {
		file, err := os.Open(f.file)
		if err != nil {
			return nil, unreadable(f.file, err)
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, question.MaxBytes+1))
	if err != nil {
		return nil, unreadable(f.file, err)
	}
	return data, nil
}

// malformed says where a question is none, and what would be accepted. The flags name the place where they said it.
func malformed(err error, flags bool) error {
	m, ok := errors.AsType[*question.Malformed](err)
	if !ok {
		return err
	}
	place := m.Path
	if flags {
		place = flagOf(place)
	}
	message := "this is not a question"
	if place != "" {
		message += ": see " + place
	}
	hint := "Accepted is " + m.Accepted
	if m.Nearest != "" {
		return usage(message, hint+". Did you mean "+render.Escape(m.Nearest)+"?")
	}
	return usage(message, hint+".")
}

var fieldForm = regexp.MustCompile(`^([a-z]+)(?:\[(\d{1,3})\])?(\.[a-z_.]+)?`)

// flagOf names the flag that says a field, and which of several conditions.
func flagOf(path string) string {
	at := fieldForm.FindStringSubmatch(path)
	if at == nil {
		return path // a flag already
	}
	flag := map[string]string{
		"metrics": "the metrics", "dimensions": "--by", "filters": "--where", "range": "--range", "grain": "--grain", "having": "--having", "top": "--top",
		"others": "--others", "totals": "--totals", "fill": "--fill", "compare": "--compare", "order": "--order",
	}[at[1]]
	switch {
	case flag == "":
		return path
	case at[3] == ".include_null":
		return "--include-null"
	}
	if i, _ := strconv.Atoi(at[2]); i > 0 {
		flag += fmt.Sprintf(", number %d", i+1)
	}
	return flag
}
