//go:build cgo

package z3

/*
#cgo LDFLAGS: -lz3
#include <string.h>
#include <z3.h>

static void configure(Z3_context c, Z3_solver s, unsigned rlimit) {
	Z3_params p = Z3_mk_params(c);
	Z3_params_inc_ref(c, p);
	Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), 0);
	Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "arith.solver"), 2);
	Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "arith.nl.grobner"), 0);
	Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "arith.nl.rounds"), 1 << 20);
	Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "solver2_unknown"), 0);
	Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "rlimit"), rlimit);
	Z3_solver_set_params(c, s, p);
	Z3_params_dec_ref(c, p);
}

static unsigned resources(Z3_context c, Z3_solver s) {
	Z3_stats stats = Z3_solver_get_statistics(c, s);
	unsigned count = 0;
	Z3_stats_inc_ref(c, stats);
	for (unsigned i = 0; i < Z3_stats_size(c, stats); i++) {
		if (strcmp(Z3_stats_get_key(c, stats, i), "rlimit count") == 0) {
			count = Z3_stats_get_uint_value(c, stats, i);
		}
	}
	Z3_stats_dec_ref(c, stats);
	return count;
}
*/
import "C"

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/aclements/go-z3/z3"
)

// This file defines the settings that go-z3 does not offer.

// Version returns the version of the library, such as 4.8.12.
func Version() string {
	var major, minor, build, revision C.uint
	C.Z3_get_version(&major, &minor, &build, &revision)
	return fmt.Sprintf("%d.%d.%d", major, minor, build)
}

// configure changes six parameters of s, the resource limit of a query among them.
//
// ctrl_c: by default Z3 takes over SIGINT during a check and restores Go's handler without the flags that Go needs, so
// that an interrupted program crashes.
//
// arith.solver and arith.nl.grobner: the default arithmetic of 4.8.12, and Gröbner bases in every one, do most of their
// work without counting it, so that the resource limit hardly ends it. The older arithmetic without them honours the
// limit and decides more of the nonlinear queries that were tried.
//
// solver2_unknown: by default Z3 hands a query that it gives up to tactics, and gives each its seconds by the clock.
// Then the answer, and what it took, depend on how busy the machine is. Without them, what it gives up is unknown.
//
// arith.nl.rounds: by default it gives up a nonlinear query after 1024 rounds, and left the rest to those tactics. Now
// the resource limit ends it.
func configure(ctx *z3.Context, s *z3.Solver, rlimit uint) {
	c, h := handles(ctx, s)
	C.configure(c, h, C.uint(rlimit))
	runtime.KeepAlive(ctx)
	runtime.KeepAlive(s)
}

// resources returns what Z3 has done in the context of s, in units of the resource limit.
func resources(ctx *z3.Context, s *z3.Solver) uint32 {
	c, h := handles(ctx, s)
	defer runtime.KeepAlive(ctx)
	defer runtime.KeepAlive(s)
	return uint32(C.resources(c, h))
}

// handles returns what the library knows ctx and s by.
func handles(ctx *z3.Context, s *z3.Solver) (C.Z3_context, C.Z3_solver) {
	c := reflect.ValueOf(ctx).Elem().FieldByName("contextImpl").Elem().FieldByName("c").UnsafePointer()
	h := reflect.ValueOf(s).Elem().FieldByName("solverImpl").Elem().FieldByName("c").UnsafePointer()
	return C.Z3_context(c), C.Z3_solver(h)
}
