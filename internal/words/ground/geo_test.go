package ground_test

import (
	"strings"
	"testing"

	"sutura.dev/bundle"
	"sutura.dev/internal/words/ground"
)

func gazetteer() *ground.Gazetteer {
	return ground.NewGazetteer([]bundle.Place{
		{Name: "brno", Names: []string{"Brno"}, Lat: 49.19, Lon: 16.61, Radius: 8.5, Kind: "radius", Within: "moravia"},
		{Name: "prague", Names: []string{"Praha", "Prague", "Prag"}, Lat: 50.08, Lon: 14.44, Radius: 15, Kind: "radius", Within: "bohemia"},
		{Name: "plzen", Names: []string{"Plzeň", "Pilsen"}, Lat: 49.74, Lon: 13.37, Within: "bohemia"},
		{Name: "moravia", Names: []string{"Morava", "Moravia", "Mähren"}, Kind: "area", Within: "czechia"},
		{Name: "bohemia", Names: []string{"Čechy", "Bohemia", "Böhmen"}, Kind: "area", Within: "czechia"},
		{Name: "czechia", Names: []string{"Česko", "Czechia", "Tschechien"}, Kind: "area"},
		{Name: "budejovice", Names: []string{"České Budějovice", "Budweis"}, Lat: 48.97, Lon: 14.47},
		{Name: "york", Names: []string{"York"}, Lat: 53.96, Lon: -1.08},
		{Name: "springfield_il", Names: []string{"Springfield"}, Lat: 39.8, Lon: -89.64},
		{Name: "springfield_ma", Names: []string{"Springfield"}, Lat: 42.1, Lon: -72.59},
	})
}

func spelledArea(r *ground.Areas) string {
	one := func(a ground.Area) string {
		return strings.TrimSpace(strings.Join(strings.Fields(a.Place+" "+a.Kind+" "+a.Radius+" "+strings.Join(a.Places, ",")), " "))
	}
	switch r.Outcome {
	case ground.OK:
		return one(*r.Area)
	case ground.Ask:
		var out []string
		for _, o := range r.Options {
			out = append(out, one(o.Area))
		}
		return "ask " + strings.Join(out, " or ")
	}
	return "none"
}

func TestGeo(t *testing.T) {
	g := gazetteer()
	rows := table(t, "geo.txt")
	for _, c := range rows {
		r := ground.Geo(c.text, g)
		if got := spelledArea(r); got != c.want {
			t.Errorf("%s: %q is %s, not %s (%v %s)", c.language, c.text, got, c.want, r.Rules, r.Why)
		}
		if c.rule != "" && r.Outcome != ground.Ungroundable && !strings.Contains(strings.Join(r.Rules, ","), c.rule) {
			t.Errorf("%q is read by %v, not %s", c.text, r.Rules, c.rule)
		}
	}
	if len(rows) < 70 {
		t.Errorf("%d rows", len(rows))
	}
}

// Without places nothing is read, and places that lie in each other do not loop.
func TestGazetteers(t *testing.T) {
	if r := ground.Geo("in Brno", ground.NewGazetteer(nil)); r.Outcome != ground.Ungroundable {
		t.Errorf("%+v", r)
	}
	loop := ground.NewGazetteer([]bundle.Place{{Name: "a", Within: "b"}, {Name: "b", Within: "a"}})
	if r := ground.Geo("in A", loop); r.Area == nil || len(r.Area.Places) != 1 {
		t.Errorf("%+v", r)
	}
}
