package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vouch/cmd/internal/cluster"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/interrupt"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/scan"
	"vouch/finder"
	"vouch/semantics/fronts"
)

// This file defines `vouch worker`, and the flags of all commands that come to a cluster.

// defineAccess adds the flags that say where a cluster is.
func defineAccess(flags *pflag.FlagSet, a *cluster.Access, use string) {
	flags.StringVar(&a.URL, "cluster", "",
		use+" at `URL`, a NATS server with JetStream, such as nats://host:4222 or tls://host:4222; several servers are separated by commas")
	flags.StringVar(&a.Creds, "creds", "", "with --cluster, the `FILE` of credentials of NATS")
	flags.StringVar(&a.CA, "tls-ca", "", "with --cluster, the `FILE` of certificates that vouch for the server's")
	flags.StringVar(&a.Cert, "tls-cert", "", "with --cluster, the `FILE` of the client's certificate")
	flags.StringVar(&a.Key, "tls-key", "", "with --cluster, the `FILE` of its key")
}

// accessFlags are the flags of defineAccess that mean nothing without the first one.
var accessFlags = []string{"creds", "tls-ca", "tls-cert", "tls-key"}

// validAccess returns an error if the flags of defineAccess do not fit. If wanted is set, there has to be a cluster.
func validAccess(flags *pflag.FlagSet, a cluster.Access, wanted bool) error {
	if a.URL == "" && (wanted || flags.Changed("cluster")) {
		return errors.New("--cluster: found no address, want one such as nats://host:4222")
	}
	if a.URL == "" {
		for _, name := range accessFlags {
			if flags.Changed(name) {
				return fmt.Errorf("--%s: found no --cluster URL, want one", name)
			}
		}
		return nil
	}
	return a.Valid()
}

func newWorker() *cobra.Command {
	w := cluster.Worker{Lower: fronts.All.Lower, Store: jetstream.FileStorage,
		Project: func(ctx context.Context, project []byte) (cluster.Shop, error) { return scan.NewShop(ctx, project) }}
	var memory memoryFlag
	var metrics string
	var child bool
	cmd := &cobra.Command{
		Use:   "worker --cluster URL [flags]",
		Short: "Do jobs of searches for others, until it is stopped",
		Long: `Wait for jobs of searches at a cluster, and do them, until an interrupt or a SIGTERM.

A job is a part of a search that vouch find --cluster has found to be long: a program, the decisions that lead
to where the part begins, and an amount of work; or it is a function of a project that vouch scan --cluster
looks at. The worker reads the program or the project from the cluster, in full, and runs it on symbols only;
nothing of it is executed. It needs no files and keeps none. A job that a worker does not finish, because it
is stopped, is killed or has no memory left, is given to another one.

Nobody has to trust a worker: whoever asked runs the bugs that it reports, and hands its proofs to the
checker. A worker trusts those who may put jobs into the cluster only with its time and its memory.

Exit status:
  0  it was stopped
  2  bad usage, or a cluster that refuses the worker`,
		Example: `  # four jobs at a time, on a machine of a build farm
  vouch worker --cluster nats://farm:4222 -j 4 --memory 8GiB

  # with credentials and TLS, and numbers for Prometheus
  vouch worker --cluster tls://farm:4222 --creds worker.creds --tls-ca ca.pem --metrics 127.0.0.1:9464`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if w.Jobs < 1 {
				return fmt.Errorf("--jobs: found %d, want 1 or more", w.Jobs)
			}
			ctx, stop := context.WithCancel(cmd.Context())
			defer stop()
			if child {
				if err := fromParent(cmd.InOrStdin(), &w.Access, stop); err != nil {
					return err
				}
				w.Store = jetstream.MemoryStorage
			} else {
				if err := validAccess(cmd.Flags(), w.Access, true); err != nil {
					return err
				}
				var release func()
				ctx, release = interrupt.Context(ctx, interrupt.Ending{Cause: finder.Interrupted, Status: exit.OK,
					Gone: output.StatusClosed})
				defer release()
				w.Log = func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "vouch worker:", text) }
			}
			watch, err := memory.watch()
			if err != nil {
				return err
			}
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(find.Garbage)
			}
			if metrics != "" {
				w.Metrics = cluster.NewMetrics()
				if _, err := w.Metrics.Serve(ctx, metrics); err != nil {
					return err
				}
			}
			w.Do = watch.Do
			return w.Run(ctx)
		},
	}
	flags := cmd.Flags()
	defineAccess(flags, &w.Access, "do the jobs of the cluster")
	flags.IntVarP(&w.Jobs, "jobs", "j", 1, "do `N` jobs at a time")
	flags.StringVar(&metrics, "metrics", "",
		"serve numbers for Prometheus at `ADDR`, such as 127.0.0.1:9464, under /metrics")
	flags.BoolVar(&child, "child", false,
		"read the address from standard input, and end when that ends: for vouch find --workers")
	flags.MarkHidden("child")
	memory.define(cmd, "give up jobs")
	return cmd
}

// fromParent reads where the cluster is from a process that has started this one. It calls stop when that ends.
func fromParent(in io.Reader, a *cluster.Access, stop func()) error {
	signal.Ignore(os.Interrupt) // which the parent gets, too
	r := bufio.NewReader(in)
	line, err := r.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, a)
	}
	if err != nil {
		return fmt.Errorf("--child: %w", err)
	}
	go func() {
		io.Copy(io.Discard, r)
		stop()
		time.Sleep(time.Second) // in case that a job does not heed its context
		os.Exit(exit.OK)
	}()
	return nil
}
