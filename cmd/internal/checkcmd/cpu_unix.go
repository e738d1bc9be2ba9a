//go:build unix

package checkcmd

import (
	"syscall"
	"time"
)

// This file asks the operating system for the CPU time of the process.

// CPUTime returns how long processors have worked for the process.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
