// Package faults holds what there is to say about each kind of fault, in one table: a kind of fault is a row.
package faults

import (
	"fmt"
	"strings"

	"vouch/semantics"
)

// Row is what there is to say about a kind of fault.
type Row struct {
	Kind  semantics.Kind
	What  string // what happens, in a few words, as in "x.imp:3:1: bug: division by zero"
	Name  string // in the manner of a type's name
	Title string
	Full  string // what happens, as a sentence
	Help  string // what to do about it
	Why   string // what is wrong at the place of the fault, as a sentence
	Never string // why a place cannot have this fault; "" for kinds about which nothing special is said
	// CWE is the number of the weakness in the Common Weakness Enumeration, https://cwe.mitre.org.
	CWE      int
	Severity Severity
}

// Table has a row for each kind of fault, in the order of semantics.Kinds, and at the end one for endless loops.
var Table = []Row{
	{semantics.Failed, "fail is reached", "FailReached", "A fail statement is reached",
		"Some input makes the program reach a fail statement, which marks what must not happen.",
		"Look at the decisions that lead there. Either a condition is wrong, or an assumption about the input is missing.",
		"The program gives up here", "",
		617, Crash}, // Reachable Assertion: "an assert() or similar statement that can be triggered"
	{semantics.AssertionFailed, "assertion fails", "AssertionFails", "An assertion is false",
		"Some input makes the condition of an assertion false.",
		"Follow the values to where they go wrong. If this input never occurs, say so with an assumption at the start of the program.",
		"The asserted condition is false", "",
		617, Crash}, // Reachable Assertion
	{semantics.DivisionByZero, "division by zero", "DivisionByZero", "A divisor is zero",
		"Some input makes the program divide by 0, or take a remainder by 0.",
		"Test the divisor before the division. If it is never 0, say so with an assumption at the start of the program.",
		"The divisor is 0", "the divisor cannot be 0",
		369, Crash}, // Divide By Zero
	{semantics.UnboundVar, "unbound variable is read", "UnboundVariable", "A variable is read before it has a value",
		"Some input makes the program read a variable that has no value: it is not an input, and nothing was assigned to it.",
		"Assign the variable on every path that leads here, or declare it as an input.",
		"The variable has no value: it is not an input, and nothing was assigned to it",
		"the variable always has a value",
		457, Crash}, // Use of Uninitialized Variable
	{semantics.NullDereference, "null pointer is dereferenced", "NullDereference", "A null pointer is dereferenced",
		"Some input makes the program access memory through a null pointer.",
		"Test the pointer before you use it, or find out why it is null.",
		"The pointer is null", "the pointer cannot be null",
		476, Crash}, // NULL Pointer Dereference
	{semantics.InvalidPointer, "invalid pointer is dereferenced", "InvalidPointer",
		"An invalid pointer is dereferenced",
		"Some input makes the program access memory through a pointer that does not point to an object: a number, or a function.",
		"Find out where the pointer comes from.",
		"The pointer does not point to an object", "the pointer always points to an object",
		822, Crash}, // Untrusted Pointer Dereference
	{semantics.UseAfterFree, "freed memory is used", "UseAfterFree", "Memory is used after it was freed",
		"Some input makes the program use an object after it was freed.",
		"Free the object after its last use, and keep no other pointers to it.",
		"The object was freed before", "the object is still allocated",
		416, Corruption}, // Use After Free
	{semantics.UseAfterReturn, "local object is used after its function has returned", "UseAfterReturn",
		"A local object is used after its function has returned",
		"Some input makes the program use a local object after the function of the object has returned.",
		"Do not return or keep pointers to local objects. Let the caller provide the object, or allocate it.",
		"The function of the object has returned", "the function of the object is still running",
		562, Corruption}, // Return of Stack Variable Address
	{semantics.OutOfBoundsRead, "read out of bounds", "OutOfBoundsRead", "A read is out of bounds",
		"Some input makes the program read bytes outside of an object.",
		"Compare the index with the size before the read.",
		"Not all bytes that are read lie in the object", "the read cannot be out of bounds",
		125, Crash}, // Out-of-bounds Read
	{semantics.OutOfBoundsWrite, "write out of bounds", "OutOfBoundsWrite", "A write is out of bounds",
		"Some input makes the program write bytes outside of an object.",
		"Compare the index with the size before the write.",
		"Not all bytes that are written lie in the object", "the write cannot be out of bounds",
		787, Corruption}, // Out-of-bounds Write
	{semantics.ReadOnlyWrite, "read-only memory is written", "ReadOnlyWrite", "Read-only memory is written",
		"Some input makes the program write to an object that is read-only, such as a string literal.",
		"Copy the object, and write to the copy.",
		"The object is read-only", "the object is not read-only",
		758, Crash}, // Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
	{semantics.DoubleFree, "memory is freed twice", "DoubleFree", "Memory is freed twice",
		"Some input makes the program free an object a second time.",
		"Let one part of the program own the object, and set the pointer to null when the object is freed.",
		"The object was freed before", "the object is still allocated",
		415, Corruption}, // Double Free
	{semantics.InvalidFree, "invalid pointer is freed", "InvalidFree", "A pointer is freed that no allocation returned",
		"Some input makes the program free a pointer that does not point to the start of an object on the heap.",
		"Free only pointers that an allocation returned.",
		"The pointer does not point to the start of an object on the heap",
		"the pointer always points to the start of an object on the heap",
		763, Corruption}, // Release of Invalid Pointer or Reference
	{semantics.InvalidSize, "invalid size", "InvalidSize", "A size is negative or too large",
		"Some input makes the program allocate, copy or fill memory of a negative size, or of a size that no object can have.",
		"Look at how the size is computed.",
		"The size is negative or too large", "the size cannot be negative or too large",
		789, Crash}, // Memory Allocation with Excessive Size Value
	{semantics.InvalidCall, "invalid call", "InvalidCall", "A call goes to a function of another type",
		"Some input makes the program call a pointer that does not point to a function, or a function with other parameters or another result.",
		"Give pointers to functions the type of the functions.",
		"The pointer does not point to a function with these parameters and this result",
		"the pointer always points to a function of this type",
		843, Crash}, // Access of Resource Using Incompatible Type
	{semantics.PointerArithmetic, "pointer leaves its object", "PointerArithmetic",
		"A pointer is moved out of its object",
		"Some input makes the program compute a pointer that is neither in its object nor one past its end.",
		"Compute with indices, and compare them with the size first.",
		"The pointer would leave its object", "the pointer cannot leave its object",
		823, Undefined}, // Use of Out-of-range Pointer Offset
	{semantics.UnrelatedPointers, "pointers to different objects are compared", "UnrelatedPointers",
		"Pointers to different objects are compared",
		"Some input makes the program order or subtract pointers to different objects.",
		"Order and subtract only pointers into the same object.",
		"The pointers do not point to the same object", "the pointers always point to the same object",
		469, Undefined}, // Use of Pointer Subtraction to Determine Size
	{semantics.InvalidConversion, "invalid conversion", "InvalidConversion",
		"A number does not fit the type to which it is converted",
		"Some input makes the program convert a number to a type that cannot hold it.",
		"Test the number before the conversion.",
		"The type cannot hold the number", "the type can hold the number",
		681, Undefined}, // Incorrect Conversion between Numeric Types
	{semantics.Overflow, "overflow", "Overflow", "A result does not fit its type",
		"Some input makes a result too large or too small for the type of its expression.",
		"Test the operands first, or compute in a wider type.",
		"The type cannot hold the result", "the type can hold the result",
		190, Undefined}, // Integer Overflow or Wraparound
	{semantics.ShiftOutOfRange, "shift out of range", "ShiftOutOfRange", "A shift is by more than the type has bits",
		"Some input makes the program shift by less than 0 places, or by at least as many places as the type has bits.",
		"Test the number of places first.",
		"The number of places is out of range", "the number of places cannot be out of range",
		1335, Undefined}, // Incorrect Bitwise Shift of Integer
	{semantics.UninitialisedValue, "uninitialised value is used", "UninitialisedValue",
		"An uninitialised value is used",
		"Some input makes the program use a value that was never written.",
		"Write the value on every path that leads here.",
		"The value was never written", "the value is always initialised",
		457, Undefined}, // Use of Uninitialized Variable
	{semantics.MisalignedAccess, "misaligned access", "MisalignedAccess",
		"An access is at an address that its type does not allow",
		"Some input makes the program access an address that is not a multiple of the alignment of the type.",
		"Copy the bytes with memcpy, or align the object.",
		"The address is not aligned", "the address cannot be misaligned",
		758, Undefined}, // Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
	{semantics.MemoryLeak, "memory leak", "MemoryLeak", "An object is lost before it is freed",
		"Some input makes the program end with an object on the heap that was not freed and to which no pointer is left.",
		"Free the object before you lose the last pointer to it.",
		"The object was not freed, and no pointer to it is left", "no object can be lost",
		401, Leak}, // Missing Release of Memory after Effective Lifetime
	{semantics.OverlappingCopy, "copy between ranges that overlap", "OverlappingCopy",
		"A copy is between ranges that overlap",
		"Some input makes the program copy bytes to a target that overlaps the source.",
		"Use a function that allows this, such as memmove.",
		"The source and the target overlap", "the ranges cannot overlap",
		475, Undefined}, // Undefined Behavior for Input to API
	{semantics.UseAfterScope, "use after scope", "UseAfterScope", "A local object is used after its block",
		"Some input makes the program use a local object after the end of its block.",
		"Declare the object in a block that lasts as long as its uses.",
		"The block of the object has ended", "the block of the object is still active",
		825, Corruption}, // Expired Pointer Dereference
	{semantics.FormatMismatch, "format does not fit its arguments", "FormatMismatch",
		"A format does not fit its arguments",
		"Some input makes the program call a function with a format that does not fit the arguments.",
		"Give each conversion in the format the type of its argument.",
		"The format wants an argument of another type", "the format fits its arguments",
		686, Undefined}, // Function Call With Incorrect Argument Type
	{semantics.MissingReturn, "missing return value is used", "MissingReturn",
		"A function returned no value, and its result is used",
		"Some input makes a function end without returning a value, and the caller uses the result.",
		"Return a value on every path of the function.",
		"The function returned no value", "the function returned a value",
		394, Undefined}, // Unexpected Status Code or Return Value
	{semantics.MissingArgument, "missing argument is used", "MissingArgument",
		"A function uses an argument that the caller did not pass",
		"Some input makes a function use an argument that its caller did not pass.",
		"Pass as many arguments as the function takes.",
		"The caller did not pass the argument", "the caller passed the argument",
		685, Undefined}, // Function Call With Incorrect Number of Arguments
	{semantics.InvalidArgument, "invalid argument", "InvalidArgument", "A library function gets an invalid argument",
		"Some input makes the program call a library function with an argument that the function does not allow.",
		"Test the argument before the call.",
		"The function does not allow this argument", "the argument is always valid",
		628, Undefined}, // Function Call with Incorrectly Specified Arguments
	{semantics.Aborted, "abort", "Aborted", "The program aborts itself",
		"Some input makes the program abort itself.",
		"Look at the decisions that lead there: a condition is wrong, or the program does not handle this input.",
		"The program gives up here", "",
		617, Crash}, // Reachable Assertion
	{semantics.Unreachable, "unreachable code is reached", "Unreachable", "Code that is marked unreachable is reached",
		"Some input makes the program reach a place that it marks as unreachable.",
		"Follow the values to where they go wrong.",
		"The program marks this place as unreachable", "",
		758, Undefined}, // Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
	{semantics.EndlessLoop, "endless loop", "EndlessLoop", "A loop never ends",
		"Some input brings the program into a loop in which each turn leads to another one, and it reads and writes nothing in between. So it never ends.",
		"Follow a turn of the loop: find out which value should have changed, or should have met the condition, and does not. If the loop is meant to wait for ever, leave out --hangs.",
		"Each turn of the loop leads to another one, from here on", "",
		835, Crash}, // Loop with Unreachable Exit Condition ('Infinite Loop')
}

// Of returns the row of a kind of fault. A kind without a row gets one made from its name.
func Of(k semantics.Kind) Row {
	for _, r := range Table {
		if r.Kind == k {
			return r
		}
	}
	return Row{Kind: k, What: string(k), Why: "The fault is " + string(k), Severity: Crash}
}

// Describe says in a few words what happens at a fault.
func Describe(k semantics.Kind) string { return Of(k).What }

// SeverityOf returns how bad a fault of a kind is.
func SeverityOf(k semantics.Kind) Severity { return Of(k).Severity }

// ID returns the name of the kind in identities of findings and in logs.
func (r Row) ID() string { return strings.ReplaceAll(string(r.Kind), " ", "-") }

// HelpURI returns the address of a page about the weakness.
func (r Row) HelpURI() string {
	return fmt.Sprintf("https://cwe.mitre.org/data/definitions/%d.html", r.CWE)
}

// Tag returns the tag by which code scanning knows the weakness.
func (r Row) Tag() string { return fmt.Sprintf("external/cwe/cwe-%03d", r.CWE) }
