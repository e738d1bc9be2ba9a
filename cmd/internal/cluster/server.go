package cluster

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// This file defines the server in this process.

// Server is a NATS server in this process. It listens on the loopback address only, to whoever knows a token that was
// made at random.
type Server struct {
	server *server.Server
	dir    string
	Access
}

// startTime is how long a server may take to be ready.
const startTime = 10 * time.Second

// memoryOfServer bounds what is stored in a server in this process, in bytes. All of it is in memory.
const memoryOfServer = 1 << 30

// StartServer starts a server.
func StartServer() (*Server, error) {
	dir, err := os.MkdirTemp("", "vouch-cluster-")
	if err != nil {
		return nil, err
	}
	token := rand.Text()
	s, err := server.NewServer(&server.Options{
		ServerName: "vouch", Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token, NoLog: true,
		NoSigs:    true,
		JetStream: true, StoreDir: dir, JetStreamMaxMemory: memoryOfServer, JetStreamMaxStore: 1,
		MaxPayload: 2 * maxInline,
	})
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	go s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		os.RemoveAll(dir)
		return nil, errors.New("the server in this process does not come up")
	}
	return &Server{s, dir, Access{URL: fmt.Sprintf("nats://%s", s.Addr()), Token: token}}, nil
}

// Close stops the server, and removes what it has written.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
	os.RemoveAll(s.dir)
}
