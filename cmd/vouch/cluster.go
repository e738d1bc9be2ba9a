package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/cluster"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
)

// This file defines `vouch cluster`.

// newCluster returns the command about a cluster.
func newCluster() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Look at a cluster of workers",
		Long: `Look at a cluster: a NATS server with JetStream, over which vouch find --cluster gives parts of long
searches to vouch worker. docs/cluster.md says how to set one up.`,
	}
	cmd.AddCommand(newClusterStatus())
	return cmd
}

func newClusterStatus() *cobra.Command {
	var a cluster.Access
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status --cluster URL [flags]",
		Short: "Say who works, and how many jobs wait",
		Long: `Print what a cluster does: how many jobs wait and run, what is stored, and a line for each worker.

A worker that has said nothing for 15 seconds is not listed. The command changes nothing.

Exit status:
  0  the cluster answered
  2  bad usage, or no cluster answers there`,
		Example: `  vouch cluster status --cluster nats://farm:4222
  vouch cluster status --cluster nats://farm:4222 --json | jq .workers`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := validAccess(cmd.Flags(), a, true); err != nil {
				return err
			}
			s, err := a.Ask(cmd.Context())
			if err != nil {
				return fmt.Errorf("--cluster: %w", err)
			}
			return showStatus(cmd.OutOrStdout(), s, asJSON)
		},
	}
	defineAccess(cmd.Flags(), &a, "look at the cluster")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// showStatus prints what a cluster does.
func showStatus(w io.Writer, s *cluster.Status, asJSON bool) error {
	if asJSON {
		return output.JSON(w, s)
	}
	fmt.Fprintf(w, "%s waiting, %d running, %d of them again; %s and %s stored, %s\n",
		checkcmd.Count(int64(s.Waiting), "job"), s.Running, s.Redelivered, checkcmd.Count(int64(s.Answers), "answer"),
		checkcmd.Count(int64(s.Results), "result"), humanize.IBytes(s.Bytes))
	if len(s.Workers) == 0 {
		fmt.Fprintln(w, "no workers")
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "WORKER\tRUNNING\tDONE\tFAILED\tSTATES\tSINCE")
	for _, at := range s.Workers {
		fmt.Fprintf(table, "%s\t%d of %d\t%d\t%d\t%d\t%s\n", terminal.Shown(at.Name), at.Running, at.Slots, at.Done,
			at.Failed, at.States, at.Since.Format(time.RFC3339))
	}
	return table.Flush()
}
