#include "genres/tsume/bench.hpp"

#include "genres/tsume/analyse/pns.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {
namespace {

// From the Shogi Zuko (Itō Kanju, 1755): numbers 2, 5, 7 and 14.
constexpr std::array<std::string_view, 4> classics{"9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
                                                   "n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1",
                                                   "1nkg5/2s6/3rp4/1B7/r8/1PN6/9/9/9 b BG3SN2gn4l16p 1",
                                                   "5+B1R1/5pP1k/6+b1p/9/4+p1p2/7N1/7+R1/9/9 b S3N4g3s4l13p 1"};
constexpr std::array<std::string_view, 4> short_ones{
    "5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1",
    "6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1"};

Position read(std::string_view sfen) {
  const auto setup = read_sfen(sfen);
  return setup ? setup->position : Position{};
}

std::uint64_t perft(Position& p, int depth) {
  MoveList list;
  legal_moves(p, list);
  if (depth == 1) return static_cast<std::uint64_t>(list.size());
  std::uint64_t count = 0;
  for (const Move16 m : list) {
    const Position::Undo undo = p.make(m);
    count += perft(p, depth - 1);
    p.undo(m, undo);
  }
  return count;
}

template <std::size_t N>
std::uint64_t solve_all(const std::array<std::string_view, N>& problems, SolveOptions::Goal goal) {
  std::uint64_t nodes = 0;
  for (const std::string_view sfen : problems) {
    Meter meter(Budget{});
    Solver solver(std::uint64_t{256} << 20);
    (void)solver.solve(read(sfen), {goal}, meter);
    nodes += solver.search().nodes();
  }
  return nodes;
}

}  // namespace

std::vector<BenchTask> bench_tasks() {
  return {{"perft-4",
           [] {
             Position p = read(start_position);
             return perft(p, 4);
           }},
          {"classics-any", [] { return solve_all(classics, SolveOptions::Goal::any); }},
          {"short-proved", [] { return solve_all(short_ones, SolveOptions::Goal::shortest); }},
          {"pns-updates", [] {
             std::uint64_t updates = 0;
             for (const std::string_view sfen : short_ones) {
               Budget budget;
               budget.nodes = 200'000;
               Meter meter(budget);
               updates += proof_numbers(read(sfen), {}, meter).updates;
             }
             return updates;
           }}};
}

}  // namespace nazo::tsume
