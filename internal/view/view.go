// Package view shows what a program of the core does on one input. It replays the run once, and everything that shows
// something listens to this replay. It knows no language: names, places and texts come from the program. Only
// library.go and format.go know how the library of C is written.
//
//	replay.go   an execution, step by step, and who listens to it
//	flow.go     where the ways of a function fork and come together
//	slice.go    what a fault depends on, slicemem.go in memory; expr.go and text.go write it down
//	origins.go  where values come from: which step made each, and from which others
//	addresses.go  where a run computes with addresses
//	why.go      why a fault has the values that it has, from that
//	inputs.go   inputs as people read them: numbers, and texts where they are the bytes of one
//	class.go    conditions as people read them: about a byte, the values that it may have
//	objects.go  what memory holds at the end of a run
//	trace.go    what happened in a run, in excerpts
//	words.go    sentences about a step, a branch and a fault
//	fault.go    the story of a fault: values, objects, calls
//	format.go   at which conversion of a format of C a fault is, and which argument that has
//	code.go     the program and some states, for a script that runs it again
//
// Begin with [Run]: [Run.Replay] takes any number of listeners, and a [Listener] of your own has three methods. [Texts]
// says what happened in a step, in the words of the source.
//
// Nothing here is trusted. Package checker has accepted everything that is shown as evidence.
package view
