package goldens

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
)

// rowCache keeps the rows of metrics in a folder, each file named by the digest of all that the rows are computed from:
// the statements with their binds and types, the tables, and the database's version. A metric whose meaning did not
// change, over tables that did not, has the same statements, and finds its rows. What is not there, or not whole, is
// computed and written again; a folder that cannot be written is no fault.
type rowCache struct{ dir string }

// cacheFile is a file's layout: the rows of each case, null where there are none, and the digest of them.
type cacheFile struct {
	Key    string    `json:"key"`
	Digest string    `json:"digest"`
	Rows   []*string `json:"rows"`
}

// key is the digest of what a metric's rows depend on.
func (c rowCache) key(m *recorded) string {
	if c.dir == "" {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "sutura rows 1\n%s\n", databaseVersion())
	for _, t := range m.reads {
		fmt.Fprintf(h, "%s\n", t.digest)
	}
	for i, s := range m.runs {
		if s != nil {
			c := &m.golden.Cases[i]
			fmt.Fprintf(h, "%d\n%s%s%s", i, c.Statements[s.Dialect()], c.Binds[s.Dialect()], c.Columns)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// databaseVersion is the version of the embedded database that this program is built with.
var databaseVersion = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var versions []string
	for _, d := range info.Deps {
		if strings.Contains(d.Path, "duckdb") {
			versions = append(versions, d.Path+" "+d.Version)
		}
	}
	return strings.Join(versions, " ")
})

func (c rowCache) path(key string) string { return filepath.Join(c.dir, "rows-"+key+".json") }

// read fills in a metric's rows, and reports whether all of them were there. A metric without statements needs none.
func (c rowCache) read(m *recorded) bool {
	if len(m.reads) == 0 {
		return true
	}
	if c.dir == "" {
		return false
	}
	data, err := os.ReadFile(c.path(m.key))
	if err != nil {
		return false
	}
	var f cacheFile
	if json.Unmarshal(data, &f) != nil || f.Key != m.key || f.Digest != rowsDigest(f.Rows) || len(f.Rows) != len(m.runs) {
		return false
	}
	for i, s := range m.runs {
		if (s == nil) != (f.Rows[i] == nil) {
			return false
		}
	}
	for i := range m.runs {
		m.golden.Cases[i].Rows = f.Rows[i]
	}
	return true
}

// write keeps a metric's rows.
func (c rowCache) write(m *recorded) {
	if c.dir == "" {
		return
	}
	f := cacheFile{Key: m.key}
	for i := range m.golden.Cases {
		f.Rows = append(f.Rows, m.golden.Cases[i].Rows)
	}
	f.Digest = rowsDigest(f.Rows)
	data, err := json.Marshal(f)
	if err != nil {
		return
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return
	}
	root, err := os.OpenRoot(c.dir)
	if err != nil {
		return
	}
	defer root.Close()
	_ = replaceFile(root, filepath.Base(c.path(m.key)), data) // a cache that cannot be written is none
}

func rowsDigest(rows []*string) string {
	h := sha256.New()
	for _, r := range rows {
		if r != nil {
			fmt.Fprintf(h, "%d\n%s", len(*r), *r)
		}
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}
