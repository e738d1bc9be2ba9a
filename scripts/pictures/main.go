// Command pictures draws the pictures of the README and writes them as SVG to a folder:
//
//	go run ./scripts/pictures docs
//
// It is run in the module's folder, after make, and takes Chromium.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// pictures are the files, each with the function that draws it with the programs in the folder bin of a module.
var pictures = map[string]func(module string) (string, error){
	"session.svg": session,
	"report.svg":  report,
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintf(os.Stderr, "pictures: found %d arguments, want the folder to write to, as in go run ./scripts/pictures docs\n",
			len(os.Args)-1)
		os.Exit(2)
	}
	for name, draw := range pictures {
		svg, err := draw(".")
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], name), []byte(svg), 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "pictures: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}
