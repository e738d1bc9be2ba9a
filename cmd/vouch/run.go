package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/run"
	"vouch/internal/load"
)

// This file defines `vouch run`.

func newRun() *cobra.Command {
	var (
		o      run.Options
		input  string
		flags  cFlags
		disk   bool
		memory memoryFlag
	)
	cmd := &cobra.Command{
		Use:   "run [flags] FILE... [NAME=VALUE]... [-- ARGUMENT...]",
		Short: "Run a program on one input",
		Long: `Run a program on one input, and print how it ends. - reads the program from standard input.

NAME=VALUE gives an input its value. An input without a value is 0, or the value of its range that is
nearest to 0. An input that the program draws several times has the names NAME, NAME#2, NAME#3, and so on.
NAME=hex:DIGITS gives one value for each byte of DIGITS. NAME="TEXT" gives one value for each byte of a
C string literal, as bugs are shown.

A C program runs as if it were compiled: it reads standard input and writes standard output, its arguments
follow --, and vouch exits with its exit status. If it fails, vouch describes the bug on standard error.

If a long run comes back to a state, and draws and writes nothing in between, it never ends: that is an
endless loop, and the run stops there.

--trace prints a line for each step: its number, the rule, the place in the source, and what it changed
or decided. For C these lines go to standard error.

Exit status:
  0  the program ran to its end (a C program: its own exit status)
  1  the program failed, or never ends
  2  bad input or bad usage; or a C program does what vouch does not support
  3  the budget of steps or of memory ran out, or the input violates an assumption`,
		Example: `  vouch run examples/gcd_buggy.imp a=1 b=2
  vouch run examples/gcd_buggy.imp a=1 b=2 --trace
  vouch run examples/deep_bug.imp --max-steps 1000
  vouch run examples/suspicious.imp x=-5
  vouch run main.c util.c -I include -- first second < input.txt`,
		Args:              checkcmd.AtLeastOne("FILE"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.MaxSteps < 0 {
				return fmt.Errorf("--max-steps: found %d, want 0 or more", o.MaxSteps)
			}
			if disk && o.Trace {
				return errors.New("found --trace and --allow-files, want one of the two: the trace prints the program's output only at the end")
			}
			c := load.Language(args[0]).Compiled
			if o.MaxSteps == 0 || c && !cmd.Flags().Changed("max-steps") {
				o.MaxSteps = math.MaxInt64
			}
			watch, err := memory.watch()
			if err != nil {
				return err
			}
			if c {
				watch.Do(cmd.Context(), func(ctx context.Context) {
					err = runC(ctx, cmd, args, input, disk, &flags, o)
				})
			} else {
				watch.Do(cmd.Context(), func(ctx context.Context) {
					err = runFile(ctx, cmd, args[0], args[1:], input, &flags, o)
				})
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&o.Trace, "trace", false, "print each step")
	cmd.Flags().BoolVar(&o.Stats, "stats", false, "C: print on standard error how much work and memory the run took")
	cmd.Flags().BoolVar(&disk, "allow-files", false,
		"C: let the program read and write files on disk; without this flag its files are in memory")
	cmd.Flags().StringVar(&input, "input", "",
		"read inputs from `FILE`, a JSON object: {\"n\": 3, \"bytes\": \"6869\"}")
	cmd.Flags().Int64Var(&o.MaxSteps, "max-steps", 100_000_000,
		"stop after `N` steps; 0 means no limit, and C programs have none by default")
	flags.rand = "sequence"
	flags.define(cmd)
	memory.define(cmd, "stop")
	return cmd
}

// runFile runs the program in a file.
func runFile(ctx context.Context, cmd *cobra.Command, arg string, assignments []string, inputFile string, c *cFlags,
	o run.Options) error {
	p, err := c.open(cmd, arg)
	if err != nil {
		return err
	}
	object, err := readInputs(inputFile)
	if err != nil {
		return err
	}
	values, err := inputs(p, assignments, inputFile, object)
	if err != nil {
		return err
	}
	return run.Run(ctx, p, values.Draw, o, cmd.OutOrStdout())
}

// readInputs returns the text of the file that gives inputs; nil if there is none.
func readInputs(file string) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	object, err := checkcmd.Named(file).Read(run.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return object, nil
}

// inputs returns the inputs that the JSON object of a file and arguments give.
func inputs(p *load.Program, assignments []string, file string, object []byte) (*run.Values, error) {
	values := run.NewValues(p.Core)
	if file != "" {
		if err := values.File(object); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return values, values.Arguments(assignments)
}

// How much may be allocated, in percent of what is live, before it is collected: lowering takes little memory and is
// short, a run may take much.
const (
	garbageWhileLowering = 400
	garbageWhileRunning  = 200
)

// collect sets how much garbage there may be, unless the user has.
func collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// runC runs the program in C of which args are the files, inputs by their names and, behind --, the arguments.
func runC(ctx context.Context, cmd *cobra.Command, args []string, inputFile string, disk bool, flags *cFlags,
	o run.Options) error {
	var behind []string
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		args, behind = args[:dash], args[dash:]
	}
	n := 0
	for n < len(args) && !strings.Contains(args[n], "=") {
		n++
	}
	collect(garbageWhileLowering)
	option := words(behind)
	if len(behind) > 0 && flags.args != "" {
		return fmt.Errorf("found --args and arguments after --, want one of the two")
	} else if flags.args == "" {
		flags.args = option
	}
	object, err := readInputs(inputFile)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("rand") && run.Gives("rand", args[n:], object) {
		flags.rand = "any"
	}
	flags.disk = disk
	p, err := flags.open(cmd, args[:n]...)
	if err != nil {
		return err
	}
	collect(garbageWhileRunning)
	values, err := inputs(p, args[n:], inputFile, object)
	if err == nil {
		err = values.Words(behind)
	}
	if err != nil {
		return err
	}
	return run.Native(ctx, p, values.NewFeed(cmd.InOrStdin(), disk), o, cmd.OutOrStdout(), cmd.ErrOrStderr())
}
