// The verbs: each in its own file, each a function from an invocation to an exit code.
#pragma once

namespace nazo::cli {

struct Invocation;

int run_solve(Invocation& call);
int run_check(Invocation& call);
int run_analyze(Invocation& call);
int run_generate(Invocation& call);
int run_convert(Invocation& call);
int run_play(Invocation& call);
int run_rate(Invocation& call);
int run_study(Invocation& call);
int run_fit(Invocation& call);
int run_experiment(Invocation& call);
int run_merge(Invocation& call);
int run_bench(Invocation& call);
int run_genres(Invocation& call);
int run_serve(Invocation& call);
int run_store(Invocation& call);
int run_work(Invocation& call);
int run_worker(Invocation& call);
int run_usi(Invocation& call);
int run_docs(Invocation& call);

}  // namespace nazo::cli
