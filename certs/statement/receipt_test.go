package statement

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/transparency-dev/formats/log"
)

// This file tests receipts and checkpoints, the word of a log.

// TestReceipt makes a receipt for every entry of logs of every size up to 20, and verifies it for its entry only.
func TestReceipt(t *testing.T) {
	k := named(t, "ed25519", "log")
	for n := 1; n <= 20; n++ {
		d := entries(n)
		for m := range n {
			data := d.receipt(t, m, origin, day, k)
			r, err := ParseReceipt(data)
			if err != nil {
				t.Fatal(err)
			}
			right := slices.EqualFunc(r.Path, d.inclusion(m), bytes.Equal)
			if r.Origin != origin || !r.Issued.Equal(day) || r.Size != uint64(n) || r.Index != uint64(m) || !right {
				t.Fatalf("found %+v", r)
			}
			if !bytes.Equal(r.seal(r.protected, r.signature), data) {
				t.Fatal("the receipt has two encodings")
			}
			if err := r.Verify(d[m], k.Public()); err != nil {
				t.Fatalf("entry %d of %d: %v", m, n, err)
			}
			if err := r.Verify([]byte("another"), k.Public()); err == nil {
				t.Fatalf("entry %d of %d: the receipt is good for another entry", m, n)
			}
		}
	}
}

