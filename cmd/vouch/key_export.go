package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vouch/certs/statement"
	"vouch/cmd/internal/checkcmd"
	"vouch/cmd/internal/outfile"
	"vouch/cmd/internal/secret"
)

// This file defines `vouch key export`.

func newKeyExport() *cobra.Command {
	var (
		s      secret.Flags
		format string
		out    string
		origin string
	)
	cmd := &cobra.Command{
		Use:   "export [flags] FILE",
		Short: "Write the public part of a key for other programs",
		Long: `Write the public part of a key for other programs. Vouch does not export private keys: copy the file, or
decrypt it with age -d.

The formats are:

  pem   for OpenSSL
  cose  a COSE_Key (RFC 9052), in binary
  text  for files of trust
  note  the key of a log, for programs that read the C2SP formats; needs --log

Exit status:
  0  the key was written
  2  the file has no key, or the output cannot be written`,
		Example: `  vouch key export me.key.pub --format pem
  vouch key export me.key.pub --format cose -o me.cose
  vouch key export log.key.pub --format note --log example.org/evidence`,
		Args: checkcmd.Exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, err := readPublic(cmd, args[0], &s)
			if err != nil {
				return err
			}
			var data []byte
			switch format {
			case "pem":
				data = k.PEM()
			case "cose":
				data = k.COSE()
			case "text":
				data = []byte(k.String() + "\n")
			case "note":
				if err := statement.CheckOrigin(origin); err != nil {
					return fmt.Errorf("--log: %w", err)
				}
				text, err := statement.NoteKey(origin, k)
				if err != nil {
					return err
				}
				data = []byte(text + "\n")
			default:
				return fmt.Errorf("--format: found %.40q, want pem, cose, text or note", format)
			}
			if out == "" {
				_, err = cmd.OutOrStdout().Write(data)
				return err
			}
			return outfile.WriteNew(out, data, 0o644, false)
		},
	}
	cmd.Flags().StringVar(&format, "format", "pem", "write the key in this `FORMAT`: pem, cose, text or note")
	cmd.Flags().StringVar(&origin, "log", "", "with --format note: the `ORIGIN` of the log")
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to `FILE`, which must not exist, instead of standard output")
	s.Define(cmd, false)
	return cmd
}
