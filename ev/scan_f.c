/* A harness for f in ../../../recall.t/lim.c, written by vouch scan. */
_Bool vouch_symbolic_bool(const char *name);
int vouch_symbolic_int(const char *name);
void vouch_assume(_Bool condition);
#define main main_of_the_program /* if it has one */
#include "../../../recall.t/lim.c"
#undef main

int main(void)
{
	int vouch_before_times = vouch_symbolic_int("vouch_before_times");
	vouch_assume(vouch_before_times >= 0 && vouch_before_times <= 260);
	for (int vouch_i = 0; vouch_i < vouch_before_times; vouch_i++) {
		if (vouch_symbolic_bool("vouch_before_calls_f")) {
			int vouch_before_f_v;
			vouch_before_f_v = vouch_symbolic_int("vouch_before_f_v");
			f(vouch_before_f_v);
		} else
		{
			int vouch_before_limit_n;
			vouch_before_limit_n = vouch_symbolic_int("vouch_before_limit_n");
			limit(vouch_before_limit_n);
		}
	}
	int v;
	v = vouch_symbolic_int("v");
	__auto_type vouch_result = f(v);
	(void)vouch_result;
	return 0;
}
