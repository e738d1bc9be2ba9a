package main

import (
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/memory"
	"vouch/finder"
)

// This file defines how commands keep to a budget of memory.

// memoryFlag is the flag --memory of a command that ends in an orderly way when its budget runs out.
type memoryFlag struct{ name string }

func (f *memoryFlag) define(cmd *cobra.Command, stop string) {
	cmd.Flags().StringVar(&f.name, "memory", "",
		stop+" when the process uses `SIZE` of memory, solvers included, such as 2GiB or 800MB; none means no limit (default half of the machine's or container's)")
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[ownMemory] = "yes"
}

// watch returns the watch over the budget that the flag names, which solvers keep to as well.
func (f *memoryFlag) watch() (*memory.Watch, error) {
	budget := standard
	if f.name != "" {
		given, err := memory.Parse(f.name)
		if err != nil {
			return nil, fmt.Errorf("--memory: %w", err)
		}
		budget = func() memory.Budget { return given }
	}
	// more, so that the watch ends a search and not the solver
	finder.LimitMemory(func() int64 { return int64(budget() + budget()/4) })
	return watching(budget), nil
}

// standard is the default budget, which is read from several files of the system.
var standard = sync.OnceValue(memory.Default)

// watching returns the watch over a budget, which is asked for when the watch looks first: most commands end before.
func watching(budget func() memory.Budget) *memory.Watch {
	return memory.Later(finder.OutOfMemory, func() *memory.Watch {
		return budget().Watch(finder.OutOfMemory, finder.SolverMemory, finder.TrimMemory)
	})
}

// ownMemory marks the commands that have a memoryFlag.
const ownMemory = "memory"

// guard ends the process if a command without a memoryFlag uses more than the default budget. No file is left
// half-written, because files are written under other names and then renamed.
func guard(cmd *cobra.Command, _ []string) {
	if cmd.Annotations[ownMemory] != "" {
		return
	}
	go watching(standard).Do(context.Background(), func(ctx context.Context) {
		<-ctx.Done()
		fmt.Fprintf(os.Stderr, "vouch %s: stopped: the process used more than half of the memory that the machine, its container or ulimit allows\n",
			cmd.Name())
		os.Exit(exit.Inconclusive)
	})
}
