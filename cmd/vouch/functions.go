package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/functions"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
)

// This file defines `vouch functions`.

func newFunctions() *cobra.Command {
	var (
		o        functions.Options
		c        load.C
		memory   memoryFlag
		database string
		all      bool
		quiet    bool
		asJSON   bool
	)
	cmd := &cobra.Command{
		Use:   "functions [flags] [FILE|DIR...]",
		Short: "Say which functions of a project in C vouch can read",
		Long: `Say which functions of a project in C are lowered to the core, and why the others are not. Each file of the
compilation database is read by itself, with its own macros and folders of headers; a FILE or DIR stands for
the files there, and one that ends in .json is the database, as cmake writes one. vouch build writes it, too.
Headers of the machine do not belong to the project.

A function is refused if something in it has an error or is not supported as a whole: a call of it ends the
path. A function that lowers may have parts that are refused: only a path that comes to one ends. A file that
cannot be read counts as many refused functions as its braces show, which is an estimate. Reasons are
counted without names and numbers. The memory is the peak of the process.

Exit status:
  0  every file was read, whatever is refused in it
  2  a file could not be read, bad usage, bad input, or output that could not be written
  3  interrupted: what was read until then is printed`,
		Example: `  vouch build -- make
  vouch functions
  vouch functions src/parse.c --all
  vouch functions --json | jq '.reasons[:10]'`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Timeout < 0 {
				return fmt.Errorf("--timeout: found %s, want 0 or more", o.Timeout)
			}
			if o.Watch, err = memory.watch(); err != nil {
				return err
			}
			if database, args, err = databaseAmong(database, args); err != nil {
				return err
			}
			if database == "" {
				present := load.Present()
				if len(present) == 0 {
					return &checkcmd.Hinted{Msg: "found no " + strings.Join(load.Databases, " and no ") + ", want one",
						Hint: "vouch build -- make writes it"}
				}
				database = present[0]
			}
			units, err := c.Units(database, args)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			o.Line = terminal.NewLine(cmd.ErrOrStderr(), quiet)
			p := functions.Read(ctx, o, units)
			if asJSON {
				err = p.JSON(cmd.OutOrStdout())
			} else {
				err = p.Text(cmd.OutOrStdout(), all)
			}
			switch {
			case err != nil:
				return err
			case p.Stopped != nil:
				return exit.Status(exit.Inconclusive)
			case len(p.Unread) > 0:
				return exit.Status(exit.BadInput)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&database, "compile-commands", "",
		"read the compilation database `FILE` instead of the one in the current folder or in build/")
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "also look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil, "also define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "also undefine the macro `NAME`")
	flags.BoolVar(&all, "all", false, "also print the functions that lower")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	flags.DurationVar(&o.Timeout, "timeout", time.Minute,
		"give a file up after the time `D`, such as 90s or 5m; 0 means no limit")
	memory.define(cmd, "give a file up")
	return cmd
}
