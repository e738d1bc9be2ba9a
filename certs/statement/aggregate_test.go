package statement

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"vouch/certs/statement/bls"
)

// This file tests aggregates.

// auditors returns statements by n auditors with keys of BLS, and the file that trusts them.
func auditors(t testing.TB, n int) ([]*Statement, *Trust) {
	t.Helper()
	var all []*Statement
	var lines []string
	for i := range n {
		said := plain()
		said.Issuer, said.Review = fmt.Sprintf("https://auditor%d.example", i), review()
		k := named(t, "bls12-381", said.Issuer)
		all = append(all, signedWith(t, said, k))
		lines = append(lines, "issuer "+said.Issuer+" "+k.Public().String())
	}
	return all, trusting(t, lines...)
}

func joined(t testing.TB, statements []*Statement) *Aggregate {
	t.Helper()
	a, err := Join(statements)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAggregate(t *testing.T) {
	for _, n := range []int{1, 2, 5} {
		all, trust := auditors(t, n)
		a := joined(t, all)
		data := a.Bytes()
		slices.Reverse(all)
		if !bytes.Equal(joined(t, all).Bytes(), data) {
			t.Error("the order of statements matters")
		}
		again, err := ParseAggregate(data)
		if err != nil || !IsAggregate(data) || IsBundle(data) || !bytes.Equal(again.Bytes(), data) {
			t.Fatalf("found %+v and error %v", again, err)
		}
		v, err := trust.VouchAll(again, known(), day)
		if err != nil || len(v) != n || Issuers(v) != n || v[0].Placed {
			t.Errorf("found %d vouchers and error %v", len(v), err)
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	all, _ := auditors(t, 3)
	k := named(t, "bls12-381", "https://auditor0.example")
	said := plain()
	said.Issuer = "https://auditor7.example"
	same := signedWith(t, said, k)
	said.Digest = Digest{}
	about := signedWith(t, said, named(t, "bls12-381", "7"))
	said = plain()
	said.Subject += "0"
	subject := signedWith(t, said, named(t, "bls12-381", "7"))
	damaged := *all[1]
	damaged.Signature = bytes.Repeat([]byte{0x80}, 96)
	for _, c := range []struct {
		title  string
		list   []*Statement
		reason string
	}{
		{"nothing", nil, "found 0 statements, want from 1 to 10000"},
		{"a statement with a key of Ed25519", append(slices.Clone(all),
			signedWith(t, plain(), named(t, "ed25519", "issuer"))),
			"found a statement by \"https://example.org/ci\" signed with algorithm -19, want -65601, BLS"},
		{"a statement twice", append(slices.Clone(all), all[0]),
			"found two statements signed with key 91fc3de4b65877d2b3e9ee6e7d1da359899da41811e2dedf726f3b62750978d0, want one"},
		{"two statements with one key", append(slices.Clone(all), same),
			"found two statements signed with key 91fc3de4b65877d2b3e9ee6e7d1da359899da41811e2dedf726f3b62750978d0, want one"},
		{"a statement about another certificate", append(slices.Clone(all), about),
			"found statements about different certificates, want one"},
		{"a statement about another finding", append(slices.Clone(all), subject),
			"found statements about different certificates, want one"},
		{"a signature that is no point", []*Statement{all[0], &damaged},
			"signature 1: found a signature that is no point of G2: invalid fp.Element encoding"},
	} {
		t.Run(c.title, func(t *testing.T) {
			_, err := Join(c.list)
			want(t, err, c.reason)
		})
	}
}

func TestAggregatesTampered(t *testing.T) {
	all, trust := auditors(t, 4)
	three := all[:3]
	stranger := plain()
	stranger.Issuer = "https://stranger.example"
	by := signedWith(t, stranger, named(t, "bls12-381", "stranger"))
	good := joined(t, three)
	sorted := func(list []*Statement) (headers [][]byte) {
		for _, s := range joined(t, list).Statements {
			headers = append(headers, cBytes(s.protected))
		}
		return headers
	}
	headers := sorted(three)
	encoded := func(edit func(*pairs), headers ...[]byte) []byte {
		f := known()
		m := pairs{
			{cText("kind"), cText("aggregate")}, {cText("version"), cInt(1)},
			{cText("signature"), cBytes(good.Signature)},
			{cText("statements"), cArray(headers...)}, {cText("certificate"), cBytes(f.Digest[:])},
		}
		edit(&m)
		return cMap(m)
	}
	put := func(key string, value []byte) func(*pairs) {
		return func(m *pairs) { *m = m.with(cText(key), value) }
	}
	signature := func(of []*Statement) func(*pairs) {
		return put("signature", cBytes(joined(t, of).Signature))
	}
	nothing := func(*pairs) {}
	foreign := sorted([]*Statement{by})[0]
	older := handmade(named(t, "ed25519", "issuer"))
	infinity := append([]byte{0xc0}, make([]byte, 95)...)
	last := *three[2]
	last.Signature = three[1].Signature
	again := plain()
	again.Issuer, again.Issued = three[0].Issuer, day.AddDate(0, 0, -1)
	earlier := signedWith(t, again, named(t, "bls12-381", three[0].Issuer))

	for _, c := range []struct {
		title  string
		data   []byte
		reason string
	}{
		{"nothing is changed", encoded(nothing, headers...), ""},
		{"a statement is dropped", encoded(nothing, headers[:2]...),
			"the signature is not one of this key over this content"},
		{"a statement is dropped, and its signature", encoded(signature(three[:2]), sorted(three[:2])...), ""},
		{"a statement is added", encoded(nothing, sorted(all)...),
			"the signature is not one of this key over this content"},
		{"a statement is replaced", encoded(nothing, sorted(all[1:])...),
			"the signature is not one of this key over this content"},
		{"a statement is replaced by an earlier one of the same key",
			encoded(nothing, sorted([]*Statement{earlier, three[1], three[2]})...),
			"the signature is not one of this key over this content"},
		{"a statement is there twice", encoded(nothing, headers[0], headers[0], headers[1], headers[2]),
			"not an aggregate: found two statements signed with key 7645fdb30ff8956b532f872b1075f8c8bd8ac9a0759683bf3bf4084a4f47364e, want one"},
		{"two statements with one key",
			encoded(nothing, sortedBytes(append(slices.Clone(headers), cBytes(earlier.protected)))...),
			"not an aggregate: found two statements signed with key 91fc3de4b65877d2b3e9ee6e7d1da359899da41811e2dedf726f3b62750978d0, want one"},
		{"statements in another order", encoded(nothing, headers[1], headers[0], headers[2]),
			"not an aggregate: found statements that are out of order"},
		{"a statement by somebody who is not trusted", encoded(signature(append(slices.Clone(three), by)),
			sorted(append(slices.Clone(three), by))...),
			"not trusted: found issuer \"https://stranger.example\", whom the file of trust does not name"},
		{"only that", encoded(signature([]*Statement{by}), foreign),
			"not trusted: found issuer \"https://stranger.example\", whom the file of trust does not name"},
		{"no statement", encoded(nothing), "not an aggregate: found 0 statements, want from 1 to 10000"},
		{"another certificate", encoded(put("certificate", cBytes(make([]byte, 32))), headers...),
			otherCertificate("0000000000000000000000000000000000000000000000000000000000000000")},
		{"a digest of 31 bytes", encoded(put("certificate", cBytes(make([]byte, 31))), headers...),
			"not an aggregate: found a digest of 31 bytes, want 32"},
		{"a statement signed with Ed25519", encoded(nothing, cBytes(cMap(older.protected))),
			"not an aggregate: statement 1: found algorithm -19, want -65601, BLS"},
		{"a header that is none", encoded(nothing, cBytes([]byte{0xa0})),
			"not an aggregate: statement 1: header: found no key 1"},
		{"a header that is no bytes", encoded(nothing, cMap(older.protected)),
			"not an aggregate: found CBOR of type map, want another type"},
		{"the signature of one", encoded(put("signature", cBytes(three[0].Signature)), headers...),
			"the signature is not one of this key over this content"},
		{"a signature twice in the sum", encoded(put("signature",
			cBytes(must(bls.Aggregate([][]byte{good.Signature, three[0].Signature})))), headers...),
			"the signature is not one of this key over this content"},
		{"one bad signature", encoded(signature([]*Statement{three[0], three[1], &last}), headers...),
			"the signature is not one of this key over this content"},
		{"the point at infinity", encoded(put("signature", cBytes(infinity)), headers...),
			"the signature is not one of this key over this content"},
		{"a signature that is no point", encoded(put("signature", cBytes(bytes.Repeat([]byte{0x80}, 96))), headers...),
			"the signature is not one of this key over this content"},
		{"a signature of 95 bytes", encoded(put("signature", cBytes(good.Signature[1:])), headers...),
			"not an aggregate: found a signature of 95 bytes, want 96"},
		{"no signature", encoded(func(m *pairs) { *m = m.without(cText("signature")) }, headers...),
			"not an aggregate: found no key signature"},
		{"another kind", encoded(put("kind", cText("bundle")), headers...),
			"not an aggregate: found kind \"bundle\" version 1, want \"aggregate\" version 1"},
		{"another version", encoded(put("version", cInt(2)), headers...),
			"not an aggregate: found kind \"aggregate\" version 2, want \"aggregate\" version 1"},
		{"a key more", encoded(put("comment", cText("none")), headers...),
			"not an aggregate: found a key that is not known"},
		{"keys in another order", encoded(func(m *pairs) { slices.Reverse(*m) }, headers...),
			"not an aggregate: found an encoding that is not the deterministic one of what it should hold"},
		{"a byte behind it", append(encoded(nothing, headers...), 0), "not an aggregate: found bytes after the end"},
		{"cut", encoded(nothing, headers...)[:300], "not an aggregate: found the end too early"},
		{"a statement", three[0].Bytes(), "not an aggregate: found a tag, want none"},
		{"nothing", nil, "not an aggregate: found the end too early"},
		{"10,001 statements", encoded(nothing, slices.Repeat([][]byte{{0x40}}, maxSignatures+1)...),
			"not an aggregate: found 10001 statements, want at most 10000"},
		{"too much", make([]byte, maxAggregate+1), "not an aggregate: found more than 4194304 bytes"},
	} {
		t.Run(c.title, func(t *testing.T) {
			a, err := ParseAggregate(c.data)
			if err == nil {
				_, err = trust.VouchAll(a, known(), day)
			}
			want(t, err, c.reason)
		})
	}
}

func sortedBytes(list [][]byte) [][]byte {
	slices.SortFunc(list, func(a, b []byte) int { return bytes.Compare(a[2:], b[2:]) })
	return list
}

// TestAggregateIsJudged establishes that of aggregates as much is asked as of statements.
func TestAggregateIsJudged(t *testing.T) {
	all, trust := auditors(t, 2)
	a := joined(t, all)
	f := known()
	f.Verdict = "valid safe"
	_, err := trust.VouchAll(a, f, day)
	want(t, err, `the statement is about something else: found verdict "valid bug", want "valid safe"`)
	f = known()
	f.Subject += "0"
	_, err = trust.VouchAll(a, f, day)
	if !errors.Is(err, ErrOther) {
		t.Error(err)
	}
	if _, err = trust.VouchAll(a, known(), day.Add(-clockSkew-1)); !errors.Is(err, ErrUntrusted) {
		t.Error(err)
	}
	trust.Issuers[1].Until = day
	if _, err = trust.VouchAll(a, known(), day); !errors.Is(err, ErrUntrusted) {
		t.Error(err)
	}
}

// TestRogueKey is the attack that proofs of possession prevent: a key chosen such that its sum with a victim's is one's
// own. The sum of headers' signatures is over different messages, so even a key without a proof would not do; but none
// gets into a file of trust.
func TestRogueKey(t *testing.T) {
	victim, own := named(t, "bls12-381", "victim"), named(t, "bls12-381", "own")
	for title, raw := range map[string][]byte{
		"the victim's key with a proof of one's own": slices.Concat(victim.public.raw[:48], own.public.raw[48:]),
		"one's own key with the victim's proof":      slices.Concat(own.public.raw[:48], victim.public.raw[48:]),
		"the victim's key, negative": slices.Concat([]byte{victim.public.raw[0] ^ 0x20},
			victim.public.raw[1:]),
	} {
		rogue := &PublicKey{schemeOf(BLS), raw}
		_, err := ParseTrust("trust", []byte("issuer urn:rogue "+rogue.String()))
		if err == nil || !strings.Contains(err.Error(), "proof of possession that does not belong to the key") {
			t.Errorf("%s: found error %v", title, err)
		}
	}
}
