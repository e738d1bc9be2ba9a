package c

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// This file defines what __has_attribute, __has_c_attribute and __has_builtin say: 1 for what gcc 12 has and we
// support. cc knows only the last, and not that it is defined.

// attributesOfGNU are the attributes that gcc 12 knows on x86-64, but for those that specifier.go refuses.
var attributesOfGNU = strings.Fields(`
NSObject access alias aligned alloc_align alloc_size always_inline artificial assume_aligned
callee_pop_aggregate_return cdecl cf_check cleanup cold common const constructor copy deprecated designated_init
destructor error externally_visible fallthrough fastcall fentry_name fentry_section flatten force_align_arg_pointer
format format_arg function_return gcc_struct gnu_inline hot indirect_branch indirect_return interrupt leaf malloc
may_alias maybe_unused mode ms_abi ms_hook_prologue ms_struct naked no_address_safety_analysis
no_caller_saved_registers no_icf no_instrument_function no_profile_instrument_function no_reorder no_sanitize
no_sanitize_address no_sanitize_coverage no_sanitize_thread no_sanitize_undefined no_split_stack no_stack_limit
no_stack_protector nocf_check noclone nocommon nodirect_extern_access nodiscard noinit noinline noipa nonnull
nonstring noplt noreturn nothrow objc_nullability objc_root_class optimize packed patchable_function_entry persistent
pure regparm retain returns_nonnull returns_twice section sentinel signed_bool_precision simd sseregparm stack_protect
stdcall symver sysv_abi tainted_args target target_clones thiscall tls_model transaction_callable
transaction_may_cancel_outer transaction_pure transaction_safe transaction_safe_dynamic transaction_unsafe
transaction_wrap transparent_union unavailable uninitialized unused used vector_mask vector_size visibility volatile
warn_if_not_aligned warn_unused warn_unused_result warning weak weakref zero_call_used_regs`)

// attributesOfC are those of C2x, and the numbers that they have in gcc 12.
var attributesOfC = map[string]int{"deprecated": 201904, "fallthrough": 201904, "maybe_unused": 201904,
	"nodiscard": 202003}

// builtinsOfGNU are names behind __builtin_ that gcc 12 and we know.
var builtinsOfGNU = strings.Fields(`
LINE __clear_cache add_overflow add_overflow_p alloca_with_align alloca_with_align_and_max assume_aligned bswap16
bswap32 bswap64 choose_expr classify_type clrsb clrsbl clrsbll clz clzl clzll constant_p convertvector cpu_init cpu_is
cpu_supports ctz ctzl ctzll dynamic_object_size expect expect_with_probability extract_return_addr fpclassify
frame_address frob_return_addr huge_val huge_valf huge_vall inf inff infl isfinite isgreater isgreaterequal isinf
isinf_sign isinff isinfl isless islessequal islessgreater isnan isnanf isnanl isnormal isunordered longjmp
mul_overflow mul_overflow_p nans nansf nansl object_size offsetof parity parityl parityll popcount popcountl
popcountll prefetch return_address sadd_overflow saddl_overflow saddll_overflow setjmp shuffle shufflevector signbit
signbitf signbitl smul_overflow smull_overflow smulll_overflow speculation_safe_value ssub_overflow ssubl_overflow
ssubll_overflow sub_overflow sub_overflow_p trap types_compatible_p uadd_overflow uaddl_overflow uaddll_overflow
umul_overflow umull_overflow umulll_overflow unreachable usub_overflow usubl_overflow usubll_overflow va_copy va_end
va_start`)

