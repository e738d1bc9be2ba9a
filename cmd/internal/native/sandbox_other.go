//go:build !linux

package native

import "os/exec"

// This file stands in for sandbox_linux.go on systems without its namespaces.

// jail says what a confined process may see.
type jail struct {
	Writable, Folder, Empty string
	Line, Readable          []string
}

func namespaced(jail) (*exec.Cmd, error) { return nil, ErrUnconfined }

// broken is the exit status of a jail that could not be made.
const broken = 125

// jailer is the name under which a program makes a jail.
const jailer = "vouch-jail"

// Enter does nothing: there are no jails.
func Enter() {}
