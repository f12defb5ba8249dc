package goldens

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sutura.dev/compiler/dialect"
)

var dialectsFolder = flag.String("dialects.dir", "", "a folder into which TestRecordedDialects writes the statements, for scripts/dialects")

// TestRecordedDialects: the goldens of the demonstrations hold, in every dialect, a statement or the name of what the dialect lacks.
func TestRecordedDialects(t *testing.T) {
	type written struct {
		Question   string `json:"question"`
		Text       string `json:"text"`
		Parameters int    `json:"parameters"`
	}
	all := map[string][]written{}
	for _, catalog := range []string{"demo", "shop"} {
		files, err := ReadDir("../catalog/" + catalog)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files.paths {
			metric, ok := goldenMetric(path)
			if !ok {
				continue
			}
			g, ok := readGolden(metric, files.data[path])
			if !ok {
				t.Fatalf("%s: %s cannot be read", catalog, path)
			}
			for _, c := range g.Cases {
				for _, name := range dialect.Names() {
					text, ok := c.Statements[name]
					reason, refused := strings.CutPrefix(text, cannotBeWritten)
					switch {
					case !ok:
						t.Errorf("%s: %s %s has no statement of %s", catalog, metric, c.Name, name)
					case refused && (dialect.StateOf(name) == dialect.Proven || !strings.Contains(reason, " lacks ")):
						t.Errorf("%s: %s %s: %s", catalog, metric, c.Name, text)
					case !refused:
						all[name] = append(all[name], written{c.Question, text, strings.Count(c.Binds[name], "\n")})
					}
				}
			}
		}
	}
	if *dialectsFolder == "" {
		return
	}
	for name, statements := range all {
		if dialect.StateOf(name) != dialect.Previewed {
			continue
		}
		var b strings.Builder
		lines := json.NewEncoder(&b)
		err := lines.Encode(dialect.LexiconOf(name).Texts)
		for _, s := range statements {
			err = errors.Join(err, lines.Encode(s))
		}
		if err != nil || os.WriteFile(filepath.Join(*dialectsFolder, name+".jsonl"), []byte(b.String()), 0o600) != nil {
			t.Fatal("cannot write the statements of " + name)
		}
	}
}
