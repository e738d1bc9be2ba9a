package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/lsp"
	"vouch/internal/load"
)

// This file defines `vouch lsp`.

// lspFlags are the flags of lsp that a setting or a comment may have, too.
type lspFlags struct {
	findFlags
	cFlags
}

// lspTime is the default time for the search after a file is saved.
const lspTime = 10 * time.Second

func (f *lspFlags) define(cmd *cobra.Command) {
	f.rand = "any"
	f.defineSearch(cmd, lspTime)
	f.cFlags.define(cmd)
}

func newLSP() *cobra.Command {
	var given lspFlags
	var memory memoryFlag
	var out string
	cmd := &cobra.Command{
		Use:   "lsp [flags]",
		Short: "Serve an editor: errors while you type, bugs after each save",
		Long: `Serve an editor over the Language Server Protocol 3.17, on standard input and output. The editor starts this
command; docs/editors.md has settings for Neovim, Vim, Emacs, Helix and VS Code.

While you type a C or IMP program, the editor shows its syntax and type errors. When you open or save the
file, vouch looks for bugs in it for --timeout. The message of a bug has the facts about it. The run that
leads to the bug is its related information, and a link opens the certificate. Saving again stops a running
search.

A C program begins with main. If a file has no main, a comment names the function to begin with. It may have
all the flags below, and name other files of the program:

  // vouch: --entry insert --array values=4 list.c -I include

The editor's initializationOptions or settings have the same names as the flags, and apply to all files:

  {"timeout": "5s", "include-dir": ["include"]}

The comment overrides the settings, and the settings override the flags of the command. Paths in the comment
are relative to the folder of the file.

Exit status:
  0  the editor said shutdown and exit
  1  the editor went away without saying so
  2  bad usage, or input that is not messages
  3  it was interrupted`,
		Example: `  vouch lsp
  vouch lsp --timeout 5s -I include --out evidence`,
		Args: checkcmd.Exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			watch, err := memory.watch()
			if err != nil {
				return err
			}
			if out == "" {
				if out, err = os.MkdirTemp("", "vouch-lsp-"); err != nil {
					return err
				}
				defer os.RemoveAll(out)
			}
			if out, err = filepath.Abs(out); err != nil {
				return err
			}
			flags := written(cmd.Flags(), func(name string) bool { return name != "out" && name != "memory" })
			s := &lsp.Server{Version: checkcmd.Version, Configure: func(settings, comment []string,
				file string) (lsp.Plan, error) {
				p, err := plan(append(flags[:len(flags):len(flags)], settings...), comment, file)
				p.Options.Watch, p.Options.Certificates = watch, out
				return p, err
			}}
			if _, err := s.Configure(nil, nil, "main.c"); err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			orderly, err := s.Run(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
			switch {
			case err != nil:
				return err
			case ctx.Err() != nil:
				return exit.Status(exit.Inconclusive)
			case !orderly:
				return exit.Status(exit.Bug)
			}
			return nil
		},
	}
	given.define(cmd)
	memory.define(cmd, "stop a search")
	cmd.Flags().StringVar(&out, "out", "",
		"write certificates into the folder `DIR`, and leave them there; none means a folder that is removed in the end")
	cmd.MarkFlagDirname("out")
	return cmd
}

// plan returns the plan for a file by flags, in which paths are as the command would take them, and by those of a
// comment in the file, in which they are relative to its folder.
func plan(flags, comment []string, file string) (lsp.Plan, error) {
	var f lspFlags
	cmd := &cobra.Command{Use: "lsp"}
	f.define(cmd)
	isC := load.Language(file).Compiled
	for _, given := range []struct {
		flags []string
		dir   string
	}{{flags, "."}, {comment, filepath.Dir(file)}} {
		if err := cmd.ParseFlags(given.flags); err != nil {
			return lsp.Plan{}, checkcmd.FlagError(cmd, err)
		}
		if err := absolute(given.dir, f.Include, f.Prelude, cmd.Flags().Args()); err != nil {
			return lsp.Plan{}, err
		}
		if database := []string{f.database}; f.database != "" && f.database != "none" {
			if err := absolute(given.dir, database); err != nil {
				return lsp.Plan{}, err
			}
			f.database = database[0]
		}
	}
	if err := f.validateSearch(); err != nil {
		return lsp.Plan{}, err
	}
	f.Search.All = true
	p := lsp.Plan{Files: append([]string{file}, cmd.Flags().Args()...)}
	if isC {
		if _, err := f.look(p.Files); err != nil {
			return p, err
		}
	}
	p.Options = f.Options
	p.Options.C, p.Options.Jobs = f.files(), 1
	p.Options.Given = append(repeating(cmd.Flags()), "--all")
	return p, nil
}

// absolute makes paths absolute, which are relative to a folder.
func absolute(dir string, lists ...[]string) error {
	dir, err := filepath.Abs(dir)
	for _, list := range lists {
		for i, name := range list {
			if !filepath.IsAbs(name) {
				list[i] = filepath.Join(dir, name)
			}
		}
	}
	return err
}
