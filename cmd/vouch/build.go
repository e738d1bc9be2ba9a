package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/build"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/internal/load"
)

// This file defines `vouch build`.

func newBuild() *cobra.Command {
	out := load.Databases[0]
	cmd := &cobra.Command{
		Use:   "build [flags] -- COMMAND [ARG...]",
		Short: "Run the build of a project in C, and record how it compiles each file",
		Long: `Run the build of a project in C, and write how it compiles each file to compile_commands.json. Find, init
and lsp take the flags of a file from there, if it lies in the current folder or in build/.

The build may be any command that calls compilers: make, ninja, cmake, a script. Vouch puts programs with
the names of the compilers (cc, gcc, clang, c89, c99, and those with a prefix or a version) in front of PATH.
They note how they are called, and then run the compiler. If CC names a compiler by its path, that is noted
too. A compiler that the build itself calls by its path is not seen.

Only what is compiled is recorded. A file that is up to date keeps the entry that it has; if it has none,
clean first. Files that only try the compiler, as configure does, are left out. If the build fails, what it
compiled until then is recorded: linking is not needed.

Exit status:
  0  the file was written; a note says if the build failed
  2  nothing was compiled, the build could not be run, bad usage, or output that could not be written
  3  interrupted: what was compiled until then is recorded`,
		Example: `  vouch build -- make
  vouch build -- sh -c './configure && make -j4'
  vouch build -- sh -c 'cmake -B build && cmake --build build'
  vouch find src/parse.c --entry parse --string text=8`,
		Args: checkcmd.AtLeastOne("COMMAND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := outfile.Replaceable(out); err != nil {
				return fmt.Errorf("%s: %w", terminal.Shown(out), err)
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			r, err := build.Run(ctx, out, args, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			note := func(format string, values ...any) {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: "+format+"\n",
					values...)
			}
			if r.Lost > 0 {
				note("%s could not be noted whole, so the files that they compile are missing",
					checkcmd.Plural(uint64(r.Lost), "call of a compiler", "calls of a compiler"))
			}
			if r.Files == 0 && ctx.Err() == nil {
				return &checkcmd.Hinted{
					Msg: fmt.Sprintf("found no file in C that %s compiles (%s), want one",
						terminal.Shown(strings.Join(args, " ")), cmp.Or(r.Failed, "exit status 0")),
					Hint: "a build that is up to date compiles nothing, so clean first; a compiler that the build calls by its path is not seen, so name it, as in CC=gcc",
				}
			}
			if r.Files > 0 {
				if err := outfile.Write(out, r.Text, 0o644); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %d of them compiled now\n", terminal.Shown(out),
					checkcmd.Plural(uint64(r.Files), "file", "files"), r.Fresh)
			}
			switch {
			case context.Cause(ctx) != nil:
				note("the build was interrupted")
				return exit.Status(exit.Inconclusive)
			case r.Failed != "":
				note("the build failed (%s); what it compiled before is recorded", r.Failed)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", out, "write to `FILE`")
	return cmd
}
