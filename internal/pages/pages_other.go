//go:build !linux

// Package pages asks the operating system for memory in large pages, which cost less to touch for the first time.
package pages

// Large does nothing: only Linux is asked.
func Large(int) {}
