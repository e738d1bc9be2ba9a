package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/certs/archive"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/terminal"
)

// This file defines `vouch archive` and the commands of it that write.

func newArchive() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Keep signed evidence in a log that nobody can alter unnoticed",
		Long: `Keep signed evidence in a log that nobody can alter unnoticed.

An archive is a folder with a transparency log, whose entries are statements, and with the
certificates that they are about. Who adds a statement gets a receipt: the log's signed word that
it has the statement, since when, and where. Several processes may add at once; what was
acknowledged is on disk.

The log says when something was seen, not that it is true: that is what vouch-check is for.`,
		Example: `  vouch key generate log.key --type ed25519
  vouch archive init evidence.archive --key log.key --origin example.org/evidence
  vouch archive add evidence.archive evidence/ --key log.key --trust trust
  vouch archive list evidence.archive --fault assertion
  vouch archive verify evidence.archive --trust trust
  vouch archive export evidence.archive 3f9a1c22 -o bug.vouch`,
	}
	cmd.AddCommand(newArchiveInit(), newArchiveAdd(), newArchiveList(), newArchiveShow(), newArchiveVerify(), newArchiveExport(), newArchivePrune())
	return cmd
}

// logKey are the flags for the key of a log.
type logKey struct {
	file    string
	secrets secrets
}

func (k *logKey) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&k.file, "key", "", "sign for the log with the private key in `FILE`, of type ed25519")
	k.secrets.flags(cmd, false)
}

func (k *logKey) open() (*statement.PrivateKey, error) {
	if k.file == "" {
		return nil, errors.New("found no --key FILE, want the log's private key")
	}
	return k.secrets.open(k.file)
}

func newArchiveInit() *cobra.Command {
	var (
		key    logKey
		origin string
	)
	cmd := &cobra.Command{
		Use:   "init [flags] DIR",
		Short: "Make an archive",
		Long: `Make an archive in DIR, a folder that does not exist yet or is empty. The origin is the log's name in
checkpoints and receipts, and should be one that nobody else uses, such as example.org/evidence.

Exit status: 0, or 2 if the archive could not be made.`,
		Example: `  vouch archive init evidence.archive --key log.key --origin example.org/evidence`,
		Args:    checkcmd.Exactly("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := statement.CheckOrigin(origin); err != nil {
				return fmt.Errorf("--origin: %w", err)
			}
			k, err := key.open()
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if err := archive.Init(ctx, args[0], origin, k, time.Now()); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: archive of log %s; to trust it:\nlog %s %s\n", args[0], origin, origin, k.Public())
			return nil
		},
	}
	cmd.Flags().StringVar(&origin, "origin", "", "give the log this `ORIGIN`")
	key.flags(cmd)
	return cmd
}

// batch is how many statements are added at a time: so many are at risk of not being acknowledged where the process is killed.
const batch = 1000

func newArchiveAdd() *cobra.Command {
	var (
		key    logKey
		trust  checkcmd.Trust
		limits = checker.DefaultLimits
		quiet  bool
	)
	cmd := &cobra.Command{
		Use:   "add [flags] DIR FILE...",
		Short: "Add statements and their certificates",
		Long: `Add statements, and the certificates that they are about, to the archive in DIR. A FILE is a statement, a
certificate, or a folder, of which all files that end in .statement or .cbor are taken. A certificate
is added with a statement about it only, and one that the archive has need not be given again.

Every certificate is checked and every statement verified first, as vouch verify does it. A
certificate is kept once, and of one issuer's statements about it in the same words, one.

Prints a line for each statement once it is on disk, in a log whose checkpoint has it: its entry's
number, and whether it was known.

Exit status: 0 all are in the archive; 1 at least one was refused, and the others are in; 2 bad usage,
or a file or the archive cannot be read or written.`,
		Example: `  vouch archive add evidence.archive bug.cbor bug.cbor.3f9a1c22.statement --key log.key --trust trust
  vouch archive add evidence.archive evidence/ --key log.key --trust trust --passphrase-fd 3 3</run/secrets/passphrase`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("found %s, want DIR FILE...", checkcmd.Count(int64(len(args)), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkcmd.Sensible(limits); err != nil {
				return err
			}
			trusted, now, err := trust.Load()
			if err != nil {
				return err
			}
			found, err := collect(args[1:], limits)
			if err != nil {
				return err
			}
			k, err := key.open()
			if err != nil {
				return err
			}
			w, err := archive.NewWriter(args[0], k)
			if err != nil {
				return err
			}
			have, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			a := adder{cmd: cmd, writer: w, have: have, trust: trusted, now: now, limits: limits, progress: terminal.NewLine(cmd.ErrOrStderr(), quiet)}
			defer a.progress.Clear()
			ctx, stop := interruptible(cmd)
			defer stop()
			for from := 0; from < len(found.statements); from += batch {
				some := found.statements[from:min(from+batch, len(found.statements))]
				if err := a.add(ctx, some, found.certificates); err != nil {
					return err
				}
				a.progress.Show(args[0], fmt.Sprintf("%d of %s", from+len(some), checkcmd.Count(int64(len(found.statements)), "statement")))
			}
			if a.refused > 0 {
				return exit.Status(checkcmd.Invalid)
			}
			return nil
		},
	}
	key.flags(cmd)
	trust.Flags(cmd, 0)
	cmd.Flags().Lookup("quorum").Hidden = true
	checkcmd.LimitFlags(cmd, &limits)
	cmd.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	return cmd
}

// named is a statement with the name of its file. One that was found in a folder, which may have any number of them, is read again when
// it is its turn, and nil until then.
type named struct {
	*statement.Statement
	file checkcmd.File
}

// collection is what was found in files: statements, and the files of certificates by their digests.
type collection struct {
	statements   []named
	certificates map[statement.Digest]checkcmd.File
}

// collect reads files and folders.
func collect(names []string, limits checker.Limits) (*collection, error) {
	c := &collection{certificates: map[statement.Digest]checkcmd.File{}}
	files, err := checkcmd.Expand(names, append([]string{".statement"}, checkcmd.Certificates...))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if err := c.take(file, limits); err != nil {
			return nil, err
		}
	}
	if len(c.statements) == 0 {
		return nil, errors.New("found no statement among the files; vouch sign makes them")
	}
	return c, nil
}