// TestReceiptsTampered adds a receipt to a statement that is entry 3 of 7, and lets it be judged.
func TestReceiptsTampered(t *testing.T) {
	log, other := named(t, "ed25519", "log"), named(t, "ed25519", "another log")
	k := named(t, "es256k", "issuer")
	s := signedWith(t, plain(), k)
	d := entries(7)
	d[3] = s.Entry()
	good := handmadeReceipt(d, 3, log).seal(log)
	signature := good[len(good)-64:]
	edited := func(edit func(*message1)) []byte {
		m := handmadeReceipt(d, 3, log)
		edit(&m)
		return m.seal(log)
	}
	put := func(label int64, value []byte) func(*message1) {
		return func(m *message1) { m.protected = m.protected.with(cInt(label), value) }
	}
	proofs := func(v []byte) func(*message1) {
		return func(m *message1) { m.unprotected = pairs{{cInt(396), v}} }
	}
	path := func(hashes ...[]byte) []byte {
		var p [][]byte
		for _, h := range hashes {
			p = append(p, cBytes(h))
		}
		return cArray(p...)
	}
	proof := func(parts ...[]byte) func(*message1) {
		return proofs(cMap(pairs{{cInt(-1), cArray(cBytes(cArray(parts...)))}}))
	}
	right := d.inclusion(3)
	one := cBytes(cArray(cInt(7), cInt(3), path(right...)))
	from := func(name string) func(*message1) {
		return put(15, cMap(pairs{{cInt(1), cText(name)}, {cInt(6), cInt(day.Unix())}}))
	}
	for _, c := range []struct {
		title  string
		data   []byte
		reason string
	}{
		{"nothing is changed", good, ""},
		{"the older number of the algorithm", edited(put(1, cInt(-8))), ""},

		{"a tree of another kind", edited(put(395, cInt(2))),
			"receipt: found verifiable data structure 2, want 1, RFC9162_SHA256"},
		{"a tree of a kind with a name", edited(put(395, cText("RFC9162_SHA256"))),
			"receipt: header: found CBOR of type UTF-8 text string, want another type"},
		{"no kind of tree", edited(func(m *message1) { m.protected = m.protected.without(cInt(395)) }),
			"receipt: header: found no key 395"},
		{"an algorithm that no log has", edited(put(1, cInt(-47))),
			"receipt: found algorithm -47, want -19, Ed25519, which logs sign with"},
		{"an algorithm that is not known", edited(put(1, cInt(5))),
			"receipt: found algorithm 5, want -19, Ed25519, which logs sign with"},
		{"no algorithm", edited(func(m *message1) { m.protected = m.protected.without(cInt(1)) }),
			"receipt: header: found no key 1"},
		{"a key ID of 4 bytes", edited(put(4, cBytes([]byte{1, 2, 3, 4}))),
			"receipt: found a key ID of 4 bytes, want 32"},
		{"the key ID of another log", edited(put(4, cBytes(other.Public().ID()))),
			"receipt: " + noKey("b58630d154715c4836bb2f9651d83c7b84d7a908f05dcee1b8f88d91b6d6db98",
				`log "example.org/evidence"`)},
		{"signed by another log", handmadeReceipt(d, 3, log).seal(other),
			"receipt: the signature is not one of this key over this content"},
		{"signed by a log that is not trusted, as it says", handmadeReceipt(d, 3, other).seal(other),
			"receipt: " + noKey("b58630d154715c4836bb2f9651d83c7b84d7a908f05dcee1b8f88d91b6d6db98",
				`log "example.org/evidence"`)},
		{"signed for another origin", edited(from("example.org/other")),
			"receipt: not trusted: found log \"example.org/other\", whom the file of trust does not name"},
		{"for another origin, not signed", edited(func(m *message1) {
			from("example.org/second")(m)
			m.signature = signature
		}),
			"receipt: " + noKey("dce26bb6c3c850c6b6e97d904ed5f7c32b5095888ca65765eb047f30107d8537",
				`log "example.org/second"`)},
		{"no origin", edited(put(15, cMap(pairs{{cInt(6), cInt(day.Unix())}}))),
			"receipt: header: key 15: found no key 1"},
		{"an origin with a space", edited(from("a b")),
			"receipt: found origin \"a b\", want a name without spaces and plus signs, such as example.org/evidence"},
		{"a subject", edited(put(15, cMap(handmadeClaims()))), "receipt: header: found a key that is not known"},
		{"another time, not signed", edited(func(m *message1) {
			put(15, cMap(pairs{{cInt(1), cText(origin)}, {cInt(6), cInt(day.Unix() - 1)}}))(m)
			m.signature = signature
		}), "receipt: the signature is not one of this key over this content"},
		{"no time", edited(put(15, cMap(pairs{{cInt(1), cText(origin)}}))), "receipt: header: key 15: found no key 6"},
		{"a time before 1970", edited(put(15, cMap(pairs{{cInt(1), cText(origin)}, {cInt(6), cInt(-1)}}))),
			"receipt: found -1 seconds since 1970 as time of issue, want a time from then on and before the year 10000"},
		{"a type", edited(put(16, cText("application/cose"))), "receipt: header: found a key that is not known"},
		{"a critical label", edited(func(m *message1) {
			m.protected = slices.Insert(m.protected, 1,
				[2][]byte{cInt(2), cArray(cInt(395))})
		}),
			"receipt: found critical header parameters (label 2), want none"},
		{"the root attached", edited(func(m *message1) { m.payload, m.signed = cBytes(d.root()), nil }),
			"receipt: found a payload, want none: the root is computed"},
		{"an empty payload", edited(func(m *message1) { m.payload = []byte{0x40} }),
			"receipt: found a payload, want none: the root is computed"},

		{"no proofs", edited(func(m *message1) { m.unprotected = nil }),
			"receipt: unprotected header: found no key 396"},
		{"no proof of inclusion", edited(proofs(cMap(nil))), "receipt: unprotected header: key 396: found no key -1"},
		{"an empty list of proofs", edited(proofs(cMap(pairs{{cInt(-1), cArray()}}))),
			"receipt: found 0 proofs of inclusion, want 1"},
		{"two proofs", edited(proofs(cMap(pairs{{cInt(-1), cArray(one, one)}}))),
			"receipt: found 2 proofs of inclusion, want 1"},
		{"a proof of consistency beside it", edited(proofs(cMap(pairs{{cInt(-1), cArray(one)}, {cInt(-2), cArray()}}))),
			"receipt: unprotected header: found a key that is not known"},
		{"a proof of consistency in its place", edited(proofs(cMap(pairs{{cInt(-2), cArray(one)}}))),
			"receipt: unprotected header: found a key that is not known"},
		{"a proof that is not in bytes",
			edited(proofs(cMap(pairs{{cInt(-1), cArray(cArray(cInt(7), cInt(3), path(right...)))}}))),
			"receipt: unprotected header: found an array where none is wanted, or one of another length"},
		{"another size, which leads to the same root", edited(proof(cInt(8), cInt(3), path(right...))), ""},
		{"a size of more levels", edited(proof(cInt(9), cInt(3), path(right...))),
			"receipt: proof of inclusion: found 3 hashes, which is the wrong number for entry 3 of 9"},
		{"a size of no entries", edited(proof(cInt(0), cInt(0), path())),
			"receipt: found index 0 in a log of 0 entries"},
		{"a size beyond all logs", edited(proof(head(0, 1<<63), cInt(3), path(right...))),
			"receipt: found index 3 in a log of 9223372036854775808 entries"},
		{"a negative size", edited(proof(cInt(-7), cInt(3), path(right...))),
			"receipt: proof of inclusion: found CBOR of type negative integer, want another type"},
		{"another index", edited(proof(cInt(7), cInt(2), path(right...))),
			"receipt: the signature is not one of this key over this content"},
		{"an index beyond the log", edited(proof(cInt(7), cInt(7), path(right...))),
			"receipt: found index 7 in a log of 7 entries"},
		{"a hash changed", edited(proof(cInt(7), cInt(3), path(right[0], sum(), right[2]))),
			"receipt: the signature is not one of this key over this content"},
		{"hashes in another order", edited(proof(cInt(7), cInt(3), path(right[1], right[0], right[2]))),
			"receipt: the signature is not one of this key over this content"},
		{"a hash less", edited(proof(cInt(7), cInt(3), path(right[:2]...))),
			"receipt: proof of inclusion: found 2 hashes, which is the wrong number for entry 3 of 7"},
		{"a hash more", edited(proof(cInt(7), cInt(3), path(append(slices.Clone(right), sum())...))),
			"receipt: proof of inclusion: found 4 hashes, which is the wrong number for entry 3 of 7"},
		{"a hash of 31 bytes", edited(proof(cInt(7), cInt(3), path(right[0], right[1], right[2][1:]))),
			"receipt: found a hash of 31 bytes in a proof, want 32"},
		{"65 hashes", edited(proof(cInt(7), cInt(3), path(slices.Repeat([][]byte{sum()}, 65)...))),
			"receipt: found a proof of 65 hashes, want at most 64"},
		{"a proof of two parts", edited(proof(cInt(7), cInt(3))),
			"receipt: proof of inclusion: found an array where none is wanted, or one of another length"},
		{"a proof of four parts", edited(proof(cInt(7), cInt(3), path(right...), cInt(0))),
			"receipt: proof of inclusion: found an array where none is wanted, or one of another length"},
		{"a size that is not the shortest", edited(proof([]byte{0x18, 7}, cInt(3), path(right...))),
			"receipt: proof of inclusion: found an encoding that is not the deterministic one of what it should hold"},
		{"a receipt for the entry before", handmadeReceipt(d, 2, log).seal(log),
			"receipt: the signature is not one of this key over this content"},
		{"a receipt of a log without the statement", handmadeReceipt(entries(7), 3, log).seal(log),
			"receipt: the signature is not one of this key over this content"},
		{"a receipt in the receipt", edited(func(m *message1) {
			m.unprotected = append(m.unprotected, [2][]byte{cInt(394), cArray(cBytes(good))})
		}),
			"receipt: unprotected header: found a key that is not known"},
		{"a signature of 63 bytes", edited(func(m *message1) { m.signature = signature[:63] }),
			"receipt: found a signature of 63 bytes, want 64"},
		{"no signature", edited(func(m *message1) { m.signature = []byte{} }),
			"receipt: found a signature of 0 bytes, want 64"},
		{"no tag", good[1:], "receipt: found what is no COSE_Sign1 message, want tag 18 and an array of 4"},
		{"a byte behind it", append(slices.Clone(good), 0), "receipt: COSE_Sign1: found bytes after the end"},
		{"a statement in its place", s.Entry(), "receipt: header: found a key that is not known"},
		{"too much", append(slices.Clone(good), make([]byte, maxSize)...),
			"receipt: found 65794 bytes, want at most 65536"},
	} {
		t.Run(c.title, func(t *testing.T) {
			second := named(t, "ed25519", "second").Public().String()
			trust := trusting(t, "issuer "+issuerURI+" %es256k", "log "+origin+" %log",
				"log example.org/second "+second)
			with := *s
			with.Receipts = [][]byte{c.data}
			if c.title == "too much" {
				_, err := ParseReceipt(c.data)
				want(t, err, c.reason)
				return
			}
			want(t, judge(trust, with.Bytes()), c.reason)
		})
	}
}

func TestSignReceiptRefuses(t *testing.T) {
	d := entries(7)
	log := named(t, "ed25519", "log")
	good := Receipt{Origin: origin, Issued: day, Size: 7, Index: 3, Path: d.inclusion(3)}
	for _, c := range []struct {
		title  string
		key    *PrivateKey
		edit   func(*Receipt)
		reason string
	}{
		{"a key on secp256k1", named(t, "es256k", "log"), func(*Receipt) {},
			"found a key of type es256k for a log, want ed25519"},
		{"no origin", log, func(r *Receipt) { r.Origin = "" }, "found no origin"},
		{"a year beyond 9999", log, func(r *Receipt) { r.Issued = day.AddDate(8000, 0, 0) },
			"found 254225476800 seconds since 1970 as time of issue, want a time from then on and before the year 10000"},
		{"an index beyond the log", log, func(r *Receipt) { r.Index = 7 }, "found index 7 in a log of 7 entries"},
		{"a path that is short", log, func(r *Receipt) { r.Path = r.Path[1:] },
			"proof of inclusion: found 2 hashes, which is the wrong number for entry 3 of 7"},
		{"a hash of no bytes", log, func(r *Receipt) { r.Path = [][]byte{{}} },
			"found a hash of 0 bytes in a proof, want 32"},
	} {
		t.Run(c.title, func(t *testing.T) {
			r := good
			c.edit(&r)
			_, err := SignReceipt(r, d[3], c.key)
			want(t, err, c.reason)
		})
	}
}

