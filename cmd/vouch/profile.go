package main

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/pprof"

	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/outfile"
)

// This file defines --profile.

// profiled does work, and writes a CPU profile of it to a file.
func profiled(name string, work func() error) error {
	if err := outfile.Replaceable(name); err != nil {
		return fmt.Errorf("--profile %s: %w", name, err)
	}
	var profile bytes.Buffer // package pprof does not say when it cannot write
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	err := work()
	pprof.StopCPUProfile()
	if lost := outfile.Write(name, profile.Bytes(), 0o644); lost != nil {
		lost = fmt.Errorf("--profile: %w", lost)
		if _, printed := errors.AsType[exit.Status](err); printed {
			return lost
		}
		return errors.Join(err, lost)
	}
	return err
}
