" The language IMP of vouch; semantics/imp/grammar.txt is its grammar.
if exists('b:current_syntax')
  finish
endif

syntax keyword impStatement skip fail local begin end macro
syntax keyword impStatement assume assert
syntax keyword impDeclaration input option
syntax keyword impConditional if then else fi
syntax keyword impRepeat while loop do od
syntax keyword impBoolean true false
syntax keyword impOperator and or not

syntax match impOperator '[-+*/%<>=!]\|:=\|&&\|||'
syntax match impNumber '\<\d\+\>'
syntax match impComment '#.*$' contains=impTodo,@Spell
syntax match impComment '//.*$' contains=impTodo,@Spell
syntax region impComment start='(\*' end='\*)' contains=impComment,impTodo,@Spell
syntax keyword impTodo TODO FIXME contained

highlight default link impStatement Statement
highlight default link impDeclaration Type
highlight default link impConditional Conditional
highlight default link impRepeat Repeat
highlight default link impBoolean Boolean
highlight default link impOperator Operator
highlight default link impNumber Number
highlight default link impComment Comment
highlight default link impTodo Todo

let b:current_syntax = 'imp'
