package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"vouch/cmd/internal/checkcmd"
)

// This file defines what statements say about the program that checks, which is this one.

// ownDigest returns the SHA-256 of this program.
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
