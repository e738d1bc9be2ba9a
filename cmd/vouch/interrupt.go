package main

import (
	"context"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/interrupt"
	"vouch/cmd/internal/output"
	"vouch/finder"
)

// This file defines what an interrupt does to the commands that end in order.

// interruptible returns a context that ends with the first interrupt, after which the process ends soon.
func interruptible(cmd *cobra.Command) (context.Context, func()) {
	return interrupt.Context(cmd.Context(), interrupt.Ending{Cause: finder.Interrupted, Status: exit.Inconclusive,
		Gone: output.StatusClosed})
}
