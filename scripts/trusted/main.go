// Command trusted prints the trusted base of the module in the current folder.
package main

import (
	"fmt"
	"os"

	"vouch/internal/trusted"
)

func main() {
	report, err := trusted.Report(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "trusted:", err)
		os.Exit(1)
	}
	fmt.Print(report)
}
