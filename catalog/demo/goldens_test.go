package demo_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"sutura.dev/goldens"
)

// The recorded goldens are what the catalog gives now. SUTURA_UPDATE=1 accepts what differs: read the difference.
func TestGoldens(t *testing.T) {
	for folder := range exhibits() {
		t.Run(folder, func(t *testing.T) { recorded(t, folder) })
	}
}

func recorded(t *testing.T, folder string) {
	b := compiledIn(t, folder)
	files, err := goldens.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	x, found := goldens.Load(b, files)
	for _, d := range found {
		t.Error(d)
	}
	now, found, err := goldens.Record(context.Background(), b, files, x, goldens.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		t.Error(d)
	}
	differences := goldens.Compare(files, now)
	if os.Getenv("SUTURA_UPDATE") != "" {
		if !files.Recorded() {
			differences = goldens.Between(&goldens.Recording{}, now)
		}
		if _, err := goldens.Accept(folder, differences, now); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, d := range goldens.Findings(differences) {
		t.Error(d)
	}
	if !files.Recorded() {
		t.Error("nothing is recorded")
	}
}

// Goldens are read by people, and are part of the program: they stay small, and no question of them is without rows.
func TestGoldensAreSmall(t *testing.T) {
	paths, err := filepath.Glob("goldens/*.txtar")
	if err != nil || len(paths) != len(compiled(t).Metrics()) {
		t.Fatalf("%d goldens (%v)", len(paths), err)
	}
	size := int64(0)
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size > 3000<<10 {
		t.Errorf("the goldens have %d KiB", size>>10)
	}
	files, err := goldens.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	b := compiled(t)
	x, _ := goldens.Load(b, files)
	now, _, err := goldens.Record(context.Background(), b, files, x, goldens.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range now.Goldens {
		for _, c := range g.Golden().Cases {
			if c.Rows == nil || *c.Rows == "" {
				t.Errorf("%s %s has no rows", g.Metric, c.Name)
			}
		}
	}
}
