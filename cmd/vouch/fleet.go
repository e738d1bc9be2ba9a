package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"vouch/certs"
	"vouch/cmd/internal/cluster"
	"vouch/cmd/internal/find"
	"vouch/cmd/internal/memory"
	"vouch/cmd/internal/scan"
)

// This file defines the flags of find and scan that spread work over workers.

// fleetFlags are these flags.
type fleetFlags struct {
	cluster.Fleet
	metrics string
}

// define adds the flags; what says what is spread.
func (f *fleetFlags) define(flags *pflag.FlagSet, what string) {
	flags.IntVar(&f.Workers, "workers", 0,
		"spread "+what+" over `N` processes on this machine; 0 means none")
	defineAccess(flags, &f.Access, "spread "+what+" over the workers of the cluster")
	flags.StringVar(&f.metrics, "metrics", "",
		"with --workers or --cluster, serve numbers for Prometheus at `ADDR`, such as 127.0.0.1:9464, under /metrics")
}

// alone are the flags with which a search is not spread, and why.
var alone = []struct{ flag, why string }{
	{"journal", "answers of solvers come from many processes"},
	{"max-states", "the states of a spread search are counted in many processes"},
	{"coverage", "workers do not say which lines they reach"},
	{"stats", "workers do not say where the time goes"},
	{"hangs", "workers do not look for endless loops"},
}

// chosen returns the flag with which the user wants workers; "" if none is.
func (f *fleetFlags) chosen(flags *pflag.FlagSet) (string, error) {
	switch {
	case f.Workers < 0:
		return "", fmt.Errorf("--workers: found %d, want 0 or more", f.Workers)
	case f.Workers > 0 && f.URL != "":
		return "", fmt.Errorf("--workers: found --cluster too, want one of the two")
	}
	if err := validAccess(flags, f.Access, false); err != nil {
		return "", err
	}
	switch {
	case f.URL != "":
		return "--cluster", nil
	case f.Workers == 0 && f.metrics != "":
		return "", fmt.Errorf("--metrics: found neither --workers nor --cluster, want one of the two")
	case f.Workers == 0:
		return "", nil
	}
	return "--workers", nil
}

// begin makes the fleet ready to start.
func (f *fleetFlags) begin(ctx context.Context, budget string) (err error) {
	if f.metrics != "" {
		f.Metrics = cluster.NewMetrics()
		if _, err := f.Metrics.Serve(ctx, f.metrics); err != nil {
			return err
		}
	}
	if f.Workers > 0 {
		f.Arguments, err = f.child(budget)
	}
	return err
}

// applyToScan has the functions of a scan looked at by workers, if the user wants that. Close ends the workers.
func (f *fleetFlags) applyToScan(ctx context.Context, flags *pflag.FlagSet, o *scan.Options, budget string) error {
	name, err := f.chosen(flags)
	if err != nil || name == "" {
		return err
	}
	if err := f.begin(ctx, budget); err != nil {
		return err
	}
	o.Crew = func(ctx context.Context, project []byte) (scan.Queue, error) { return f.Project(ctx, project) }
	return nil
}

// apply has the searches of find spread, if the user wants that. Close ends the workers.
func (f *fleetFlags) apply(ctx context.Context, flags *pflag.FlagSet, o *find.Options, budget string) (err error) {
	name, err := f.chosen(flags)
	if err != nil || name == "" {
		return err
	}
	for _, a := range alone {
		if flags.Changed(a.flag) {
			return fmt.Errorf("%s: found --%s too: %s", name, a.flag, a.why)
		}
	}
	if o.Search.Pruning == "none" {
		return fmt.Errorf("%s: found --pruning none too: workers ask at every branch", name)
	}
	if err := f.begin(ctx, budget); err != nil {
		return err
	}
	o.Crew = func(ctx context.Context, about certs.Program) (find.Crew, error) { return f.Open(ctx, about) }
	o.Complaint = f.Complaint
	return nil
}

// child returns the arguments of a worker, which has its part of the budget of memory.
func (f *fleetFlags) child(budget string) ([]string, error) {
	b := standard()
	if budget != "" {
		var err error
		if b, err = memory.Parse(budget); err != nil {
			return nil, fmt.Errorf("--memory: %w", err)
		}
	}
	each := memory.None
	if b > 0 {
		each = strconv.FormatInt(max(int64(b)/int64(f.Workers+1), int64(memory.Least)), 10)
	}
	return []string{"worker", "--child", "--memory", each}, nil
}
