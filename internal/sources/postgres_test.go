package sources

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sutura.dev/bundle"
	"sutura.dev/bundle/question"
	"sutura.dev/catalog"
	"sutura.dev/compiler"
	"sutura.dev/internal/answer"
	"sutura.dev/internal/clock"
	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse/postgres/pgtest"
)

// folded has every kind of text column under which different texts are equal, or ordered by language.
const folded = `
CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TYPE mood AS ENUM ('sad', 'Ok', 'glad');
CREATE DOMAIN code AS varchar(9) COLLATE blind;
CREATE TABLE facts (id int PRIMARY KEY, day date, plain text, padded char(4), cased citext, blind text COLLATE blind, german text COLLATE "de-x-icu", mood mood, code code);
INSERT INTO facts VALUES
  (1, '2026-01-01', 'a',  'a',  'a', 'a', 'ä', 'sad',  'x'),
  (2, '2026-01-02', 'A',  'A',  'A', 'A', 'Z', 'Ok',   'X'),
  (3, '2026-01-03', 'a ', 'a ', 'a', 'á', 'a', 'glad', 'x '),
  (4, '2026-01-04', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE kinds (kind text COLLATE blind, title text);
INSERT INTO kinds VALUES ('a', 'small'), ('X', 'cross');
CREATE TABLE letters (letter varchar(9), title text);
INSERT INTO letters VALUES ('a', 'small'), ('A', 'capital'), ('a ', 'spaced');
CREATE TABLE pads (pad char(9), title text);
INSERT INTO pads VALUES ('a', 'small'), ('A', 'capital');
`

const foldedCatalog = `package catalog

about: {name: "folds", version: "1.0.0", audience: ["everyone"]}
sources: db: dialect: "postgres"
models: {
	facts: {
		source: "db", table: "facts", key: ["id"], time: "day"
		columns: {
			id: {type: "integer", nullable: false}
			day: type: "date"
			for c in ["plain", "padded", "cased", "blind", "german", "mood", "code"] {(c): type: "string"}
		}
		dimensions: {for c in ["plain", "padded", "cased", "blind", "german", "mood", "code"] {(c): filter: "open"}}
	}
	joined: {
		source: "db", table: "facts", key: ["id"], time: "day"
		columns: {id: {type: "integer", nullable: false}, day: type: "date", blind: type: "string", cased: type: "string", padded: type: "string"}
		joins: kind: {to: "kinds", on: blind: "kind"}
	}
	cased: {
		source: "db", table: "facts", key: ["id"], time: "day"
		columns: {id: {type: "integer", nullable: false}, day: type: "date", cased: type: "string", padded: type: "string"}
		joins: {cased: {to: "letters", on: cased: "letter"}, padded: {to: "pads", on: padded: "pad"}}
	}
	padded: {
		source: "db", table: "facts", key: ["id"], time: "day"
		columns: {id: {type: "integer", nullable: false}, day: type: "date", padded: type: "string", mood: type: "string"}
		joins: {letter: {to: "letters", on: padded: "letter"}, mood: {to: "letters", on: mood: "letter"}}
	}
	pads: {
		source: "db", table: "pads", key: ["pad"], time: "none"
		columns: {pad: {type: "string", nullable: false}, title: type: "string"}
		dimensions: title: {}
	}
	letters: {
		source: "db", table: "letters", key: ["letter"], time: "none"
		columns: {letter: {type: "string", nullable: false}, title: type: "string"}
		dimensions: title: {}
	}
	kinds: {
		source: "db", table: "kinds", key: ["kind"], time: "none"
		columns: {kind: {type: "string", nullable: false}, title: type: "string"}
		dimensions: title: {}
	}
}
metrics: {
	facts: {model: "facts", description: "Rows.", measure: count: "*"}
	joined: {model: "joined", description: "Rows.", measure: count: "*"}
	unequal: {model: "padded", description: "Rows.", measure: count: "*"}
	lettered: {model: "cased", description: "Rows.", measure: count: "*"}
	for c in ["plain", "padded", "cased", "blind", "german", "mood", "code"] {
		"different_\(c)": {model: "facts", description: "Texts.", measure: count_distinct: c}
	}
}
`

// asker answers questions of a catalog over a database of its own.
func asker(t testing.TB, db pgtest.Database, role pgtest.Role, setup, cue string) (e *answer.Engine, b *bundle.Bundle, set Set, dsn string) {
	t.Helper()
	dsn, drop, err := pgtest.Fresh(t.Context(), db, role, setup)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	dir := t.TempDir()
	for name, text := range map[string]string{"catalog/all.cue": cue, settings.FileName: "sources: {db: {dsn_file: secret}}\n", "secret": dsn + "\n"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := catalog.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	b, found := compiler.Build(files)
	if found.HasErrors() {
		t.Fatal(found)
	}
	s, found := settings.Load(settings.Find(dir, "", nil), nil)
	set, more := Open(t.Context(), s, b)
	if found = append(found, more...); len(found) > 0 {
		t.Fatal(found)
	}
	t.Cleanup(func() { set.Close() })
	return &answer.Engine{View: b.View(nil, true), Sources: set, Clock: clock.Fixed(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC))}, b, set, dsn
}

