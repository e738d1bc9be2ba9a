// Package checkcmd is the command that checks certificates: vouch-check, and `vouch check`.
package checkcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/output"
	"vouch/internal/view"
	"vouch/semantics/core"
	"vouch/semantics/front"
	"vouch/semantics/term/termview"
)

// New returns the command under the given name; example shows its use. The front ends are those that it has.
func New(use, example string, ends front.Ends) *cobra.Command {
	var (
		source  string
		lowered string
		asJSON  bool
		models  bool
		trust   Trust
		o       = options{Options: checker.Options{Limits: checker.DefaultLimits, Lower: ends.Lower}}
	)
	cmd := &cobra.Command{
		Use:   use + " [flags] CERT|DIR...",
		Short: "Check certificates by running the programs they are about",
		Long: `Check certificates by running their programs. The checker asks no solver and believes nothing that a
certificate says.

A folder stands for the certificates (*.cbor) and bundles (*.vouch) in it and in its subfolders, in the order
of their names. Names that begin with a dot are skipped, and links to folders are not followed. - is standard
input.

Each certificate gets one line. The reason for an invalid one is on standard error:

  valid bug      the input drives the program to the fault, and so does every input of the class in the line
  valid safe     no input of the class drives the program to any fault, within the claim
  valid bounded  like safe, for runs in which no loop iterates more often than the limit in the line
  invalid        the certificate does not prove what it claims

The class is what stands behind "holds for", and what follows "; with" are the bounds of the claim.

"Safe (vacuous)" means that no input satisfies what the program assumes, so nothing can fail.

The checker lowers the program in the certificate to the core, and judges the core program. With --lowered it
takes the core program from a file instead and runs no front end. The certificate must have the digest of that
program. This is for people who have read the core program and do not trust the front end of its language.

A bundle is a certificate with the statements about it, as an archive exports it. The checker checks all of
it: the certificate, who vouches for it and when, that the log has the statements, and the log's checkpoint.
--trust names the file of the keys that are trusted. The lines below the certificate's line say who vouched. If
anything in a bundle is wrong, the bundle is invalid.

With --kernel, vouch elaborate writes the long proof of each valid certificate, and the kernel checks it: a
program for people who do not trust the checker. vouch has to be beside this program, or in PATH. The line says
so if the proof of a bug is about its input alone and not about the class. "Unproved" means that no proof was
found, or that the kernel refused it; the certificate may be valid all the same.

A certificate that takes more than the limits allow is invalid. The checker counts its work, and beside that
watches the process: if a certificate takes more than 55 s of CPU time or 992 MiB, the command ends with it.
Larger limits than the default ones allow the process as much more, and so do several threads: each may take
as much memory, and what they refuse is checked once more by one.

Exit status:
  0    all certificates are valid
  1    at least one certificate is invalid or unproved
  2    a file is not a certificate or cannot be read (this counts more than 1), bad usage, or lost output
  141  nobody reads the output any more, as in a pipe to head`,
		Example: example,
		Args:    AtLeastOne("CERT|DIR"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"cbor"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := Sensible(o.Limits); err != nil {
				return err
			}
			if o.Threads < 1 {
				return fmt.Errorf("--jobs: found %d, want 1 or more", o.Threads)
			}
			var err error
			var missing []string               // files beside that of --source
			if cmd.Flags().Changed("source") { // even to "", as a script may by mistake
				text, err := readFlag("--source", source, o.Limits.MaxBytes)
				if err != nil {
					return err
				}
				o.Source = beside(source, text, func(path string) { missing = append(missing, printable(path)) })
			}
			if cmd.Flags().Changed("lowered") {
				if o.Lowered, err = readFlag("--lowered", lowered, core.MaxText); err != nil {
					return err
				}
			}
			if trust.File != "" {
				o.quorum = &trust
				if o.trust, o.now, err = trust.Load(); err != nil {
					return err
				}
			}
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(garbage)
			}
			status, all := Valid, Files(args, checkable)
			for i, f := range all {
				if cmd.Context().Err() != nil {
					break
				}
				g := newGuard(o.Limits, o.Threads)
				r, ok := guarded(g, f.Name, func() result { return check(cmd.Context(), f, o) })
				if (models || asJSON) && r.verdict != nil && r.verdict.Kind != certs.KindBug {
					r.models = Models(ends, r.verdict)
				}
				r.print(cmd.OutOrStdout(), cmd.ErrOrStderr(), asJSON)
				if models && !asJSON {
					PrintModels(cmd.OutOrStdout(), r.models)
				}
				if len(missing) > 0 {
					fmt.Fprintf(cmd.ErrOrStderr(), "note: %s not compared, because there is no such file: %s\n",
						Plural(uint64(len(missing)), "file was", "files were"), Listed(missing))
					missing = nil
				}
				status = max(status, r.status)
				if left := len(all) - 1 - i; !ok {
					if left > 0 {
						fmt.Fprintf(cmd.ErrOrStderr(),
							"%s: %s not checked, because only the end of the process ends that check\n", cmd.Name(),
							Plural(uint64(left), "certificate is", "certificates are"))
					}
					break
				}
			}
			if status != Valid {
				return exit.Status(status)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&source, "source", "",
		"check that the program of every certificate is that of the source `FILE` and of the files beside it; a note names those that are not there")
	cmd.Flags().StringVar(&lowered, "lowered", "",
		"judge the core program in `FILE`, as vouch lower prints it, and run no front end")
	cmd.Flags().BoolVar(&o.kernel, "kernel", false,
		"have the kernel show each claim, by the proof that vouch elaborate writes")
	cmd.Flags().BoolVar(&models, "models", false,
		"below the line of a safe program in C, list the models of the library on which that rests, with their digests")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line for each certificate")
	cmd.Flags().IntVarP(&o.Threads, "jobs", "j", 1,
		"follow the proofs about bits in a certificate with `N` threads; what is said of it stays the same")
	LimitFlags(cmd, &o.Limits)
	trust.Flags(cmd, 1)
	return cmd
}

// garbage is how much may be allocated, in percent of what is live, before it is collected: checking makes much that
// soon dies. The limit of the process's memory holds all the same.
const garbage = 400

// readFlag returns the content of the file that a flag names, which is not nil.
func readFlag(flag, file string, most int64) ([]byte, error) {
	data, err := Read(file, most)
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w", flag, file, err)
	}
	return append([]byte{}, data...), nil
}

