package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
)

// This file defines --profile.

// profiled does work and writes a profile of its processor time to a file.
func profiled(name string, work func() error) error {
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return errors.Join(fmt.Errorf("--profile: %w", err), file.Close())
	}
	err = work()
	pprof.StopCPUProfile()
	if closed := file.Close(); closed != nil {
		return fmt.Errorf("--profile: %w", closed)
	}
	return err
}
