package cluster

import "time"

// This file defines what workers say of themselves, and what a search sees of them.

// Working says what a worker has done, and does.
type Working struct {
	Name    string    `json:"name"`
	Host    string    `json:"host"`
	PID     int       `json:"pid"`
	Version string    `json:"vouch"`
	Since   time.Time `json:"since"`
	Slots   int       `json:"slots"`   // jobs at a time
	Running int       `json:"running"` // jobs
	Done    int64     `json:"done"`
	Failed  int64     `json:"failed"`
	States  int64     `json:"states"`
}

// Counts says what a search sees of its workers.
type Counts struct {
	Workers  int // that are there
	Waiting  int // jobs that wait for one
	Running  int // jobs that are being done
	Restarts int // workers that ended and were started again
}
