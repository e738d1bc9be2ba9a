package finder

import (
	"vouch/semantics"
	"vouch/semantics/core"
)

// This file defines guides: what somebody says of a run that fails. A guide decides which states are visited first, and
// nothing else.

// Waypoint says that a run comes to an instruction and takes a branch there; NoBranch stands for any.
type Waypoint struct {
	At     *core.Instr
	Branch semantics.Branch
}

// aheadOfGuide is how many waypoints a path may leave out at a time.
const aheadOfGuide = 64

// guide is a list of waypoints.
type guide struct {
	way []Waypoint
	at  map[any][]int32 // for each place, the waypoints there, in their order
}

// newGuide returns a guide along waypoints; nil if there are none.
func newGuide(way []Waypoint) *guide {
	if len(way) == 0 {
		return nil
	}
	g := &guide{way: way, at: map[any][]int32{}}
	for i, w := range way {
		g.at[w.At] = append(g.at[w.At], int32(i))
	}
	return g
}

// progress is how far a path has followed a guide.
type progress struct {
	met     int32 // waypoints that it met or left out
	strayed int32 // how often it took another branch than the guide
}

// goes records that a path goes on from a place along a branch.
func (g *guide) goes(p progress, site any, branch semantics.Branch) progress {
	if g == nil {
		return p
	}
	for _, i := range g.at[site] {
		if i < p.met {
			continue
		}
		if i >= p.met+aheadOfGuide {
			break
		}
		if want := g.way[i].Branch; want != semantics.NoBranch && want != branch {
			return progress{p.met, p.strayed + 1}
		}
		return progress{i + 1, p.strayed}
	}
	return p
}

// rank returns a number that is low for a path that follows the guide far.
func (p progress) rank() int64 { return 4*int64(p.strayed) - int64(p.met) }
