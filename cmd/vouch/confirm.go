package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouch/certs"
	"vouch/certs/statement"
	"vouch/checker"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/claim"
	"vouch/cmd/internal/exit"
	"vouch/cmd/internal/native"
	"vouch/cmd/internal/output"
	"vouch/cmd/internal/terminal"
	"vouch/cmd/internal/ways"
	"vouch/semantics/fronts"
	"vouch/semantics/lang"
)

// This file defines `vouch confirm`: it compares what certificates say of programs in C with what compilers make of
// them.

// confirmation is what the user asks for.
type confirmation struct {
	gcc, clang string
	compilers  native.Compilers
	native     native.Limits
	sign       signing
	key        *statement.PrivateKey // nil unless results are signed
	role       string
	binary     []byte // SHA-256 of this program
	asJSON     bool
	line       *terminal.Line
	free       bool // whether the user wants no confinement
	ways       int  // how many ways of an absence are run at most
}

func newConfirm() *cobra.Command {
	c := confirmation{native: native.DefaultLimits}
	quiet := false
	cmd := &cobra.Command{
		Use:   "confirm [flags] CERT|DIR...",
		Short: "Ask gcc and clang whether a program in C does what its certificate says",
		Long: `Compile the program of a certificate and run it, to see whether compilers make the same of it as vouch does.
They know nothing of vouch, so this is a second opinion.

Of a bug, the program is run on the input of the certificate. Confirm says whether the sanitizers report the
same fault, and whether the run takes the same way: the outcome of each branch of the program, in order. Of an
absence, confirm looks for inputs of its ways, and runs the program on some of them (--ways N): no sanitizer
may report anything, and each run has to take its way and end with its status. Ways need clang.

Confirm checks the certificate first, and does not build anything if it is invalid. It leaves the program
unchanged. It builds with gcc (address and undefined-behaviour sanitizers) and with clang (also the memory
sanitizer, for uninitialised values), and compares the kind of fault and the line. A folder stands for all
certificates of bugs in it and in its subfolders; with clang also for those of absences.

THIS RUNS THE PROGRAM IN THE CERTIFICATE: a certificate from a stranger is a program from a stranger. The
compilers and the program are confined by bubblewrap (bwrap) if it is installed, else by the namespaces of
Linux. They see the system's compilers and libraries, read-only, and a temporary folder; no other files, no
network and no other processes. Time, memory and file size are limited. If the system has neither, confirm
refuses to run; --no-sandbox runs all of it with your rights. A confined program still talks to the kernel
of this machine: a fault of the kernel is not kept from it.

Each certificate gets one line, which begins with:

  confirmed      the sanitizers report the same kind of fault in the same line
  other line     they report the same kind in another line
  other kind     they report another kind of fault
  not reported   they report nothing
  did not end    the run of an endless loop took all its time, which supports the claim and proves nothing;
                 the line says where the run was
  not visible    sanitizers cannot see this fault; the line says why
  agrees         all runs of an absence agree
  disagrees      some run of an absence does not: the lines below say which and how
  inconclusive   the program does not build, or a run does not end

If a way differs, vouch and clang read one text as two programs. Please report that: it is the most valuable
report that this project can get.

With --key and --issuer, confirm signs each result for a bug but the inconclusive ones, as vouch attest does.
The statement names the compiler, its sanitizers, and the fault of the certificate.

Confirm looks for gcc and clang in PATH, and for clang also in /usr/lib/llvm-*/bin. --gcc none and
--clang none leave one out.

Exit status:
  0  every bug is confirmed, and all runs of absences agree
  1  a certificate is invalid, or the sanitizers report another kind, another line, or nothing
  2  a file is not a certificate of a program in C, or bad usage
  3  inconclusive: something is not visible or could not be tried, and nothing has status 1
  4  a run differs from that of vouch: this counts more than all others`,
		Example: `  vouch confirm evidence/queue-3f9a1c22.bug.cbor
  vouch confirm evidence/queue-81c2b0d4.safe.cbor --ways 100
  vouch confirm evidence
  vouch confirm evidence --gcc gcc-14 --clang none --json
  vouch confirm evidence --key auditor.key --issuer https://auditor.example
  vouch reproduce evidence/queue-3f9a1c22.bug.cbor -o queue && queue/run.sh`,
		Args:              checkcmd.AtLeastOne("CERT|DIR"),
		ValidArgsFunction: completeCertificates,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case c.native.Time < time.Second || c.native.Build < time.Second:
				return fmt.Errorf("--timeout and --build-timeout: found %v and %v, want 1s or more", c.native.Time,
					c.native.Build)
			case c.native.Memory < 64:
				return fmt.Errorf("--run-memory: found %d, want 64 or more", c.native.Memory)
			}
			if c.ways < 1 {
				return fmt.Errorf("--ways: found %d, want 1 or more", c.ways)
			}
			if err := checkcmd.Sensible(c.sign.limits); err != nil {
				return err
			}
			files, err := checkcmd.Expand(cmd.ErrOrStderr(), args, []string{".cbor"})
			if err != nil {
				return err
			}
			if c.sign.key != "" || c.sign.issuer != "" || c.sign.out != "" {
				if _, c.key, err = c.sign.open(cmd.ErrOrStderr(), args); err != nil {
					return err
				}
				if c.binary, err = ownDigest(); err != nil {
					return err
				}
			}
			ctx, stop := interruptible(cmd)
			defer stop()
			if c.native.Confinement = native.Unconfined; !c.free {
				if c.native.Confinement, err = native.Confine(); err != nil {
					return &checkcmd.Hinted{Msg: err.Error(),
						Hint: "install bubblewrap (bwrap); --no-sandbox runs the program of the certificate with your rights"}
				}
			}
			if c.compilers, err = native.FindCompilers(ctx, c.gcc, c.clang); err != nil {
				if errors.Is(err, native.ErrNoCompiler) {
					fmt.Fprintf(cmd.ErrOrStderr(), "vouch: %v\n", err)
					return exit.Status(exit.Inconclusive)
				}
				return err
			}
			if files, err = c.chosen(files, cmd.ErrOrStderr()); err != nil {
				return err
			}
			if c.free {
				fmt.Fprintln(cmd.ErrOrStderr(),
					"note: the program runs with your rights, because --no-sandbox was given")
			}
			c.line = terminal.NewLine(cmd.ErrOrStderr(), quiet)
			return c.all(ctx, files, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&c.gcc, "gcc", "", "use this `COMMAND` as gcc; none leaves gcc out")
	flags.StringVar(&c.clang, "clang", "", "use this `COMMAND` as clang; none leaves clang out")
	flags.IntVar(&c.ways, "ways", 32, "of an absence, run at most `N` ways, spread over those that are found")
	flags.DurationVar(&c.native.Time, "timeout", c.native.Time, "stop a run after this `DURATION`")
	flags.DurationVar(&c.native.Build, "build-timeout", c.native.Build, "stop a compiler after this `DURATION`")
	flags.IntVar(&c.native.Memory, "run-memory", c.native.Memory, "stop a run that uses more than `N` MiB of memory")
	flags.BoolVar(&c.asJSON, "json", false, "print one JSON object a line for each certificate")
	flags.BoolVar(&c.free, "no-sandbox", false, "build and run without confinement, with your rights")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	flags.StringVar(&c.role, "role", "auditor", "with --key, sign in this `ROLE`")
	c.sign.flags(cmd)
	return cmd
}

