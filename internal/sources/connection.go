package sources

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/settings"
)

// maxConnection bounds a file that holds a connection string.
const maxConnection = 16 << 10

// connection reads the connection string of a database server. It is a secret: no message repeats any of it.
func connection(s *settings.Settings, alias string, place settings.Source) (string, *diag.Diagnostic) {
	switch {
	case place.DSNEnv != "":
		dsn, problem := FromVariable(place.DSNEnv, s.Variable)
		if problem != "" {
			return "", &diag.Diagnostic{Code: diag.SourceUnopened, Message: "the source " + alias + " cannot be opened: " + problem, Hint: example}
		}
		return dsn, nil
	case place.DSNFile != "":
		dsn, err := fromFile(place.DSNFile)
		name := filepath.ToSlash(place.DSNFile)
		problem := diag.Diagnostic{Code: diag.SourceUnopened, Message: "the source " + alias + " cannot be opened: "}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			problem.Message, problem.Hint = problem.Message+"there is no "+name, "Name the file that holds the connection string."
		case err != nil:
			problem.Message, problem.Hint = problem.Message+name+" cannot be read as a connection string", fmt.Sprintf("Write one into it, and nothing else; it may have %d KiB.", maxConnection>>10)
		case dsn == "":
			problem.Message, problem.Hint = problem.Message+name+" is empty", example
		default:
			return dsn, nil
		}
		return "", &problem
	}
	return "", &diag.Diagnostic{Code: diag.SourcePlace, Message: "the source " + alias + " is a PostgreSQL database, which is reached by a connection string", Hint: "Set dsn_env or dsn_file instead."}
}

// example is what a connection string looks like.
const example = "Put a connection string into it, such as postgres://reader:password@db.example.com/shop?sslmode=verify-full."

// FromVariable is the connection string in an environment variable; problem says why there is none.
func FromVariable(name string, lookup func(string) (string, bool)) (dsn, problem string) {
	dsn, set := lookup(name)
	switch dsn = strings.TrimSpace(dsn); {
	case !set:
		return "", "the environment variable " + name + " is not set"
	case dsn == "":
		return "", "the environment variable " + name + " is empty"
	}
	return dsn, ""
}

// fromFile reads a file that holds a connection string and nothing else.
func fromFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return "", errors.New("a folder")
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConnection+1))
	if err == nil && (len(text) > maxConnection || strings.ContainsRune(string(text), 0)) {
		err = errors.New("no connection string")
	}
	return strings.TrimSpace(string(text)), err
}
