// Hirose's way: from a mate backwards.
//
// What is known of the shorter problem stays in the table: stepping back, only the other answers to the new check and
// the other checks of the new position have to be searched.
#include <algorithm>

#include "genres/tsume/generate/make.hpp"
#include "genres/tsume/generate/retro.hpp"
#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {
namespace {

constexpr int most_checks_to_keep = 24;
constexpr std::int64_t nodes_for_a_step = 60'000;  ///< for all extensions of one problem; more for longer ones

/// Room to be taken: nobody prints a problem whose attacker holds nine pieces.
constexpr int most_in_hand = 6;

/// Puts moves back in the order in which they are tried: any, or those first that leave little to choose from. These
/// are sound far more often, and it costs little to see.
template <class Choices>
void put_in_order(std::vector<Before>& moves, const Wish& wish, Rng& rng, Choices choices) {
  rng.shuffle(std::span(moves));
  if (!wish.narrow_first) return;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < moves.size(); ++i) order.emplace_back(choices(moves[i].position) + 3 * rng.unit(), i);
  std::ranges::sort(order);
  std::vector<Before> sorted;
  for (const auto& [rank, i] : order) sorted.push_back(moves[i]);
  moves = std::move(sorted);
}

double answers_to_choose_from(const Position& checked) {
  MoveList list;
  evasions(checked, list);
  return list.size();
}

double checks_to_choose_from(const Position& start) {
  MoveList list;
  checks(start, list);
  return list.size();
}

}  // namespace

std::vector<Problem> extensions(Workbench& bench, const Problem& problem, const Wish& wish, int most,
                                std::int64_t allowance) {
  const int n = problem.length();
  std::vector<Problem> found;
  std::vector<Before> answers, attacks;
  moves_back(problem.position, answers);
  std::erase_if(answers, [](const Before& b) { return !b.position.in_check(Color::white); });
  put_in_order(answers, wish, bench.rng, answers_to_choose_from);
  const std::int64_t end = bench.prober.nodes() + allowance;
  const std::int64_t each = 500 + 200 * n;
  std::set<std::string> lines;
  for (const Before& answer : answers) {
    if (!bench.goes_on(end)) break;
    const Position& checked = answer.position;
    if (!wish.region.holds(checked)) continue;
    // Every other answer must be mated as quickly, and this one must count.
    bench.prober.allow(each);
    const bool shorter = bench.prober.defend(checked, n - 1);
    if (shorter || !bench.prober.defend(checked, n + 1)) {
      const Fault fault = shorter ? Fault::too_short : Fault::no_mate;
      bench.note(bench.prober.ran_out() ? Fault::limit : fault);
      continue;
    }
    attacks.clear();
    moves_back(checked, attacks);
    put_in_order(attacks, wish, bench.rng, checks_to_choose_from);
    int from_here = 0;
    for (const Before& attack : attacks) {
      if (!bench.goes_on(end)) break;
      const Position& start = attack.position;
      if (!wish.region.holds(start) || start.hand(Color::black).total() > most_in_hand) continue;
      MoveList list;
      checks(start, list);
      if (list.size() > most_checks_to_keep) {
        bench.note(Fault::many_checks);
        continue;
      }
      bench.prober.allow(2 * each);
      if (bench.prober.attack(start, n)) {
        bench.note(Fault::too_short);
        continue;
      }
      Problem longer;
      Fault fault = bench.prober.ran_out() ? Fault::limit : judge(bench.prober, start, n + 2, longer);
      // A picture keeps its pieces: one that does nothing yet may be needed by what goes before.
      if (fault == Fault::none && !wish.final.is_picture()) {
        bench.prober.allow(4 * each);
        if (!strip(bench.prober, longer)) fault = Fault::limit;
      }
      if (fault == Fault::none && !wish.final.allows(end_of(longer))) continue;
      bench.note(fault);
      if (fault != Fault::none || !lines.insert(line_name(longer)).second) continue;
      found.push_back(std::move(longer));
      if (std::ssize(found) >= most) return found;
      if (++from_here >= 2) break;  // more of the same would crowd out other answers
    }
  }
  return found;
}

namespace {

std::uint64_t bytes_of(const std::vector<Problem>& problems) {
  if (problems.empty()) return 0;
  return problems.capacity() * (sizeof(Problem) + sizeof(Move16) * problems.back().line.size() + 32);
}

/// The best problems of one length, no two with the same line.
class Generation {
 public:
  Generation(std::size_t width, int length)
      : width_(width),
        bytes_of_a_problem_(sizeof(Scored) + sizeof(Move16) * static_cast<std::size_t>(length) + 32),
        bytes_of_a_line_(sizeof(std::string) + 6 * static_cast<std::size_t>(length) + 64) {}

  void add(Problem problem, Rng& rng) {
    if (!lines_.insert(line_name(problem)).second) return;
    const double score = width_of(problem) + 2 * rng.unit();
    problems_.emplace_back(score, std::move(problem));
    if (problems_.size() >= 2 * width_ + 64) drop_the_rest();
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return problems_.capacity() * bytes_of_a_problem_ + lines_.size() * bytes_of_a_line_;
  }

  [[nodiscard]] std::vector<Problem> best() && {
    drop_the_rest();
    std::vector<Problem> out;
    for (Scored& scored : problems_) out.push_back(std::move(scored.second));
    return out;
  }

 private:
  using Scored = std::pair<double, Problem>;

  /// Whatever comes later, those below the first `width` are not among the best.
  void drop_the_rest() {
    std::ranges::stable_sort(problems_, [](const Scored& a, const Scored& b) { return a.first > b.first; });
    if (problems_.size() > width_) problems_.resize(width_);
  }

  std::size_t width_, bytes_of_a_problem_, bytes_of_a_line_;
  std::vector<Scored> problems_;
  std::set<std::string> lines_;
};

}  // namespace

std::vector<Problem> make_reverse(Workbench& bench, const Wish& wish, std::uint64_t index) {
  Problem start;
  if (!wish.from.empty())
    start = wish.from[index % wish.from.size()];
  else if (!throw_mate(bench, wish, start))
    return {};
  std::vector<Problem> beam{start}, found;
  if (start.length() > 1 && wish.plies.has(start.length())) found.push_back(start);
  while (!beam.empty() && beam.front().length() + 2 <= wish.plies.most && bench.goes_on()) {
    const int length = beam.front().length();
    Generation next(static_cast<std::size_t>(wish.beam), length + 2);
    for (const Problem& problem : beam) {
      if (!bench.goes_on()) break;
      const std::int64_t allowance = wish.effort * (nodes_for_a_step + 4000 * length);
      for (Problem& longer : extensions(bench, problem, wish, wish.beam, allowance))
        next.add(std::move(longer), bench.rng);
      if (!bench.has_room(next.bytes() + bytes_of(beam) + bytes_of(found))) break;
    }
    beam = std::move(next).best();
    if (!beam.empty() && wish.plies.has(length + 2)) found.insert(found.end(), beam.begin(), beam.end());
  }
  return found;
}

}  // namespace nazo::tsume
