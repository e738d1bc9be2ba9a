/* Functions of harnesses for Gillian-C. The variable that __builtin_annot_intval names is not read. */
#ifndef GILLIAN_C_H
#define GILLIAN_C_H
int symb_int(const char *name);
void ASSUME(_Bool condition);
void ASSERT(_Bool condition);
#define __builtin_annot_intval(kind, name) symb_int(#name)
#endif
