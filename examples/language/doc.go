// Package language is an example of a front end: Pebble, a small language with functions, arrays and assertions.
//
// A front end is a function from a source text to a program of the core, here [Lower]. Pebble's is in two files:
// scan.go takes the text apart, lower.go reads it and writes instructions. A row in the table of package lang gives the
// language everything else: run, find, certificates, check, explain, report. How it was done is told in
// docs/languages.md.
//
//	program   = { "func" name "(" [ param { "," param } ] ")" block }   main runs; it has no parameters
//	param     = name | name "[" "]"                                     an array is passed by reference
//	block     = "{" { statement } "}"
//	statement = "var" name "=" sum | name "=" sum | "array" name "[" sum "]" | name "[" sum "]" "=" sum
//	          | "input" name [ "in" int ".." int ] | "if" cond block [ "else" block ] | "while" cond block
//	          | "assert" cond | "return" sum | name "(" [ sum { "," sum } ] ")"
//	cond      = all { "or" all } ;  all = compare { "and" compare } ;  compare = sum ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum
//	sum       = product { ( "+" | "-" ) product } ;  product = factor { ( "*" | "/" | "%" ) factor }
//	factor    = int | "-" factor | "(" sum ")" | name | name "[" sum "]" | name "(" [ sum { "," sum } ] ")"
//
// Integers are unbounded, / and % round towards zero. Names are known from their declaration to the end of the
// function. A function that ends without return returns 0. Comments go from # to the end of the line.
package language
