package find

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"vouch/certs"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/terminal"
	"vouch/finder"
	"vouch/semantics/c"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
)

// This file defines what happens when the checker refuses a certificate that the finder made. Then one of them is
// wrong, and nothing is claimed. A file has everything with which the developers of vouch can repeat it.

// contradict records that the checker refuses a certificate, for a reason, and writes the file for a report unless the
// folder is nil.
func (r *fileResult) contradict(certificates *folder, c certs.Certificate, about string, data []byte, reason error) {
	x := contradiction{About: about, Reason: reason.Error()}
	if certificates != nil {
		var err error
		if x.File, err = r.writeContradiction(certificates, c, data, x.Reason); err != nil {
			r.err = errors.Join(r.err, fmt.Errorf("%s: cannot write what repeats a contradiction: %w", r.file, err))
		}
	}
	r.contradictions = append(r.contradictions, x)
}

// writeContradiction writes the file for a report, and returns its name. It is an archive (tar, gzip) of one folder:
// the certificate, the program, and a text with the command that makes the certificate again.
func (r *fileResult) writeContradiction(certificates *folder, c certs.Certificate, data []byte, reason string) (string,
	error) {
	about := c.About()
	base := fmt.Sprintf("%s-%x", shortBase(about.Sources[0].Name), sha256.Sum256(data))
	base = base[:len(base)-2*sha256.Size+16]
	paths := laidOut(about)
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	add := func(name string, text []byte) error {
		err := archive.WriteHeader(&tar.Header{Name: path.Join(base, name), Mode: 0o644, Size: int64(len(text)),
			Format: tar.FormatPAX})
		if err == nil {
			_, err = archive.Write(text)
		}
		return err
	}
	err := errors.Join(add("README.txt", []byte(r.report(about, paths, kindOf(c), reason))), add("refused.cbor", data))
	for i, s := range about.Sources {
		err = errors.Join(err, add(paths[i], s.Text))
	}
	if err = errors.Join(err, archive.Close(), zip.Close()); err != nil {
		return "", err
	}
	return certificates.writeAs(base+".contradiction.tar.gz", out.Bytes())
}

// laidOut returns the paths of the sources of a program in the archive. A program in C lies there as it lay for the
// search.
func laidOut(about certs.Program) []string {
	paths := lines(about.Options["paths"])
	all := make([]string, len(about.Sources))
	for i, s := range about.Sources {
		all[i] = s.Name
		if i < len(paths) && len(paths) == len(all) && filepath.IsLocal(paths[i]) &&
			terminal.Shown(paths[i]) == paths[i] {
			all[i] = paths[i]
		}
		all[i] = path.Join("program", all[i])
	}
	return all
}

// lines returns the elements of an option that is a list.
func lines(option string) []string {
	if option == "" {
		return nil
	}
	return strings.Split(option, "\n")
}

// report returns the text that says what is wrong, and how to repeat it.
func (r *fileResult) report(about certs.Program, paths []string, kind, reason string) string {
	args := append([]string{"vouch", "find", "--out", "evidence"}, r.asked.Given...)
	var main []string
	within := func(flag, option string) {
		for _, p := range lines(about.Options[option]) {
			if filepath.IsLocal(p) {
				args = append(args, flag, path.Join("program", p))
			}
		}
	}
	if lang.Named(about.Language).Compiled {
		within("-I", "include")
		within("--include", "prelude")
		for _, f := range []struct{ flag, option string }{{"-D", "define"}, {"-U", "undefine"}} {
			for _, value := range lines(about.Options[f.option]) {
				if file, macro := c.OfFile(value); file != "" {
					value = c.ForFile(path.Join("program", file), macro)
				}
				args = append(args, f.flag, value)
			}
		}
		named := lines(about.Options["files"])
		for i, p := range paths {
			original := strings.TrimPrefix(p, "program/")
			if slices.Contains(named, original) || named == nil && lang.IsUnit(about.Sources[i].Name) {
				main = append(main, p)
			}
		}
	} else {
		main = paths[:1]
	}
	var text strings.Builder
	fmt.Fprintln(&text, "Vouch contradicts itself: its checker refuses a certificate that it made.")
	fmt.Fprintln(&text)
	fmt.Fprintf(&text, "certificate  refused.cbor, of the kind %s\n", kind)
	fmt.Fprintf(&text, "reason       %s\n", reason)
	fmt.Fprintf(&text, "version      %s\n",
		strings.ReplaceAll(strings.TrimPrefix(checkcmd.Build("vouch", fronts.All, finder.Built()), "vouch version "),
			"\n", "\n           "))
	fmt.Fprintln(&text)
	fmt.Fprintln(&text, "This command, given in this folder, repeats it:")
	fmt.Fprintln(&text)
	fmt.Fprintf(&text, "  %s\n", shellquote.Join(append(args, main...)...))
	fmt.Fprintln(&text)
	fmt.Fprintln(&text, "And this one says what the checker has against the certificate:")
	fmt.Fprintln(&text)
	fmt.Fprintln(&text, "  vouch check refused.cbor")
	if r.asked.Journal != "" {
		fmt.Fprintln(&text)
		fmt.Fprintln(&text, "The search had a journal (--journal), which is not here.")
	}
	return text.String()
}

// kindOf returns the kind of a certificate.
func kindOf(c certs.Certificate) string {
	if a, ok := c.(*certs.Absence); ok {
		return a.Kind
	}
	return certs.KindBug
}
