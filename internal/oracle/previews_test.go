package oracle_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sutura.dev/bundle/question"
	"sutura.dev/compiler/dialect"
	"sutura.dev/compiler/plan"
	"sutura.dev/compiler/sqlvet"
)

var (
	previewQuestions = flag.Int("previews.questions", 400, "how many random questions TestPreviews renders")
	previewFolder    = flag.String("previews.dir", "", "a folder into which TestPreviews writes the statements, for scripts/dialects")
)

// written is a statement as scripts/dialects reads it.
type written struct {
	Question   string `json:"question"`
	Text       string `json:"text"`
	Parameters int    `json:"parameters"`
}

// TestPreviews renders random questions in every dialect that is not proven: each is vetted, is the same twice, or is refused for a
// feature that the dialect declares to lack. More is answered than refused.
func TestPreviews(t *testing.T) {
	previews := slices.DeleteFunc(dialect.Names(), func(name string) bool { return dialect.StateOf(name) == dialect.Proven })
	statements, refused := map[string][]written{}, map[string]int{}
	for seed := 1; seed <= (*previewQuestions+questionsAWorld-1)/questionsAWorld; seed++ {
		w, asked := drawTrial(t, seed, "previews")
		for _, q := range asked {
			p, _, _ := plan.Resolve(w.view(), q, w.now)
			if p == nil {
				continue
			}
			for _, name := range previews {
				s, err := dialect.Render(p, name)
				if _, lacks := errors.AsType[*dialect.Unsupported](err); lacks {
					refused[name]++
					continue
				}
				if err == nil {
					err = sqlvet.Vet(s)
				}
				if err != nil {
					t.Fatalf("%s: %s: %v\n%s", name, question.Encode(q), err, s.Text())
				}
				if again, _ := dialect.Render(p, name); again.Text() != s.Text() {
					t.Fatalf("%s: %s: a second rendering differs", name, question.Encode(q))
				}
				statements[name] = append(statements[name], written{string(question.Encode(q)), s.Text(), len(s.Binds())})
			}
		}
	}
	for _, name := range previews {
		t.Logf("%s: %d statements, %d refused", name, len(statements[name]), refused[name])
		if len(statements[name]) <= refused[name] {
			t.Errorf("%s refuses more than it writes", name)
		}
		if *previewFolder != "" && dialect.StateOf(name) == dialect.Previewed { // others are executed
			if err := keepStatements(filepath.Join(*previewFolder, name+".jsonl"), name, statements[name]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// keepStatements writes a line for the texts that the dialect says, and one for each statement.
func keepStatements(path, name string, all []written) error {
	var b strings.Builder
	lines := json.NewEncoder(&b)
	if err := lines.Encode(dialect.LexiconOf(name).Texts); err != nil {
		return err
	}
	for _, s := range all {
		if err := lines.Encode(s); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o600)
}
