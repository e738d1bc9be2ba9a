// Command vouch finds bugs in programs, and writes certificates. Each of its commands is a file.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/native"
	"vouch/finder"
	"vouch/semantics/fronts"
)

func main() {
	native.Enter()
	os.Exit(checkcmd.Execute(newRoot(os.Args[1:]...), exit.BadInput))
}

// commands returns the functions that make the commands, by the names of these.
func commands() map[string]func() *cobra.Command {
	return map[string]func() *cobra.Command{
		"find": newFind, "run": newRun, "check": newCheck, "explain": newExplain, "report": newReport,
		"reproduce": newReproduce, "tests": newTests, "confirm": newConfirm,
		"fmt": newFmt, "lower": newLower, "elaborate": newElaborate, "selftest": newSelftest, "baseline": newBaseline,
		"cache": newCache, "worker": newWorker, "cluster": newCluster, "key": newKey, "sign": newSign,
		"attest": newAttest,
		"verify": newVerify, "aggregate": newAggregate, "archive": newArchive, "tree": newTree, "init": newInit,
		"build": newBuild, "functions": newFunctions, "scan": newScan, "lsp": newLSP, "man": newMan,
	}
}

// newRoot returns the command vouch for some arguments. If the first one names a command, only that one is made, since
// with their flags all of them take as long as a short search. The command man is about all of them.
func newRoot(args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:   "vouch",
		Short: "Find bugs by symbolic execution, and prove them with certificates",
		Long: `Vouch runs a program on all inputs at once, finds inputs that make it fail, and writes a certificate for
each bug, and for each program that it calls safe or bounded. vouch-check checks certificates offline, and
trusts neither the search nor a solver.

If a command cannot write its output, for example on a full disk, it exits with 2. If nobody reads the
output any more, as in a pipe to head, it exits with 141.`,
		Example: `  vouch find examples/c/percent.c --entry decode --string s=8
  vouch explain evidence/percent-3f9a1c22.bug.cbor
  vouch confirm evidence/percent-3f9a1c22.bug.cbor
  vouch-check evidence/percent-3f9a1c22.bug.cbor
  vouch find examples/gcd_buggy.imp`,
		PersistentPreRun: guard,
	}
	all := commands()
	if len(args) > 0 && args[0] != "man" {
		if named := all[args[0]]; named != nil {
			all = map[string]func() *cobra.Command{args[0]: named}
			root.CompletionOptions.DisableDefaultCmd = true
		}
	}
	for _, make := range all {
		root.AddCommand(make())
	}
	checkcmd.AddVersion(root, fronts.All, finder.Built()...)
	return root
}
