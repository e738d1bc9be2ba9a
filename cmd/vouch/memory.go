package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/memory"
	"vouch/finder"
)

// This file defines how commands keep to a budget of memory.

// memoryFlag is the flag --memory of a command that ends in good order when its budget has run out.
type memoryFlag struct{ name string }

func (f *memoryFlag) define(cmd *cobra.Command, stop string) {
	cmd.Flags().StringVar(&f.name, "memory", "", stop+" when the process takes `SIZE` of memory, solvers included, as in 2GiB or 800MB; none means no limit (default half of the machine's or container's)")
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[ownMemory] = "yes"
}

// watch returns the watch over the budget that the flag names, which solvers keep to as well.
func (f *memoryFlag) watch() (*memory.Watch, error) {
	budget, err := memory.Parse(f.name)
	if err != nil {
		return nil, fmt.Errorf("--memory: %w", err)
	}
	if budget > 0 {
		finder.LimitMemory(int64(budget + budget/4)) // more, so that it is the watch that ends a search
	}
	return budget.Watch(finder.OutOfMemory, finder.SolverMemory, finder.TrimMemory), nil
}

// ownMemory marks the commands that have a memoryFlag.
const ownMemory = "memory"

// guard ends the process if a command without a memoryFlag takes more than the default budget. Files are written under other names and then
// renamed, so none is left half-written.
func guard(cmd *cobra.Command, _ []string) {
	if cmd.Annotations[ownMemory] != "" {
		return
	}
	w := memory.Default().Watch(finder.OutOfMemory, finder.SolverMemory, finder.TrimMemory)
	if w.Gauge == nil {
		return
	}
	go w.Do(context.Background(), func(ctx context.Context) {
		<-ctx.Done()
		fmt.Fprintf(os.Stderr, "vouch: vouch %s was stopped: the memory budget ran out, half of what the machine, its container or ulimit allows\n", cmd.Name())
		os.Exit(exit.Inconclusive)
	})
}
