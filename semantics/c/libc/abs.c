/* Absolute values of integers, and quotients with their remainders. */
typedef struct {
	int quot;
	int rem;
} __vouch_div_t;
typedef struct {
	long quot;
	long rem;
} __vouch_ldiv_t;
typedef struct {
	long long quot;
	long long rem;
} __vouch_lldiv_t;

int abs(int x) {
	return x < 0 ? -x : x;
}

long labs(long x) {
	return x < 0 ? -x : x;
}

long long llabs(long long x) {
	return x < 0 ? -x : x;
}

long imaxabs(long x) {
	return x < 0 ? -x : x;
}

__vouch_div_t div(int x, int y) {
	__vouch_div_t r = {x / y, x % y};
	return r;
}

__vouch_ldiv_t ldiv(long x, long y) {
	__vouch_ldiv_t r = {x / y, x % y};
	return r;
}

__vouch_lldiv_t lldiv(long long x, long long y) {
	__vouch_lldiv_t r = {x / y, x % y};
	return r;
}

__vouch_ldiv_t imaxdiv(long x, long y) {
	__vouch_ldiv_t r = {x / y, x % y};
	return r;
}
