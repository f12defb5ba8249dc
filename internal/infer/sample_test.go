package infer

import (
	"slices"
	"strings"
	"testing"

	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/duckdb"
	"sutura.dev/internal/warehouse/postgres"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// people is one table, in words that both engines know. Who somebody is stands in columns that say so by name (email), by
// their values (reach, remarkably), and by being written freely (note).
const people = `CREATE TABLE visits (visit_id integer, email varchar, reach varchar, note varchar, place varchar, "at, when" timestamp, amount decimal(8,2), share double precision, paid boolean);
INSERT INTO visits VALUES
  (2, 'bob@x.example', 'call +49 170 1234567', 'Bob likes tea', 'say "hi", twice', '2026-01-02 03:04:05', 1.5, 0.1, true),
  (1, 'ann@x.example', NULL, 'Ann likes tea', '', '2026-01-01 00:00:00', NULL, 1e300, false),
  (3, 'cy@x.example', 'cy', 'Cy likes tea', 'a
b', NULL, -0.5, NULL, NULL);`

const sampledPeople = `visit_id,email,reach,note,place,"at, when",amount,share,paid
1,,,,"",2026-01-01T00:00:00,,1e+300,false
2,,,,"say ""hi"", twice",2026-01-02T03:04:05,1.50,0.1,true
`

func TestSample(t *testing.T) {
	duck, err := duckdb.OpenMemory(t.Context(), people)
	if err != nil {
		t.Fatal(err)
	}
	defer duck.Close()
	dsn, drop, err := pgtest.Fresh(t.Context(), pgtest.English, pgtest.Hostile, people)
	if err != nil {
		t.Fatal(err)
	}
	defer drop()
	pg, err := postgres.Open(t.Context(), postgres.Options{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	for _, src := range []warehouse.Source{duck, pg} {
		p, err := Propose(t.Context(), src, Options{Name: "people", Dialect: src.Dialect()})
		if err != nil {
			t.Fatal(err)
		}
		if copied, left := p.Models[0].Sampled(); !slices.Equal(left, []string{"email", "note"}) || slices.Contains(copied, "email") || len(copied) != 7 {
			t.Errorf("%s copies %v and leaves %v", src.Dialect(), copied, left)
		}
		files, err := p.Sample(t.Context(), src, 2)
		if err != nil || len(files) != 1 || files[0].Path != "fixtures/visits.csv" || files[0].Text != sampledPeople {
			t.Errorf("%s gives %v: %q", src.Dialect(), err, files)
		}
		if !strings.Contains(strings.Join(p.Notes, " "), "The values of reach in visits look personal") {
			t.Errorf("%s notes %v", src.Dialect(), p.Notes)
		}
	}
}

// A numeric without precision becomes a decimal that holds its values, with room; one of too many digits is left out.
func TestDecimalsWithoutPrecision(t *testing.T) {
	dsn, drop, err := pgtest.Fresh(t.Context(), pgtest.ByCodePoint, pgtest.Reader, `CREATE TABLE sums (id int, short numeric, fine numeric, none numeric, huge numeric, rounded numeric(2,-3));
INSERT INTO sums VALUES (1, 12.5, -0.000001, NULL, 1e40, 12000), (2, -1, 1, NULL, 1, NULL)`)
	if err != nil {
		t.Fatal(err)
	}
	defer drop()
	src, err := postgres.Open(t.Context(), postgres.Options{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	p, err := Propose(t.Context(), src, Options{Name: "sums", DSNEnv: "SUMS_DSN", Dialect: "postgres"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.Models[0].Columns {
		got = append(got, c.Name+" "+c.Type.String())
	}
	if want := "id integer, short decimal(18,2), fine decimal(22,6), none decimal(18,2), rounded decimal(5,0)"; strings.Join(got, ", ") != want {
		t.Errorf("declares %s", strings.Join(got, ", "))
	}
	if notes := strings.Join(p.Models[0].notes, " "); !strings.Contains(notes, "huge is left out: it has more than 38 digits.") {
		t.Errorf("notes %s", notes)
	}
}
