package ground

import (
	"cmp"
	"slices"
	"strings"

	"sutura.dev/bundle"
	"sutura.dev/internal/words"
	"sutura.dev/internal/words/lemma"
)

// Gazetteer is the places of a catalog, ready to be read. It is immutable.
type Gazetteer struct {
	places []bundle.Place
	// named lists, by the first word of a name as each language stems it, where it may stand.
	named map[string][]placeName
}

// placeName is a name of a place: of each of its words, the stems in every language.
type placeName struct {
	place int
	words [][]string
}

// Area is what a place stands for.
type Area struct {
	Place  string   `json:"place" jsonschema:"the name of the place in the catalog"`
	Kind   string   `json:"kind" jsonschema:"point, radius: a circle around the point, or area: all that its places are"`
	Lat    float64  `json:"lat" jsonschema:"degrees north of its middle"`
	Lon    float64  `json:"lon" jsonschema:"degrees east of its middle"`
	Radius string   `json:"radius_km,omitempty" jsonschema:"of a circle: kilometres, an exact decimal number"`
	Places []string `json:"places" jsonschema:"the names of the places that lie in it, by the catalog"`
}

// Areas are what words mean as a place.
type Areas struct {
	Outcome Outcome      `json:"outcome" jsonschema:"OK, AWAITING_CLARIFICATION: one of the options is meant, or UNGROUNDABLE"`
	Area    *Area        `json:"area,omitempty" jsonschema:"what the words mean, where the outcome is OK"`
	Options []AreaOption `json:"options" jsonschema:"what the words may mean; none where the outcome is OK"`
	Parts   []Part       `json:"parts" jsonschema:"where in the words it was read"`
	Why     string       `json:"why,omitempty" jsonschema:"why nothing was read"`
	// Rules name the rules that read it.
	Rules []string `json:"-"`
}

// AreaOption is one of the places that words may mean.
type AreaOption struct {
	ID   string `json:"id" jsonschema:"the name of the place in the catalog; stable"`
	Area Area   `json:"area" jsonschema:"what it stands for"`
}

// NewGazetteer reads places. Build one a bundle and keep it.
func NewGazetteer(places []bundle.Place) *Gazetteer {
	g := &Gazetteer{slices.Clone(places), map[string][]placeName{}}
	slices.SortFunc(g.places, func(a, b bundle.Place) int { return cmp.Compare(a.Name, b.Name) })
	for i, p := range g.places {
		for _, name := range append([]string{strings.ReplaceAll(p.Name, "_", " ")}, p.Names...) {
			tokens := scan(name)
			n := placeName{place: i}
			for _, t := range tokens {
				n.words = append(n.words, stems(t.text))
			}
			if len(tokens) == 0 {
				continue
			}
			for _, first := range slices.Compact(slices.Sorted(slices.Values(n.words[0]))) {
				g.named[first] = append(g.named[first], n)
			}
		}
	}
	return g
}

// stems are a folded word's stems in every language, the word itself first. Two words are forms of one where the stems of one of the
// languages are the same.
func stems(word string) []string {
	out := []string{word}
	for _, l := range lemma.Languages() {
		s, _ := lemma.For(l)
		out = append(out, l+":"+s.Stem(word))
	}
	return out
}

func alike(a, b []string) bool {
	for i := range a {
		if a[i] == b[i] {
			return true
		}
	}
	return false
}

// at lists the places that are named at a token: by the name as it is written where there is one, else by its forms, and the longest
// names only.
func (g *Gazetteer) at(tokens []token, at int) (places []int, to int) {
	exact := false
	for _, key := range stems(tokens[at].text) {
		for _, n := range g.named[key] {
			end := at + len(n.words)
			if end > len(tokens) {
				continue
			}
			same, fits := true, true
			for i, w := range n.words {
				s := stems(tokens[at+i].text)
				same = same && s[0] == w[0]
				fits = fits && alike(s, w)
			}
			if !fits || end < to || end == to && exact && !same {
				continue
			}
			if end > to || same && !exact {
				places, to, exact = nil, end, same
			}
			if !slices.Contains(places, n.place) {
				places = append(places, n.place)
			}
		}
	}
	slices.Sort(places)
	return places, to
}

// area is a place as the catalog has it.
func (g *Gazetteer) area(i int) Area {
	p := g.places[i]
	a := Area{Place: p.Name, Kind: cmp.Or(p.Kind, "point"), Lat: p.Lat, Lon: p.Lon, Places: g.within(p.Name)}
	if a.Kind == "radius" {
		a.Radius = readDecimal(formatKilometres(p.Radius)).String()
	}
	return a
}

// within lists the names of the places in a place, and in those.
func (g *Gazetteer) within(name string) []string {
	in := map[string]bool{name: true}
	out := []string{}
	for grew := true; grew; {
		grew = false
		for _, p := range g.places {
			if in[p.Within] && !in[p.Name] {
				in[p.Name], grew = true, true
				out = append(out, p.Name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Geo reads a place from words: in it, or within a distance of it. A name alone is none: people name places that they speak of.
func Geo(text string, g *Gazetteer) *Areas {
	if words.Fold(text) == "" {
		return noPlace(NothingRead)
	}
	if runesOf(text) > MaxLength {
		return noPlace(tooLong)
	}
	r := &geoReader{g, scan(text)}
	return r.read()
}

func noPlace(why string) *Areas {
	return &Areas{Outcome: Ungroundable, Options: []AreaOption{}, Parts: []Part{}, Why: why}
}