// LimitFlags defines the flags by which a command's user bounds the work on each certificate.
func LimitFlags(cmd *cobra.Command, l *checker.Limits) {
	cmd.Flags().Int64Var(&l.MaxSteps, "max-steps", l.MaxSteps,
		"refuse runs of more than `N` steps; bounds all other work too")
	BytesFlag(cmd, &l.MaxBytes)
	cmd.Flags().Int64Var(&l.MaxMemory, "max-memory", l.MaxMemory,
		"refuse certificates that need more than `N` bytes of memory, beside their own size")
}

// BytesFlag defines the flag that bounds the size of a certificate.
func BytesFlag(cmd *cobra.Command, maxBytes *int64) {
	cmd.Flags().Int64Var(maxBytes, "max-bytes", certs.MaxBytes, "refuse certificates of more than `N` bytes")
}

// Sensible returns an error if a limit that the user set is none.
func Sensible(limits checker.Limits) error {
	switch {
	case limits.MaxSteps < 0:
		return fmt.Errorf("--max-steps: found %d, want 0 or more", limits.MaxSteps)
	case limits.MaxBytes < 0:
		return fmt.Errorf("--max-bytes: found %d, want 0 or more", limits.MaxBytes)
	case limits.MaxMemory < 0:
		return fmt.Errorf("--max-memory: found %d, want 0 or more", limits.MaxMemory)
	}
	return nil
}

// checkable are the endings of the files that are checked of a folder.
var checkable = append([]string{Bundles}, Certificates...)

// guarded checks the certificate in a file. If that takes more than the guard allows, the certificate is invalid, ok is
// false, and the command must end.
func guarded(g *guard, name string, check func() result) (r result, ok bool) {
	checked := make(chan result, 1) // what comes after the guard has given up is lost
	if err := g.do(func() { checked <- check() }); err != nil {
		return result{name: name, status: Invalid, err: fmt.Errorf("%w: %w", checker.ErrInvalid, err)}, false
	}
	return <-checked, true
}

// check checks a file, and if that is asked for, has the kernel show its claim.
func check(ctx context.Context, f File, o options) result {
	data, err := f.Read(o.Limits.MaxBytes)
	if err != nil {
		return result{name: f.Name, status: NotCertificate, unjudged: true, err: err}
	}
	r := checkData(f.Name, &data, o)
	if r.status == Valid && o.kernel {
		if r.shown, err = proveAgain(ctx, data, r.verdict, o.Limits); err != nil {
			r = result{name: f.Name, status: Invalid, err: err}
		}
	}
	return r
}

