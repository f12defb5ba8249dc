package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sutura.dev/internal/warehouse/postgres/pgtest"
)

const scripts = "testdata/script"

// Folders of scripts that show one code each, by its name. Refused ones find the demonstration's catalog in flights/.
const (
	diagnosed = "diagnostics"
	refused   = "refusals"
)

// TestMain makes the program itself a command of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sutura": main})
}

// TestScripts runs every script, folder by folder. SUTURA_UPDATE=1 records what `cmp stdout FILE` compares.
func TestScripts(t *testing.T) {
	demonstration, err := filepath.Abs("../../catalog/demo")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range scriptFolders(t) {
		name, err := filepath.Rel(filepath.Dir(scripts), dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir:           dir,
				UpdateScripts: updating(),
				Cmds:          map[string]func(*testscript.TestScript, bool, []string){"postgres": postgres},
				Setup: func(env *testscript.Env) error {
					env.Setenv("LANG", "C.UTF-8")
					env.Setenv("HOME", env.WorkDir)
					if filepath.Base(dir) == refused {
						return os.Symlink(demonstration, filepath.Join(env.WorkDir, "flights"))
					}
					return nil
				},
			})
		})
	}
}

// postgres makes a database of the script's own: `postgres VARIABLE FILE` runs a file's statements in it, and puts the
// connection string of a role that may read it into a variable.
func postgres(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) != 2 {
		ts.Fatalf("usage: postgres VARIABLE FILE")
	}
	dsn, drop, err := pgtest.Fresh(context.Background(), pgtest.English, pgtest.Hostile, ts.ReadFile(args[1]))
	ts.Check(err)
	ts.Defer(func() { ts.Check(drop()) })
	ts.Setenv(args[0], dsn)
}

func updating() bool { return os.Getenv("SUTURA_UPDATE") != "" }

// scriptFolders lists the folders that hold scripts, sorted.
func scriptFolders(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(scripts, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".txtar") {
			out = append(out, filepath.Dir(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
