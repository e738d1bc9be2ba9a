package mutants

// This file lists wrong rules of annotations.

// annotationRules are those that tests of package loops notice.
var annotationRules = []Mutant{
	{
		"annotations: a contract requires what it ensures", "cmd/internal/loops/contracts.go",
		`{{"requires ", x.Requires}, {"ensures ", x.Ensures}} {`,
		`{{"requires ", x.Ensures}, {"ensures ", x.Requires}} {`, "TestContracts",
	}, {
		"annotations: a contract is that of a function before it", "cmd/internal/loops/contracts.go",
		`before(p.Line, p.Column, int(s.EndLine), int(s.EndColumn))`,
		`before(int(s.Line), int(s.Column), int(s.EndLine), int(s.EndColumn))`, "TestContracts",
	}, {
		"annotations: a contract of another file stands in the first one", "cmd/internal/loops/annotate.go",
		`case x.File > 0:`,
		`case x.File > 1:`, "TestContractElsewhere",
	}, {
		"annotations: the result is among what a call changes", "cmd/internal/loops/contracts.go",
		`			if n == 0 {
				return Variable{Name: result}, ""
			}
			n--`,
		`			if n == 0 {
				return Variable{Name: result}, ""
			}`, "TestContractBefore",
	}, {
		"annotations: what a variable was before a call is what it is", "cmd/internal/loops/contracts.go",
		`global(p); after {`,
		`global(p); !after {`, "TestContracts",
	}, {
		"annotations: a parameter is the variable that it hides", "cmd/internal/loops/names.go",
		`case i < 0 || names[i].Nth > 0:`,
		`case i < 0:`, "TestContracts",
	},
}