// chosen returns the files that can be looked at: all that were named, and of those in folders the certificates of bugs
// and, with clang, of absences.
func (c *confirmation) chosen(files []checkcmd.File, stderr io.Writer) ([]checkcmd.File, error) {
	kinds := []string{certs.KindBug}
	if c.compilers.Clang != nil {
		kinds = append(kinds, certs.KindSafe, certs.KindBounded)
	}
	for i, k := range kinds {
		kinds[i] = "*." + k + ".cbor"
	}
	var others []string
	files = slices.DeleteFunc(files, func(f checkcmd.File) bool {
		other := f.Found && !slices.ContainsFunc(kinds, func(k string) bool { return strings.HasSuffix(f.Name, k[1:]) })
		if other {
			others = append(others, f.Name)
		}
		return other
	})
	why := "only " + strings.Join(kinds, ", ") + " can be confirmed"
	if c.compilers.Clang == nil {
		why += " without clang"
	}
	checkcmd.LeaveOut(stderr, others, "certificate", "certificates", why)
	if len(files) == 0 {
		return nil, fmt.Errorf("found no certificate (%s) in the folder, want one", strings.Join(kinds, ", "))
	}
	return files, nil
}

// all confirms certificates one after the other. The error is the exit status.
func (c *confirmation) all(ctx context.Context, files []checkcmd.File, stdout, stderr io.Writer) error {
	var statuses []int
	for i, file := range files {
		about := fmt.Sprintf("%s (%d of %d)", terminal.Shown(file.Name), i+1, len(files))
		r := c.one(ctx, file, func(doing string) { c.line.Show(about, doing) })
		if ctx.Err() != nil {
			c.line.Clear()
			fmt.Fprintf(stderr, "interrupted: %d of %d not looked at\n", len(files)-i, len(files))
			return exit.Status(exit.Inconclusive)
		}
		statuses = append(statuses, r.status)
		var lost error
		c.line.Print(func() {
			if lost = c.print(r, stdout, stderr); r.status == exit.Disagreement && !c.asJSON {
				fmt.Fprintf(stderr, "%s: vouch and the compiler read this program differently. One of them is wrong: please report it, with the certificate\n",
					terminal.Shown(r.name))
			}
		})
		if lost != nil {
			return lost
		}
	}
	c.line.Clear()
	for _, status := range []int{exit.Disagreement, exit.BadInput, exit.Bug, exit.Inconclusive} {
		if slices.Contains(statuses, status) {
			return exit.Status(status)
		}
	}
	return nil
}

