package bundle

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"sutura.dev/bundle/calendar"
)

// Bundle is a set of definitions with its digests and its index. Make one with New or Read.
type Bundle struct {
	def      Definitions
	bytes    []byte
	digest   string
	models   map[string]*Model
	metrics  map[string]*Metric
	sources  map[string]*Source
	resolved map[string]map[string]*Resolved // by model, by the name that questions use
	digests  func() map[string]Digests       // by metric, computed when they are first asked for
	calendar *calendar.Calendar
	zones    map[string]*calendar.Calendar // by the other zones of columns
}

// Digests of one metric, each as sha256:HEX.
type Digests struct {
	Meaning string `json:"meaning"`
	Prose   string `json:"prose"`
}

// New sorts, validates and pins def. It fails when a definition refers to what does not exist or an expression is not
// well typed: a bundle never holds what could not be planned.
func New(def Definitions) (*Bundle, error) {
	sortDefinitions(&def)
	cal, err := calendar.New(def.About.Calendar)
	if err != nil {
		return nil, err
	}
	def.About.Calendar = cal.Rules()
	b := &Bundle{def: def, calendar: cal}
	if err := b.indexZones(); err != nil {
		return nil, err
	}
	b.digests = sync.OnceValue(b.digestMetrics)
	var sealed error
	var beside sync.WaitGroup // a program that runs once waits for both
	beside.Go(func() { sealed = b.seal() })
	err = b.index()
	if err == nil {
		err = b.validate()
	}
	if beside.Wait(); err != nil {
		return nil, err
	}
	if sealed != nil {
		return nil, sealed
	}
	return b, nil
}

// sortDefinitions puts every list whose order has no meaning into the order of names.
func sortDefinitions(def *Definitions) {
	slices.SortFunc(def.Sources, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(def.Models, func(a, b Model) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(def.Metrics, func(a, b Metric) int { return strings.Compare(a.Name, b.Name) })
	for i := range def.Models {
		m := &def.Models[i]
		slices.SortFunc(m.Columns, func(a, b Column) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(m.Joins, func(a, b Join) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(m.Roles, func(a, b Role) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(m.Dimensions, func(a, b Dimension) int { return strings.Compare(a.Name, b.Name) })
		slices.SortFunc(m.Hierarchies, func(a, b Hierarchy) int { return strings.Compare(a.Name, b.Name) })
		for j := range m.Joins {
			slices.SortFunc(m.Joins[j].On, func(a, b Pair) int {
				return cmp.Or(strings.Compare(a.Left, b.Left), strings.Compare(a.Right, b.Right))
			})
		}
	}
	for i := range def.Metrics {
		slices.Sort(def.Metrics[i].Dimensions)
		slices.Sort(def.Metrics[i].Audience)
	}
	slices.SortFunc(def.Knowledge.Queries, func(a, b Query) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(def.Knowledge.Places, func(a, b Place) int { return strings.Compare(a.Name, b.Name) })
}

// Digest identifies the whole bundle: sha256:HEX over its canonical definitions.
func (b *Bundle) Digest() string { return b.digest }

// Bytes is the bundle's file: one JSON object and a newline. The caller must not change it.
func (b *Bundle) Bytes() []byte { return b.bytes }

// About returns what the catalog says of itself.
func (b *Bundle) About() About { return b.def.About }

// Calendar returns the catalog's calendar.
func (b *Bundle) Calendar() *calendar.Calendar { return b.calendar }

// Sources returns the sources by name, sorted. Not to be changed.
func (b *Bundle) Sources() []Source { return b.def.Sources }

// Models returns the models by name, sorted. Not to be changed.
func (b *Bundle) Models() []Model { return b.def.Models }

// Metrics returns every metric by name, sorted, whoever may see it. Not to be changed.
func (b *Bundle) Metrics() []Metric { return b.def.Metrics }

// Knowledge returns the descriptive part.
func (b *Bundle) Knowledge() Knowledge { return b.def.Knowledge }

// Model returns a model by name, nil when there is none.
func (b *Bundle) Model(name string) *Model { return b.models[name] }

// Source returns a source by alias, nil when there is none.
func (b *Bundle) Source(name string) *Source { return b.sources[name] }

// MetricDigests returns the digests of a metric; zero when there is none of that name.
func (b *Bundle) MetricDigests(metric string) Digests { return b.digests()[metric] }

// Join returns a join of m by name, nil when there is none.
func (m *Model) Join(name string) *Join {
	i, ok := slices.BinarySearchFunc(m.Joins, name, func(j Join, n string) int { return strings.Compare(j.Name, n) })
	if !ok {
		return nil
	}
	return &m.Joins[i]
}

// Column returns a column of m by name, nil when there is none.
func (m *Model) Column(name string) *Column {
	i, ok := slices.BinarySearchFunc(m.Columns, name, func(c Column, n string) int { return strings.Compare(c.Name, n) })
	if !ok {
		return nil
	}
	return &m.Columns[i]
}
