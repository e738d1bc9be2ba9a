package checkcmd

import (
	"errors"
	"time"

	"vouch/certs/statement"
	"vouch/checker"
)

// This file defines what checking a certificate or a bundle is asked, and what it gives.

// The exit statuses.
const (
	Valid          = 0
	Invalid        = 1
	NotCertificate = 2 // or unreadable, or bad usage
)

// options is what the user asks for.
type options struct {
	checker.Options
	trust  *statement.Trust // nil if the user gave none
	quorum *Trust
	kernel bool // whether the kernel has to show each claim
	now    time.Time
}

// result is what checking one certificate or bundle gave.
type result struct {
	name     string
	status   int
	verdict  *checker.Verdict
	models   []Model // on which the absence of bugs rests, if the user asked for them
	bundle   bool
	shown    string // what the kernel has shown; "" if it was not asked
	alone    bool   // whether the core program alone was judged
	unjudged bool   // it could not be read, or the user did not say how to judge it
	vouchers []statement.Voucher
	log      *statement.Checkpoint
	err      error
}

func statusOf(err error) int {
	if errors.Is(err, checker.ErrNotCertificate) {
		return NotCertificate
	}
	return Invalid
}
