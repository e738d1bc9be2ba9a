package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/run"
)

// This file defines `vouch run`.

func newRun() *cobra.Command {
	var (
		o      run.Options
		input  string
		memory memoryFlag
	)
	cmd := &cobra.Command{
		Use:   "run [flags] FILE [NAME=VALUE]...",
		Short: "Run a program on one input",
		Long: `Run a program on one input by its concrete semantics, and print how it ends. An input that is given
no value is 0, or what is nearest to that in its range. An input that is drawn again and again is NAME,
NAME#2, NAME#3; NAME=hex:DIGITS gives as many of them as DIGITS have bytes. - reads the program from
standard input.

With --trace, prints a line for each step: its number, the rule, the place in the source, and what
it changed or decided.

Exit status: 0 the program ran to its end; 1 it failed; 2 bad input or bad usage; 3 the budget of
steps or of memory ran out, or the input violates an assumption.`,
		Example: `  vouch run examples/gcd_buggy.imp a=1 b=2
  vouch run examples/gcd_buggy.imp a=1 b=2 --trace
  vouch run examples/deep_bug.imp --max-steps 1000
  vouch run examples/suspicious.imp x=-5`,
		Args:              checkcmd.AtLeastOne("FILE"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.MaxSteps < 0 {
				return fmt.Errorf("--max-steps: found %d, want 0 or more", o.MaxSteps)
			}
			watch, err := memory.watch()
			if err != nil {
				return err
			}
			watch.Do(cmd.Context(), func(ctx context.Context) { err = runFile(ctx, cmd, args[0], args[1:], input, o) })
			return err
		},
	}
	cmd.Flags().BoolVar(&o.Trace, "trace", false, "print each step")
	cmd.Flags().StringVar(&input, "input", "", "read inputs from `FILE`, a JSON object: {\"n\": 3, \"bytes\": \"6869\"}")
	cmd.Flags().Int64Var(&o.MaxSteps, "max-steps", 100_000_000, "stop after `N` steps")
	memory.define(cmd, "stop")
	return cmd
}

// runFile runs the program in a file.
func runFile(ctx context.Context, cmd *cobra.Command, arg string, assignments []string, inputFile string, o run.Options) error {
	src, err := programs.Read(checkcmd.Named(arg))
	name := checkcmd.NameOf(arg)
	if err != nil {
		return programs.Refuse(cmd.ErrOrStderr(), name, nil, err)
	}
	p, err := programs.Load(name, src)
	if err != nil {
		return programs.Refuse(cmd.ErrOrStderr(), name, src, err)
	}
	values := run.NewValues(p.Core)
	if inputFile != "" {
		text, err := checkcmd.Named(inputFile).Read(run.MaxFile)
		if err != nil {
			return fmt.Errorf("%s: %w", inputFile, err)
		}
		if err := values.File(text); err != nil {
			return fmt.Errorf("%s: %w", inputFile, err)
		}
	}
	if err := values.Arguments(assignments); err != nil {
		return err
	}
	return run.Run(ctx, p, values.Draw, o, cmd.OutOrStdout())
}
