/* Atomics: C11 7.17. */
#ifndef _STDATOMIC_H
#define _STDATOMIC_H
typedef enum {
	memory_order_relaxed,
	memory_order_consume,
	memory_order_acquire,
	memory_order_release,
	memory_order_acq_rel,
	memory_order_seq_cst
} memory_order;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(unsigned short) atomic_char16_t;
typedef _Atomic(unsigned int) atomic_char32_t;
typedef _Atomic(int) atomic_wchar_t;
typedef _Atomic(signed char) atomic_int_least8_t;
typedef _Atomic(unsigned char) atomic_uint_least8_t;
typedef _Atomic(short) atomic_int_least16_t;
typedef _Atomic(unsigned short) atomic_uint_least16_t;
typedef _Atomic(int) atomic_int_least32_t;
typedef _Atomic(unsigned int) atomic_uint_least32_t;
typedef _Atomic(long) atomic_int_least64_t;
typedef _Atomic(unsigned long) atomic_uint_least64_t;
typedef _Atomic(signed char) atomic_int_fast8_t;
typedef _Atomic(unsigned char) atomic_uint_fast8_t;
typedef _Atomic(long) atomic_int_fast16_t;
typedef _Atomic(unsigned long) atomic_uint_fast16_t;
typedef _Atomic(long) atomic_int_fast32_t;
typedef _Atomic(unsigned long) atomic_uint_fast32_t;
typedef _Atomic(long) atomic_int_fast64_t;
typedef _Atomic(unsigned long) atomic_uint_fast64_t;
typedef _Atomic(long) atomic_intptr_t;
typedef _Atomic(unsigned long) atomic_uintptr_t;
typedef _Atomic(unsigned long) atomic_size_t;
typedef _Atomic(long) atomic_ptrdiff_t;
typedef _Atomic(long) atomic_intmax_t;
typedef _Atomic(unsigned long) atomic_uintmax_t;
typedef struct {
	_Bool __vouch_set;
} atomic_flag;
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(v) (v)
#define kill_dependency(v) (v)
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define atomic_is_lock_free(p) ((void)(p), (_Bool)1)
#define atomic_init(p, v) ((void)(*(p) = (v)))
#define atomic_store(p, v) atomic_store_explicit(p, v, 5)
#define atomic_load(p) atomic_load_explicit(p, 5)
#define atomic_exchange(p, v) atomic_exchange_explicit(p, v, 5)
#define atomic_compare_exchange_strong(p, e, v) atomic_compare_exchange_strong_explicit(p, e, v, 5, 5)
#define atomic_compare_exchange_weak(p, e, v) atomic_compare_exchange_strong_explicit(p, e, v, 5, 5)
#define atomic_fetch_add(p, v) atomic_fetch_add_explicit(p, v, 5)
#define atomic_fetch_sub(p, v) atomic_fetch_sub_explicit(p, v, 5)
#define atomic_fetch_or(p, v) atomic_fetch_or_explicit(p, v, 5)
#define atomic_fetch_xor(p, v) atomic_fetch_xor_explicit(p, v, 5)
#define atomic_fetch_and(p, v) atomic_fetch_and_explicit(p, v, 5)
#define atomic_store_explicit(p, v, order) __atomic_store_n(p, v, order)
#define atomic_load_explicit(p, order) __atomic_load_n(p, order)
#define atomic_exchange_explicit(p, v, order) __atomic_exchange_n(p, v, order)
#define atomic_compare_exchange_strong_explicit(p, e, v, yes, no) __atomic_compare_exchange_n(p, e, v, 0, yes, no)
#define atomic_compare_exchange_weak_explicit(p, e, v, yes, no) __atomic_compare_exchange_n(p, e, v, 0, yes, no)
#define atomic_fetch_add_explicit(p, v, order) __atomic_fetch_add(p, v, order)
#define atomic_fetch_sub_explicit(p, v, order) __atomic_fetch_sub(p, v, order)
#define atomic_fetch_or_explicit(p, v, order) __atomic_fetch_or(p, v, order)
#define atomic_fetch_xor_explicit(p, v, order) __atomic_fetch_xor(p, v, order)
#define atomic_fetch_and_explicit(p, v, order) __atomic_fetch_and(p, v, order)
#define atomic_flag_test_and_set(f) __atomic_exchange_n(&(f)->__vouch_set, 1, 5)
#define atomic_flag_test_and_set_explicit(f, order) __atomic_exchange_n(&(f)->__vouch_set, 1, order)
#define atomic_flag_clear(f) __atomic_store_n(&(f)->__vouch_set, 0, 5)
#define atomic_flag_clear_explicit(f, order) __atomic_store_n(&(f)->__vouch_set, 0, order)
#endif
