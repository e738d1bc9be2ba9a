package finder

import (
	"fmt"
	"os"
)

func dbg(args ...any) {
	if os.Getenv("VDBG") != "" {
		fmt.Fprintln(os.Stderr, args...)
	}
}
