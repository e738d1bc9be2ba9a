package load

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"

	"github.com/kballard/go-shellquote"

	"vouch/internal/reduce"
	"vouch/semantics/c"
)

// This file defines how a compiler was called for a file, and the names of files in such calls.

// Command is an entry of a compilation database: how one file is compiled (clang's documentation: JSON Compilation
// Database Format Specification).
type Command struct {
	Directory string   `json:"directory"` // in which the compiler is called
	File      string   `json:"file"`      // as it is given to the compiler
	Arguments []string `json:"arguments,omitempty"`
	Command   string   `json:"command,omitempty"` // the arguments as a shell has them, if Arguments is nil
	Output    string   `json:"output,omitempty"`
}

// Path returns the place of the file.
func (c *Command) Path() string { return c.In(c.File) }

// In returns a path of the command; a relative one begins in its directory.
func (c *Command) In(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(c.Directory, path)
}

// fileOf returns the file that an option about a macro is about; "" if it is about all.
func fileOf(option string) string {
	file, _ := c.OfFile(option)
	return file
}

// words returns the arguments of the compiler, of which the first is its name.
func (c *Command) words() ([]string, error) {
	if c.Arguments != nil {
		return c.Arguments, nil
	}
	return shellquote.Split(c.Command)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// needless are main files of which no run needs anything.
type needless struct {
	files map[string]bool
	part  *reduce.Result
	texts map[string]partial // of all files, by their names
}

// partial is a text, and what of it a run needs.
type partial struct{ whole, part []byte }

func (n *needless) has(name string) bool { return n != nil && n.files[name] }

// of returns what a run needs of sources, if that is known; otherwise nil.
func (n *needless) of(sources []c.Source) *reduce.Result {
	if n == nil {
		return nil
	}
	part := *n.part
	part.Texts = nil
	for _, s := range sources {
		t, ok := n.texts[s.Name]
		if !ok || !n.files[s.Name] && !bytes.Equal(s.Text, t.whole) {
			return nil
		}
		part.Texts = append(part.Texts, t.part)
	}
	return &part
}

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]`)
