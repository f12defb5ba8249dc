package calendar

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
)

// The IANA time zone database as Go's toolchain ships it (lib/time/zoneinfo.zip; public domain). The program's own
// copy is the only one that is read, so that the same question gives the same instants on every machine.
//
//go:embed zoneinfo.zip
var zoneinfo []byte

// Edition is the release of the IANA database that the own copy is of: CODE in lib/time/update.bash beside the copied file.
const Edition = "2025c"

// Zones lists the names that a time zone may have, sorted: the IANA names, in their exact case. Names that mean
// something else on another machine (Local, localtime) are not among them.
func Zones() []string {
	files, err := zip.NewReader(bytes.NewReader(zoneinfo), int64(len(zoneinfo)))
	if err != nil {
		panic("calendar: the embedded time zones are not readable: " + err.Error())
	}
	var names []string
	for _, f := range files.File {
		if !strings.HasSuffix(f.Name, "/") && f.Name != "Factory" {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// LoadZone reads a zone of Zones, by the rules of the own copy. Engines and some file systems ignore a name's case; an
// exact name is the same zone everywhere.
func LoadZone(name string) (*time.Location, error) {
	if name == "UTC" {
		return time.UTC, nil
	}
	unknown := errors.New("timezone must be an IANA name in its exact case, such as Europe/Amsterdam or UTC")
	files, err := zip.NewReader(bytes.NewReader(zoneinfo), int64(len(zoneinfo)))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files.File, func(f *zip.File) bool { return f.Name == name })
	if i < 0 || strings.HasSuffix(name, "/") || name == "Factory" {
		return nil, unknown
	}
	f, err := files.File[i].Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rules, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return time.LoadLocationFromTZData(name, rules)
}
