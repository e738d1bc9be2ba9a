package statement

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
)

// This file tests bundles.

// evidence is a log of which a bundle is made: the statements are entries 3 and 5 of 12, and have receipts of the log
// when it had 7.
type evidence struct {
	log        tree
	statements []*Statement
	trust      *Trust
}

func evidenceFor(t testing.TB) *evidence {
	t.Helper()
	said := plain()
	said.Issuer, said.Review = "https://auditor.example", review()
	auditor := named(t, "ed25519", "auditor")
	e := &evidence{entries(12), []*Statement{signedWith(t, plain(), named(t, "es256k", "issuer")),
		signedWith(t, said, auditor)}, nil}
	e.trust = trusting(t, "issuer "+issuerURI+" %es256k", "issuer https://auditor.example "+named(t, "ed25519",
		"auditor").Public().String(),
		"log "+origin+" %log", "log example.org/other "+named(t, "ed25519", "another log").Public().String())
	e.log[3], e.log[5] = e.statements[0].Entry(), e.statements[1].Entry()
	return e
}

// bundle returns the bundle with the receipts of the log when it had size entries, and the checkpoint of all of it.
func (e *evidence) bundle(t testing.TB, size int) *Bundle {
	t.Helper()
	k := named(t, "ed25519", "log")
	b := &Bundle{Certificate: cert, Checkpoint: e.log.checkpoint(t, origin, k)}
	for i, m := range []int{3, 5} {
		s := *e.statements[i]
		s.Receipts = [][]byte{e.log[:size].receipt(t, m, origin, day, k)}
		b.Statements = append(b.Statements, Logged{s.Bytes(), e.log.inclusion(m), e.log.consistency(size)})
	}
	return b
}

func TestBundle(t *testing.T) {
	e := evidenceFor(t)
	for size := 6; size <= 12; size++ {
		data := e.bundle(t, size).Bytes()
		again, err := ParseBundle(data)
		if err != nil || !IsBundle(data) || IsAggregate(data) || !bytes.Equal(again.Bytes(), data) {
			t.Fatalf("found %+v and error %v", again, err)
		}
		v, c, err := again.Verify(e.trust, known(), day)
		if err != nil || len(v) != 2 || Issuers(v) != 2 || c.Size != 12 || c.Origin != origin || !v[0].Placed ||
			v[0].Seen[0].Index != 3 {
			t.Errorf("size %d: found %+v, checkpoint %+v, and error %v", size, v, c, err)
		}
	}
}