// builtinsOfLibrary are functions of the library that gcc 12 knows, also behind __builtin_, and of which we have
// models. gcc forgets one that is declared; we do not.
var builtinsOfLibrary = strings.Fields(`
__fprintf_chk __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __printf_chk __snprintf_chk __sprintf_chk
__stpcpy_chk __stpncpy_chk __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk __vfprintf_chk __vprintf_chk
__vsnprintf_chk __vsprintf_chk _Exit _exit abort abs acos acosf acosh acoshf aligned_alloc alloca asin asinf asinh
asinhf atan atan2 atan2f atanf atanh atanhf bcmp bcopy bzero cabs cabsf calloc carg cargf cbrt cbrtf ceil ceilf ceill
cimag cimagf cimagl conj conjf conjl copysign copysignf copysignl cos cosf cosh coshf creal crealf creall dcgettext
dgettext drem erf erfc erfcf erff execl execle execlp execv execve execvp exit exp exp10 exp10f exp2 exp2f expf expm1
expm1f fabs fabsf fabsl fdim fdimf fdiml feclearexcept fegetround fesetround ffs ffsl ffsll finite finitef finitel
floor floorf floorl fma fmaf fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl fork fprintf fputc fputc_unlocked
fputs fputs_unlocked free frexp frexpf frexpl fscanf fwrite fwrite_unlocked gamma gettext hypot hypotf ilogb ilogbf
ilogbl imaxabs index isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper
iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit
labs ldexp ldexpf ldexpl lgamma lgamma_r lgammaf lgammaf_r llabs llrint llrintf llrintl llround llroundf llroundl log
log10 log10f log1p log1pf log2 log2f logb logbf logbl logf lrint lrintf lrintl lround lroundf lroundl malloc memchr
memcmp memcpy memmove mempcpy memset modf modff modfl nan nanf nanl nearbyint nearbyintf nearbyintl nextafter
nextafterf nextafterl nexttowardl posix_memalign pow pow10 powf printf putc putc_unlocked putchar putchar_unlocked
puts realloc remainder remainderf remquo remquof rindex rint rintf rintl round roundeven roundf roundl scalbln
scalblnf scalblnl scalbn scalbnf scalbnl scanf significand sin sincos sincosf sinf sinh sinhf snprintf sprintf sqrt
sqrtf sqrtl sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp strcpy strcspn strdup strftime strlen strncasecmp
strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr tan tanf tanh tanhf tgamma tgammaf toascii
tolower toupper towlower towupper trunc truncf truncl vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf`)

// builtinsOfMemory are atomic functions, and those of which there are five more, whose names end in the number of bytes
// of an object.
var builtinsOfMemory, builtinsBySize = strings.Fields(`
__atomic_always_lock_free __atomic_clear __atomic_compare_exchange_n __atomic_exchange_n __atomic_is_lock_free
__atomic_load_n __atomic_signal_fence __atomic_store_n __atomic_test_and_set __atomic_thread_fence __sync_synchronize`),
	strings.Fields(`
__atomic_add_fetch __atomic_and_fetch __atomic_compare_exchange __atomic_exchange __atomic_fetch_add
__atomic_fetch_and __atomic_fetch_nand __atomic_fetch_or __atomic_fetch_sub __atomic_fetch_xor __atomic_load
__atomic_nand_fetch __atomic_or_fetch __atomic_store __atomic_sub_fetch __atomic_xor_fetch __sync_add_and_fetch
__sync_and_and_fetch __sync_bool_compare_and_swap __sync_fetch_and_add __sync_fetch_and_and __sync_fetch_and_nand
__sync_fetch_and_or __sync_fetch_and_sub __sync_fetch_and_xor __sync_lock_release __sync_lock_test_and_set
__sync_nand_and_fetch __sync_or_and_fetch __sync_sub_and_fetch __sync_val_compare_and_swap __sync_xor_and_fetch`)

var knownBuiltins = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for _, name := range slices.Concat(builtinsOfMemory, builtinsBySize, builtinsOfLibrary) {
		known[name] = true
	}
	for _, name := range slices.Concat(builtinsOfGNU, builtinsOfLibrary) {
		known["__builtin_"+name] = true
	}
	for _, name := range builtinsBySize {
		for _, size := range []int{1, 2, 4, 8, 16} {
			known[fmt.Sprintf("%s_%d", name, size)] = true
		}
	}
	return known
})

// hasBuiltin answers __has_builtin.
func hasBuiltin(name string) bool { return knownBuiltins()[name] }
