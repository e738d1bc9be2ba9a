package checkcmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file defines the messages for bad usage: wrong flags, commands and arguments. Execute sets the exit status.

// ownWords makes a command and those below it speak of bad usage in the words of this file, where cobra has its own.
func ownWords(root *cobra.Command) {
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return FlagError(cmd, err) })
	root.InitDefaultCompletionCmd()
	root.SetHelpCommand(&cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does",
		Long:  "Show what a command does, with its flags and examples. Without COMMAND, list the commands.",
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(about, rest)
			}
			about.InitDefaultHelpFlag()
			about.InitDefaultVersionFlag()
			return about.Help()
		},
	})
	var own func(c *cobra.Command)
	own = func(c *cobra.Command) {
		c.SuggestionsMinimumDistance = 2
		if isGroup(c) {
			c.Args, c.RunE = leftOver, func(c *cobra.Command, _ []string) error { return c.Help() }
		}
		if c.HasParent() && c.Parent().Name() == "completion" {
			c.Args = Exactly()
		}
		for _, below := range c.Commands() {
			own(below)
		}
	}
	own(root)
}

// isGroup reports whether a command only has others below it, and no arguments of its own.
func isGroup(cmd *cobra.Command) bool { return cmd.HasSubCommands() && cmd.Use == cmd.Name() }

// leftOver demands that no argument is left of those that name commands.
func leftOver(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(cmd, args)
}

// FlagError returns the message for an error in the flags of a command.
func FlagError(cmd *cobra.Command, err error) *Hinted {
	if given := cmd.Flags().Args(); len(given) > 0 && isGroup(cmd) {
		return unknownCommand(cmd, given) // whose flags these are
	}
	listed := cmd.CommandPath() + " --help lists the flags"
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		found := "--" + e.GetSpecifiedName()
		if letters := e.GetSpecifiedShortnames(); letters != "" {
			found = "-" + letters
		}
		return &Hinted{fmt.Sprintf("found %s, want a flag of %s", quoted(found), cmd.CommandPath()),
			meant(flagsLike(cmd, e.GetSpecifiedName())) + listed}
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return &Hinted{fmt.Sprintf("--%s: found no value, want %s", e.GetFlag().Name, wanted(e.GetFlag())),
			instead(cmd, e.GetFlag(), listed)}
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return &Hinted{fmt.Sprintf("--%s: found %.40q, want %s", e.GetFlag().Name, e.GetValue(), wanted(e.GetFlag())),
			instead(cmd, e.GetFlag(), listed)}
	}
	if e, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return &Hinted{fmt.Sprintf("found %.40q, want --FLAG or --FLAG=VALUE", e.GetSpecifiedFlag()), listed}
	}
	return &Hinted{err.Error(), listed}
}

// quoted returns s as it is if it is plain, and quoted if not.
func quoted(s string) string {
	if q := fmt.Sprintf("%.40q", s); q != `"`+s+`"` || strings.Contains(s, " ") {
		return q
	}
	return s
}

// wanted says what value a flag takes.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "an integer"
	case "uint", "uint64":
		return "an integer, 0 or more"
	case "duration":
		return "a time such as 90s or 5m"
	case "bool":
		return "true or false"
	}
	name, _ := pflag.UnquoteUsage(f)
	return name
}

func unknownCommand(parent *cobra.Command, args []string) *Hinted {
	similar := parent.SuggestionsFor(args[0])
	if !parent.HasAvailableSubCommands() {
		return &Hinted{fmt.Sprintf("found %.40q, want no argument after %s", args[0], parent.CommandPath()),
			parent.CommandPath() + " --help shows how to use it"}
	}
	return &Hinted{fmt.Sprintf("found %.40q, want a command of %s", args[0], parent.CommandPath()),
		meant(similar) + parent.CommandPath() + " --help lists the commands"}
}

// flagsLike returns the flags of a command whose names resemble one, as cobra finds it of commands; if none do, those
// that have a word in common with it, or begin it.
func flagsLike(cmd *cobra.Command, name string) []string {
	likeness := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			likeness.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	var flags []string
	if len(name) > 1 {
		for _, n := range likeness.SuggestionsFor(name) {
			flags = append(flags, "--"+n)
		}
	}
	if other := elsewhere[name]; other != "" && cmd.Flags().Lookup(other) != nil {
		return []string{"--" + other}
	}
	if len(flags) > 0 || len(name) < 2 {
		return flags
	}
	// without their plurals
	words := func(name string) []string { return strings.Split(strings.ReplaceAll(name+"-", "s-", "-"), "-") }
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		common := slices.ContainsFunc(words(f.Name), func(w string) bool {
			return len(w) > 2 && slices.Contains(words(name), w)
		})
		if !f.Hidden && f.Name != "help" && (common || len(f.Name) > 2 && strings.HasPrefix(name, f.Name)) {
			flags = append(flags, "--"+f.Name)
		}
	})
	return flags
}

// elsewhere are flags as other tools call them (CBMC, KLEE, ESBMC, gcc), each with ours.
var elsewhere = map[string]string{
	"unwind": "loop-limit", "unroll": "loop-limit", "bound": "loop-limit", "max-depth": "loop-limit",
	"k-step":   "loop-limit",
	"max-time": "timeout", "time": "timeout", "timelimit": "timeout", "time-limit": "timeout",
	"max-solver-time": "timeout",
	"max-memory":      "memory", "memlimit": "memory", "mem-limit": "memory",
	"function": "entry", "entry-point": "entry", "main": "entry",
	"sym-args": "args", "sym-arg": "args", "argv": "args", "sym-stdin": "stdin",
	"search": "strategy", "output-dir": "out", "output": "out", "threads": "jobs", "parallel": "jobs",
	"isystem": "include-dir", "macro": "define", "nondet": "undefined", "malloc-may-fail": "malloc",
	"memory-leak-check": "leaks", "backend": "solver",
}

// meant asks whether one of some names was meant.
func meant(names []string) string {
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return "did you mean " + strings.Join(names[:min(3, len(names))], " or ") + "? "
}

// AtLeastOne demands at least one argument; what is its name in the help.
func AtLeastOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("found no argument, want %s...", what)
		}
		return nil
	}
}

// Exactly demands one argument for each name; the names are those in the help.
func Exactly(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		want := strings.Join(names, " ")
		if want == "" {
			want = "none"
		}
		return fmt.Errorf("found %s, want %s", Count(int64(len(args)), "argument"), want)
	}
}
