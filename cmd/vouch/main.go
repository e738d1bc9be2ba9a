// Command vouch finds bugs in programs, and writes certificates. Each of its commands is a file.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/finder"
)

func main() {
	os.Exit(checkcmd.Execute(newRoot(), exit.BadInput))
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "vouch",
		Short: "Find bugs by symbolic execution, and prove them with certificates",
		Long: `Vouch runs a program on all inputs at once, finds inputs that make it fail, and writes a certificate for
each result. vouch-check checks certificates offline, and trusts neither vouch nor a solver.

If a command cannot write its output, for example on a full disk, it exits with 2. If nobody reads the
output any more, as in a pipe to head, it exits with 141.`,
		Example: `  vouch find examples/c/percent.c --entry decode --string s=8
  vouch explain evidence/percent-3f9a1c22.bug.cbor
  vouch confirm evidence/percent-3f9a1c22.bug.cbor
  vouch-check evidence/percent-3f9a1c22.bug.cbor
  vouch find examples/gcd_buggy.imp`,
		PersistentPreRun: guard,
	}
	root.AddCommand(newFind(), newRun(), newCheck(), newExplain(), newReport(), newReproduce(), newConfirm(), newFmt(), newLower(), newSelftest(),
		newBaseline(), newKey(), newSign(), newAttest(), newVerify(), newAggregate(), newArchive(), newTree(), newInit(), newLSP(), newMan())
	checkcmd.AddVersion(root, finder.Built()...)
	return root
}
