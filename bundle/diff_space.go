package bundle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Space is what of a metric's space came and went: by which dimensions and grains it may be asked.
type Space struct {
	DimensionsGained []string `json:"dimensions_gained,omitempty"`
	DimensionsLost   []string `json:"dimensions_lost,omitempty"`
	GrainsGained     []string `json:"grains_gained,omitempty"`
	GrainsLost       []string `json:"grains_lost,omitempty"`
	Cells            Cells    `json:"cells"`
}

// Cells counts cells of the space: a metric by one dimension or none, by one grain or none.
type Cells struct {
	Gained int `json:"gained"`
	Lost   int `json:"lost"`
}

// spaceBetween compares the spaces of a metric; one of the two may be nil. Under another name every cell is another.
func spaceBetween(was, is *Metric) Space {
	var out Space
	if was == nil || is == nil || was.Name != is.Name {
		if was != nil {
			out.DimensionsLost, out.GrainsLost, out.Cells.Lost = was.Dimensions, was.Grains, cells(len(was.Dimensions), len(was.Grains))
		}
		if is != nil {
			out.DimensionsGained, out.GrainsGained, out.Cells.Gained = is.Dimensions, is.Grains, cells(len(is.Dimensions), len(is.Grains))
		}
		return out
	}
	out.DimensionsLost, out.DimensionsGained = parted(was.Dimensions, is.Dimensions)
	out.GrainsLost, out.GrainsGained = parted(was.Grains, is.Grains)
	kept := cells(len(was.Dimensions)-len(out.DimensionsLost), len(was.Grains)-len(out.GrainsLost))
	out.Cells.Lost = cells(len(was.Dimensions), len(was.Grains)) - kept
	out.Cells.Gained = cells(len(is.Dimensions), len(is.Grains)) - kept
	return out
}

func cells(dimensions, grains int) int { return (1 + dimensions) * (1 + grains) }

// parted lists what only a, and what only b has.
func parted(a, b []string) (lost, gained []string) {
	for _, v := range a {
		if !slices.Contains(b, v) {
			lost = append(lost, v)
		}
	}
	for _, v := range b {
		if !slices.Contains(a, v) {
			gained = append(gained, v)
		}
	}
	return lost, gained
}

// shared is what metrics have in common on one side: a dimension as it is asked, and what it means; without a
// dimension, a source.
type shared struct{ dimension, identity string }

// compareSharing finds metrics that both sides have and that stopped or started to share a dimension, or a source, so
// that they can be asked together. Where a set of metrics fell apart or came together, those outside its largest part
// are said to have left or joined it.
func (d *differ) compareSharing() {
	left, joined := map[shared]map[string][]int{}, map[shared]map[string][]int{}
	note := func(sets map[shared]map[string][]int, key shared, other string, pair int) {
		if sets[key] == nil {
			sets[key] = map[string][]int{}
		}
		sets[key][other] = append(sets[key][other], pair)
	}
	for i, p := range d.pairs {
		mb, ma := p.was.Measure.Terms[0].Model, p.is.Measure.Terms[0].Model
		was, is := d.before.models[mb].Source, d.after.models[ma].Source
		note(left, shared{"", was}, is, i)
		note(joined, shared{"", is}, was, i)
		for _, name := range p.was.Dimensions {
			if _, kept := slices.BinarySearch(p.is.Dimensions, name); kept {
				was, is := d.before.Resolve(mb, name).Identity, d.after.Resolve(ma, name).Identity
				note(left, shared{name, was}, is, i)
				note(joined, shared{name, is}, was, i)
			}
		}
	}
	for key, parts := range left {
		d.parts(key, parts, [2]Code{CombinationLost, SharingLost})
	}
	for key, parts := range joined {
		d.parts(key, parts, [2]Code{CombinationGained, SharingGained})
	}
}

// parts records that metrics outside the largest part are apart from the others on one side.
func (d *differ) parts(key shared, parts map[string][]int, codes [2]Code) {
	if len(parts) < 2 {
		return
	}
	ordered := slices.SortedFunc(maps.Values(parts), func(a, b []int) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return a[0] - b[0]
	})
	code := codes[0]
	if key.dimension != "" {
		code = codes[1]
	}
	for _, pair := range slices.Concat(ordered...) {
		if p := d.pairs[pair]; key.dimension != "" {
			d.touched[d.after.Resolve(p.is.Measure.Terms[0].Model, key.dimension).origin()] = true
		}
	}
	for i, part := range ordered[1:] {
		others := d.namesText(slices.Concat(slices.Delete(slices.Clone(ordered), i+1, i+2)...))
		before, after := others, ""
		if code == SharingGained || code == CombinationGained {
			before, after = "", others
		}
		for _, pair := range part {
			c := comparison{d, d.pairs[pair]}
			c.add(code, "", key.dimension, before, after)
		}
	}
}

// maxNames is how many metrics a sentence names.
const maxNames = 8

// namesText lists the names of pairs' metrics.
func (d *differ) namesText(pairs []int) string {
	slices.Sort(pairs)
	names := make([]string, 0, maxNames)
	for _, i := range pairs[:min(maxNames, len(pairs))] {
		names = append(names, d.pairs[i].is.Name)
	}
	text := strings.Join(names, ", ")
	if more := len(pairs) - maxNames; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
