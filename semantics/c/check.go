package c

// This file defines the groups of faults. The user may leave a group out: its operations then mean what gcc makes of
// them. If gcc gives an operation no meaning either, its fault stays.

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

	allGroups = leaksGroup - 1 // the default: all but leaks
)

// groups has the name of each group.
//
//	group          what holds if it is left out
//	memory         the faults stay: accesses, frees, divisions, conversions of floats, counts of shifts, arguments and
//	               formats of the library
//	alignment      an access at any address
//	pointers       a pointer may point outside its object; pointers to different objects have the order and the
//	               distance of their addresses
//	overflow       signed arithmetic wraps around, and so does <<, as with -fwrapv; INT_MIN / -1 stays a fault
//	uninitialised  memory that was never written is 0
//	calls          a function of another type is called if it takes as many arguments, numbers for numbers; a function
//	               that returned no value gives an uninitialised one
//	assertions     an assertion that fails ends the program with status 134, as abort does
//	leaks          leaks are no fault
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

// aborted is the exit status that a shell shows for a program that called abort.
const aborted = 134
