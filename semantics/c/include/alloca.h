/* Memory that ends with the function that asked for it. */
#ifndef _ALLOCA_H
#define _ALLOCA_H
typedef unsigned long size_t;
#define alloca(n) __builtin_alloca(n)
#endif
