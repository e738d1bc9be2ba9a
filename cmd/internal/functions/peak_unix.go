//go:build unix

package functions

import (
	"runtime"
	"syscall"
)

// This file asks the operating system for the memory of the process.

// peak returns the most memory that the process had so far, in bytes; 0 if nobody knows.
func peak() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
