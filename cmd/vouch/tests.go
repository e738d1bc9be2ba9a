package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/harness"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/scan"
	"vouch/cmd/internal/terminal"
	"vouch/cmd/internal/unittest"
	"vouch/finder"
	"vouch/internal/load"
)

// This file defines `vouch tests`: unit tests for a function in C that reach what can be reached.

func newTests() *cobra.Command {
	var (
		o         scan.Options
		c         load.C
		memory    memoryFlag
		name      string
		out       string
		framework string
		database  string
		force     bool
		quiet     bool
		sizes     sizeFlags
	)
	cmd := &cobra.Command{
		Use:   "tests [flags] --function NAME [FILE|DIR...]",
		Short: "Write unit tests for a function in C that reach its lines and branches",
		Long: `Write unit tests for a function in C: a small set of inputs that reaches every line, and each side of every
branch, that any input reaches which vouch finds. Each test makes the memory of one input, calls the function,
and compares what it returns and what it writes with what it did when vouch ran it. So the tests pass today,
and fail if the function does something else one day. Read them: vouch does not know what is right.

Without a FILE or DIR, the function is looked for in all files of the compilation database, which vouch build
writes; without a database, in all C files in the current folder. A FILE that ends in .json is the database, as
cmake writes one. The memory is made as by vouch scan,
with --array and --string as there. Tests have inputs of their own, so an object of any size is a short one in
each.

The first lines of the output say how much the tests reach. Inputs that end in a fault become no tests: vouch
scan shows these. Nor do calls whose result depends on the addresses of objects, and calls that read files other
than standard input, the time, or what functions without a body set behind their arguments. They are named.
A number that such a function returns, or null, it returns in the test, too.

Exit status:
  0  the tests were written
  2  there is no such function, bad usage, or output that could not be written
  3  nothing that was found becomes a test`,
		Example: `  vouch tests src/parse.c --function parse_header -o test_parse_header.c
  gcc -o t test_parse_header.c && ./t

  # for a framework, with a compilation database
  vouch tests --function list_insert -o tests/test_list_insert.c --framework cmocka`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			f := unittest.Find(framework)
			switch {
			case f == nil:
				return fmt.Errorf("--framework: found %.40q, want one of %s", framework,
					strings.Join(unittest.Names(), ", "))
			case name == "":
				return fmt.Errorf("--function: found none, want the name of a function")
			case o.Time < 0:
				return fmt.Errorf("--timeout: found less than 0, want 0 or more")
			case o.States < 1:
				return fmt.Errorf("--max-states: found %d, want 1 or more", o.States)
			}
			if o.Sizes, err = scan.Sizes(sizes.array, sizes.text); err != nil {
				return err
			}
			if out != "" {
				if err := outfile.MayWrite(out, force, args...); err != nil {
					return err
				}
			}
			if o.Find.Watch, err = memory.watch(); err != nil {
				return err
			}
			c.Options = map[string]string{"malloc": "succeeds",
				"check": "memory,alignment,overflow,uninitialised,calls,assertions", "undefined": "any", "rand": "any"}
			files, err := sources(cmd.Context(), c, database, args, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			o.Line = terminal.NewLine(cmd.ErrOrStderr(), quiet)
			s := &unittest.Suite{Framework: f, File: out}
			var chosen *unittest.Chosen
			o.Find.Watch.Do(ctx, func(ctx context.Context) { chosen, err = tests(ctx, o, files, name, s) })
			o.Line.Print(func() {})
			if err != nil {
				checkcmd.Complain(cmd.ErrOrStderr(), name, err)
				return exit.Status(exit.BadInput)
			}
			if s.Tests() == 0 {
				checkcmd.Complain(cmd.ErrOrStderr(), name, fmt.Errorf("found no input that becomes a test: %s",
					chosen.Why()))
				return exit.Status(exit.Inconclusive)
			}
			s.About = chosen.Words(s)
			if out == "" {
				_, err = cmd.OutOrStdout().Write(s.Text())
				return err
			}
			if err := outfile.WriteNew(out, s.Text(), 0o644, force); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", out, strings.Join(s.About, "\n  "))
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "function", "", "write tests for the function `NAME`")
	flags.StringVarP(&out, "output", "o", "", "write them to `FILE`; by default to standard output")
	flags.StringVar(&framework, "framework", unittest.Names()[0],
		"write them for this `FRAMEWORK`: "+strings.Join(unittest.Names(), ", "))
	sizes.define(cmd)
	flags.BoolVar(&force, "force", false, "overwrite the file if it exists")
	flags.DurationVar(&o.Time, "timeout", 30*time.Second, "look for inputs for the time `D`; 0 means no limit")
	flags.Int64Var(&o.States, "max-states", 1<<14, "visit at most `N` states in a search")
	flags.StringVar(&database, "compile-commands", "",
		"read the compilation database `FILE` instead of the one in the current folder or in build/; none means none")
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "also look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil, "also define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "also undefine the macro `NAME`")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	memory.define(cmd, "stop")
	complete(cmd, "framework", unittest.Names())
	return cmd
}

// tests adds the tests of a function to a suite.
func tests(ctx context.Context, o scan.Options, files []scan.Source, name string, s *unittest.Suite) (*unittest.Chosen,
	error) {
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Time, finder.OutOfTime)
		defer cancel()
	}
	o.Find.Search = finder.Options{Merge: true, Strategy: "mixed", Solver: finder.Solvers[0],
		Pruning: finder.Prunings[0]}
	half, done := ctx, func() {}
	if o.Time > 0 { // the other half of the time is for the inputs
		half, done = context.WithTimeoutCause(ctx, o.Time/2, finder.OutOfTime)
	}
	n, err := scan.Need(half, o, files, name, "vouch_tests_"+name+".c")
	done()
	if err != nil {
		return nil, err
	}
	s.Entry, s.Include = n.Entry, unittest.Relative(s.File, n.File)
	options := map[string]string{"include": strings.Join(n.C.Include, "\n"), "define": strings.Join(n.C.Define, "\n"),
		"undefine": strings.Join(n.C.Undefine, "\n"), "prelude": strings.Join(n.C.Prelude, "\n")}
	s.Flags = unittest.Flags(options, filepath.ToSlash(n.File))
	for _, file := range n.Files[1:] {
		file = filepath.ToSlash(file)
		s.Others = append(s.Others, unittest.Other{File: file, Flags: unittest.Flags(options, file)})
	}
	s.Undefined.Of = n.Program.Undefined(ctx)
	search := o.Find.Search
	search.Merge, search.Limits.States = false, 4*o.States
	return s.Choose(ctx, finder.Program{Core: n.Program.Core, About: n.Program.About}, search, func(input string) bool {
		return n.Made.Class(input) == harness.Value
	})
}