// checkData checks a certificate or a bundle, and leaves the certificate in data.
func checkData(name string, data *[]byte, o options) result {
	if statement.IsBundle(*data) {
		return checkBundle(name, data, o)
	}
	v, err := Judge(name, *data, o.Options)
	if err != nil {
		return result{name: name, status: statusOf(err), err: err}
	}
	return result{name: name, verdict: v, alone: o.Lowered != nil}
}

func (r result) print(stdout, stderr io.Writer, asJSON bool) {
	switch {
	case asJSON:
		output.JSON(stdout, r.json())
	case r.status == Valid:
		note := ""
		if r.alone {
			note = "; judged from the core program alone, without a front end"
		}
		if r.shown != "" {
			note += "; " + r.shown
		}
		fmt.Fprintf(stdout, "valid %-5s %s  %s%s%s\n", Word(r.verdict), r.name, proved(r.verdict),
			claim.Proved(r.verdict).With("; with "), note)
		if r.bundle {
			PrintVouchers(stdout, "  ", r.vouchers)
			fmt.Fprintf(stdout, "  the log %s has these statements; its checkpoint covers %s\n", r.log.Origin,
				Plural(r.log.Size, "entry", "entries"))
		}
	case errors.Is(r.err, errUnproved):
		fmt.Fprintf(stdout, "unproved    %s\n", r.name)
	case r.status == Invalid:
		fmt.Fprintf(stdout, "invalid     %s\n", r.name)
	}
	if r.err != nil {
		Complain(stderr, r.name, r.err)
	}
}

// Vacuous is the word for the absence of bugs in a program whose assumptions no input satisfies.
const Vacuous = certs.KindSafe + " (vacuous)"

// Word returns the word for what a certificate proves: its kind, or Vacuous.
func Word(v *checker.Verdict) string {
	if v.Vacuous && v.Kind == certs.KindSafe {
		return Vacuous
	}
	return v.Kind
}

// proved says in a line what a certificate proves.
func proved(v *checker.Verdict) string {
	class := "every input"
	if len(v.Path) > 0 {
		class += " with " + view.Conditions(v.Path, v.Inputs, termview.Line)
	}
	if v.Kind == certs.KindBug {
		return fmt.Sprintf("%s at %s for %s; %s; holds for %s",
			v.Fault.Kind, FaultPlace(v), view.Sentence(view.Read(v.Inputs, v.Model), termview.Line),
			Count(v.Steps, "step"), class)
	}
	claim := fmt.Sprintf("%s has no fault", v.Program)
	if v.Kind == certs.KindBounded {
		claim += fmt.Sprintf(" while no loop iterates more than %s", Count(int64(v.LoopLimit), "time"))
	}
	if v.Vacuous {
		return fmt.Sprintf("%s: no input satisfies its assumptions, so nothing is claimed; holds for %s", claim, class)
	}
	claim = fmt.Sprintf("%s; %s walked in %s", claim, Count(v.Ways, "path"), Count(v.Steps, "step"))
	if v.Closed > 0 {
		claim += fmt.Sprintf(", %d proved impossible", v.Closed)
	}
	if v.Covered > 0 {
		claim += fmt.Sprintf(", %d ended where the walk had been", v.Covered)
	}
	if text := Inductive(len(v.Invariants), len(v.Contracts)); text != "" {
		claim += ", with " + text
	}
	if v.Cut > 0 {
		claim += fmt.Sprintf(", %d stopped at the loop limit", v.Cut)
	}
	if assumed := Assumptions(v); assumed != "" {
		class += " that satisfies " + assumed
	}
	return claim + "; holds for " + class
}

// Inductive says of how many loops and functions there are invariants and contracts; "" if there are none.
func Inductive(invariants, contracts int) string {
	var list []string
	if invariants > 0 {
		list = append(list, "invariants of "+Count(int64(invariants), "loop"))
	}
	if contracts > 0 {
		list = append(list, "contracts of "+Count(int64(contracts), "function"))
	}
	return strings.Join(list, " and ")
}