func (c *collection) take(file checkcmd.File, limits checker.Limits) error {
	data, err := file.Read(limits.MaxBytes)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	s, err := statement.Parse(data)
	if err == nil {
		if file.Found {
			s = nil
		}
		c.statements = append(c.statements, named{s, file})
		return nil
	}
	if _, other := certs.Open(data, limits.MaxBytes); other != nil && !errors.Is(other, certs.ErrDamaged) {
		return fmt.Errorf("%s: neither a certificate (%w), nor a statement (%w)", file.Name, other, errors.Unwrap(err))
	}
	c.certificates[sha256.Sum256(data)] = file
	return nil
}

// adder checks statements and adds them.
type adder struct {
	cmd      *cobra.Command
	writer   *archive.Writer
	have     *archive.Archive
	trust    *statement.Trust
	now      time.Time
	limits   checker.Limits
	progress *terminal.Line
	refused  int
}

// add adds those statements that are good.
func (a *adder) add(ctx context.Context, some []named, certificates map[statement.Digest]checkcmd.File) error {
	items := make([]archive.Item, len(some))
	reasons := make([]error, len(some))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				items[i], reasons[i] = a.examine(some[i], certificates)
			}
		})
	}
	for i := range some {
		next <- i
	}
	close(next)
	group.Wait()
	var good []archive.Item
	var files []string
	for i, err := range reasons {
		if err != nil {
			a.progress.Clear()
			fmt.Fprintf(a.cmd.OutOrStdout(), "refused  %s\n", some[i].file.Name)
			fmt.Fprintf(a.cmd.ErrOrStderr(), "%s: %v\n", some[i].file.Name, err)
			a.refused++
			continue
		}
		good = append(good, items[i])
		files = append(files, some[i].file.Name)
	}
	added, err := a.writer.Add(ctx, good, a.now)
	if err != nil {
		return err
	}
	a.progress.Clear()
	for i, at := range added {
		what := "known   "
		if at.New {
			what = "archived"
		}
		fmt.Fprintf(a.cmd.OutOrStdout(), "%s %s  entry %d\n", what, files[i], at.Index)
	}
	return nil
}

// examine returns a statement with its certificate if both are good.
func (a *adder) examine(n named, certificates map[statement.Digest]checkcmd.File) (item archive.Item, err error) {
	s := n.Statement
	if s == nil {
		data, err := n.file.Read(a.limits.MaxBytes)
		if err != nil {
			return item, err
		}
		if s, err = statement.Parse(data); err != nil {
			return item, err
		}
	}
	item.Statement = s
	var cert []byte
	if file, ok := certificates[s.Digest]; ok {
		cert, err = file.Again(a.limits.MaxBytes)
		item.Certificate = cert
	} else if cert, err = a.have.Certificate(s.Digest, a.limits.MaxBytes); errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("the certificate that it is about, %x, is neither given nor in the archive", s.Digest)
	}
	if err != nil {
		return item, err
	}
	f, _, err := checkcmd.Finding(cert, a.limits)
	if err == nil {
		_, err = a.trust.Vouch(s, f, a.now)
	}
	return item, err
}

func newArchivePrune() *cobra.Command {
	var key logKey
	cmd := &cobra.Command{
		Use:   "prune [flags] DIR [ID]...",
		Short: "Drop certificates, on the record",
		Long: `Remove what interrupted additions have left in the archive: files that were never finished, and
certificates that no statement is about.

With IDs, drop also these certificates. The log keeps the statements about them, and gets one of its
own which says that the certificate was dropped: vouch archive verify then counts it, where it
would report a certificate that is just gone. An ID is as in vouch archive show.

Prints the name of each file that was removed.

Exit status: 0, or 2 if something could not be removed.`,
		Example: `  vouch archive prune evidence.archive --key log.key
  vouch archive prune evidence.archive 3f9a1c22 --key log.key`,
		Args: checkcmd.AtLeastOne("DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := archive.Open(args[0], nil)
			if err != nil {
				return err
			}
			var digests []statement.Digest
			for _, id := range args[1:] {
				d, _, err := resolve(a, id)
				if err != nil {
					return err
				}
				digests = append(digests, d)
			}
			binary, err := ownDigest()
			if err != nil {
				return err
			}
			k, err := key.open()
			if err != nil {
				return err
			}
			w, err := archive.NewWriter(args[0], k)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			removed, err := w.Prune(ctx, digests, statement.Review{Checker: "vouch " + checkcmd.Version, Binary: binary}, time.Now())
			for _, name := range removed {
				fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", name)
			}
			return err
		},
	}
	key.flags(cmd)
	return cmd
}
