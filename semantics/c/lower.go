package c

// This file puts the language together: what each part does that may be inside of any other. See language.go.

// c11 is C11 with the extensions of GNU C.
var c11 = language{
	value:      (*fn).lowerExpression,
	typing:     (*fn).typeNow,
	constant:   (*folding).foldExpression,
	call:       (*fn).lowerCall,
	items:      (*fn).lowerItems,
	body:       (*fn).lowerBody,
	conversion: (*fn).lowerConversion,
	arithmetic: (*fn).lowerArithmetic,
	comparison: (*fn).lowerComparison,
	negation:   (*fn).lowerNegation,
	declared:   (*unit).makeType,
	named:      (*unit).makeNamedType,
	complete:   (*unit).makeComplete,
}
