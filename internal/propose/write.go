package propose

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// mostOfName bounds how many proposals of one name a folder keeps.
const mostOfName = 99

// ErrMany says that a folder has too many proposals of one name.
var ErrMany = errors.New("too many proposals of this name")

// Write puts the CUE of a checked proposal into a new file of a folder, and returns the file's name. It never writes over
// anything: a second proposal of a name is name_2.cue. Nothing outside the folder is reached.
func Write(dir, name, cue string) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	for n := 1; n <= mostOfName; n++ {
		file := name + ".cue"
		if n > 1 {
			file = fmt.Sprintf("%s_%d.cue", name, n)
		}
		f, err := root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.WriteString(cue)
		return file, errors.Join(err, f.Close())
	}
	return "", ErrMany
}