func TestBundlesTampered(t *testing.T) {
	log, other := named(t, "ed25519", "log"), named(t, "ed25519", "another log")
	forked := entries(12)
	forked[11] = []byte("a lie")
	about := plain()
	about.Digest = Digest{1}
	for _, c := range []struct {
		title  string
		edit   func(e *evidence, b *Bundle)
		reason string
	}{
		{"nothing is changed", func(*evidence, *Bundle) {}, ""},
		{"one statement less", func(_ *evidence, b *Bundle) { b.Statements = b.Statements[1:] }, ""},
		{"a statement twice", func(_ *evidence, b *Bundle) { b.Statements = append(b.Statements, b.Statements[0]) },
			"statement 3: found it twice"},
		{"a statement twice, with another receipt", func(e *evidence, b *Bundle) {
			l := b.Statements[0]
			s := *e.statements[0]
			s.Receipts = [][]byte{e.log[:8].receipt(t, 3, origin, day, log)}
			b.Statements = append(b.Statements, Logged{s.Bytes(), l.Inclusion, e.log.consistency(8)})
		}, "statement 3: found it twice"},
		{"a statement about another certificate", func(e *evidence, b *Bundle) {
			s := signedWith(t, about, named(t, "es256k", "issuer"))
			s.Receipts = [][]byte{append(entries(7), s.Entry()).receipt(t, 7, origin, day, log)}
			b.Statements[0].Statement = s.Bytes()
		}, "statement 1: " + otherCertificate("0100000000000000000000000000000000000000000000000000000000000000")},
		{"a statement that is none", func(_ *evidence, b *Bundle) { b.Statements[1].Statement = []byte{0xa0} },
			"statement 2: not a statement: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"a statement by somebody else", func(e *evidence, b *Bundle) { e.trust.Issuers = e.trust.Issuers[:1] },
			"statement 2: not trusted: found issuer \"https://auditor.example\", whom the file of trust does not name"},
		{"a statement with the greater s", func(e *evidence, b *Bundle) {
			m := handmade(named(t, "es256k", "issuer"))
			m.signature = highS(e.statements[0].Signature)
			s, _ := Parse(b.Statements[0].Statement)
			m.unprotected = pairs{{cInt(394), cArray(cBytes(s.Receipts[0]))}}
			b.Statements[0].Statement = m.seal(nil)
		}, "statement 1: found a statement that is not as it is logged: its signature has an equivalent"},
		{"no receipt", func(e *evidence, b *Bundle) { b.Statements[0].Statement = e.statements[0].Bytes() },
			"statement 1: found 0 receipts, want 1"},
		{"two receipts", func(e *evidence, b *Bundle) {
			s, _ := Parse(b.Statements[0].Statement)
			s.Receipts = append(s.Receipts, e.log[:8].receipt(t, 3, origin, day, log))
			b.Statements[0].Statement = s.Bytes()
		}, "statement 1: found 2 receipts, want 1"},
		{"a receipt of another log", func(e *evidence, b *Bundle) {
			s := *e.statements[0]
			s.Receipts = [][]byte{e.log[:7].receipt(t, 3, "example.org/other", day, other)}
			b.Statements[0].Statement = s.Bytes()
		}, "statement 1: found a receipt of log \"example.org/other\", want one of \"example.org/evidence\" as in the checkpoint"},
		{"a receipt that is damaged", func(_ *evidence, b *Bundle) {
			s := slices.Clone(b.Statements[0].Statement)
			i := bytes.Index(s, []byte("\x20")) // of the key ID of the statement, so look behind it
			i = bytes.Index(s[i+200:], []byte{0x58, 0x40}) + i + 202
			s[i] ^= 1
			b.Statements[0].Statement = s
		}, "statement 1: receipt: the signature is not one of this key over this content"},
		{"a receipt with another size of the same root", func(e *evidence, b *Bundle) {
			m := handmadeReceipt(e.log[:7], 3, log)
			p := e.log[:7].inclusion(3)
			proof := cArray(cInt(8), cInt(3), cArray(cBytes(p[0]), cBytes(p[1]), cBytes(p[2])))
			m.unprotected = pairs{{cInt(396), cMap(pairs{{cInt(-1), cArray(cBytes(proof))}})}}
			s := *e.statements[0]
			s.Receipts = [][]byte{m.seal(log)}
			b.Statements[0].Statement = s.Bytes()
		}, "statement 1: the log of the checkpoint is not the one of the receipt, or one of them was changed"},
		{"the inclusion of another entry", func(e *evidence, b *Bundle) {
			b.Statements[0].Inclusion = e.log.inclusion(5)
		},
			"statement 1: the checkpoint does not have the statement where its receipt says"},
		{"the inclusion in a smaller log", func(e *evidence, b *Bundle) {
			b.Statements[0].Inclusion = e.log[:7].inclusion(3)
		},
			"statement 1: the checkpoint does not have the statement where its receipt says"},
		{"no inclusion", func(_ *evidence, b *Bundle) { b.Statements[0].Inclusion = nil },
			"statement 1: the checkpoint does not have the statement where its receipt says"},
		{"a hash more of inclusion", func(_ *evidence, b *Bundle) {
			b.Statements[0].Inclusion = append(b.Statements[0].Inclusion, sum())
		},
			"statement 1: the checkpoint does not have the statement where its receipt says"},
		{"a hash of inclusion that is short", func(_ *evidence, b *Bundle) { b.Statements[0].Inclusion[0] = []byte{1} },
			"not a bundle: statement 1: found a hash of 1 bytes in a proof, want 32"},
		{"the consistency of another size", func(e *evidence, b *Bundle) {
			b.Statements[0].Consistency = e.log.consistency(8)
		},
			"statement 1: the log of the checkpoint is not the one of the receipt, or one of them was changed"},
		{"no consistency", func(_ *evidence, b *Bundle) { b.Statements[0].Consistency = nil },
			"statement 1: the log of the checkpoint is not the one of the receipt, or one of them was changed"},
		{"a hash of consistency changed", func(_ *evidence, b *Bundle) { b.Statements[1].Consistency[0] = sum() },
			"statement 2: the log of the checkpoint is not the one of the receipt, or one of them was changed"},
		{"65 hashes of consistency", func(_ *evidence, b *Bundle) {
			b.Statements[1].Consistency = slices.Repeat([][]byte{sum()}, 65)
		},
			"not a bundle: statement 2: found a proof of 65 hashes, want at most 64"},
		{"the checkpoint of a forked log of the same size", func(e *evidence, b *Bundle) {
			fork := slices.Clone(e.log)
			fork[4] = []byte("a lie")
			b.Checkpoint = fork.checkpoint(t, origin, log)
			for i, m := range []int{3, 5} {
				b.Statements[i].Inclusion, b.Statements[i].Consistency = fork.inclusion(m), fork.consistency(7)
			}
		}, "statement 1: the log of the checkpoint is not the one of the receipt, or one of them was changed"},
		{"the checkpoint of a fork when the receipts were made", func(e *evidence, b *Bundle) {
			*b = *e.bundle(t, 12)
			fork := slices.Clone(e.log)
			fork[4] = []byte("a lie")
			b.Checkpoint = fork.checkpoint(t, origin, log)
			b.Statements[0].Inclusion, b.Statements[1].Inclusion = fork.inclusion(3), fork.inclusion(5)
		}, "statement 1: the log of the checkpoint is not the one of the receipt, or one of them was changed"},
		{"a checkpoint of a forked log, with the proofs of the true one", func(_ *evidence, b *Bundle) {
			b.Checkpoint = forked.checkpoint(t, origin, log)
		},
			"statement 1: the checkpoint does not have the statement where its receipt says"},
		{"a checkpoint that was rolled back", func(e *evidence, b *Bundle) {
			b.Checkpoint = e.log[:6].checkpoint(t, origin, log)
			for i, m := range []int{3, 5} {
				b.Statements[i].Inclusion = e.log[:6].inclusion(m)
			}
		}, "statement 1: found a checkpoint of 6 entries, want at least the 7 of the receipt"},
		{"a checkpoint that was rolled back beyond the entry", func(e *evidence, b *Bundle) {
			b.Checkpoint = e.log[:2].checkpoint(t, origin, log)
		},
			"statement 1: found a checkpoint of 2 entries, want at least the 7 of the receipt"},
		{"a checkpoint of no entries", func(_ *evidence, b *Bundle) {
			b.Checkpoint = tree{}.checkpoint(t, origin, log)
		},
			"statement 1: found a checkpoint of 0 entries, want at least the 7 of the receipt"},
		{"a checkpoint of another log", func(e *evidence, b *Bundle) {
			b.Checkpoint = e.log.checkpoint(t, "example.org/other", other)
		},
			"statement 1: found a receipt of log \"example.org/evidence\", want one of \"example.org/other\" as in the checkpoint"},
		{"a checkpoint of a log that is not trusted", func(e *evidence, b *Bundle) { e.trust.Logs = e.trust.Logs[1:] },
			"checkpoint: not trusted: found log \"example.org/evidence\", which the file of trust does not name"},
		{"a checkpoint that is not signed by the log", func(e *evidence, b *Bundle) {
			b.Checkpoint = e.log.checkpoint(t, origin, other)
		},
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"no checkpoint", func(_ *evidence, b *Bundle) { b.Checkpoint = nil }, "checkpoint: found no origin"},
	} {
		t.Run(c.title, func(t *testing.T) {
			e := evidenceFor(t)
			b := e.bundle(t, 7)
			c.edit(e, b)
			again, err := ParseBundle(b.Bytes())
			if err == nil {
				_, _, err = again.Verify(e.trust, known(), day)
			}
			want(t, err, c.reason)
		})
	}
}

