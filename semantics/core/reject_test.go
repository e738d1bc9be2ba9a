package core

import (
	"math/big"
	"strings"
	"testing"

	"vouch/semantics"
	"vouch/semantics/source"
)

// This file tests what the parser and the sanity check refuse.

// head is a text in which a line is missing at the end; its instructions stand from line 9 on.
const head = `core 1
entry f

global g size 8

func f() loops 1
  slot x int
  slot p ptr
`

func TestRejections(t *testing.T) {
	for _, c := range []struct{ title, src, want string }{
		// The first lines.
		{"nothing", "", `t:1:1: found the end of the text, want "core"`},
		{"another language", "x = 1\n", `t:1:1: found "x", want "core"`},
		{"another version", "core 2\n", `t:1:6: found "2", want "1"`},
		{"a version that goes on", "core 1.5\n", `t:1:6: found "1.5", want "1"`},
		{"no entry", "core 1\nfunc f()\n  return\n",
			"t:4:1: found the end of the text, want a line that says where the program begins\n  hint: such as \"entry main\""},
		{"two entries", "core 1\nentry f\nentry f\nfunc f()\n return\n", `t:3:7: found "f", want one entry`},
		{"an unknown entry", "core 1\nentry g\nfunc f()\n return\n", `t:2:7: found "g", want the name of a function`},
		{"an entry with parameters", "core 1\nentry f\nfunc f(n int)\n return\n",
			`t:1:1: found the entry "f" with parameters, want none`},
		{"a source without quotes", "core 1\nsource a.c\n", `t:2:8: found "a.c", want the name of a source in quotes`},
		{"a source behind a function", "core 1\nentry f\nfunc f()\n return\nsource \"a.c\"\n",
			`t:5:8: found "a.c", want no more sources behind a global or a function`},
		{"two sources of one name", "core 1\nsource \"a\"\nsource \"a\"\nentry f\nfunc f()\n return\n",
			`t:1:1: found another source "a", want another name`},
		{"a source that hides", "core 1\nsource \"a\\x1b[2J\"\nentry f\nfunc f()\n return\n",
			`t:1:1: found the name "a\x1b[2J" of a source, want printable text`},
		{"an instruction outside functions", "core 1\nreturn\n",
			`t:2:1: found "return", want source, entry, global or func`},
		{"more on the line", "core 1 2\n", `t:1:8: found "2", want the end of the line`},

		// Tokens.
		{"a control character", head + "  return \x07\n",
			`t:9:10: found the byte 0x07, want ASCII without control characters`},
		{"a byte order mark", "\ufeffcore 1\n", `t:1:1: found the byte 0xef, want ASCII without control characters`},
		{"a string without end", head + "  fail \"fail\n",
			`t:9:8: found the string "fail without its end, want ASCII from quote to quote`},
		{"a string that ends in a backslash", head + `  fail "fail\`,
			`t:9:8: found the string "fail\ without its end, want ASCII from quote to quote`},
		{"a string beyond ASCII", head + "  fail \"fäil\"\n",
			"t:9:8: found the string \"f without its end, want ASCII from quote to quote"},
		{"an unknown escape", head + "  fail \"f\\qail\"\n",
			`t:9:8: found "f\qail", want no other escapes than \" \\ \n \t \x..`},
		{"a comment", head + "  return # done\n", `t:9:10: found "#", want the name of a slot of the function`},

		// Globals.
		{"a global without a size", "core 1\nglobal g\n", `t:2:9: found the end of the line, want "size"`},
		{"a global named by a number", "core 1\nglobal 7 size 1\n", `t:2:8: found "7", want the name of a global`},
		{"a negative size", "core 1\nglobal g size -1\n", `t:2:15: found "-1", want how many bytes it has`},
		{"init in a function", head + "  init 0 u8 1\n", `t:9:3: found "init", want it behind a global`},
		{"init without a type", "core 1\nglobal g size 8\n  init 0 7\n",
			`t:3:10: found "7", want bytes or a scalar type`},
		{"init from a slot", "core 1\nglobal g size 8\n  init 0 i32 x\n",
			`t:3:14: found "x", want a constant: an integer, (null), (global x), (func f), (f32 1) or (f64 1)`},
		{"init from a sum", global("init 0 i32 (add 1 2)"),
			`t:4:1: found an initial value that is no constant, want an integer, null, global, func, f32, f64, or move of a global`},
		{"init from null moved", global("init 0 ptr (move (null) 4)"),
			`t:4:1: found an initial value that moves something else than a global by a constant, want that`},
		{"init from a move out of it", global(`init 0 ptr (move (global g) 4 "pointer arithmetic")`),
			`t:4:1: found an initial value that moves something else than a global by a constant, want that`},
		{"init out of range", global("init 0 u8 256"),
			`t:4:1: found an initial value out of the range of u8, want one in it`},
		{"init below the range", global("init 0 i8 -129"),
			`t:4:1: found an initial value out of the range of i8, want one in it`},
		{"init of another type", global("init 0 i32 (null)"),
			`t:4:1: found an operand of type ptr, the value of null, want int`},
		{"init behind the end", global("init 6 i32 1"),
			`t:4:1: found initial data of 4 bytes at offset 6, want it between 0 and 8`},
		{"init far behind the end", global("init 9223372036854775807 i64 1"),
			`t:4:1: found initial data of 8 bytes at offset 9223372036854775807, want it between 0 and 8`},
		{"init that overlaps", global("init 0 i32 1\n  init 2 i32 1"),
			`t:4:1: found initial data of 4 bytes at offset 2, want it between 4 and 8`},
		{"init out of order", global("init 4 i32 1\n  init 0 i32 1"),
			`t:4:1: found initial data of 4 bytes at offset 0, want it between 8 and 8`},
		{"init without bytes", global(`init 0 bytes ""`), `t:4:1: found neither an initial value nor bytes, want one`},
		{"too many bytes", global(`init 4 bytes "hello"`),
			`t:4:1: found initial data of 5 bytes at offset 4, want it between 0 and 8`},
		{"init with an unknown global", global("init 0 ptr (global h)"),
			`t:5:22: found "h", want the name of a global`},
		{"a global that is too large", "core 1\nentry f\nglobal g size 4294901761\nfunc f()\n return\n",
			`t:3:1: found a size of 4294901761 bytes, want 0 to 4294901760`},
		{"two globals of one name", "core 1\nentry f\nglobal g size 1\nglobal g size 1\nfunc f()\n return\n",
			`t:4:1: found another global "g", want another name`},

		// Functions and slots.
		{"a parameter without a type", "core 1\nfunc f(x)\n", `t:2:9: found ")", want its type: int, ptr, f32 or f64`},
		{"parameters without an end", "core 1\nfunc f(x int\n", `t:2:13: found the end of the line, want ")"`},
		{"a result that is a condition", "core 1\nfunc f() bool\n", `t:2:10: found "bool", want int, ptr, f32 or f64`},
		{"a slot that is a condition", head + "  slot y bool\n",
			`t:9:10: found "bool", want its type: int, ptr, f32 or f64`},
		{"a slot behind instructions", head + "  return\n  slot y int\n",
			`t:10:3: found "slot", want it before the instructions of a function`},
		{"two slots of one name", head + "  slot x int\n  return\n",
			`t:6:1: found another slot "x", want another name`},
		{"a slot named as none can be", head + "  slot .x int\n", `t:9:8: found ".x", want the name of a slot`},
		{"two functions of one name", head + "  return\nfunc f()\n  return\n",
			`t:10:1: found another function "f", want another name`},
		{"a function without instructions", "core 1\nentry f\nfunc f()\n", `t:3:1: found no instruction, want one`},
		{"more loops than instructions", "core 1\nentry f\nfunc f() loops 9\n return\n",
			`t:3:1: found 9 loops, want at most one for each of the 1 instructions`},
		{"a huge number of loops", "core 1\nentry f\nfunc f() loops 9999999999\n return\n",
			`t:3:16: found 9999999999, want how many loops it has`},

		// Instructions.
		{"no instruction", head + "  go 3\n", `t:9:3: found "go", want an instruction`},
		{"another index", head + "  1: return\n",
			"t:9:3: found \"1:\", want \"0:\"\n  hint: vouch fmt -w numbers instructions that have labels or nothing in front"},
		{"a label twice", head + "a: jump a\na: return\n", `t:10:1: found the label "a:" again, want another`},
		{"a label that is none", head + "-a: return\n", `t:9:1: found "-a:", want "0:" or a label`},
		{"an unknown label", head + "  jump a\n", `t:9:8: found "a", want the index or the label of an instruction`},
		{"a jump into nowhere", head + "  jump 1\n",
			`t:9:3: found a jump to instruction 1, want one of the 1 instructions`},
		{"a jump far into nowhere", head + "  jump 4294967296\n",
			`t:9:8: found 4294967296, want the index or the label of an instruction`},
		{"a branch into nowhere", head + "  branch (truth 1) then 0 else 2\n",
			`t:9:3: found a jump to instruction 2, want one of the 1 instructions`},
		{"a branch without its other way", head + "  branch (truth 1) then 0\n",
			`t:9:26: found the end of the line, want "else"`},
		{"falling off the end", head + "  set x 1\n",
			`t:9:3: found the end of the code behind set, want an instruction`},
		{"an unknown slot", head + "  set y 1\n", `t:9:7: found "y", want the name of a slot of the function`},
		{"a result for what has none", head + "  set - 1\n", `t:9:7: found "-", want the name of a slot`},
		{"a set of another type", head + "  set x (null)\n  return\n",
			`t:9:3: found set of type ptr into the slot "x" of type int, want the same type`},
		{"a set of a condition", head + "  set x (truth 1)\n  return\n",
			`t:9:3: found an operand of type bool, the value of truth, want int, ptr, f32 or f64`},
		{"no operand", head + "  set x\n",
			`t:9:8: found the end of the line, want an operand: a slot, an integer or ( with an operator`},
		{"one operand too many", head + "  set x 1 2\n", `t:9:11: found "2", want the end of the line`},
		{"a branch on an integer", head + "  branch 1 then 0 else 0\n",
			`t:9:3: found an operand of type int, the value of int, want bool`},
		{"a loop that is not there", head + "  enter 1\n  return\n", `t:9:3: found loop 1, want one of the 1 loops`},
		{"a loop without number", head + "  enter\n", `t:9:8: found the end of the line, want the number of a loop`},
		{"a draw into a pointer", head + "  draw p n ..\n  return\n",
			`t:9:3: found the slot "p" of type ptr for the result of draw, want int`},
		{"a draw without a range", head + "  draw x n\n", `t:9:11: found the end of the line, want ".."`},
		{"a draw from an empty range", head + "  draw x n 2 .. 1\n  return\n",
			`t:9:3: found a range from 2 to 1, want one that is not empty`},
		{"a draw with another range", head + "  draw x n 0 .. 1\n  draw x n 0 ..\n  return\n",
			`t:10:3: found another range for the input "n", want that of its first draw`},
		{"a draw with a hash in its name", head + "  draw x n#2 ..\n  return\n",
			`t:9:3: found "n#2" as the name of an input, want ASCII without blanks and any of ( ) " , ! # that begins with none of 0-9 - + . @`},
		{"a draw with a bang in its name", head + "  draw x n! ..\n  return\n",
			`t:9:10: found "n!", want the name of an input`},
		{"an unknown kind of fault", head + "  fail \"bad luck\"\n",
			`t:9:3: found the kind of fault "bad luck", want one that is known`},
		{"a failure that is an assumption", head + "  fail \"assume\"\n",
			`t:9:3: found the kind of fault "assume", want one that is known`},
		{"no life", head + "  alloc p 8\n", `t:9:11: found "8", want heap or local`},
		{"any offset where there is no access", head + "  set x loose 1\n",
			`t:9:9: found "loose", want the name of a slot of the function`},
		{"any offset before the type", head + "  load x loose u8 p!\n", `t:9:10: found "loose", want a scalar type`},
		{"any offset twice", head + "  load x u8 loose loose p!\n",
			`t:9:19: found "loose", want the name of a slot of the function`},
		{"an extent into a pointer", head + "  extent p p!\n  return\n",
			`t:9:3: found the slot "p" of type ptr for the result of extent, want int`},
		{"a room into a pointer", head + "  room p p!\n  return\n",
			`t:9:3: found the slot "p" of type ptr for the result of room, want int`},
		{"a room of what may be undefined", head + "  room x p\n  return\n",
			`t:9:3: found the slot "p", which may be undefined, want (def p ...)`},
		{"an extent of an integer", head + "  extent x 1\n  return\n",
			`t:9:3: found an operand of type int, the value of int, want ptr`},
		{"an end of a pointer that may be undefined", head + "  end p\n  return\n",
			`t:9:3: found the slot "p", which may be undefined, want (def p ...)`},
		{"a protection of two", head + "  protect p! p!\n", `t:9:14: found "p!", want the end of the line`},
		{"leaks of something", head + "  leaks p!\n", `t:9:9: found "p!", want the end of the line`},
		{"leaks into a slot", head + "  leaks x\n", `t:9:9: found "x", want the end of the line`},
		{"a loose copy without a kind", head + "  copy loose p! p! 1\n",
			`t:9:3: found copy with the word loose, want it without`},
		{"a loose fill", head + "  fill loose p! 0 1\n",
			`t:9:8: found "loose", want the name of a slot of the function`},
		{"a fill with a kind", head + "  fill p! 0 1 \"overlapping copy\"\n",
			`t:9:15: found "overlapping copy", want the end of the line`},
		{"a copy with an unknown kind", head + "  copy p! p! 1 \"overlap\"\n  return\n",
			`t:9:3: found the kind of fault "overlap", want one that is known`},
		{"a copy that is assumed not to overlap", head + "  copy p! p! 1 \"assume\"\n  return\n",
			`t:9:3: found the kind of fault "assume", want one that is known`},
		{"a signature without its word", head + "  call - (func f) \"void ()\"\n",
			`t:9:19: found "void ()", want an operand: a slot, an integer or ( with an operator`},
		{"a signature without quotes", head + "  call - (func f) sig void\n",
			`t:9:19: found "sig", want the name of a slot of the function`},
		{"two signatures", head + "  call - (func f) sig \"a\" sig \"b\"\n",
			`t:9:27: found "sig", want the end of the line`},
		{"a signature with a quote", head + "  call - (func f) sig \"a\\\"\"\n  return\n",
			`t:9:3: found the signature "a\"", want printable text without " and \`},
		{"a signature that hides", "core 1\nentry f\nfunc f() sig \"\\x1b\"\n return\n",
			`t:3:1: found the signature "\x1b", want printable text without " and \`},
		{"a signature of a return", head + "  return sig \"a\"\n",
			`t:9:10: found "sig", want the name of a slot of the function`},
		{"a signature before library", "core 1\nentry f\nfunc f() sig \"a\" library\n return\n",
			`t:3:18: found "library", want the end of the line`},
		{"library twice", "core 1\nentry f\nfunc f() library library\n return\n",
			`t:3:18: found "library", want the end of the line`},
		{"an unknown scalar type", head + "  load x int p!\n", `t:9:10: found "int", want a scalar type`},
		{"a bit-field of no bits", head + "  load x u0@0 loose p!\n", `t:9:10: found "u0@0", want a scalar type`},
		{"a bit-field of more than 64 bits", head + "  load x u65@0 loose p!\n",
			`t:9:10: found "u65@0", want a scalar type`},
		{"a bit-field in nine bytes", head + "  load x u60@5 loose p!\n", `t:9:10: found "u60@5", want a scalar type`},
		{"a bit-field after a whole byte", head + "  load x u3@8 loose p!\n",
			`t:9:10: found "u3@8", want a scalar type`},
		{"a bit-field after bits below 0", head + "  store u3@-1 loose p! 1\n",
			`t:9:9: found "u3@-1", want a scalar type`},
		{"a bit-field that does not say after what", head + "  store i3 loose p! 1\n",
			`t:9:9: found "i3", want a scalar type`},
		{"a bit-field with a 0 in front", head + "  store i03@1 loose p! 1\n",
			`t:9:9: found "i03@1", want a scalar type`},
		{"a bit-field with two signs", head + "  store ui3@1 loose p! 1\n", `t:9:9: found "ui3@1", want a scalar type`},
		{"a bit-field that is aligned", head + "  load x u3@1 p!\n  return\n",
			`t:9:3: found a bit-field without the word loose, want it`},
		{"a bit-field of a pointer", head + "  store u3@1 loose p! p\n  return\n",
			`t:9:3: found a store of type ptr as u3@1, want type int`},
		{"a bit-field into a pointer", head + "  load p u3@1 loose p!\n  return\n",
			`t:9:3: found load of type int into the slot "p" of type ptr, want the same type`},
		{"a bit-field as initial data", global("init 0 u3@1 1"), `t:5:10: found "u3@1", want bytes or a scalar type`},
		{"a load into another type", head + "  load p i32 p!\n  return\n",
			`t:9:3: found load of type int into the slot "p" of type ptr, want the same type`},
		{"a store of another type", head + "  store ptr p! x\n  return\n",
			`t:9:3: found a store of type int as ptr, want type ptr`},
		{"a store to an integer", head + "  store i32 x! x\n  return\n",
			`t:9:3: found an operand of type int, the value of def, want ptr`},
		{"a call of an integer", head + "  call x 7\n  return\n",
			`t:9:3: found an operand of type int, the value of int, want ptr`},
		{"a call of an unknown function", head + "  call x (func h)\n  return\n",
			`t:9:16: found "h", want the name of a function`},
		{"a call with too few arguments",
			head + "  call x (func h) 1\n  return\nfunc h(a int, b int) int\n  return 0\n",
			`t:9:3: found a call of "h" with 1 arguments, want 2`},
		{"a call with another argument", head + "  call x (func h) p\n  return\nfunc h(a int) int\n  return 0\n",
			`t:9:3: found argument 1 of type ptr in a call of "h", want int`},
		{"a call for another result", head + "  call p (func h)\n  return\nfunc h() int\n  return 0\n",
			`t:9:3: found the result of type int into the slot "p" of type ptr, want the same type`},
		{"a call for a result that is not there", head + "  call x (func f)\n  return\n",
			`t:9:3: found a slot for the result of "f", which has none`},
		{"a return of nothing", "core 1\nentry f\nfunc f() int\n  return\n",
			`t:4:3: found return with 0 values, want 1 as the function has a result`},
		{"a return of two values", "core 1\nentry f\nfunc f() int\n  return 1 2\n",
			`t:4:3: found return with 2 values, want 1 as the function has a result`},
		{"a return without a result", head + "  return 1\n",
			`t:9:3: found return with a value, want none as the function has no result`},
		{"a return of another type", "core 1\nentry f\nfunc f() ptr\n  return 0\n",
			`t:4:3: found return of type int, want ptr`},
		{"a reason that hides", head + "  unsupported \"a\\x1b[2J\"\n",
			`t:9:3: found the reason "a\x1b[2J", want printable text`},
		{"no reason", head + "  unsupported \"\"\n", `t:9:3: found unsupported without a reason, want it`},

		// Expressions.
		{"an unknown operator", head + "  set x (plus 1 2)\n", `t:9:10: found "plus", want an operator`},
		{"an operator that is a slot", head + "  set x (slot 0)\n", `t:9:10: found "slot", want an operator`},
		{"an operator with one operand too few", head + "  set x (add 1)\n",
			`t:9:15: found ")", want an operand: a slot, an integer or ( with an operator`},
		{"an operator with one operand too many", head + "  set x (neg 1 2)\n", `t:9:16: found "2", want ")"`},
		{"an operand of another type", head + "  set x (add 1 (null))\n  return\n",
			`t:9:3: found an operand of type ptr, the value of null, want int`},
		{"numbers of two sizes", head + "  assume (feq (f32 1) (f64 1))\n  return\n",
			`t:9:3: found an operand of type f64, the value of f64, want f32`},
		{"a float where any is wanted", head + "  assume (feq 1 1)\n  return\n",
			`t:9:3: found an operand of type int, the value of int, want f32 or f64`},
		{"what may be undefined", head + "  set x (add x 1)\n  return\n",
			`t:9:3: found the slot "x", which may be undefined, want (def x ...)`},
		{"what may be undefined behind given", head + "  set x (add (given (truth 1) x \"fail\") 1)\n  return\n",
			`t:9:3: found the slot "x", which may be undefined, want (def x ...)`},
		{"a pointer that may be undefined", head + "  free p\n  return\n",
			`t:9:3: found the slot "p", which may be undefined, want (def p ...)`},
		{"a function that may be undefined", head + "  call - p\n  return\n",
			`t:9:3: found the slot "p", which may be undefined, want (def p ...)`},
		{"an obligation without a kind", head + "  set x (div 1 2)\n",
			`t:9:17: found ")", want the kind of a fault in quotes`},
		{"an obligation where there is none", head + "  set x (add 1 2 \"fail\")\n", `t:9:18: found "fail", want ")"`},
		{"an obligation of an unknown kind", head + "  set x (div 1 2 \"bad luck\")\n  return\n",
			`t:9:3: found the kind of fault "bad luck", want one that is known`},
		{"a def of a condition", head + "  assume (def (truth 1) \"fail\")\n  return\n",
			`t:9:3: found an operand of type bool, the value of truth, want int, ptr, f32 or f64`},
		{"a shift by what has no bounds", head + "  set x (shl 1 x!)\n  return\n",
			"t:9:3: found shl by an amount without bounds, want a constant or an `in` from 0 to at most 65536"},
		{"a shift by too much", head + "  set x (shr 1 (in x! 0 .. 65537 \"shift out of range\"))\n  return\n",
			"t:9:3: found shr by an amount without bounds, want a constant or an `in` from 0 to at most 65536"},
		{"a shift by less than nothing", head + "  set x (shl 1 -1)\n  return\n",
			"t:9:3: found shl by an amount without bounds, want a constant or an `in` from 0 to at most 65536"},
		{"a range that is empty", head + "  set x (in 1 5 .. 4 \"overflow\")\n  return\n",
			`t:9:3: found a range from 5 to 4, want one that is not empty`},
		{"truth that is neither", head + "  assume (truth 2)\n  return\n", `t:9:3: found truth 2, want 0 or 1`},
		{"a float that is none", head + "  assume (feq (f32 x) (f32 1))\n",
			`t:9:20: found "x", want a number of 32 bits in decimal, inf, or an encoding such as 0x7fc00000`},
		{"an encoding that is too long", head + "  assume (feq (f32 0x7fc000000) (f32 1))\n",
			`t:9:20: found "0x7fc000000", want a number of 32 bits in decimal, inf, or an encoding such as 0x7fc00000`},
		{"a parenthesis too few", head + "  set x (neg 1\n", `t:9:15: found the end of the line, want ")"`},
		{"a parenthesis too many", head + "  set x (neg 1))\n", `t:9:16: found ")", want the end of the line`},

		// Places.
		{"a place in no source", head + "  return @1:1-1:2\n",
			`t:9:3: found a place in source 0, want one of the 0 sources`},
		{"a place in a third source", "core 1\nsource \"a\"\nsource \"b\"\nentry f\nfunc f() @2/1:1-1:2\n",
			`t:5:1: found a place in source 2, want one of the 2 sources`},
		{"half a place", head + "  return @1:1\n",
			`t:9:10: found "@1:1", want a place such as @3:1-3:9, or @1/3:1-3:9 in the second source`},
		{"a line 0", head + "  return @0:1-1:2\n",
			`t:9:10: found "@0:1-1:2", want a place such as @3:1-3:9, or @1/3:1-3:9 in the second source`},
		{"a place that ends before it begins", "core 1\nsource \"a\"\nentry f\nfunc f()\n  return @3:4-3:3\n",
			`t:5:3: found a place from 3:4 to 3:3, want its end behind its start`},
	} {
		_, err := ParseLoose("t", []byte(c.src))
		if err == nil {
			t.Errorf("%s: is accepted", c.title)
		} else if first := err.(source.ErrorList)[:1].Error(); first != c.want {
			t.Errorf("%s: got\n\t%s\nwant\n\t%s", c.title, first, c.want)
		}
	}
}

// global returns a program with a global whose initial data is given.
func global(init string) string {
	return "core 1\nentry f\n\nglobal g size 8\n  " + init + "\nfunc f()\n  return\n"
}

// TestLayout refuses texts that are not what Text returns.
func TestLayout(t *testing.T) {
	const good = "core 1\nentry f\n\nfunc f()\n  0: halt 10\n"
	if _, err := Parse("t", []byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ title, src, want string }{
		{"no line end at the end", strings.TrimSuffix(good, "\n"),
			`t:5:1: found no line end at the end of the text, want one`},
		{"an empty line at the end", good + "\n", `t:6:1: found more lines, want the end of the text`},
		{"an empty line too few", strings.Replace(good, "\n\n", "\n", 1), `t:3:1: found "func f()", want ""`},
		{"an empty line too many", strings.Replace(good, "f\n\n", "f\n\n\n", 1), `t:4:1: found "", want "func f()"`},
		{"another indentation", strings.Replace(good, "  0:", "\t0:", 1),
			`t:5:1: found "\t0: halt 10", want "  0: halt 10"`},
		{"no index", strings.Replace(good, "0: ", "", 1), `t:5:1: found "  halt 10", want "  0: halt 10"`},
		{"a carriage return", strings.Replace(good, "10", "10\r", 1),
			`t:5:1: found "  0: halt 10\r", want "  0: halt 10"`},
		{"a zero too many", strings.Replace(good, "10", "010", 1), `t:5:1: found "  0: halt 010", want "  0: halt 10"`},
		{"a blank at the end", strings.Replace(good, "10", "10 ", 1),
			`t:5:1: found "  0: halt 10 ", want "  0: halt 10"`},
		{"far on in a long line", strings.Replace(good, "10", strings.Repeat("(neg ", 20)+"-0"+strings.Repeat(")", 20),
			1),
			`t:5:1: found "...(neg (neg (neg (neg -0))))))))))))))))))))", want "...(neg (neg (neg (neg 0))))))))))))))))))))"`},
	} {
		_, err := Parse("t", []byte(c.src))
		if want := c.want + "\n  hint: vouch fmt -w mends the layout"; err == nil || err.Error() != want {
			t.Errorf("%s: got\n\t%v\nwant\n\t%s", c.title, err, want)
		}
		if _, err := ParseLoose("t", []byte(c.src)); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
	}
}

// TestCheck breaks programs in ways that no text can.
func TestCheck(t *testing.T) {
	const good = "core 1\nsource \"a.c\"\nentry f\n\nglobal g size 8 @1:1-1:2\n  init 0 i32 5\n\nfunc f(x int) @2:1-2:2\n  0: set x (add (def x \"fail\") 1) @3:1-3:5\n  1: return\n\n" +
		"func main()\n  0: return\n"
	one := big.NewInt(1)
	huge := new(big.Int).Lsh(one, MaxBits)
	for _, c := range []struct {
		title string
		spoil func(p *Program, f *Func, set *Instr, sum *Expr)
		want  string
	}{
		{"no function", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Funcs = nil },
			"the program: found function 1 as the entry, want one of the 0 functions"},
		{"an entry below 0", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Entry = -1 },
			"the program: found function -1 as the entry, want one of the 2 functions"},
		{"a nil function", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Funcs[1] = nil },
			"function 1: found nothing, want a function"},
		{"a nil global", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0] = nil },
			"global 0: found nothing, want a global"},
		{"a name with a blank", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Name = "a b" },
			`a.c:2:1: function 0: found "a b" as the name of a function, want ASCII without blanks and any of ( ) " , ! that begins with none of 0-9 - + . @`},
		{"a name with a quote", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0].Name = `a"` },
			`a.c:1:1: global 0: found "a\"" as the name of a global, want ASCII without blanks and any of ( ) " , ! that begins with none of 0-9 - + . @`},
		{"no name", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Slots[0].Name = "" },
			`a.c:2:1: function f: found "" as the name of a slot, want ASCII without blanks and any of ( ) " , ! that begins with none of 0-9 - + . @`},
		{"a source beyond UTF-8", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Sources[0] = "\xff" },
			`the program: found the name "\xff" of a source, want printable text`},
		{"a size below 0", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0].Size = -1 },
			"a.c:1:1: global g: found a size of -1 bytes, want 0 to 4294901760"},
		{"an offset below 0", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0].Init[0].Offset = -1 },
			"a.c:1:1: global g: found initial data of 4 bytes at offset -1, want it between 0 and 8"},
		{"a bit-field as data", func(p *Program, f *Func, _ *Instr, _ *Expr) {
			p.Globals[0].Init[0].Type = BitField(3, 1, false)
		},
			"a.c:1:1: global g: found an initial value without a scalar type, want one"},
		{"a bit-field in nine bytes", func(p *Program, f *Func, set *Instr, _ *Expr) {
			*set = Instr{Op: Load, Type: BitField(62, 3, true), Loose: true, Loop: -1,
				Args: []*Expr{{Op: Null, Type: Ptr}}}
		}, "function f, instruction 0: found scalar type number 33533, want one of the table or a bit-field of at most 8 bytes"},
		{"data of no type", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0].Init[0].Type = NoScalar },
			"a.c:1:1: global g: found an initial value without a scalar type, want one"},
		{"data of an unknown type", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0].Init[0].Type = 99 },
			"a.c:1:1: global g: found an initial value without a scalar type, want one"},
		{"data and bytes", func(p *Program, f *Func, _ *Instr, _ *Expr) { p.Globals[0].Init[0].Bytes = "a" },
			"a.c:1:1: global g: found an initial value and bytes, want one"},
		{"bytes of another type", func(p *Program, f *Func, _ *Instr, _ *Expr) {
			p.Globals[0].Init[0] = Init{Type: I8, Bytes: "a"}
		},
			"a.c:1:1: global g: found neither an initial value nor bytes, want one"},
		{"data without a value", func(p *Program, f *Func, _ *Instr, _ *Expr) {
			p.Globals[0].Init[0].Value = &Expr{Type: Int}
		},
			"a.c:1:1: global g: found int without an integer, want it"},
		{"data that reads a slot", func(p *Program, f *Func, _ *Instr, _ *Expr) {
			p.Globals[0].Init[0].Value = &Expr{Op: Read, Type: Int}
		},
			"a.c:1:1: global g: found an initial value that is no constant, want an integer, null, global, func, f32, f64, or move of a global"},
		{"more parameters than slots", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Params = 2 },
			"a.c:2:1: function f: found 2 parameters, want at most 1, the number of slots"},
		{"parameters below 0", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Params = -1 },
			"a.c:2:1: function f: found -1 parameters, want at most 1, the number of slots"},
		{"a slot of no type", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Slots[0].Type = NoType },
			`a.c:2:1: function f: found the slot "x" of type nothing, want int, ptr, f32 or f64`},
		{"a result of an unknown type", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Result = 77 },
			"a.c:2:1: function f: found a result of type number 77, want int, ptr, f32, f64 or none"},
		{"loops below 0", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Loops = -1 },
			"a.c:2:1: function f: found -1 loops, want at most one for each of the 2 instructions"},
		{"an unknown instruction", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Op = 200 },
			"a.c:3:1: function f, instruction 0: found instruction number 200, want one of the table"},
		{"no slot", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Dst = -1 },
			"a.c:3:1: function f, instruction 0: found set without a slot for its result, want it"},
		{"a slot out of range", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Dst = 1 },
			"a.c:3:1: function f, instruction 0: found slot 1, want one of the 1 slots"},
		{"a slot far below", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Dst = -2 },
			"a.c:3:1: function f, instruction 0: found slot -2, want one of the 1 slots"},
		{"a slot where there is none", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Code[1].Dst = 0 },
			"function f, instruction 1: found return with a slot for its result, want it without"},
		{"a target where there is none", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Then = 1 },
			"a.c:3:1: function f, instruction 0: found set with a target, want it without"},
		{"a target below 0", func(p *Program, f *Func, _ *Instr, _ *Expr) {
			f.Code[1] = Instr{Op: Jump, Dst: -1, Loop: -1, Then: -1}
		},
			"function f, instruction 1: found a jump to instruction -1, want one of the 2 instructions"},
		{"a loop where there is none", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Loop = 0 },
			"a.c:3:1: function f, instruction 0: found set with the number of a loop, want it without"},
		{"a name where there is none", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Name = "x" },
			"a.c:3:1: function f, instruction 0: found set with a name, want it without"},
		{"a range where there is none", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Lo = one },
			"a.c:3:1: function f, instruction 0: found set with a range, want it without"},
		{"a kind where there is none", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Kind = semantics.Failed },
			"a.c:3:1: function f, instruction 0: found set with a kind of fault, want it without"},
		{"a scalar type where there is none", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Type = U8 },
			"a.c:3:1: function f, instruction 0: found set with a scalar type, want it without"},
		{"an unknown scalar type", func(p *Program, f *Func, set *Instr, _ *Expr) {
			*set = Instr{Op: Load, Type: 99, Loop: -1, Args: []*Expr{{Op: Null, Type: Ptr}}}
		}, "function f, instruction 0: found scalar type number 99, want one of the table or a bit-field of at most 8 bytes"},
		{"an unknown life", func(p *Program, f *Func, set *Instr, _ *Expr) {
			*set = Instr{Op: Enter, Life: 9, Dst: -1, Loop: -1}
		}, "function f, instruction 0: found enter with a life, want it without"},
		{"an unknown life of an object", func(p *Program, f *Func, set *Instr, sum *Expr) {
			*set = Instr{Op: Alloc, Life: 9, Loop: -1, Args: []*Expr{sum}}
		}, "function f, instruction 0: found life number 9, want heap or local"},
		{"too few operands", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Args = nil },
			"a.c:3:1: function f, instruction 0: found set with 0 operands, want 1"},
		{"too many operands", func(p *Program, f *Func, set *Instr, sum *Expr) { set.Args = []*Expr{sum, sum} },
			"a.c:3:1: function f, instruction 0: found set with 2 operands, want 1"},
		{"a nil operand", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Args[0] = nil },
			"a.c:3:1: function f, instruction 0: found no operand, want one of type int, ptr, f32 or f64"},
		{"a nil operand of an operator", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Y = nil },
			"a.c:3:1: function f, instruction 0: found no operand, want one of type int"},
		{"an unknown operator", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Op = 200 },
			"a.c:3:1: function f, instruction 0: found operator number 200, want one of the table"},
		{"an expression of no type", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Type = NoType },
			"a.c:3:1: function f, instruction 0: found add that says it is of type nothing, want int"},
		{"a slot of another type", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.X.X.Type = Ptr },
			"a.c:3:1: function f, instruction 0: found slot that says it is of type ptr, want int"},
		{"a slot out of range that is read", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.X.X.Slot = 1 },
			"a.c:3:1: function f, instruction 0: found slot 1, want one of the 1 there are"},
		{"a global out of range", func(p *Program, f *Func, set *Instr, _ *Expr) {
			set.Args[0] = &Expr{Op: Address, Type: Ptr, Ref: 1}
		},
			"a.c:3:1: function f, instruction 0: found global 1, want one of the 1 there are"},
		{"a function out of range", func(p *Program, f *Func, set *Instr, _ *Expr) {
			set.Args[0] = &Expr{Op: Function, Type: Ptr, Ref: -1}
		},
			"a.c:3:1: function f, instruction 0: found function -1, want one of the 2 there are"},
		{"an operand too many", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Y.X = sum.X },
			"a.c:3:1: function f, instruction 0: found int with an operand, want it without"},
		{"a second operand too many", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.X.Y = sum.Y },
			"a.c:3:1: function f, instruction 0: found def with a second operand, want it without"},
		{"an obligation where there is none", func(p *Program, f *Func, _ *Instr, sum *Expr) {
			sum.Kind = semantics.Failed
		},
			"a.c:3:1: function f, instruction 0: found add with a kind of fault, want it without"},
		{"a place where there is no obligation", func(p *Program, f *Func, set *Instr, sum *Expr) {
			sum.Span = set.Span
		},
			"a.c:3:1: function f, instruction 0: found add with a place, want it without"},
		{"no kind of fault", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.X.Kind = "" },
			"a.c:3:1: function f, instruction 0: found def without a kind of fault, want it"},
		{"an integer where there is none", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Int = one },
			"a.c:3:1: function f, instruction 0: found add with an integer, want it without"},
		{"a slot where none is read", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Slot = 1 },
			"a.c:3:1: function f, instruction 0: found add with a slot, want it without"},
		{"a reference where there is none", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Ref = 1 },
			"a.c:3:1: function f, instruction 0: found add with a reference, want it without"},
		{"an encoding where there is none", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Bits = 1 },
			"a.c:3:1: function f, instruction 0: found add with an encoding, want it without"},
		{"bounds where there are none", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Hi = one },
			"a.c:3:1: function f, instruction 0: found add with a range, want it without"},
		{"an integer of too many bits", func(p *Program, f *Func, _ *Instr, sum *Expr) { sum.Y.Int = huge },
			"a.c:3:1: function f, instruction 0: found an integer of 524289 bits, want at most 524288"},
		{"a number of 32 bits with 33", func(p *Program, f *Func, set *Instr, _ *Expr) {
			set.Args[0] = &Expr{Op: Single, Type: F32, Bits: 1 << 32}
		},
			"a.c:3:1: function f, instruction 0: found the encoding 0x100000000 of a number of 32 bits, want 32 bits"},
		{"any offset where there is no access", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Loose = true },
			"a.c:3:1: function f, instruction 0: found set with the word loose, want it without"},
		{"a signature where there is no call", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Signature = "x" },
			"a.c:3:1: function f, instruction 0: found set with a signature, want it without"},
		{"a kind where there is no copy", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Kind = "fail" },
			"a.c:3:1: function f, instruction 0: found set with a kind of fault, want it without"},
		{"a signature of two lines", func(p *Program, f *Func, _ *Instr, _ *Expr) { f.Signature = "a\nb" },
			`a.c:2:1: function f: found the signature "a\nb", want printable text without " and \`},
		{"a place in another source", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Span.File = 1 },
			"function f, instruction 0: found a place in source 1, want one of the 1 sources"},
		{"a place in the text", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Span.File = -1 },
			"function f, instruction 0: found a place in the text of the program, want one in its sources"},
		{"a place in no file", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Span.File = -2 },
			"function f, instruction 0: found a place in source -2, want one of the 1 sources"},
		{"a place without a line", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Span.Line = 0 },
			"function f, instruction 0: found the place 0:1, want lines and columns from 1"},
		{"a place without a column", func(p *Program, f *Func, set *Instr, _ *Expr) { set.Span.Column = 0 },
			"a.c:3:0: function f, instruction 0: found the place 3:0, want lines and columns from 1"},
		{"a place that ends in column 0", func(p *Program, f *Func, set *Instr, _ *Expr) {
			set.Span.EndLine, set.Span.EndColumn = 4, 0
		},
			"a.c:3:1: function f, instruction 0: found a place from 3:1 to 4:0, want its end behind its start"},
	} {
		p, err := Parse("t", []byte(strings.Replace(good, "entry f", "entry main", 1)))
		if err != nil {
			t.Fatal(err)
		}
		f := p.Funcs[0]
		c.spoil(p, f, &f.Code[0], f.Code[0].Args[0])
		err = p.Check()
		if err == nil {
			t.Errorf("%s: is accepted", c.title)
		} else if first := err.(source.ErrorList)[:1].Error(); first != c.want {
			t.Errorf("%s: got\n\t%s\nwant\n\t%s", c.title, first, c.want)
		}
	}
}
