package proptest

// This file defines the table of chapters, with their theorems.

// Chapters returns all properties of a language.
func Chapters[S, Y any]() []Chapter[S, Y] {
	return []Chapter[S, Y]{
		{"Semantics", Semantics[S, Y]()},
		{"Streams", Streams[S, Y]()},
		{"Canonical", Canonical[S, Y]()},
		{"Solvers", Solvers[S, Y]()},
		{"Certificates", Certificates[S, Y]()},
		{"Kernel", Kernel[S, Y]()},
		{"Lowering", Lowering[S, Y]()},
	}
}
