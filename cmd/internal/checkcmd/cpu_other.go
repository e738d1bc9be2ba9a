//go:build !unix

package checkcmd

import "time"

// This file takes the time that has passed for the CPU time of the process.

var began = time.Now()

// CPUTime returns how long the process has run.
func CPUTime() time.Duration { return time.Since(began) }
