package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/terminal"
	"vouch/cmd/internal/tree"
	"vouch/finder/solver"
	"vouch/finder/solver/lia"
	"vouch/internal/load"
	"vouch/semantics/term"
)

// This file defines `vouch tree`.

func newTree() *cobra.Command {
	var (
		limits tree.Limits
		out    string
		format string
		c      = cFlags{rand: "any"}
	)
	cmd := &cobra.Command{
		Use:   "tree [flags] FILE...",
		Short: "Draw the symbolic execution tree of a program",
		Long: `Draw the symbolic execution tree of a program, for teaching.

A node is a state of the program on all inputs at once: the statement that runs next, and the variables
that have changed. The line to a node says what is assumed of the inputs there. Faults and ends are
marked, and states that no input reaches, as a solver says: no certificate has that. - reads the program from
standard input. Several C files make one program.

The formats are txt, dot (for Graphviz) and svg. With -o, the extension of the file chooses the format.

Exit status:
  0  the tree was drawn
  2  bad input or bad usage`,
		Example: `  vouch tree examples/suspicious.imp
  vouch tree examples/gcd_buggy.imp --depth 8 -o gcd.svg
  vouch tree examples/gcd_buggy.imp --format dot | dot -Tpdf > gcd.pdf`,
		Args:              checkcmd.AtLeastOne("FILE"),
		ValidArgsFunction: completePrograms,
		RunE: func(cmd *cobra.Command, args []string) error {
			if limits.Depth < 1 || limits.Nodes < 1 {
				return fmt.Errorf("--depth and --nodes: found %d and %d, want 1 or more", limits.Depth, limits.Nodes)
			}
			if limits.Nodes > maxTreeNodes {
				return fmt.Errorf("--nodes: found %d, want at most %d", limits.Nodes, maxTreeNodes)
			}
			if format == "" {
				format = "txt"
				if ext := strings.TrimPrefix(filepath.Ext(out), "."); ext != "" {
					format = ext
				}
			}
			about := ""
			draw := map[string]func(io.Writer, *tree.Node) error{
				"txt": func(w io.Writer, n *tree.Node) error {
					if about != "" {
						fmt.Fprintf(w, "with %s\n", about)
					}
					return tree.Text(w, n)
				},
				"dot": func(w io.Writer, n *tree.Node) error {
					if about != "" {
						fmt.Fprintf(w, "// with %s\n", about)
					}
					return tree.DOT(w, n)
				},
				"svg": func(w io.Writer, n *tree.Node) error {
					title := "Symbolic execution tree of " + terminal.Shown(filepath.Base(checkcmd.NameOf(args[0])))
					if about != "" {
						title += " with " + about
					}
					return tree.SVG(w, n, title)
				},
			}[format]
			if draw == nil {
				return fmt.Errorf("found format %q, want txt, dot or svg", format)
			}
			if out != "" {
				if err := outfile.MayWrite(out, true, args[0]); err != nil {
					return err
				}
			}
			p, err := c.open(cmd, args...)
			if err != nil {
				return err
			}
			about = claim.Of(p.About.Language, p.About.Options, p.Core, 0).String()
			return drawTree(cmd, p, limits, draw, out)
		},
	}
	c.define(cmd)
	cmd.Flags().IntVar(&limits.Depth, "depth", 12, "draw `N` steps from the root")
	cmd.Flags().IntVar(&limits.Nodes, "nodes", 400, "draw about `N` states at most")
	cmd.Flags().StringVar(&format, "format", "", "draw in this `FORMAT`: txt, dot or svg")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` instead of standard output")
	return cmd
}

// maxTreeNodes is the size of the largest tree that is drawn.
const maxTreeNodes = 20_000

func drawTree(cmd *cobra.Command, p *load.Program, limits tree.Limits, draw func(io.Writer, *tree.Node) error,
	out string) error {
	ctx, stop := interruptible(cmd)
	defer stop()
	root, cut := tree.Grow(ctx, p, func(pool *term.Pool) solver.Solver {
		return solver.NewConstant(lia.New(pool, lia.Options{Work: lia.DefaultWork}))
	}, limits)
	if err := ctx.Err(); err != nil {
		return exit.Status(exit.Inconclusive)
	}
	var b bytes.Buffer
	if err := draw(&b, root); err != nil {
		return err
	}
	if out != "" {
		if err := outfile.Write(out, b.Bytes(), 0o644); err != nil {
			return err
		}
	} else if _, err := cmd.OutOrStdout().Write(b.Bytes()); err != nil {
		return err
	}
	if cut > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "cut at %s for --depth %d and --nodes %d\n", checkcmd.Count(int64(cut), "state"),
			limits.Depth, limits.Nodes)
	}
	return nil
}
