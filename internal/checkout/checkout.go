// Package checkout finds what lies in a checkout beside the packages: the scripts that tests start servers with. Only
// tests import it.
package checkout

import (
	"errors"
	"os"
	"path/filepath"
)

// Path is the absolute path of a file of the checkout, such as scripts/postgres. The checkout is the nearest parent of the
// working directory that has a go.mod: the go command runs tests in their packages' folders, and a binary built with
// -trimpath does not know from which files it came. It fails where no parent has one.
func Path(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, filepath.FromSlash(name)), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no parent of the working directory has a go.mod: run this test in its checkout")
		}
		dir = parent
	}
}
