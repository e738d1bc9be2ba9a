package harness

import "vouch/semantics/c"

// This file defines how others than harnesses declare variables.

// Declared returns the declaration of a variable of a type, which the parameter p is or is made of, without what makes it read-only.
func Declared(p c.EntryParameter, t *c.Type, name string) string { return declared(p, t, name) }