// confirmed is the result for one certificate.
type confirmed struct {
	name    string
	status  int
	verdict *checker.Verdict // nil if there is none
	bug     *native.Reproduction
	result  native.Result
	walked  *ways.Result // of an absence
	signed  string       // the file with the statement; "" if there is none
	err     error
}

func (c *confirmation) one(ctx context.Context, file checkcmd.File, progress func(string)) confirmed {
	r := confirmed{name: file.Name, status: exit.BadInput}
	data, err := file.Read(c.sign.limits.MaxBytes)
	if err == nil {
		progress("checking the certificate")
		r.verdict, r.bug, err = reproduction(file.Name, data, c.sign.limits)
	}
	if err == nil && r.bug == nil {
		if r.walked, r.err = ways.Run(ctx, r.verdict, c.ways, c.compilers, c.native, progress); r.err == nil {
			r.status = r.walked.Status()
		}
		return r
	}
	switch {
	case errors.Is(err, errUnbuilt):
		r.status, r.result = exit.Inconclusive, native.Result{Verdict: native.Inconclusive, Reason: err.Error()}
		return r
	case errors.Is(err, checker.ErrInvalid):
		r.status, r.err = checkcmd.Invalid, err
		return r
	case err != nil:
		r.err = err
		return r
	}
	if r.result, r.err = r.bug.Confirm(ctx, c.compilers, c.native, progress); r.err != nil {
		return r
	}
	if r.err = c.attest(file, data, &r); r.err != nil {
		return r
	}
	switch r.result.Verdict {
	case native.Confirmed:
		r.status = exit.OK
	case native.NotVisible, native.DidNotEnd, native.Inconclusive:
		r.status = exit.Inconclusive
	default:
		r.status = exit.Bug
	}
	if w := r.result.Way; w != nil && w.Differs != nil && !w.Differs.Addresses {
		r.status = exit.Disagreement
	}
	return r
}

