package calendar

import (
	_ "embed"
	"errors"
	"slices"
	"strings"
	"time"
)

//go:embed zones.txt
var zoneNames string

// Zones lists the names that a time zone may have, sorted: the IANA names, in their exact case. Names that mean
// something else on another machine (Local, localtime) are not among them.
func Zones() []string { return strings.Fields(zoneNames) }

// loadZone is time.LoadLocation for the names of Zones only. Engines and some file systems ignore a name's case; an
// exact name is the same zone everywhere.
func loadZone(name string) (*time.Location, error) {
	if _, known := slices.BinarySearch(Zones(), name); !known {
		return nil, errors.New("timezone must be an IANA name in its exact case, such as Europe/Amsterdam or UTC")
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errors.New("the rules of this time zone cannot be read on this machine; check the ZONEINFO setting")
	}
	return zone, nil
}
