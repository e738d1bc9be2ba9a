// Command vouch-check is the auditor's checker of certificates: pure Go, one static binary, no solver.
package main

import (
	"os"

	"vouch/cmd/internal/checkcmd"
)

func main() {
	cmd := checkcmd.New("vouch-check", `  # check two certificates
  vouch-check evidence/gcd_buggy-3f9a1c22.bug.cbor other.bug.cbor

  # insist that the certificate is about this very file
  vouch-check --source examples/gcd_buggy.imp evidence/gcd_buggy-3f9a1c22.bug.cbor`)
	checkcmd.AddVersion(cmd)
	os.Exit(checkcmd.Execute(cmd, checkcmd.NotCertificate))
}