// highS returns the other signature of ECDSA.
func highS(signature []byte) []byte {
	n := fr.Modulus()
	s := n.Sub(n, new(big.Int).SetBytes(signature[32:]))
	return append(slices.Clone(signature[:32]), s.FillBytes(make([]byte, 32))...)
}

func TestBundleEncoding(t *testing.T) {
	e := evidenceFor(t)
	b := e.bundle(t, 7)
	list := func(hashes [][]byte) []byte {
		var p [][]byte
		for _, h := range hashes {
			p = append(p, cBytes(h))
		}
		return cArray(p...)
	}
	logged := func(l Logged) pairs {
		return pairs{{cText("inclusion"), list(l.Inclusion)}, {cText("statement"), cBytes(l.Statement)},
			{cText("consistency"), list(l.Consistency)}}
	}
	good := pairs{
		{cText("kind"), cText("bundle")}, {cText("version"), cInt(1)},
		{cText("checkpoint"), cText(string(b.Checkpoint))},
		{cText("statements"), cArray(cMap(logged(b.Statements[0])), cMap(logged(b.Statements[1])))},
		{cText("certificate"), cBytes(cert)},
	}
	first := logged(b.Statements[0])
	empty := cMap(pairs{{cText("inclusion"), cArray()}, {cText("statement"), cBytes(nil)},
		{cText("consistency"), cArray()}})
	only := func(m pairs) []byte { return cMap(good.with(cText("statements"), cArray(cMap(m)))) }
	for _, c := range []struct {
		title  string
		data   []byte
		reason string
	}{
		{"nothing is changed", cMap(good), ""},
		{"another kind", cMap(good.with(cText("kind"), cText("aggregate"))),
			"not a bundle: found kind \"aggregate\" version 1, want \"bundle\" version 1"},
		{"another version", cMap(good.with(cText("version"), cInt(2))),
			"not a bundle: found kind \"bundle\" version 2, want \"bundle\" version 1"},
		{"a part more", cMap(good.with(cText("signatures"), cArray())), "not a bundle: found a key that is not known"},
		{"a part of a statement more", only(first.with(cText("receipt"), cBytes(nil))),
			"not a bundle: found a key that is not known"},
		{"no kind", cMap(good.without(cText("kind"))), "not a bundle: found no key kind"},
		{"no certificate", cMap(good.without(cText("certificate"))), "not a bundle: found no key certificate"},
		{"no checkpoint", cMap(good.without(cText("checkpoint"))), "not a bundle: found no key checkpoint"},
		{"no list of statements", cMap(good.without(cText("statements"))), "not a bundle: found no key statements"},
		{"an empty list of statements", cMap(good.with(cText("statements"), cArray())),
			"not a bundle: found 0 statements, want from 1 to 10000"},
		{"no statement in an item", only(first.without(cText("statement"))),
			"not a bundle: key statements: item 1: found no key statement"},
		{"no inclusion in an item", only(first.without(cText("inclusion"))),
			"not a bundle: key statements: item 1: found no key inclusion"},
		{"no consistency in an item", only(first.without(cText("consistency"))),
			"not a bundle: key statements: item 1: found no key consistency"},
		{"inclusion that is null", only(first.with(cText("inclusion"), []byte{0xf6})),
			"not a bundle: found an encoding that is not the deterministic one of what it should hold"},
		{"a checkpoint in bytes", cMap(good.with(cText("checkpoint"), cBytes(b.Checkpoint))),
			"not a bundle: found CBOR of type byte string, want another type"},
		{"a checkpoint that is not UTF-8", cMap(good.with(cText("checkpoint"), cText("\xff"))),
			"not a bundle: found text that is not UTF-8"},
		{"a certificate that is not in bytes", cMap(good.with(cText("certificate"), cMap(nil))),
			"not a bundle: found CBOR of type map, want another type"},
		{"a part twice", cMap(append(slices.Clone(good), good[0])), "not a bundle: found the key \"kind\" twice"},
		{"parts in another order", cMap(pairs{good[1], good[0], good[2], good[3], good[4]}),
			"not a bundle: found an encoding that is not the deterministic one of what it should hold"},
		{"10,001 statements", cMap(good.with(cText("statements"),
			cArray(slices.Repeat([][]byte{empty}, maxLogged+1)...))),
			"not a bundle: found 10001 statements, want from 1 to 10000"},
		{"a tag before it", cTag(55799, cMap(good)), "not a bundle: found a tag, want none"},
		{"a byte behind it", append(cMap(good), 0), "not a bundle: found bytes after the end"},
		{"cut", cMap(good)[:200], "not a bundle: found the end too early"},
		{"a list", cArray(), "not a bundle: found an array where none is wanted, or one of another length"},
		{"nothing", nil, "not a bundle: found the end too early"},
	} {
		t.Run(c.title, func(t *testing.T) {
			b, err := ParseBundle(c.data)
			if err == nil {
				_, _, err = b.Verify(e.trust, known(), day)
			}
			want(t, err, c.reason)
		})
	}
}

// TestBundleOfAnother establishes that a bundle is not verified for a certificate that is not in it.
func TestBundleOfAnother(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was verified")
		}
	}()
	e := evidenceFor(t)
	f := known()
	f.Digest = Digest{1}
	e.bundle(t, 7).Verify(e.trust, f, day)
}

// TestBundleInTime establishes that a bundle stays good when the issuer's key has expired, and is not good before it
// was made.
func TestBundleInTime(t *testing.T) {
	e := evidenceFor(t)
	for i := range e.trust.Issuers {
		e.trust.Issuers[i].Until = day.Add(time.Hour)
	}
	if _, _, err := e.bundle(t, 7).Verify(e.trust, known(), day.AddDate(10, 0, 0)); err != nil {
		t.Error(err)
	}
	if _, _, err := e.bundle(t, 7).Verify(e.trust, known(), day.AddDate(0, 0, -1)); !errors.Is(err, ErrUntrusted) {
		t.Errorf("found error %v", err)
	}
}
