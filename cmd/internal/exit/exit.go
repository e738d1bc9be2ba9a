// Package exit says what the exit statuses of the commands mean.
package exit

import "fmt"

// The exit statuses that several commands share; each command's help says what its own mean.
const (
	OK           = 0
	Bug          = 1 // something is wrong with a program
	BadInput     = 2 // or bad usage
	Inconclusive = 3
	Disagreement = 4 // vouch and a compiler make different programs of one text
)

// Status is an error that stands for an exit status whose reasons have been printed.
type Status int

func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }
