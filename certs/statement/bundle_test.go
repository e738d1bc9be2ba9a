package statement

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
)

// This file tests aggregates and bundles.

func checkpointText(t testing.TB, k *PrivateKey, text string) []byte {
	t.Helper()
	name, _, _ := strings.Cut(text, "\n")
	signer, err := NoteSigner(name, k)
	if err != nil {
		t.Fatal(err)
	}
	data, err := note.Sign(&note.Note{Text: text}, signer)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func checkpoint(t testing.TB, k *PrivateKey, origin string, size uint64, root []byte) []byte {
	return checkpointText(t, k, fmt.Sprintf("%s\n%d\n%s\n", origin, size, base64.StdEncoding.EncodeToString(root)))
}

// tree is a log in memory.
type tree [][]byte

// hashes returns the hashes of the given nodes of the tree with its first size entries.
func (l tree) hashes(size uint64, ids []compact.NodeID) [][]byte {
	known := map[compact.NodeID][]byte{}
	r := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
	for _, e := range l[:size] {
		r.Append(LeafHash(e), func(id compact.NodeID, h []byte) { known[id] = h })
	}
	var hs [][]byte
	for _, id := range ids {
		hs = append(hs, known[id])
	}
	return hs
}

func (l tree) root(size uint64) []byte {
	r := (&compact.RangeFactory{Hash: rfc6962.DefaultHasher.HashChildren}).NewEmptyRange(0)
	for _, e := range l[:size] {
		r.Append(LeafHash(e), nil)
	}
	return must(r.GetRootHash(nil))
}

func (l tree) path(size uint64, nodes proof.Nodes) [][]byte {
	return must(nodes.Rehash(l.hashes(size, nodes.IDs), rfc6962.DefaultHasher.HashChildren))
}

func (l tree) inclusion(index, size uint64) [][]byte {
	return l.path(size, must(proof.Inclusion(index, size)))
}

func (l tree) consistency(old, size uint64) [][]byte {
	return l.path(size, must(proof.Consistency(old, size)))
}

// bundleOf returns a bundle of what the log has at the given size, with receipts of an earlier size.
func bundleOf(t testing.TB, log *PrivateKey, l tree, indices []uint64, before, size uint64) *Bundle {
	t.Helper()
	b := &Bundle{Certificate: cert, Checkpoint: checkpoint(t, log, origin, size, l.root(size))}
	for _, i := range indices {
		s := must(Parse(l[i]))
		r := must(SignReceipt(Receipt{Origin: origin, Issued: noon, Size: before, Index: i, Path: l.inclusion(i, before)}, l[i], log))
		s.Receipts = [][]byte{r}
		b.Statements = append(b.Statements, Logged{s.Bytes(), l.inclusion(i, size), l.consistency(before, size)})
	}
	return b
}

func TestBundle(t *testing.T) {
	ci, anna, log := key(t, "es256k", 1), key(t, "bls12-381", 2), key(t, "ed25519", 9)
	trust := trusting(t, line(ci, issuer), line(anna, "https://anna.example"), line(log, origin))
	bySomebody := func(s *Statement) { s.Issuer, s.Review = "https://anna.example", review }
	l := tree{[]byte("genesis"), signedBy(t, ci).Entry(), []byte("other"), signedBy(t, anna, bySomebody).Entry(), []byte("more"), []byte("and more"), []byte("last")}
	whole := func() *Bundle { return bundleOf(t, log, l, []uint64{1, 3}, 4, 7) }
	forked := slices.Clone(l)
	forked[2] = []byte("another")

	if b, err := ParseBundle(whole().Bytes()); err != nil {
		t.Fatal(err)
	} else if v, c, err := b.Verify(trust, finding, noon); err != nil || len(v) != 2 || c.Size != 7 || Issuers(v) != 2 {
		t.Fatalf("found %+v, %+v, %v", v, c, err)
	}
	for _, c := range []struct {
		title  string
		change func(b *Bundle)
		want   string
	}{
		{"the checkpoint of another log", func(b *Bundle) { b.Checkpoint = checkpoint(t, log, "example.net/log", 7, l.root(7)) }, "does not name"},
		{"a checkpoint by another key", func(b *Bundle) { b.Checkpoint = checkpoint(t, key(t, "ed25519", 8), origin, 7, l.root(7)) }, "not signed with"},
		{"a checkpoint of another size", func(b *Bundle) { b.Checkpoint = checkpoint(t, log, origin, 6, l.root(6)) }, "the checkpoint does not have the statement"},
		{"a checkpoint from before the receipts", func(b *Bundle) { b.Checkpoint = checkpoint(t, log, origin, 3, l.root(3)) }, "found a checkpoint of 3 entries, want at least the 4 of the receipt"},
		{"a checkpoint of a log that forked", func(b *Bundle) { b.Checkpoint = checkpoint(t, log, origin, 7, tree(forked).root(7)) }, "the checkpoint does not have"},
		{"a log that forked, with its proofs", func(b *Bundle) {
			other := bundleOf(t, log, forked, []uint64{1, 3}, 4, 7)
			b.Checkpoint = other.Checkpoint
			for i := range b.Statements {
				b.Statements[i].Inclusion, b.Statements[i].Consistency = other.Statements[i].Inclusion, other.Statements[i].Consistency
			}
		}, "is not the one of the receipt"},
		{"the proof of another entry", func(b *Bundle) { b.Statements[0].Inclusion = b.Statements[1].Inclusion }, "the checkpoint does not have"},
		{"no proof", func(b *Bundle) { b.Statements[0].Inclusion = nil }, "the checkpoint does not have"},
		{"a longer proof", func(b *Bundle) { b.Statements[0].Inclusion = append(b.Statements[0].Inclusion, make([]byte, 32)) }, "the checkpoint does not have"},
		{"a proof of short hashes", func(b *Bundle) { b.Statements[0].Inclusion = [][]byte{{1}} }, "hash of 1 bytes"},
		{"no proof of consistency", func(b *Bundle) { b.Statements[1].Consistency = nil }, "is not the one of the receipt"},
		{"another proof of consistency", func(b *Bundle) { b.Statements[1].Consistency[0][0] ^= 1 }, "is not the one of the receipt"},
		{"a statement twice", func(b *Bundle) { b.Statements = append(b.Statements, b.Statements[0]) }, "statement 3: found it twice"},
		{"a statement without a receipt", func(b *Bundle) { b.Statements[0].Statement = l[1] }, "found 0 receipts, want 1"},
		{"a statement with two receipts", func(b *Bundle) {
			s := must(Parse(b.Statements[0].Statement))
			s.Receipts = append(s.Receipts, s.Receipts[0])
			b.Statements[0].Statement = s.Bytes()
		}, "found 2 receipts, want 1"},
		{"a statement about another certificate", func(b *Bundle) {
			other := signedBy(t, ci, func(s *Statement) { s.Digest[0] ^= 1 })
			*b = *bundleOf(t, log, tree{l[0], other.Entry()}, []uint64{1}, 2, 2)
		}, "statement 1: the statement is about something else"},
		{"a statement that is none", func(b *Bundle) { b.Statements[1].Statement = []byte("hello") }, "statement 2: not a statement"},
		{"an issuer who is not trusted", func(b *Bundle) {
			other := signedBy(t, key(t, "es256k", 66), func(s *Statement) { s.Issuer = "https://eve.example" })
			*b = *bundleOf(t, log, tree{l[0], other.Entry()}, []uint64{1}, 2, 2)
		}, "whom the file of trust does not name"},
		{"a receipt by the issuer", func(b *Bundle) {
			s := must(Parse(l[1]))
			s.Receipts = [][]byte{receipt(t, ci, l[1], noon)}
			b.Statements[0].Statement = s.Bytes()
		}, "receipt: not trusted: found key ID"},
	} {
		b := whole()
		c.change(b)
		again, err := ParseBundle(b.Bytes())
		if err != nil {
			t.Errorf("%s: %v", c.title, err)
			continue
		}
		if _, _, err := again.Verify(trust, finding, noon); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, want one with %q", c.title, err, c.want)
		}
	}
	good := whole().Bytes()
	var parts map[string]any
	if err := decMode.Unmarshal(good, &parts); err != nil {
		t.Fatal(err)
	}
	with := func(key string, value any) []byte {
		m := map[string]any{}
		for k, v := range parts {
			m[k] = v
		}
		if m[key] = value; value == nil {
			delete(m, key)
		}
		return must(encMode.Marshal(m))
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"nothing", nil, "not a bundle"},
		{"surplus bytes", append(slices.Clone(good), 0), "not a bundle"},
		{"a surplus part", with("more", 1), "unknown field"},
		{"no certificate", with("certificate", nil), "not a bundle"},
		{"no statements", with("statements", []any{}), "found 0 statements"},
		{"no checkpoint", with("checkpoint", nil), "not a bundle"},
		{"no version", with("version", nil), "not a bundle"},
		{"another version", with("version", 2), "version 2"},
		{"another kind", with("kind", "parcel"), `found kind "parcel"`},
		{"statements that are text", with("statements", "text"), "not a bundle"},
		{"a surplus part of a statement", with("statements", []any{map[string]any{"statement": []byte{}, "inclusion": []any{}, "consistency": []any{}, "more": 1}}), "unknown field"},
		{"a statement without its proof", with("statements", []any{map[string]any{"statement": []byte{}, "consistency": []any{}}}), "not a bundle"},
	} {
		if _, err := ParseBundle(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found error %v, want one with %q", c.title, err, c.want)
		}
	}
	defer func() {
		if p := recover(); p == nil || !strings.HasPrefix(fmt.Sprint(p), "statement: ") {
			t.Errorf("found panic %v for a finding about another certificate", p)
		}
	}()
	whole().Verify(trust, Finding{}, noon)
}

// auditors returns statements by n auditors with keys of BLS, and the lines that trust them.
func auditors(t testing.TB, n byte) (all []*Statement, lines []string) {
	for i := range n {
		name := fmt.Sprintf("https://auditor%d.example", i)
		k := key(t, "bls12-381", 100+i)
		all = append(all, signedBy(t, k, func(s *Statement) { s.Issuer, s.Review = name, review }))
		lines = append(lines, line(k, name))
	}
	return all, lines
}

func TestAggregate(t *testing.T) {
	all, lines := auditors(t, 4)
	trust := trusting(t, lines...)
	join := func(s ...*Statement) *Aggregate {
		a, err := Join(s)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	good := join(all[2], all[0], all[1])
	again, err := ParseAggregate(good.Bytes())
	if err != nil || !bytes.Equal(again.Bytes(), good.Bytes()) || !IsAggregate(good.Bytes()) || IsBundle(good.Bytes()) {
		t.Fatalf("found %+v, %v", again, err)
	}
	if !bytes.Equal(join(all[:3]...).Bytes(), good.Bytes()) {
		t.Error("the order of the statements changes the aggregate")
	}
	if v, err := trust.VouchAll(again, finding, noon); err != nil || Issuers(v) != 3 {
		t.Fatalf("found %+v, %v", v, err)
	}
	wrong := *all[0]
	wrong.Signature = all[1].Signature
	for _, c := range []struct {
		title string
		a     *Aggregate
		f     Finding
		trust *Trust
		want  string
	}{
		{"one is left out", &Aggregate{good.Statements[:2], good.Signature}, finding, trust, "the signature is not one"},
		{"one is added", &Aggregate{join(all...).Statements, good.Signature}, finding, trust, "the signature is not one"},
		{"one is another", &Aggregate{join(all[0], all[1], all[3]).Statements, good.Signature}, finding, trust, "the signature is not one"},
		{"one signature is bad", join(&wrong, all[1], all[2]), finding, trust, "the signature is not one"},
		{"one is not trusted", good, finding, trusting(t, lines[:2]...), "whom the file of trust does not name"},
		{"another certificate", good, Finding{Subject: finding.Subject}, trust, "about something else"},
		{"another verdict", good, Finding{finding.Digest, finding.Subject, "valid safe"}, trust, "found verdict"},
		{"a key that is not trusted any more", good, finding, trusting(t, lines[0]+" until=2026-01-01", lines[1], lines[2]), "trusted until"},
	} {
		if v, err := c.trust.VouchAll(c.a, c.f, noon); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %+v, error %v, want one with %q", c.title, v, err, c.want)
		}
	}
	other := signedBy(t, key(t, "bls12-381", 101), func(s *Statement) { s.Digest[0] ^= 1 })
	for _, c := range []struct {
		title string
		all   []*Statement
		want  string
	}{
		{"nobody", nil, "found 0 statements"},
		{"one that is not of BLS", []*Statement{all[0], signedBy(t, key(t, "es256k", 1))}, "want -65601, BLS"},
		{"one twice", []*Statement{all[0], all[0]}, "two statements signed with key"},
		{"one about another certificate", []*Statement{all[0], other}, "about different certificates"},
		{"a signature that is none", []*Statement{{protected: all[0].protected, Algorithm: BLS, Signature: make([]byte, 96)}}, ""},
	} {
		if a, err := Join(c.all); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %+v, error %v, want one with %q", c.title, a, err, c.want)
		}
	}
	parts := aggregate{kindAggregate, 1, finding.Digest[:], [][]byte{good.Statements[0].protected, good.Statements[1].protected}, good.Signature}
	with := func(change func(*aggregate)) []byte {
		p := parts
		p.Headers = slices.Clone(p.Headers)
		change(&p)
		return encode(p)
	}
	for _, c := range []struct {
		title string
		data  []byte
		want  string
	}{
		{"nothing", nil, ""},
		{"surplus", append(with(func(*aggregate) {}), 0), ""},
		{"another kind", with(func(a *aggregate) { a.Kind = "bundle" }), `found kind "bundle"`},
		{"another version", with(func(a *aggregate) { a.Version = 2 }), "version 2"},
		{"a short digest", with(func(a *aggregate) { a.Digest = a.Digest[:31] }), "digest of 31 bytes"},
		{"nobody", with(func(a *aggregate) { a.Headers = nil }), "found 0 statements"},
		{"out of order", with(func(a *aggregate) { slices.Reverse(a.Headers) }), "out of order"},
		{"one twice", with(func(a *aggregate) { a.Headers[1] = a.Headers[0] }), "two statements signed with key"},
		{"a header of another algorithm", with(func(a *aggregate) { a.Headers[0] = signedBy(t, key(t, "es256k", 1)).protected }), "found a statement signed with algorithm -47"},
		{"a header that is none", with(func(a *aggregate) { a.Headers[0] = []byte{0xa0} }), "not an aggregate"},
		{"too many", with(func(a *aggregate) { a.Headers = slices.Repeat(a.Headers, 6000) }), "want at most 10000"},
	} {
		if a, err := ParseAggregate(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %+v, error %v, want one with %q", c.title, a, err, c.want)
		}
	}
}

func FuzzBundle(f *testing.F) {
	ci, log := key(f, "es256k", 1), key(f, "ed25519", 9)
	l := tree{[]byte("genesis"), signedBy(f, ci).Entry(), []byte("last")}
	f.Add(bundleOf(f, log, l, []uint64{1}, 2, 3).Bytes())
	trust := trusting(f, line(ci, issuer), line(log, origin))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBundle(data)
		if err != nil {
			return
		}
		if !bytes.Equal(b.Bytes(), data) {
			t.Error("found another encoding of a bundle")
		}
		at := finding
		at.Digest = sha256.Sum256(b.Certificate)
		b.Verify(trust, at, noon)
	})
}

func FuzzAggregate(f *testing.F) {
	all, lines := auditors(f, 2)
	f.Add(must(Join(all)).Bytes())
	trust := trusting(f, lines...)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := ParseAggregate(data)
		if err != nil {
			return
		}
		if !bytes.Equal(a.Bytes(), data) {
			t.Error("found another encoding of an aggregate")
		}
		trust.VouchAll(a, finding, noon)
	})
}