// rows asks a question and spells its rows.
func rows(t *testing.T, e *answer.Engine, q question.Question) string {
	t.Helper()
	q.Range = &question.Range{Period: "2026"}
	outcome, err := e.Ask(t.Context(), q)
	if err != nil {
		return "error: " + err.Error()
	}
	a, ok := outcome.(*answer.Answer)
	if !ok {
		return fmt.Sprintf("%+v", outcome)
	}
	var out []string
	for _, r := range a.Rows {
		out = append(out, strings.ReplaceAll(fmt.Sprintf("%q", r), "<nil>", "null"))
	}
	return strings.Join(out, " ")
}

// Text is equal, grouped, counted, filtered and ordered exactly, whatever the column's type and collation, the database's
// order and the role's defaults: case, accents and trailing spaces count, except the padding of char.
func TestTextIsExact(t *testing.T) {
	for _, db := range []pgtest.Database{pgtest.ByCodePoint, pgtest.English} {
		e, b, set, _ := asker(t, db, pgtest.Hostile, folded, foldedCatalog)
		found, err := Check(t.Context(), b, set)
		var said []string
		for _, d := range found {
			said = append(said, d.Message)
		}
		const apart = "which the source does not compare letter by letter; declare views that cast them to plain text"
		if want := "model joined: the join kind compares joined.blind (text COLLATE blind) with kinds.kind (text COLLATE blind), " + apart +
			"; model padded: the join letter compares padded.padded (character(4)) with letters.letter (character varying(9)), " + apart +
			"; model padded: the join mood compares padded.mood (public.mood) with letters.letter (character varying(9)), " + apart; err != nil || strings.Join(said, "; ") != want {
			t.Error(strings.Join(said, "; "), err)
		}
		if found, err := Prove(t.Context(), b, set); err != nil || len(found) > 0 {
			t.Error(found, err)
		}
		for column, want := range map[string]string{
			"plain":  `["A" '\x01'] ["a" '\x01'] ["a " '\x01'] [null '\x01']`,
			"padded": `["A" '\x01'] ["a" '\x02'] [null '\x01']`,
			"cased":  `["A" '\x01'] ["a" '\x02'] [null '\x01']`,
			"blind":  `["A" '\x01'] ["a" '\x01'] ["á" '\x01'] [null '\x01']`,
			"german": `["Z" '\x01'] ["a" '\x01'] ["ä" '\x01'] [null '\x01']`,
			"mood":   `["Ok" '\x01'] ["glad" '\x01'] ["sad" '\x01'] [null '\x01']`,
			"code":   `["X" '\x01'] ["x" '\x01'] ["x " '\x01'] [null '\x01']`,
		} {
			if got := rows(t, e, question.Question{Metrics: []string{"facts"}, Dimensions: []string{column}}); got != want {
				t.Errorf("%s by %s: %s", db, column, got)
			}
			different := fmt.Sprintf("['\\x%02d']", strings.Count(want, "[")-1)
			if got := rows(t, e, question.Question{Metrics: []string{"different_" + column}}); got != different {
				t.Errorf("%s different %s: %s", db, column, got)
			}
			first := strings.SplitN(want, `"`, 3)[1]
			one := want[:strings.Index(want, "]")+1]
			q := question.Question{Metrics: []string{"facts"}, Dimensions: []string{column}, Filters: []question.Filter{{Dimension: column, Values: []string{first}}}}
			if got := rows(t, e, q); got != one {
				t.Errorf("%s where %s = %s: %s", db, column, first, got)
			}
		}
		for metric, by := range map[string]string{"joined": "kind.title", "unequal": "letter.title"} {
			if got := rows(t, e, question.Question{Metrics: []string{metric}, Dimensions: []string{by}}); !strings.Contains(got, apart) {
				t.Errorf("%s of %s by %s: %s", db, metric, by, got)
			}
		}
		for _, by := range []string{"cased.title", "padded.title"} {
			if got, want := rows(t, e, question.Question{Metrics: []string{"lettered"}, Dimensions: []string{by}}), `["capital" '\x01'] ["small" '\x02'] [null '\x01']`; got != want {
				t.Errorf("%s by %s: %s", db, by, got)
			}
		}
	}
}
