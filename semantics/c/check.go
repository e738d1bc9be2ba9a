package c

import (
	"fmt"
	"slices"
	"strings"
)

// This file defines the groups of faults that a program may be lowered without. An operation then means what gcc makes of it. Where gcc gives no meaning either, the
// fault stays.

// group is a group of faults.
type group byte

const (
	memoryGroup group = 1 << iota
	alignmentGroup
	pointersGroup
	overflowGroup
	uninitialisedGroup
	callsGroup
	assertionsGroup
	leaksGroup

	allGroups = leaksGroup - 1 // what is looked for where nobody says what: all but leaks
)

// groups are the groups by their names.
//
//	group          without it
//	memory         the faults stay: accesses, frees, divisions, conversions of floats, counts of shifts, arguments and formats of the library
//	alignment      an access at any address
//	pointers       a pointer may point outside its object; pointers to different objects have the order and the distance of their addresses
//	overflow       signed arithmetic wraps around, and so does <<, as with -fwrapv; INT_MIN / -1 stays a fault
//	uninitialised  what was never written is 0
//	calls          a function of another type is called if it takes as many arguments, numbers for numbers; the value of a function that returned none is as one that was never written
//	assertions     the program ends with status 134, as after abort
//	leaks          nobody looks
var groups = []namedGroup{
	{"memory", memoryGroup},
	{"alignment", alignmentGroup},
	{"pointers", pointersGroup},
	{"overflow", overflowGroup},
	{"uninitialised", uninitialisedGroup},
	{"calls", callsGroup},
	{"assertions", assertionsGroup},
	{"leaks", leaksGroup},
}

// namedGroup is a group with its name.
type namedGroup struct {
	name  string
	group group
}

// aborted is the status of a program that abort ends, as a shell shows it.
const aborted = 134

// readGroups returns the groups that a list names, and the list in the order of groups.
func readGroups(value string) (on group, canonical string, err error) {
	var names []string
	for _, name := range strings.Split(value, ",") {
		i := slices.IndexFunc(groups, func(g namedGroup) bool { return g.name == name })
		switch {
		case name == "all":
			on |= allGroups
		case i < 0:
			for _, g := range groups {
				names = append(names, g.name)
			}
			return 0, "", &OptionError{"check", fmt.Sprintf("found %q, want all, or some of %s", name, strings.Join(names, ", "))}
		default:
			on |= groups[i].group
		}
	}
	for _, g := range groups {
		if on&g.group != 0 {
			names = append(names, g.name)
		}
	}
	return on, strings.Join(names, ","), nil
}

// checks reports whether faults of a group are looked for.
func (f *fn) checks(g group) bool { return f.p.options.groups&g != 0 }
