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
		"annotations: what a call changes is a parameter", "cmd/internal/loops/contracts.go",
		`case p.Type > 0 && after && s.result && p.At == 0:`,
		`case p.Type > 0 && after && s.result && p.At > 0:`, "TestContracts",
	},
}
