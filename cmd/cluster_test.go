package cmd

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// This file tests commands over a cluster: what they take from one another, how they come to it, and what is left of
// a search that was killed.

// runServer runs a server with JetStream.
func runServer(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.Port, o.JetStream, o.StoreDir = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir()
	o.NoLog, o.NoSigs = true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(patience) {
		t.Fatal("the server does not come up")
	}
	return s
}

// runWorker runs a worker of the cluster that some flags name, until the test ends.
func runWorker(t *testing.T, flags ...string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	worker := exec.CommandContext(ctx, "vouch", append([]string{"worker"}, flags...)...)
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		worker.Wait()
	})
	for ; ctx.Err() == nil; time.Sleep(time.Second / 10) {
		out, err := exec.Command("vouch", append([]string{"cluster", "status"}, flags...)...).CombinedOutput()
		if err == nil && !strings.Contains(string(out), "no workers") {
			return
		}
	}
	t.Fatal("no worker comes")
}

// clustered starts a cluster with a worker, and returns its address.
func clustered(t *testing.T) string {
	t.Helper()
	address := "nats://" + runServer(t, &server.Options{}).Addr().String()
	runWorker(t, "--cluster", address)
	return address
}

// stored returns what a cluster stores.
func stored(t *testing.T, address string) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// folder writes files into a new folder, and returns it.
func folder(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSharedCache: what a search has found is taken from the cluster by a search in another folder, with the same
// verdict. If there is something else in its place, the search is made, and its result takes the place again.
func TestSharedCache(t *testing.T) {
	address := clustered(t)
	find := func(title, source, want, how string) {
		t.Helper()
		cmd := exec.Command("vouch", "find", "--cluster", address, "--cache", "cluster", "p.imp")
		cmd.Dir = folder(t, map[string]string{"p.imp": source})
		out, err := cmd.CombinedOutput()
		if status := cmd.ProcessState.ExitCode(); status > 1 || !strings.Contains(string(out), how) ||
			!strings.Contains(string(out), "p.imp: "+want) || strings.Contains(string(out), "contradict") {
			t.Errorf("%s: found %s, %v, want %q and %q", title, out, err, want, how)
		}
	}
	const made, taken = "states explored", "from the cache, and checked again"
	const right, wrong = "input x\nassert x * x >= 0\n", "input x\nassert x * x >= 1\n"
	find("first", right, "safe", made)
	find("second", right, "safe", taken)
	find("third", right, "safe", taken)

	results, err := stored(t, address).ObjectStore(t.Context(), "vouch-results")
	if err != nil {
		t.Fatal(err)
	}
	names := func() (all []string) {
		list, err := results.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range list {
			all = append(all, o.Name)
		}
		return all
	}
	safe := names()
	if len(safe) != 1 {
		t.Fatalf("found %d results, want one", len(safe))
	}
	find("another program", wrong, "bug", made)
	get := func(name string) []byte {
		data, err := results.GetBytes(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	good := get(safe[0])
	var bad string
	for _, name := range names() {
		if name != safe[0] {
			bad = name
		}
	}
	for _, c := range []struct {
		title string
		data  []byte
	}{
		{"garbage", []byte("garbage")},
		{"nothing", nil},
		{"the certificate of another program", get(bad)},
		{"a part of a certificate", good[:len(good)/2]},
		{"a certificate of a program that another text replaces", bytes.Replace(good, []byte(">= 0"), []byte(">= 1"), 1)},
		{"a certificate without its proofs", bytes.Replace(good, []byte("assert x * x >= 0"), []byte("skip             "), 1)},
		{"much", make([]byte, 20<<20)},
	} {
		if _, err := results.PutBytes(t.Context(), safe[0], c.data); err != nil {
			t.Fatal(err)
		}
		find(c.title, right, "safe", made)
		find(c.title+", again", right, "safe", taken)
	}
	if _, err := results.PutBytes(t.Context(), bad, good); err != nil {
		t.Fatal(err)
	}
	find("a safe certificate for a program with a bug", wrong, "bug", made)
}

// TestKilledAsker: of a search that is killed, the same command takes up what is known.
func TestKilledAsker(t *testing.T) {
	const inputs = 13
	var source strings.Builder
	for i := range inputs {
		fmt.Fprintf(&source, "input x%d\n", i)
	}
	source.WriteString("s = 0\n")
	for i := range inputs {
		fmt.Fprintf(&source, "if x%d > 0 { s = s + 1 }\n", i)
	}
	fmt.Fprintf(&source, "assert s <= %d\n", inputs)
	dir := folder(t, map[string]string{"wide.imp": source.String()})

	// jobs returns how many jobs were put into the stream of a cluster.
	jobs := func(address string) uint64 {
		stream, err := stored(t, address).Stream(t.Context(), "VOUCH-JOBS")
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().State.LastSeq
	}
	command := func(address, out string) *exec.Cmd {
		cmd := exec.Command("vouch", "find", "--merge", "never", "--loop-limit", "3", "--cluster", address, "--out", out,
			"wide.imp")
		cmd.Dir = dir
		return cmd
	}
	certificate := func(address, out string) string {
		if text, err := command(address, out).CombinedOutput(); err != nil {
			t.Fatalf("found %v: %s", err, text)
		}
		found, err := filepath.Glob(filepath.Join(dir, out, "*.cbor"))
		if err != nil || len(found) != 1 {
			t.Fatalf("found the certificates %q, %v, want one", found, err)
		}
		data, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}

	calm := clustered(t)
	want := certificate(calm, "calm")
	all := jobs(calm)
	address := clustered(t)
	asker := command(address, "killed")
	if err := asker.Start(); err != nil {
		t.Fatal(err)
	}
	const some = 12
	if all < 2*some {
		t.Fatalf("found %d jobs, want %d at least", all, 2*some)
	}
	for began := time.Now(); ; time.Sleep(time.Second / 20) {
		out, err := exec.Command("vouch", "cluster", "status", "--json", "--cluster", address).Output()
		var n int
		if _, rest, ok := strings.Cut(string(out), `"answers":`); err == nil && ok {
			fmt.Sscan(rest, &n)
		}
		if n >= some {
			break
		}
		if time.Since(began) > patience {
			t.Fatalf("found %s, want %d answers", out, some)
		}
	}
	asker.Process.Kill()
	asker.Wait()
	before := jobs(address)
	if got := certificate(address, "again"); got != want {
		t.Error("found another certificate after the asker was killed")
	}
	if more := jobs(address) - before; more > all-some {
		t.Errorf("found %d more jobs after %d answers, want %d at most", more, some, all-some)
	}
}

// authority signs certificates of TLS.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority returns an authority whose own certificate is in a file.
func newAuthority(t *testing.T, file string) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{&x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}, key}
	a.sign(t, a.cert, key, file)
	return a
}

// sign writes a certificate of a key into a file.
func (a *authority) sign(t *testing.T, c *x509.Certificate, key *ecdsa.PrivateKey, file string) {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, c, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
}

// issue writes a new certificate and its key into files NAME.pem and NAME-key.pem.
func (a *authority) issue(t *testing.T, name string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a.sign(t, &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: filepath.Base(name)},
		NotBefore: a.cert.NotBefore, NotAfter: a.cert.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, key, name+".pem")
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	data := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	if err := os.WriteFile(name+"-key.pem", data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// admits tries a search over a cluster with several sets of flags. Those with an empty error come in.
func admits(t *testing.T, cases []admitted) {
	t.Helper()
	dir := folder(t, map[string]string{"p.imp": "input x\nassert x * x >= 0\n"})
	for _, c := range cases {
		for _, command := range [][]string{{"cluster", "status"}, {"worker"}, {"find", "--cache", "cluster", "p.imp"}} {
			if command[0] == "worker" && (c.want == "" || c.waits) {
				continue
			}
			ctx, stop := context.WithTimeout(t.Context(), patience)
			cmd := exec.CommandContext(ctx, "vouch", append(command, c.flags...)...)
			cmd.Dir = dir
			out, _ := cmd.CombinedOutput()
			stop()
			if c.want == "" && !cmd.ProcessState.Success() || !strings.Contains(string(out), c.want) {
				t.Errorf("%s: vouch %s: found %s: %s, want %q", c.title, command[0], cmd.ProcessState, out, c.want)
			}
			if strings.Contains(string(out), "secret") {
				t.Errorf("%s: vouch %s: found the password in %s", c.title, command[0], out)
			}
		}
	}
}

// admitted is a way to come to a cluster.
type admitted struct {
	title string
	flags []string
	want  string
	waits bool // whether a worker waits for a better time
}

// TestTLS: the configuration of examples/cluster lets in who has a certificate, the authority's, and a password.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	right, other := newAuthority(t, at("ca.pem")), newAuthority(t, at("other.pem"))
	right.issue(t, at("server"))
	right.issue(t, at("client"))
	other.issue(t, at("stranger"))
	config, err := os.ReadFile("../examples/cluster/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(config), "/etc/nats/", dir+"/")
	if err := os.WriteFile(at("nats.conf"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FIND_PASSWORD", "secret1")
	t.Setenv("WORKER_PASSWORD", "secret2")
	o, err := server.ProcessConfigFile(at("nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	host := runServer(t, o).Addr().String()
	flags := func(user, password, ca, cert string) []string {
		all := []string{"--cluster", fmt.Sprintf("tls://%s:%s@%s", user, password, host)}
		if ca != "" {
			all = append(all, "--tls-ca", at(ca))
		}
		if cert != "" {
			all = append(all, "--tls-cert", at(cert+".pem"), "--tls-key", at(cert+"-key.pem"))
		}
		return all
	}
	runWorker(t, flags("worker", "secret2", "ca.pem", "client")...)
	admits(t, []admitted{
		{"all is right", flags("find", "secret1", "ca.pem", "client"), "", false},
		{"a wrong password", flags("find", "secret2", "ca.pem", "client"), "Authorization Violation", false},
		{"a user that there is not", flags("eve", "secret1", "ca.pem", "client"), "Authorization Violation", false},
		{"no certificate", flags("find", "secret1", "ca.pem", ""), "tls", false},
		{"a certificate of another authority", flags("find", "secret1", "ca.pem", "stranger"), "tls", false},
		{"an authority that does not vouch for the server", flags("find", "secret1", "other.pem", "client"),
			"certificate signed by unknown authority", false},
		{"the authorities of the machine", flags("find", "secret1", "", "client"),
			"certificate signed by unknown authority", false},
	})
}

// TestCreds: a file of credentials, as NATS has them, lets in.
func TestCreds(t *testing.T) {
	pair := func(p nkeys.PrefixByte) (k nkeys.KeyPair, public string) {
		k, err := nkeys.CreatePair(p)
		if err != nil {
			t.Fatal(err)
		}
		if public, err = k.PublicKey(); err != nil {
			t.Fatal(err)
		}
		return k, public
	}
	must := func(text string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	operator, operatorName := pair(nkeys.PrefixByteOperator)
	account, accountName := pair(nkeys.PrefixByteAccount)
	system, systemName := pair(nkeys.PrefixByteAccount)
	resolver := &server.MemAccResolver{}
	for name, limits := range map[string]jwt.JetStreamLimits{
		accountName: {MemoryStorage: jwt.NoLimit, DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit,
			Consumer: jwt.NoLimit},
		systemName: {},
	} {
		c := jwt.NewAccountClaims(name)
		c.Limits.JetStreamLimits = limits
		if err := resolver.Store(name, must(c.Encode(operator))); err != nil {
			t.Fatal(err)
		}
	}
	trusted, err := jwt.DecodeOperatorClaims(must(jwt.NewOperatorClaims(operatorName).Encode(operator)))
	if err != nil {
		t.Fatal(err)
	}
	host := runServer(t, &server.Options{TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: resolver,
		SystemAccount: systemName}).Addr().String()
	dir := t.TempDir()
	creds := func(file string, signer nkeys.KeyPair) []string {
		user, name := pair(nkeys.PrefixByteUser)
		seed, err := user.Seed()
		if err != nil {
			t.Fatal(err)
		}
		data, err := jwt.FormatUserConfig(must(jwt.NewUserClaims(name).Encode(signer)), seed)
		if err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(dir, file)
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"--cluster", "nats://" + host, "--creds", file}
	}
	stranger, _ := pair(nkeys.PrefixByteAccount)
	right := creds("right.creds", account)
	runWorker(t, right...)
	admits(t, []admitted{
		{"all is right", right, "", false},
		{"no credentials", []string{"--cluster", "nats://" + host}, "Authorization Violation", false},
		{"credentials of an account that there is not", creds("stranger.creds", stranger), "Authorization Violation", false},
		{"credentials of an account without JetStream", creds("system.creds", system), "JetStream not enabled", true},
	})
}
