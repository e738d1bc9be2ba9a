package checkcmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"vouch/checker"
	"vouch/kernel"
	"vouch/kernel/encode"
)

// This file defines how --kernel has a certificate's claim proved again. vouch elaborate writes the proof, in a process
// of its own. It is not trusted: the kernel in this process checks each step, and what is proved has to be the claim
// that the checker accepted, about the same program.

// errUnproved is wrapped if the kernel has not shown the claim of a valid certificate.
var errUnproved = errors.New("the kernel has not shown the claim")

// proveAgain returns what the kernel shows of what v says, and an error if it shows nothing.
func proveAgain(ctx context.Context, data []byte, v *checker.Verdict, l checker.Limits) (shown string, err error) {
	path, err := elaborator()
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnproved, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := exec.CommandContext(ctx, path, "elaborate", "-", fmt.Sprintf("--max-bytes=%d", l.MaxBytes),
		fmt.Sprintf("--max-steps=%d", l.MaxSteps), fmt.Sprintf("--max-memory=%d", l.MaxMemory))
	var said bytes.Buffer
	c.Stdin, c.Stderr = bytes.NewReader(data), &head{left: 4096, into: &said}
	proof, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errUnproved, err)
	}
	t, refused := kernel.Check(proof)
	cancel()
	if err := c.Wait(); err != nil && refused != nil && said.Len() > 0 {
		refused = errors.New(strings.TrimPrefix(strings.TrimSpace(said.String()), "stdin: "))
	}
	if refused != nil {
		return "", fmt.Errorf("%w: %s", errUnproved, printable(refused.Error()))
	}
	class, _ := encode.Class(v)
	if t.Program() == sha256.Sum256(encode.Program(v.Lowered)) {
		switch claim := t.Claim(); {
		case same(claim, class), same(claim, encode.Claim(v)) && claim.Kind == kernel.Safe:
			return "the kernel has shown it", nil
		case same(claim, encode.Claim(v)):
			return "the kernel has shown that this input fails", nil
		}
	}
	return "", fmt.Errorf("%w: found a proof of another claim, or about another program", errUnproved)
}

// same reports whether two claims are the same.
func same(a, b kernel.Claim) bool {
	return bytes.Equal(encode.Item(nil).About(a), encode.Item(nil).About(b))
}

// head passes on the first bytes only.
type head struct {
	left int
	into io.Writer
}

func (h *head) Write(p []byte) (int, error) {
	n := min(len(p), h.left)
	h.left -= n
	h.into.Write(p[:n])
	return len(p), nil
}

// elaborator returns the path of vouch: beside this program, or as the shell would find it.
func elaborator() (string, error) {
	self, err := os.Executable()
	if err == nil {
		if path := filepath.Join(filepath.Dir(self), "vouch"); executable(path) {
			return path, nil
		}
	}
	path, err := exec.LookPath("vouch")
	if err != nil {
		return "", errors.New("found no vouch beside this program or in PATH, which writes the proof for --kernel")
	}
	return path, nil
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
