package secret

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// This file defines how passphrases are read.

// maxPassphrase is the length of the longest passphrase, in bytes.
const maxPassphrase = 1024

// passphraseFrom returns the first line of the open file of the given number.
func passphraseFrom(fd int) ([]byte, error) {
	f := os.NewFile(uintptr(fd), "passphrase")
	if f == nil {
		return nil, fmt.Errorf("--passphrase-fd %d: found no open file", fd)
	}
	line, err := bufio.NewReader(io.LimitReader(f, maxPassphrase+2)).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("--passphrase-fd %d: cannot read the passphrase from it", fd)
	}
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	switch {
	case len(line) == 0:
		return nil, fmt.Errorf("--passphrase-fd %d: found an empty passphrase", fd)
	case len(line) > maxPassphrase:
		return nil, fmt.Errorf("--passphrase-fd %d: found a passphrase of more than %d bytes", fd, maxPassphrase)
	}
	return line, nil
}

// askPassphrase asks on the terminal, whatever the standard streams are, and does not echo the answer.
func askPassphrase(prompt string) ([]byte, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, errors.New("found no terminal to ask for the passphrase on, want --passphrase-fd N")
	}
	defer tty.Close()
	fmt.Fprint(tty, prompt)
	answer, err := term.ReadPassword(int(tty.Fd()))
	fmt.Fprintln(tty)
	switch {
	case err != nil:
		return nil, errors.New("cannot read the passphrase from the terminal")
	case len(answer) == 0:
		return nil, errors.New("found an empty passphrase")
	case len(answer) > maxPassphrase:
		return nil, fmt.Errorf("found a passphrase of more than %d bytes", maxPassphrase)
	}
	return answer, nil
}
