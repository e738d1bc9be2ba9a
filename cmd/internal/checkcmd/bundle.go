package checkcmd

import (
	"errors"
	"slices"

	"vouch/certs/statement"
	"vouch/checker"
)

// This file defines how bundles are checked.

// checkBundle checks everything in a bundle: first the certificate, then who vouches for it.
func checkBundle(name string, data *[]byte, o options) result {
	r := result{name: name, bundle: true, alone: o.Lowered != nil}
	if o.trust == nil {
		r.status, r.unjudged, r.err = NotCertificate, true,
			errors.New("found a bundle, want --trust FILE with the trusted keys beside it")
		return r
	}
	b, err := statement.ParseBundle(*data)
	if err != nil {
		r.status, r.err = NotCertificate, err
		return r
	}
	v, err := checker.Check(b.Certificate, o.Options)
	if err != nil {
		r.status, r.err = statusOf(err), err
		return r
	}
	f, err := FindingOf(b.Certificate, v)
	if err != nil {
		r.status, r.unjudged, r.err = NotCertificate, true, err
		return r
	}
	if r.vouchers, r.log, err = b.Verify(o.trust, f, o.now); err == nil {
		err = o.quorum.Enough(r.vouchers)
	}
	if err != nil {
		r.status, r.err = Invalid, err
		return r
	}
	slices.SortStableFunc(r.vouchers, func(a, b statement.Voucher) int { return a.Issued.Compare(b.Issued) })
	r.verdict, *data = v, b.Certificate
	return r
}
