// Package fronts has all front ends: those of package front, and that of C, which takes the library that parses C.
package fronts

import (
	"slices"

	"vouch/semantics/c"
	"vouch/semantics/front"
	"vouch/semantics/lang"
)

// All are all front ends. Package c describes the options of C.
var All = slices.Concat(front.Own, front.Ends{{Language: lang.Named("c"), Lower: c.Lower, Model: c.ModelText}})
