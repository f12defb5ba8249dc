package catalog_test

import (
	"testing"

	"sutura.dev/catalog"
)

func TestLoadFlights(t *testing.T) {
	snap, err := catalog.ReadDir("testdata/flights")
	if err != nil {
		t.Fatal(err)
	}
	c, found := catalog.Load(snap)
	if len(found) > 0 {
		t.Fatalf("found:\n%s", found)
	}
	t.Logf("%+v", c.Metrics["on_time_share"].Measure.Ratio)
	t.Logf("%+v", c.Models["flights"])
	t.Log(c.Range("metrics", "departure_delay", "where", "0"), c.Inside([]string{"metrics", "departure_delay", "where", "0"}, 3, 5))
	t.Log(c.Range("metrics", "flights_growth", "measure", "formula"))
}
