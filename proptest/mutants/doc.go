// Package mutants shows that the properties of package proptest bite: it plants mistakes in the semantics, the terms,
// the finder and the checker, one at a time, and establishes which properties notice.
//
// A mutant is a row of a table: a file, a text in it, and what stands there instead. Its tests are the property tests,
// built with an overlay of the files that are changed, so that the code itself knows nothing of mutants. All of them
// are in one program, where one at a time is in force. The table names for each mutant the property that has to notice
// it; in return every property has to notice some mutant. Which ones do, `make mutants` prints for people to read. It
// is in no file: it changes with each mutant, and takes long to renew.
//
// Finder and checker derive the path condition each in its own code. A mistake in one of them is noticed by their
// disagreement, and that is the point of having both.
//
// TestFloors holds which files and rules of the trusted base need mutants.
//
// To add a mutant, add a row to the table of its component: the old text must occur in the file exactly once, and the
// new one must compile and end. The tests ask only the property that has to notice a mutant, `make mutants` asks all.
// `make test` plants one of thirty mutants of each file, `make test-long` every one. Try yours with
// `go test ./proptest/mutants -v -args -only 'part of its title'`, which asks all too. A mutant that loops is noticed
// by the properties that do not end. A mutant that no program can tell from the original does not belong here.
package mutants