func TestCheckpoint(t *testing.T) {
	k, other, second := named(t, "ed25519", "log"), named(t, "ed25519", "another log"), named(t, "ed25519", "second")
	trust := trusting(t, "log "+origin+" %log", "log "+origin+" "+second.Public().String(),
		"log example.org/other "+other.Public().String())
	d := entries(7)
	good := string(d.checkpoint(t, origin, k))
	root := base64Of(d.root())
	text := func(lines ...string) string { return string(noted(t, strings.Join(lines, "\n")+"\n", origin, k)) }
	for _, c := range []struct{ title, data, reason string }{
		{"as it is", good, ""},
		{"with a witness's signature too", good + "— witness.example " + base64Of(make([]byte, 80)) + "\n", ""},
		{"with the second key of the log", string(d.checkpoint(t, origin, second)), ""},

		{"signed with another log's key", string(d.checkpoint(t, origin, other)),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"another log's, signed with this one's key", string(d.checkpoint(t, "example.org/other", k)),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/other\""},
		{"of a log that is not trusted", string(d.checkpoint(t, "example.org/third", k)),
			"checkpoint: not trusted: found log \"example.org/third\", which the file of trust does not name"},
		{"of another origin, not signed", strings.Replace(good, origin, "example.org/other", 1),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/other\""},
		{"another size", strings.Replace(good, "\n7\n", "\n8\n", 1),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"another root", strings.Replace(good, root, base64Of(sum()), 1),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a line after the root", string(d.checkpoint(t, origin, k, "more\n")),
			"checkpoint: found lines after the root"},
		{"a size with a zero before it", text(origin, "07", root),
			"checkpoint: found a size or a root that is not written as it should be"},
		{"a size with a sign", text(origin, "+7", root),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a negative size", text(origin, "-7", root),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a size that is none", text(origin, "many", root),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a size beyond all logs", text(origin, "9223372036854775808", root),
			"checkpoint: found 9223372036854775808 entries, want at most 9223372036854775807"},
		{"a size beyond all numbers", text(origin, "18446744073709551616", root),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a root of 31 bytes", text(origin, "7", base64Of(d.root()[1:])),
			"checkpoint: found a size or a root that is not written as it should be"},
		{"a root without padding", text(origin, "7", strings.TrimRight(root, "=")),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a root with bits that say nothing", text(origin, "7", root[:42]+"B="),
			"checkpoint: found a size or a root that is not written as it should be"},
		{"no root", text(origin, "7"),
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"no signature", good[:strings.Index(good, "\n\n")+2],
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a signature cut", good[:len(good)-5] + "\n",
			"checkpoint: not trusted: it is no checkpoint, or not signed with a key of log \"example.org/evidence\""},
		{"a line before it", "\n" + good, "checkpoint: found no origin"},
		{"a space in the origin", "a b\n" + good,
			"checkpoint: found origin \"a b\", want a name without spaces and plus signs, such as example.org/evidence"},
		{"garbage", "\x00\x01\x02", "checkpoint: found origin \"\\x00\\x01\\x02\", want characters that can be shown"},
		{"a receipt", string(d.receipt(t, 3, origin, day, k)),
			"checkpoint: found origin of 258 bytes, want at most 256"},
		{"nothing", "", "checkpoint: found no origin"},
		{"too much", good + strings.Repeat("— a b\n", 3000), "checkpoint: found 24187 bytes, want at most 16384"},
	} {
		t.Run(c.title, func(t *testing.T) {
			found, err := trust.Checkpoint([]byte(c.data))
			want(t, err, c.reason)
			if err == nil && (found.Origin != origin || found.Size != 7 || !bytes.Equal(found.Root, d.root())) {
				t.Errorf("found %+v", found)
			}
		})
	}
}

// TestNoteKeys establishes that the notes of others are the ones that are read here.
func TestNoteKeys(t *testing.T) {
	k := named(t, "ed25519", "log")
	text, err := NoteKey(origin, k.Public())
	if err != nil || !strings.HasPrefix(text, origin+"+") {
		t.Fatalf("found %q and error %v", text, err)
	}
	d := entries(3)
	c, _, _, err := log.ParseCheckpoint(d.checkpoint(t, origin, k), origin, NoteVerifier(origin, k.Public()))
	if err != nil || c.Size != 3 || !bytes.Equal(c.Hash, d.root()) {
		t.Errorf("found %+v and error %v", c, err)
	}
	secp := named(t, "es256k", "log")
	_, err = NoteKey(origin, secp.Public())
	want(t, err, "found a key of type es256k for a log, want ed25519")
	_, err = NoteSigner(origin, secp)
	want(t, err, "found a key of type es256k for a log, want ed25519")
	_, err = NoteSigner("a b", k)
	want(t, err, `found origin "a b", want a name without spaces and plus signs, such as example.org/evidence`)
	_, err = NoteKey("", k.Public())
	want(t, err, "found no origin")
}