// attest signs the result for a certificate, if the user wants that and there is one to sign.
func (c *confirmation) attest(file checkcmd.File, data []byte, r *confirmed) error {
	if c.key == nil || r.result.Compiler == nil || r.result.Verdict == native.Inconclusive {
		return nil
	}
	f, _, err := checkcmd.Finding(file.Name, data, checker.Options{Limits: c.sign.limits, Lower: fronts.All.Lower})
	if err != nil {
		return err
	}
	r.signed, err = c.sign.write(file, c.key, f, &statement.Review{
		Role: c.role, Checker: "vouch " + checkcmd.Version, Binary: c.binary, Verdict: f.Verdict,
		Native: &statement.Native{
			Outcome: string(r.result.Verdict), Fault: f.Fault, Compiler: r.result.Compiler.Version,
			Sanitizers: strings.Join(r.result.Sanitizers, ", "),
		},
	})
	return err
}

// errUnbuilt is the error, wrapped, of a valid certificate whose program cannot be built natively.
var errUnbuilt = errors.New("not to be built")

// reproduction checks the certificate of a bug in C that a file holds, and returns its program with its input. Of an
// absence, it returns only what the checker says.
func reproduction(name string, data []byte, limits checker.Limits) (*checker.Verdict, *native.Reproduction, error) {
	c, err := certs.Open(data, limits.MaxBytes)
	if err == nil && !lang.Named(c.About().Language).Compiled {
		return nil, nil, fmt.Errorf("found a program in the language %s, want one in %s", c.About().Language,
			native.Language)
	}
	v, err := checkcmd.Judge(name, data, checker.Options{Limits: limits, Lower: fronts.All.Lower})
	if err != nil || v.Kind != certs.KindBug {
		return v, nil, err
	}
	r, err := native.New(v)
	if err != nil {
		return v, nil, fmt.Errorf("%w: %w", errUnbuilt, err)
	}
	return v, r, nil
}

func (c *confirmation) print(r confirmed, stdout, stderr io.Writer) error {
	if c.asJSON {
		return output.JSON(stdout, r.json())
	}
	if r.err != nil {
		if r.status == checkcmd.Invalid {
			fmt.Fprintf(stdout, "invalid       %s\n", r.name)
		}
		checkcmd.Complain(stderr, r.name, r.err)
		return nil
	}
	if r.err == nil && r.walked != nil {
		return r.walked.Print(r.name, r.verdict, stdout)
	}
	text := fmt.Sprintf("%-13s %s  %s at %s", r.result.Verdict, r.name, r.verdict.Fault.Kind,
		checkcmd.FaultPlace(r.verdict))
	if r.result.Reason != "" {
		text += "; " + r.result.Reason
	}
	if report := r.result.Report; report != nil {
		text += fmt.Sprintf("; %s says: %s", r.result.Compiler, terminal.Shown(said(report)))
		if n := r.result.Before; n > 0 {
			text += fmt.Sprintf(", after %s of something else", checkcmd.Count(int64(n), "report"))
		}
	}
	if w := r.result.Way; w != nil {
		text += "; " + w.String()
	}
	text += claim.Proved(r.verdict).With("; with ")
	if r.signed != "" {
		text += fmt.Sprintf("  (statement %s)", r.signed)
	}
	_, err := fmt.Fprintln(stdout, text)
	return err
}

// said returns what a sanitizer reports, and where.
func said(r *native.Report) string {
	if r.At.File == "" {
		return r.Text
	}
	at := r.At
	at.File = certs.BaseName(at.File)
	return fmt.Sprintf("%s at %s", r.Text, at)
}

