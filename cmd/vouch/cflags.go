package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vouch/internal/load"
)

// This file defines the flags of commands that read programs in C.

// cFlags are the flags that say how a program in C is made of files.
type cFlags struct {
	load.C
	entry, malloc string
	leaks         bool
}

// define adds the flags to a command.
func (c *cFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "C: look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil, "C: define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "C: do not define the macro `NAME`")
	flags.StringArrayVar(&c.Prelude, "include", nil, "C: include `FILE` before each file")
	flags.StringVar(&c.entry, "entry", "main", "C: run the `FUNCTION`")
	flags.StringVar(&c.malloc, "malloc", "succeeds", "C: allocations `succeed` or may-fail")
	flags.BoolVar(&c.leaks, "leaks", false, "C: an object on the heap that is lost is a bug")
}

// files returns how to load a program.
func (c *cFlags) files() load.C {
	options := map[string]string{"entry": c.entry, "malloc": c.malloc}
	if c.leaks {
		options["leaks"] = "yes"
	}
	c.Options = options
	return c.C
}

// words returns the option args for the arguments of a program, and the length of the longest.
func words(args []string) (option string, longest int) {
	for _, a := range args {
		longest = max(longest, len(a))
	}
	return fmt.Sprintf("%dx%d", len(args), longest), longest
}
