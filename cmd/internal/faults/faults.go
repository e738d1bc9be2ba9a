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
	Full  string // the title in a sentence
	Help  string // what to do about it
	Why   string // what is wrong in the state at fault, in a sentence
	Never string // that it cannot be, in a sentence about a place; "" for what is said of any kind
	// CWE is the number of the weakness in the Common Weakness Enumeration, https://cwe.mitre.org.
	CWE int
	// Severity is from 0 to 10, as CVSS has it. A fault stops the program for whoever chooses the input, and does nothing else: base
	// score of CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H.
	Severity string
}

// stops is the severity of a fault that ends the program.
const stops = "5.5"

// Table has a row for each kind of fault, in the order of semantics.Kinds.
var Table = []Row{
	{semantics.Failed, "fail is reached", "FailReached", "A fail statement is reached",
		"Some input drives the program to a fail statement, by which it says that this must not happen.",
		"Look at the decisions that lead there: one of the conditions lets an input pass that should not get there, or an assumption " +
			"about the input is missing.",
		"The program gives up here", "",
		617, stops}, // Reachable Assertion: "an assert() or similar statement that can be triggered"
	{semantics.AssertionFailed, "assertion fails", "AssertionFails", "An assertion is false",
		"Some input drives the program to an assert statement whose condition is false then.",
		"Follow the values to where they go wrong. If the input is one that never occurs, say so with assume at the start of the program.",
		"What is asserted is false", "",
		617, stops}, // Reachable Assertion
	{semantics.DivisionByZero, "division by zero", "DivisionByZero", "A divisor is zero",
		"Some input drives the program to a division or a remainder whose divisor is 0.",
		"Test the divisor before dividing, or say with assume at the start of the program that it is not 0.",
		"The divisor is 0", "the divisor cannot be 0",
		369, stops}, // Divide By Zero
	{semantics.UnboundVar, "unbound variable is read", "UnboundVariable", "A variable is read before it has a value",
		"Some input drives the program to an expression that reads a variable which is neither an input nor assigned before.",
		"Assign the variable on every path that leads here, or declare it as an input.",
		"The variable has no value: it is neither an input nor assigned before", "the variable cannot be without a value",
		457, stops}, // Use of Uninitialized Variable
	{semantics.NullDereference, "null pointer is dereferenced", "NullDereference", "A null pointer is dereferenced",
		"Some input drives the program to an access through the null pointer.",
		"Test the pointer before its use, or find out why it is null.",
		"The pointer is null", "the pointer cannot be null",
		476, stops}, // NULL Pointer Dereference
	{semantics.InvalidPointer, "invalid pointer is dereferenced", "InvalidPointer", "A pointer to no object is dereferenced",
		"Some input drives the program to an access through a pointer that points to no object: a number, or a function.",
		"Find out where the pointer comes from.",
		"The pointer points to no object", "the pointer cannot be without an object",
		822, stops}, // Untrusted Pointer Dereference
	{semantics.UseAfterFree, "freed memory is used", "UseAfterFree", "Memory is used after it was freed",
		"Some input drives the program to an access to an object that was freed before.",
		"Free the object after its last use, and keep no other pointers to it.",
		"The object was freed before", "the object cannot be freed",
		416, stops}, // Use After Free
	{semantics.UseAfterReturn, "memory of a call that is over is used", "UseAfterReturn", "A local object is used after its function has returned",
		"Some input drives the program to an access to a local object of a call that is over.",
		"Do not keep pointers to local objects; let the caller provide the object, or allocate it.",
		"The call that the object belongs to is over", "the call that the object belongs to cannot be over",
		562, stops}, // Return of Stack Variable Address
	{semantics.OutOfBoundsRead, "read out of bounds", "OutOfBoundsRead", "A read is out of bounds",
		"Some input drives the program to a read of bytes that the object does not have.",
		"Compare the index with the size before the read.",
		"The bytes that are read do not all lie in the object", "the read cannot be out of bounds",
		125, stops}, // Out-of-bounds Read
	{semantics.OutOfBoundsWrite, "write out of bounds", "OutOfBoundsWrite", "A write is out of bounds",
		"Some input drives the program to a write to bytes that the object does not have.",
		"Compare the index with the size before the write.",
		"The bytes that are written do not all lie in the object", "the write cannot be out of bounds",
		787, stops}, // Out-of-bounds Write
	{semantics.ReadOnlyWrite, "read-only memory is written", "ReadOnlyWrite", "Memory is written that must not be",
		"Some input drives the program to a write to an object that is read-only, such as a string literal.",
		"Copy the object, and write to the copy.",
		"The object is read-only", "the object cannot be read-only",
		758, stops}, // Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
	{semantics.DoubleFree, "memory is freed twice", "DoubleFree", "Memory is freed twice",
		"Some input drives the program to the freeing of an object that was freed before.",
		"Let one part of the program own the object, and set the pointer to null when it is freed.",
		"The object was freed before", "the object cannot be freed before",
		415, stops}, // Double Free
	{semantics.InvalidFree, "invalid pointer is freed", "InvalidFree", "What is freed is no object on the heap",
		"Some input drives the program to the freeing of a pointer that is not to the start of an object on the heap.",
		"Free what was allocated, by the pointer that the allocation gave.",
		"The pointer is not to the start of an object on the heap", "the pointer cannot be to anything but the start of an object on the heap",
		763, stops}, // Release of Invalid Pointer or Reference
	{semantics.InvalidSize, "invalid size", "InvalidSize", "A size is negative or too large",
		"Some input drives the program to an allocation, a copy or a fill whose size is negative or larger than an object may be.",
		"Look at how the size is computed.",
		"The size is negative or too large", "the size cannot be negative or too large",
		789, stops}, // Memory Allocation with Excessive Size Value
	{semantics.InvalidCall, "invalid call", "InvalidCall", "What is called is not such a function",
		"Some input drives the program to a call of a pointer that is to no function, or to one with other parameters or another result.",
		"Give pointers to functions the type of the functions.",
		"The pointer is to no function with these parameters and this result", "the pointer cannot be to another function",
		843, stops}, // Access of Resource Using Incompatible Type
	{semantics.PointerArithmetic, "pointer leaves its object", "PointerArithmetic", "A pointer is moved out of its object",
		"Some input drives the program to the computation of a pointer that is neither in its object nor just behind its end.",
		"Compute with indices, and compare them with the size first.",
		"The pointer would leave its object", "the pointer cannot leave its object",
		823, stops}, // Use of Out-of-range Pointer Offset
	{semantics.UnrelatedPointers, "pointers to different objects are compared", "UnrelatedPointers", "Pointers to different objects are compared",
		"Some input drives the program to an order or a distance of pointers to different objects.",
		"Compare pointers into one object only.",
		"The pointers are not to the same object", "the pointers cannot be to different objects",
		469, stops}, // Use of Pointer Subtraction to Determine Size
	{semantics.InvalidConversion, "invalid conversion", "InvalidConversion", "A number does not fit the type to which it is converted",
		"Some input drives the program to a conversion of a number that the wanted type does not have.",
		"Test the number before it is converted.",
		"The wanted type does not have the number", "the wanted type cannot lack the number",
		681, stops}, // Incorrect Conversion between Numeric Types
	{semantics.Overflow, "overflow", "Overflow", "A result does not fit its type",
		"Some input drives the program to a computation whose result the type of the expression does not have.",
		"Test the operands first, or compute in a wider type.",
		"The type does not have the result", "the result cannot be outside its type",
		190, stops}, // Integer Overflow or Wraparound
	{semantics.ShiftOutOfRange, "shift out of range", "ShiftOutOfRange", "A shift is by more than the type has bits",
		"Some input drives the program to a shift by less than 0, or by as many places as the type has bits.",
		"Test the number of places first.",
		"The number of places is out of range", "the number of places cannot be out of range",
		1335, stops}, // Incorrect Bitwise Shift of Integer
	{semantics.UninitialisedValue, "uninitialised value is used", "UninitialisedValue", "A value is used that was never written",
		"Some input drives the program to the use of a value that was never written.",
		"Write the value on every path that leads here.",
		"The value was never written", "the value cannot be unwritten",
		457, stops}, // Use of Uninitialized Variable
	{semantics.MisalignedAccess, "misaligned access", "MisalignedAccess", "An access is at an address that its type does not allow",
		"Some input drives the program to an access at an address that is no multiple of what its type wants.",
		"Copy the bytes instead, or align the object.",
		"The address is not aligned", "the address cannot be misaligned",
		758, stops}, // Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
	{semantics.MemoryLeak, "memory leak", "MemoryLeak", "An object is lost before it is freed",
		"Some input drives the program to its end while an object on the heap is left to which no pointer leads any more.",
		"Free the object before the last pointer to it goes.",
		"Nothing points to the object any more, and it was not freed", "no object can be lost",
		401, stops}, // Missing Release of Memory after Effective Lifetime
	{semantics.OverlappingCopy, "copy between ranges that overlap", "OverlappingCopy", "A copy is between ranges that overlap",
		"Some input drives the program to a copy of bytes whose source and target overlap.",
		"Use a function that allows it, such as memmove.",
		"The source and the target overlap", "the ranges cannot overlap",
		475, stops}, // Undefined Behavior for Input to API
	{semantics.UseAfterScope, "use after scope", "UseAfterScope", "A local object is used after its block",
		"Some input drives the program to an access to a local object of a block that has come to its end.",
		"Declare the object in a block that lasts as long as it is used.",
		"The block of the object is over", "the object cannot be gone",
		825, stops}, // Expired Pointer Dereference
	{semantics.FormatMismatch, "format does not fit its arguments", "FormatMismatch", "A format does not fit its arguments",
		"Some input drives the program to a call whose format wants arguments of other types.",
		"Give each conversion in the format the type of its argument.",
		"The format wants an argument of another type", "the format cannot want another type",
		686, stops}, // Function Call With Incorrect Argument Type
	{semantics.MissingReturn, "missing return value is used", "MissingReturn", "The result of a function is used that returned none",
		"Some input drives the program to the use of the result of a call that came to its end without a return of a value.",
		"Return a value on every path of the function.",
		"The function returned no value", "the value cannot be missing",
		394, stops}, // Unexpected Status Code or Return Value
	{semantics.MissingArgument, "missing argument is used", "MissingArgument", "An argument is used that the call does not give",
		"Some input drives the program to the use of an argument that its caller did not give.",
		"Pass as many arguments as the function takes.",
		"The call does not give the argument", "the argument cannot be missing",
		685, stops}, // Function Call With Incorrect Number of Arguments
	{semantics.InvalidArgument, "invalid argument", "InvalidArgument", "A library function gets an argument that it does not take",
		"Some input drives the program to a call of a library function with an argument for which the function has no meaning.",
		"Test the argument before the call.",
		"The function does not take the argument", "the argument cannot be invalid",
		628, stops}, // Function Call with Incorrectly Specified Arguments
	{semantics.Aborted, "abort", "Aborted", "The program aborts itself",
		"Some input drives the program to a call by which it gives up.",
		"Look at the decisions that lead there: one of the conditions lets an input pass that should not get there.",
		"The program gives up here", "",
		617, stops}, // Reachable Assertion
	{semantics.Unreachable, "unreachable code is reached", "Unreachable", "Code is reached that is said to be unreachable",
		"Some input drives the program to a place that it says cannot be reached.",
		"Follow the values to where they go wrong.",
		"The program says that this place cannot be reached", "",
		758, stops}, // Reliance on Undefined, Unspecified, or Implementation-Defined Behavior
}

// Of returns the row of a kind of fault. Of a kind that has none, it has only what follows from the kind's name.
func Of(k semantics.Kind) Row {
	for _, r := range Table {
		if r.Kind == k {
			return r
		}
	}
	return Row{Kind: k, What: string(k), Why: "The fault is " + string(k)}
}

// Describe says in a few words what happens at a fault.
func Describe(k semantics.Kind) string { return Of(k).What }

// ID returns the name of the kind in identities of findings and in logs.
func (r Row) ID() string { return strings.ReplaceAll(string(r.Kind), " ", "-") }

// HelpURI returns the address of a page about the weakness.
func (r Row) HelpURI() string {
	return fmt.Sprintf("https://cwe.mitre.org/data/definitions/%d.html", r.CWE)
}

// Tag returns the tag by which code scanning knows the weakness.
func (r Row) Tag() string { return fmt.Sprintf("external/cwe/cwe-%03d", r.CWE) }
