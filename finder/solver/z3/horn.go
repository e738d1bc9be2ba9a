//go:build cgo

package z3

/*
#include <stdlib.h>
#include <string.h>
#include <z3.h>

static void ignore(Z3_context c, Z3_error_code e) {}

static Z3_context newHornContext(const char *rlimit) {
	Z3_config config = Z3_mk_config();
	Z3_set_param_value(config, "rlimit", rlimit);
	Z3_context c = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(c, ignore);
	return c;
}

// askHorn returns the answer to the only query of a text, which has to be freed; NULL if there is none.
static char *askHorn(Z3_context c, const char *text) {
	char *answer = NULL;
	Z3_fixedpoint f = Z3_mk_fixedpoint(c);
	Z3_fixedpoint_inc_ref(c, f);
	Z3_params p = Z3_mk_params(c);
	Z3_params_inc_ref(c, p);
	Z3_params_set_symbol(c, p, Z3_mk_string_symbol(c, "engine"), Z3_mk_string_symbol(c, "spacer"));
	Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), 0);
	Z3_fixedpoint_set_params(c, f, p);
	Z3_ast_vector queries = Z3_fixedpoint_from_string(c, f, text);
	if (Z3_get_error_code(c) == Z3_OK && Z3_ast_vector_size(c, queries) == 1) {
		Z3_ast_vector_inc_ref(c, queries);
		Z3_lbool reached = Z3_fixedpoint_query(c, f, Z3_ast_vector_get(c, queries, 0));
		if (Z3_get_error_code(c) == Z3_OK && reached == Z3_L_FALSE) {
			Z3_ast a = Z3_fixedpoint_get_answer(c, f);
			if (Z3_get_error_code(c) == Z3_OK && a != NULL) {
				answer = strdup(Z3_ast_to_string(c, a));
			}
		}
		Z3_ast_vector_dec_ref(c, queries);
	}
	Z3_params_dec_ref(c, p);
	Z3_fixedpoint_dec_ref(c, f);
	return answer;
}
*/
import "C"

import (
	"context"
	"errors"
	"strconv"
	"time"
	"unsafe"
)

// This file defines what Z3 says of Horn clauses.

// Horn asks Z3's Horn solver, Spacer, for invariants that exclude the only query of a text in the language of its
// fixedpoint engine. It does at most so much for that, in its own units. The answer is a formula over the relations of
// the text, and depends on the text and the limit alone. There is an error if there is no such answer: the query can be
// reached, the limit does not suffice, the text has an error, or the context ends.
func Horn(ctx context.Context, text string, rlimit uint) (answer string, err error) {
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	applyLimit()
	limit, query := C.CString(strconv.FormatUint(uint64(rlimit), 10)), C.CString(text)
	defer C.free(unsafe.Pointer(limit))
	defer C.free(unsafe.Pointer(query))
	c := C.newHornContext(limit)
	defer C.Z3_del_context(c)
	over, stopped := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() { // an interrupt that comes before the query is lost
		defer close(stopped)
		pause := time.NewTicker(time.Millisecond)
		defer pause.Stop()
		for {
			C.Z3_interrupt(c)
			select {
			case <-over:
				return
			case <-pause.C:
			}
		}
	})
	said := C.askHorn(c, query)
	defer C.free(unsafe.Pointer(said))
	close(over)
	if !stop() {
		<-stopped
		return "", context.Cause(ctx)
	}
	if said == nil {
		return "", errors.New("z3: found no invariants")
	}
	return C.GoString(said), nil
}
