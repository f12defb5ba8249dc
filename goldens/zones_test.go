package goldens

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
)

var (
	ownZone = regexp.MustCompile(`timezone: "[^"]+"`)
	ofTime  = regexp.MustCompile(`^(E|F|G)\d|^C34$|^C35$|^D51$`)
	inZone  = regexp.MustCompile(`timestamptz|zone: `)
)

// TestCasesInEveryZone asks the cases of arithmetic and of time in calendars of six zones, with sessions whose own zone is
// another: what no instant is in has the recorded answer in each, and the rest has the law's.
func TestCasesInEveryZone(t *testing.T) {
	server := openServer(t)
	recorded, asked := 0, 0
	for _, c := range readCases(t, "cases") {
		if !ofTime.MatchString(c.name) || len(c.asks) == 0 {
			continue
		}
		for _, zone := range []string{"Europe/Berlin", "America/New_York", "America/Havana", "Asia/Kolkata", "Pacific/Apia", "UTC"} {
			t.Run(c.name+" "+zone, func(t *testing.T) {
				c := c
				c.catalog = maps.Clone(c.catalog)
				instants := false
				for name, text := range c.catalog {
					said := string(text)
					if ownZone.MatchString(said) {
						said = ownZone.ReplaceAllString(said, fmt.Sprintf("timezone: %q", zone))
					} else {
						said = strings.Replace(said, `audience: ["everyone"]`, fmt.Sprintf(`audience: ["everyone"], calendar: timezone: %q`, zone), 1)
					}
					instants = instants || inZone.MatchString(strings.ReplaceAll(said, "timezone: ", ""))
					c.catalog[name] = []byte(said)
				}
				b, found := compiler.Build(catalog.InMemory(c.catalog))
				if b == nil {
					t.Fatal(found.Sorted().String())
				}
				if is := b.Calendar().Rules().Timezone; is != zone {
					t.Fatalf("the calendar's zone is %s", is)
				}
				law := c.law(t, b)
				for name, e := range map[string]*answer.Engine{duckdb.Dialect: c.engine(b, c.duckdb(t)), postgres.Dialect: c.engine(b, server.holding(t, c.setup))} {
					for _, a := range c.asks {
						q, malformed := question.Decode(a.question)
						if malformed != nil {
							continue
						}
						o, err := e.Ask(t.Context(), q)
						if otherRules(t, e, o) {
							continue
						}
						asked++
						if problem := lawDiffers(strings.Join(outcomeLines(o, err), "\n"), law.Answer(q)); problem != "" {
							t.Errorf("%s: %s: the law: %s", name, a.name, problem)
						}
						if !instants {
							recorded++
							if problem := lawDiffers(a.want, law.Answer(q)); problem != "" {
								t.Errorf("%s: the recorded: %s", a.name, problem)
							}
						}
					}
				}
			})
		}
	}
	t.Logf("%d answers are the law's, %d of them those that are recorded", asked, recorded)
	if recorded < 300 || asked < recorded+60 {
		t.Error("too few cases")
	}
}
