package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
)

// This file defines what is known of the machine.

// describeMachine says on what was measured.
func describeMachine() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^model name\s*: (.+)$`).FindSubmatch(text); m != nil {
			model = string(m[1])
		}
	}
	load := ""
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load = fmt.Sprintf(", load %s before", strings.Fields(string(text))[0])
	}
	return fmt.Sprintf("%s, %d cores, %d GB, %s/%s, %s%s", model, runtime.NumCPU(), memory()>>30, runtime.GOOS,
		runtime.GOARCH, runtime.Version(), load)
}

// memory returns the memory of the machine in bytes, or 8 GB if it is not known.
func memory() int64 {
	if n := proc("/proc/meminfo", "MemTotal"); n > 0 {
		return n
	}
	return 8 << 30
}

// proc returns the bytes that a line of a file in /proc gives in kB, or 0.
func proc(file, line string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	var kB int64
	if _, rest, ok := strings.Cut("\n"+string(text), "\n"+line+":"); ok {
		fmt.Sscan(rest, &kB)
	}
	return kB << 10
}
