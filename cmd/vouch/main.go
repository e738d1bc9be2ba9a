// Command vouch finds bugs in programs and hands over evidence for them. Each of its commands is a file.
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
		Short: "Find bugs by symbolic execution and hand over evidence",
		Long: `vouch explores a program on all inputs at once, finds the ones that make it fail, and writes a
certificate for each bug. A certificate can be checked offline, by vouch-check, without trusting
vouch or a solver.

Every command ends with status 2 if its output cannot be written, as on a full disk, and with 141 and
no message if nobody reads it any more, as in a pipe to head.`,
		Example: `  vouch find examples/gcd_buggy.imp
  vouch check evidence/*.bug.cbor
  vouch explain evidence/gcd_buggy-3f9a1c22.bug.cbor
  vouch run examples/gcd_buggy.imp a=1 b=2 --trace`,
		PersistentPreRun: guard,
	}
	root.AddCommand(newFind(), newRun(), newCheck(), newExplain(), newReport(), newReproduce(), newConfirm(), newFmt(), newLower(), newSelftest(),
		newBaseline(), newKey(), newSign(), newAttest(), newVerify(), newAggregate(), newArchive(), newTree(), newMan())
	checkcmd.AddVersion(root, finder.Built()...)
	return root
}
