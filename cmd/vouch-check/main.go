// Command vouch-check is the auditor's checker of certificates: pure Go, one static binary, no solver.
package main

import (
	"os"
	"runtime/debug"

	"vouch/cmd/internal/checkcmd"
	"vouch/semantics/fronts"
)

// softMemory is the memory, in bytes, near which garbage is collected more often, so that the process stays below 1
// GiB.
const softMemory = 900 << 20

func main() {
	debug.SetMemoryLimit(softMemory)
	cmd := checkcmd.New("vouch-check", `  # check two certificates
  vouch-check evidence/gcd_buggy-3f9a1c22.bug.cbor other.bug.cbor

  # insist that the certificate is about this very file
  vouch-check --source examples/gcd_buggy.imp evidence/gcd_buggy-3f9a1c22.bug.cbor`, fronts.All)
	checkcmd.AddVersion(cmd, fronts.All)
	os.Exit(checkcmd.Execute(cmd, checkcmd.NotCertificate))
}
