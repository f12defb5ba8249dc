// Package tree reads the regular files below a folder, once and within bounds.
//
// Links and special files are reported, never followed or opened, and a file that was exchanged between being listed and
// being opened counts as one: what was reviewed is what is read. It decides nothing about what the files mean.
package tree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Reader says what of a folder is wanted, and takes it.
type Reader struct {
	// Takes reports whether the file of a slash-separated path is wanted.
	Takes func(name string) bool
	// Add takes a wanted file. False stops the reading.
	Add func(name string, data []byte) bool
	// Irregular is told of what is neither a regular file nor a folder, and of a top that is no folder: what it is, in words.
	Irregular func(name, what string)
	// MaxFile is the size of one file in bytes; of a larger one, Add gets a byte more than that.
	MaxFile int64
	// MaxEntries is how many files and folders are looked at below one top; 0: any number. Beyond is told when there are more.
	MaxEntries int
	Beyond     func()
}

// Read reads below each of the tops of the folder dir, in order and by name. A top that is not there has no files. Files and
// folders whose names begin with a dot are left out. The error is about reading, never about what the files are.
func (r Reader) Read(dir string, tops ...string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("opening the catalog's root: %w", err)
	}
	defer root.Close()
	for _, top := range tops {
		info, err := root.Lstat(top)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return fmt.Errorf("looking at %s: %w", top, err)
		case !info.IsDir():
			r.Irregular(top, kind(info.Mode()))
			continue
		}
		if err := r.walk(root, top); err != nil {
			return fmt.Errorf("reading %s: %w", top, err)
		}
	}
	return nil
}

func (r Reader) walk(root *os.Root, top string) error {
	entries := 0
	return fs.WalkDir(root.FS(), top, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entries++; r.MaxEntries > 0 && entries > r.MaxEntries {
			r.Beyond()
			return fs.SkipAll
		}
		switch {
		case strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		case d.Type().IsRegular():
			if !r.Takes(name) {
				return nil
			}
			return r.file(root, name)
		}
		r.Irregular(name, kind(d.Type()))
		return nil
	})
}

// file reads one file, which may have been exchanged since it was listed, or grow while it is read.
func (r Reader) file(root *os.Root, name string) error {
	listed, err := root.Lstat(name)
	if err != nil {
		return err
	}
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	opened, err := f.Stat()
	if err != nil {
		return err
	}
	if !listed.Mode().IsRegular() || !os.SameFile(listed, opened) {
		r.Irregular(name, kind(listed.Mode()))
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(f, r.MaxFile+1))
	if err != nil {
		return err
	}
	if !r.Add(name, data) {
		return fs.SkipAll
	}
	return nil
}

// kind is what something is that is no regular file where one belongs.
func kind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsRegular():
		return "a file where a folder belongs, or was exchanged while it was read"
	}
	return "a special file"
}