// confirmedJSON is the machine-readable form of a result.
type confirmedJSON struct {
	Certificate string      `json:"certificate"`
	Verdict     string      `json:"verdict"` // one of native.Verdict, invalid, or error
	Fault       string      `json:"fault,omitempty"`
	File        string      `json:"file,omitempty"`
	Line        int         `json:"line,omitempty"`
	Column      int         `json:"column,omitempty"`
	About       string      `json:"about,omitempty"` // on what the bug depends
	Reason      string      `json:"reason,omitempty"`
	Native      *nativeJSON `json:"native,omitempty"`
	Way         *wayJSON    `json:"way,omitempty"`  // of a bug
	Ways        *ways.JSON  `json:"ways,omitempty"` // of an absence
	Statement   string      `json:"statement,omitempty"`
	Error       string      `json:"error,omitempty"`
}

// nativeJSON is the run that says most.
type nativeJSON struct {
	Compiler   string   `json:"compiler"`
	Sanitizers []string `json:"sanitizers"`
	Confined   string   `json:"confined"` // how: one of native.Confinement
	Report     string   `json:"report,omitempty"`
	Kinds      []string `json:"kinds,omitempty"` // the kinds of faults that the report may stand for
	File       string   `json:"file,omitempty"`
	Line       int      `json:"line,omitempty"`
	Before     int      `json:"before,omitempty"` // reports before this one
}

// wayJSON is how the ways of a bug compare.
type wayJSON struct {
	Branches int    `json:"branches"` // how many agree
	LeftOut  int64  `json:"left_out,omitempty"`
	Cut      bool   `json:"cut,omitempty"`
	Reason   string `json:"reason,omitempty"`  // why nothing was compared
	Differs  string `json:"differs,omitempty"` // how they part, at this place:
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

func (r confirmed) json() confirmedJSON {
	j := confirmedJSON{Certificate: r.name, Verdict: string(r.result.Verdict), Reason: r.result.Reason,
		Statement: r.signed}
	if v := r.verdict; v != nil {
		j.About = claim.Proved(v).String()
		if v.Kind == certs.KindBug {
			place, _, _ := strings.Cut(checkcmd.FaultPlace(v), ":")
			j.Fault, j.File, j.Line, j.Column = string(v.Fault.Kind), place, int(v.Fault.Line), int(v.Fault.Column)
		}
	}
	if w := r.walked; w != nil {
		j.Verdict, j.Reason, j.Ways = w.Verdict(), w.Reason, w.JSON()
		if w.Compiler != nil {
			j.Native = &nativeJSON{Compiler: w.Compiler.Version, Sanitizers: w.Sanitizers,
				Confined: string(w.Confinement)}
		}
	}
	if w := r.result.Way; w != nil {
		j.Way = &wayJSON{Branches: w.Branches, LeftOut: w.LeftOut, Cut: w.Cut, Reason: w.Reason}
		if d := w.Differs; d != nil {
			j.Way.Differs, j.Way.File, j.Way.Line, j.Way.Column = d.Words, d.At.File, d.At.Line, d.At.Column
		}
	}
	switch {
	case r.err != nil && r.status == checkcmd.Invalid:
		j.Verdict, j.Reason = "invalid", r.err.Error()
	case r.err != nil:
		j.Verdict, j.Error = output.Failed, r.err.Error()
	}
	if r.result.Compiler == nil {
		return j
	}
	n := &nativeJSON{Compiler: r.result.Compiler.Version, Sanitizers: r.result.Sanitizers,
		Confined: string(r.result.Confinement)}
	if report := r.result.Report; report != nil {
		n.Report, n.File, n.Line, n.Before = report.Text, report.At.File, report.At.Line, r.result.Before
		for _, k := range report.Kinds() {
			n.Kinds = append(n.Kinds, string(k))
		}
	}
	j.Native = n
	return j
}
