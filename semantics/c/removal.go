package c

import (
	"maps"
	"slices"

	"vouch/semantics/source"
)

// This file defines what is taken out of a program because it has errors. remove.go takes it out.

// removal is what is taken out of a program.
type removal struct {
	units     map[string]*removedFrom  // by the path of the unit
	names     map[string]*source.Error // why names are refused that all units may see
	list      source.ErrorList
	functions []Defined        // those that are taken out whole
	others    source.ErrorList // errors of what is no function
	rounds    int
	lines     lines
}

func newRemoval() *removal {
	return &removal{units: map[string]*removedFrom{}, names: map[string]*source.Error{}}
}

// removedFrom is what is taken out of a unit.
type removedFrom struct {
	portions []portion           // of the whole text; nil if nobody asked yet
	pragmas  uint64              // a digest of its pragmas
	regions  map[string][]region // by the path of the file
	taken    map[taken]bool      // the same
	names    map[string]*source.Error
	rounds   int
}

// portion is a part of a unit between two cuts: an external declaration, or several that no cut divides.
type portion struct {
	file       string // the path of that in which it begins; "" if that is no file of the program
	start, end int    // in the text of the file
	// the text between the braces of the one function that it defines, or from the = to the end of the one object;
	// empty if that is not known
	inner     region
	names     []string // that it may declare with linkage
	function  string   // that it defines; "" if it defines none, or if that is not known
	static    bool     // whether these are names of its unit alone
	early     bool     // whether it may say what runs before or after main
	tokens    uint64   // a digest of its tokens
	removable bool     // whether it begins and ends in one file
}

// region is a part of a text that is taken out.
type region struct{ start, end int }

// taken is a region of a file.
type taken struct {
	file string
	region
}

const (
	asWritten lines = iota // as #line says
	inFiles                // as they are in the files, so that places are found
	again                  // as #line says, after the errors were found
)

// lines says how the lines of a program are counted.
type lines int

// Defined is a function that a program defines.
type Defined struct {
	Name    string
	Where   source.Error     // its place; there is no message
	Refused source.ErrorList // why a call of it is refused; nil if it is lowered
	Parts   source.ErrorList // what in its body is refused where a path comes to it
}

// all returns why a name is refused, in whatever unit.
func (r *removal) all(name string) (list source.ErrorList) {
	for _, path := range slices.Sorted(maps.Keys(r.units)) {
		if e := r.units[path].names[name]; e != nil {
			list = noted(list, e)
		}
	}
	return list
}

// noted returns a list with one more error, unless there is one at its place.
func noted(list source.ErrorList, e *source.Error) source.ErrorList {
	for _, f := range list {
		if f.File == e.File && f.Pos == e.Pos {
			return list
		}
	}
	if len(list) < maxErrors {
		list = append(list, e)
	}
	return list
}

// maxErrors is the greatest number of errors in one report.
const maxErrors = 20

// requires is the name of the function that restricts the arguments.
const requires = "vouch_requires"

// withError is in the reason why a function is refused that has errors.
const withError = ", which has an error: "
