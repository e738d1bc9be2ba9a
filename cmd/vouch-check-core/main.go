// Command vouch-check-core is vouch-check without the front end of C and the library that parses C: for programs of the
// core, in text form or given by --lowered, and for those of languages whose front ends are small.
package main

import (
	"os"
	"runtime/debug"

	"vouch/cmd/internal/checkcmd"
	"vouch/semantics/front"
)

// softMemory is the memory, in bytes, near which garbage is collected more often, so that the process stays below 1
// GiB.
const softMemory = 900 << 20

func main() {
	debug.SetMemoryLimit(softMemory)
	cmd := checkcmd.New("vouch-check-core", `  # check the certificate of a program in IMP
  vouch-check-core evidence/gcd_buggy-3f9a1c22.bug.cbor

  # check a certificate about C by the program of the core that somebody has read
  vouch lower examples/second.c > second.core
  vouch-check-core --lowered second.core evidence/second-5b1ab2dd.bug.cbor`, front.Own)
	checkcmd.AddVersion(cmd, front.Own)
	os.Exit(checkcmd.Execute(cmd, checkcmd.NotCertificate))
}
