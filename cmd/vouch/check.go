package main

import (
	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/semantics/fronts"
)

// This file defines `vouch check`.

func newCheck() *cobra.Command {
	return checkcmd.New("check", `  vouch check evidence/*.bug.cbor
  vouch check evidence/gcd_buggy-3f9a1c22.bug.cbor --source examples/gcd_buggy.imp`, fronts.All)
}
