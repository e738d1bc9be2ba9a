package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/programs"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
)

// This file defines the flags of commands that read programs in C.

// cFlags are the flags that say how a program in C is made of files.
type cFlags struct {
	load.C
	flags         *pflag.FlagSet
	entry, malloc string
	rand          string // "" for what the command has as its default
	check         string
	database      string
	args          string // the shape of the arguments; "" if there are none
	stdin, depth  string
	array, text   []string // NAME=N
	leaks         bool
	system        bool // whether headers are those of the machine
	disk          bool // whether the program may use files
}

// define adds the flags to a command.
func (c *cFlags) define(cmd *cobra.Command) {
	c.flags = pflag.NewFlagSet("", pflag.ContinueOnError)
	flags := c.flags
	defer cmd.Flags().AddFlagSet(flags)
	flags.StringArrayVarP(&c.Include, "include-dir", "I", nil, "C: look for headers in `DIR`")
	flags.StringArrayVarP(&c.Define, "define", "D", nil, "C: define the macro `NAME[=VALUE]`")
	flags.StringArrayVarP(&c.Undefine, "undefine", "U", nil, "C: do not define the macro `NAME`")
	flags.StringArrayVar(&c.Prelude, "include", nil, "C: include `FILE` before each file")
	flags.StringVar(&c.database, "compile-commands", "", "C: take -I, -D, -U and -include of the files from the compilation database `FILE`")
	flags.BoolVar(&c.system, "system-headers", false, "C: take the headers in which gcc looks on this machine, not vouch's own")
	flags.StringVar(&c.entry, "entry", "main", "C: begin with the `FUNCTION`; arguments of one that is not main are inputs, made from the types of its parameters")
	flags.StringVar(&c.args, "args", "", "C: the arguments of main are inputs: `COUNTxBYTES`, as 2x8 for two of up to eight bytes each")
	flags.StringVar(&c.stdin, "stdin", "", "C: standard input has `N` bytes at most; without a bound it may have any number")
	flags.StringArrayVar(&c.array, "array", nil, "C: the pointer `NAME=N` among the inputs of --entry points to an array of N elements, not to one")
	flags.StringArrayVar(&c.text, "string", nil, "C: the pointer `NAME=N` among the inputs of --entry points to a string of up to N characters")
	flags.StringVar(&c.depth, "pointer-depth", "", "C: behind `N` pointers inside of objects, pointers among the inputs of --entry are null; 2 where nothing is said")
	flags.StringVar(&c.malloc, "malloc", "succeeds", "C: allocations `HOW`: succeeds, or may-fail (an input says which)")
	flags.StringVar(&c.rand, "rand", c.rand, "C: rand and random give `NUMBERS`: any (inputs), or sequence (those of glibc); to find they are inputs, to run only if values are given")
	flags.StringVar(&c.check, "check", "all", "C: look for the faults of the groups `LIST`: all, or some of memory, alignment, pointers, overflow, uninitialised, calls, assertions, leaks")
	flags.BoolVar(&c.leaks, "leaks", false, "C: an object on the heap that is lost is a bug")
}

// files returns how to load a program.
func (c *cFlags) files() load.C {
	options := map[string]string{"entry": c.entry, "malloc": c.malloc, "rand": c.rand, "check": c.check}
	if c.leaks {
		options["check"] += ",leaks"
	}
	if c.disk {
		options["disk"] = "yes"
	}
	lines := func(list []string) string { return strings.Join(list, "\n") }
	for name, value := range map[string]string{"args": c.args, "stdin": c.stdin, "array": lines(c.array), "string": lines(c.text), "pointer-depth": c.depth} {
		if value != "" {
			options[name] = value
		}
	}
	c.Options = options
	return c.C
}

// look reads what the flags say of files: the machine's headers, and the compilation database, which may name the main files. A flag is an error where no file is in C;
// of folders nobody knows that yet.
func (c *cFlags) look(args []string) (main []string, err error) {
	if !slices.ContainsFunc(args, mayBeC) {
		c.flags.VisitAll(func(f *pflag.Flag) {
			if err == nil && f.Changed {
				err = fmt.Errorf("--%s: found %s, want a file in C", f.Name, terminal.Shown(strings.Join(args, ", ")))
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if c.system {
		if c.System, err = load.SystemHeaders(); err != nil {
			return nil, fmt.Errorf("--system-headers: %w", err)
		}
	}
	if c.database != "" {
		return c.Database(c.database, args)
	}
	return args, nil
}

// words returns the option args for the arguments of a program; "" if there are none.
func words(args []string) string {
	if len(args) == 0 {
		return ""
	}
	longest := 0
	for _, a := range args {
		longest = max(longest, len(a))
	}
	return fmt.Sprintf("%dx%d", len(args), longest)
}

// mayBeC reports whether a file is in C, or a folder, which may have such files.
func mayBeC(arg string) bool {
	info, err := os.Stat(arg)
	return load.Language(arg).Name == "c" || err == nil && info.IsDir()
}

// open reads the program that files make. It prints what is wrong with it; the error is then an exit status.
func (c *cFlags) open(cmd *cobra.Command, args ...string) (*load.Program, error) {
	args, err := c.look(args)
	if err != nil {
		return nil, err
	}
	file := checkcmd.Named(args[0])
	for _, arg := range args[1:] {
		file.With = append(file.With, checkcmd.Named(arg))
	}
	p, sources, err := programs.Open(file, c.files())
	if err != nil {
		return nil, programs.RefuseAll(cmd.ErrOrStderr(), file.Name, sources, err)
	}
	return p, nil
}
