package main

import (
	"strings"

	"github.com/spf13/cobra"

	"vouch/cmd/internal/programs"
)

// This file defines how shells complete the arguments and flags of commands.

// completePrograms completes the names of program files.
func completePrograms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var endings []string
	for _, e := range programs.Extensions() {
		endings = append(endings, strings.TrimPrefix(e, "."))
	}
	return endings, cobra.ShellCompDirectiveFilterFileExt
}

// completeCertificates completes the names of certificates.
func completeCertificates(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"cbor"}, cobra.ShellCompDirectiveFilterFileExt
}

// complete completes the value of a flag that has a few values.
func complete(cmd *cobra.Command, flag string, values []string) {
	cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	})
}
