// Package cluster carries the jobs of a search to worker processes and their answers back, over NATS JetStream.
//
// Whoever asks is a [Fleet]: it has a server of its own in this process, with workers that it starts, or it uses one
// that there is. A [Queue] is what a search of one program sees of it. A [Worker] does jobs until its context ends.
// Nothing here decides a verdict: an answer is a message of a stranger, and package finder has it run and checked.
package cluster

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// This file defines how a process comes to a cluster.

// Access says where a cluster is, and with which credentials one comes to it.
type Access struct {
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
	Creds string `json:"-"` // a file of credentials, as NATS has them
	CA    string `json:"-"` // a file of certificates that vouch for the server's
	Cert  string `json:"-"` // a file with the client's certificate
	Key   string `json:"-"` // and one with its key
}

// Valid returns an error that names the flag that cannot be right.
func (a Access) Valid() error {
	for _, address := range strings.Split(a.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(address))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" && u.Scheme != "ws" &&
			u.Scheme != "wss" {
			return fmt.Errorf("--cluster: found %.60q, want an address such as nats://host:4222 or tls://host:4222",
				Redacted(address))
		}
	}
	for _, f := range []struct{ flag, name string }{{"creds", a.Creds}, {"tls-ca", a.CA}, {"tls-cert", a.Cert},
		{"tls-key", a.Key}} {
		if f.name == "" {
			continue
		}
		if _, err := os.Stat(f.name); err != nil {
			return fmt.Errorf("--%s: %w", f.flag, err)
		}
	}
	if (a.Cert == "") != (a.Key == "") {
		return errors.New("--tls-cert: found one of --tls-cert and --tls-key, want both")
	}
	return nil
}

// Redacted returns an address without its password.
func Redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an address that cannot be read"
	}
	return u.Redacted()
}

// connectTime is how long a connection may take.
const connectTime = 5 * time.Second

// connect connects as a client of some name.
func (a Access) connect(name string, more ...nats.Option) (*nats.Conn, error) {
	o := append([]nats.Option{nats.Name(name), nats.Timeout(connectTime), nats.MaxReconnects(-1),
		nats.ReconnectWait(time.Second), nats.ReconnectBufSize(-1)}, more...)
	if a.Token != "" {
		o = append(o, nats.Token(a.Token))
	}
	if a.Creds != "" {
		o = append(o, nats.UserCredentials(a.Creds))
	}
	if a.CA != "" {
		o = append(o, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		o = append(o, nats.ClientCert(a.Cert, a.Key))
	}
	c, err := nats.Connect(a.URL, o...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Redacted(a.URL), err)
	}
	return c, nil
}

// connectPatiently connects as connect does, and waits for a server that is not there yet. It calls tell with why it
// waits, then and whenever the server has gone. A server that is there and ends the connection refuses the client: by
// TLS 1.3, the client may be told no more of that.
func (a Access) connectPatiently(name string, tell func(error)) (*nats.Conn, error) {
	c, err := a.connect(name)
	if err == nil || !absent(err) {
		return c, err
	}
	tell(err)
	return a.connect(name, nats.RetryOnFailedConnect(true),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { tell(err) }))
}

// absent reports whether an error says that no server is there, or that it does not answer.
func absent(err error) bool {
	var e *net.OpError
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) ||
		errors.As(err, &e) && (e.Op == "dial" || e.Timeout())
}
