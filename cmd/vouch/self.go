package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"vouch/cmd/internal/checkcmd"
)

// This file defines what statements say of the program that checks: itself.

// ownDigest returns the SHA-256 of the program that runs, which is the one that checks.
func ownDigest() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot tell which program checks: %w", err)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the program that checks: %w", checkcmd.Reason(err))
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, fmt.Errorf("cannot read the program that checks: %w", err)
	}
	return h.Sum(nil), nil
}