// verdictJSON is the machine-readable form of a result.
type verdictJSON struct {
	Certificate string `json:"certificate"`
	// valid, invalid, unproved, not a certificate; error if it could not be read or judged
	Verdict string            `json:"verdict"`
	Kind    string            `json:"kind,omitempty"`
	Program string            `json:"program,omitempty"`
	Fault   string            `json:"fault,omitempty"`
	Line    int               `json:"line,omitempty"`
	Column  int               `json:"column,omitempty"`
	Input   map[string]string `json:"input,omitempty"`
	Steps   *int64            `json:"steps,omitempty"`
	Class   string            `json:"class,omitempty"`
	// of a proof of absence: where assumptions are made after the start
	Assumed    []string `json:"assumed,omitempty"`
	LoopLimit  uint64   `json:"loop_limit,omitempty"`
	Ways       int64    `json:"ways,omitempty"`
	Closed     int64    `json:"closed,omitempty"`  // ways proved impossible
	Cut        int64    `json:"cut,omitempty"`     // ways cut at the loop limit
	Covered    int64    `json:"covered,omitempty"` // ways that ended at a state covered by another one
	Invariants int      `json:"invariants,omitempty"`
	Contracts  int      `json:"contracts,omitempty"` // of functions
	// of a proof of absence: the models of the library on which it rests
	Models   []Model `json:"models,omitempty"`
	Depth    int64   `json:"depth,omitempty"`
	Vacuous  bool    `json:"vacuous,omitempty"`
	Lowered  bool    `json:"lowered,omitempty"`  // the core program alone was judged
	Kernel   string  `json:"kernel,omitempty"`   // what the kernel has shown of it, too
	Vouchers any     `json:"vouchers,omitempty"` // of a bundle
	Log      string  `json:"log,omitempty"`
	LogSize  uint64  `json:"log_size,omitempty"`
	About    string  `json:"about,omitempty"`   // on what the claim depends
	Options  string  `json:"options,omitempty"` // that part of it which the user chose
	Reason   string  `json:"reason,omitempty"`
	Error    string  `json:"error,omitempty"`
}

func (r result) json() verdictJSON {
	j := verdictJSON{Certificate: r.name, Verdict: [...]string{"valid", "invalid", "not a certificate"}[r.status]}
	switch {
	case r.unjudged:
		j.Verdict, j.Error = "error", r.err.Error()
	case r.err != nil:
		j.Reason = r.err.Error()
	}
	if errors.Is(r.err, errUnproved) {
		j.Verdict = "unproved"
	}
	if r.bundle && r.status == Valid {
		j.Vouchers, j.Log, j.LogSize = VouchersJSON(r.vouchers), r.log.Origin, r.log.Size
	}
	if v := r.verdict; v != nil {
		j.Kind, j.Program, j.Lowered, j.Kernel = v.Kind, v.Program, r.alone, r.shown
		j.Fault, j.Line, j.Column = string(v.Fault.Kind), int(v.Fault.Line), int(v.Fault.Column)
		about := claim.Proved(v)
		j.About, j.Options = about.String(), about.Chosen().String()
		j.Steps, j.Class = &v.Steps, termview.Full(v.Path)
		j.Input = Strings(Drawn(v.Inputs))
		if v.Kind != certs.KindBug {
			j.Assumed, j.Models = Assumed(v), r.models
		}
		j.LoopLimit, j.Ways, j.Closed, j.Cut, j.Covered, j.Invariants, j.Depth, j.Vacuous = v.LoopLimit, v.Ways,
			v.Closed, v.Cut, v.Covered, len(v.Invariants), v.Depth, v.Vacuous
		j.Contracts = len(v.Contracts)
	}
	return j
}

// Execute runs a command with the program's arguments and returns the exit status: that of a Status, and usage for
// every other error, which it prints. Where output was lost the status is that of the loss, for what was found is not
// known to who reads the output. The command's context ends when nobody reads it any more.
func Execute(cmd *cobra.Command, usage int) int {
	signal.Ignore(syscall.SIGPIPE) // a write fails instead, and the command ends in order
	ctx, gone := context.WithCancel(context.Background())
	defer gone()
	out := output.New(os.Stdout, gone)
	cmd.SetOut(out)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	ownWords(cmd)
	ran, err := cmd.ExecuteContextC(ctx)
	lost := out.Close()
	stands, printed := errors.AsType[exit.Status](err)
	status := int(stands)
	if err != nil && !printed && !follows(err, ctx) {
		status = usage
		fmt.Fprintf(os.Stderr, "%s: %v\n", cmd.Name(), err)
		hint := advice(ran, err)
		if h, ok := errors.AsType[*Hinted](err); ok {
			hint = h.Hint
		}
		fmt.Fprintf(os.Stderr, "  hint: %s\n", hint)
	}
	if lost == nil {
		return status
	}
	if !lost.Closed() {
		fmt.Fprintf(os.Stderr, "%s: %v\n", cmd.Name(), lost)
	}
	return lost.Status()
}

// follows reports whether an error says no more than that output was lost, or that the command ended for that.
func follows(err error, ctx context.Context) bool {
	_, lost := errors.AsType[*output.LostError](err)
	return lost || ctx.Err() != nil && errors.Is(err, context.Canceled)
}
