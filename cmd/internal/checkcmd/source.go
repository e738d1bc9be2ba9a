package checkcmd

import (
	"path/filepath"
	"strings"

	"vouch/certs"
	"vouch/internal/bounded"
)

// This file finds the files of a program beside the one that the flag --source names.

// maxOriginal is the size of the largest file that is read, in bytes.
const maxOriginal = 1 << 25

// beside returns a function that returns the texts of a program's sources: that of the first one is given, with the
// name of its file; the others lie where they lay when the certificate was made, as seen from it. They are nil where
// there is no such file, and missing is called with its path.
func beside(file string, text []byte, missing func(path string)) func(certs.Program) [][]byte {
	return func(about certs.Program) [][]byte {
		texts := make([][]byte, len(about.Sources))
		texts[0] = text
		paths := strings.Split(about.Options["paths"], "\n")
		if len(paths) != len(texts) { // all are in one folder
			paths = nil
			for _, s := range about.Sources {
				paths = append(paths, s.Name)
			}
		}
		whole, err := filepath.Abs(file)
		root, ok := strings.CutSuffix(whole, string(filepath.Separator)+filepath.FromSlash(paths[0]))
		for i, p := range paths[1:] {
			name := filepath.FromSlash(p)
			switch {
			case filepath.IsAbs(name):
			case err == nil && ok && filepath.IsLocal(name):
				name = filepath.Join(root, name)
			default:
				missing(p)
				continue
			}
			text, err := bounded.ReadFile(name, maxOriginal)
			if err != nil {
				missing(p)
				continue
			}
			texts[i+1] = text
		}
		return texts
	}
}

// printable returns a path of a certificate as it can be shown, cut if it is too long.
func printable(path string) string {
	const most = 200
	runes := []rune(certs.Printable(path))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
