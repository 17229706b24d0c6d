// How fast this machine moves memory, for comparing with what an analysis moves: the four loops of J. McCalpin's STREAM
// on arrays far larger than the caches, with one thread and with all.
//
//   build/nazo_bench_stream [MEBIBYTES]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr int repeats = 5;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Runs a loop over parts of the arrays, a thread each; the best time of several.
double best_seconds(unsigned threads, std::size_t size, const std::function<void(std::size_t, std::size_t)>& loop) {
  double best = 1e9;
  for (int i = 0; i < repeats; ++i)
    best = std::min(best, seconds_of([&] {
                      std::vector<std::jthread> crew;
                      for (unsigned t = 0; t < threads; ++t)
                        crew.emplace_back([&, t] { loop(size * t / threads, size * (t + 1) / threads); });
                    }));
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t mebibytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 256;
  const std::size_t size = std::max<std::size_t>(1, mebibytes) * (1 << 20) / sizeof(double);
  std::vector<double> a(size, 1), b(size, 2), c(size, 0);
  struct Loop {
    const char* name;
    int arrays;  ///< read or written
    std::function<void(std::size_t, std::size_t)> run;
  };
  const auto each = [](auto body) {
    return [body](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) body(i);
    };
  };
  const std::vector<Loop> loops{{"copy", 2, each([&](std::size_t i) { c[i] = a[i]; })},
                                {"scale", 2, each([&](std::size_t i) { b[i] = 3 * c[i]; })},
                                {"add", 3, each([&](std::size_t i) { c[i] = a[i] + b[i]; })},
                                {"triad", 3, each([&](std::size_t i) { a[i] = b[i] + 3 * c[i]; })}};
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  std::printf("%-6s %12s %12s   (GB/s, arrays of %zu MiB, best of %d)\n", "", "1 thread", "all threads", mebibytes,
              repeats);
  for (const Loop& loop : loops) {
    const double bytes = static_cast<double>(loop.arrays) * static_cast<double>(size * sizeof(double));
    std::printf("%-6s %12.1f %12.1f\n", loop.name, bytes / best_seconds(1, size, loop.run) / 1e9,
                bytes / best_seconds(all, size, loop.run) / 1e9);
  }
  return 0;
}
