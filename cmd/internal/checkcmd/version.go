package checkcmd

// This file defines the version of the commands.

// Version is the version of vouch and vouch-check.
const Version = "0.1.0"
