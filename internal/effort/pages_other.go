//go:build !linux

package effort

// This file defines that no other system is asked for large pages.

func largePages(int) {}
