//go:build !linux

package native

import "syscall"

// This file stands in for process_linux.go on systems where all processes share one network.

func isolate(*syscall.SysProcAttr) {}
