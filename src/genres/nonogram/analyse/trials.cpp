#include "genres/nonogram/analyse/trials.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

#include "base/rng.hpp"
#include "genres/nonogram/analyse/flags.hpp"
#include "genres/nonogram/solve/board.hpp"

namespace nazo::nonogram {

namespace {

/// Seven small counters in one word, a byte each: U(p, E), U(p, h1) …; a board has at most 252 lines.
using Counters = std::uint64_t;

constexpr std::array<Counters, 128> spread_flags = [] {
  std::array<Counters, 128> table{};
  for (std::size_t flags = 0; flags < table.size(); ++flags)
    for (int way = 0; way < solving_ways; ++way) table[flags] |= (Counters{flags} >> way & 1) << (8 * way);
  return table;
}();

/// Position of the r-th one (from 0) of a word that has more than r.
NAZO_INLINE int select_bit(std::uint64_t word, int r) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << r, word));
#else
  for (int shift = 0;; shift += 8) {
    const int here = std::popcount(word >> shift & 255);
    if (r < here) {
      std::uint64_t byte = word >> shift & 255;
      for (; r > 0; --r) byte &= byte - 1;
      return shift + std::countr_zero(byte);
    }
    r -= here;
  }
#endif
}

/// Many trials at once, each at its own step. A trial that has updated a line waits until the lines it touched have
/// been looked at again; a line is looked at for a whole pack of waiting trials together, all of which have the same
/// clue there.
template <class Size, EdgeBlack variant>
class TrialRunner {
 public:
  using Word = typename Size::Word;
  using Lanes = typename Size::Register;

  TrialRunner(const Clues& clues, std::uint64_t seed) : problem_(clues), seed_(seed) {
    for (int i = 0; i < problem_.lines; ++i) rules_.emplace_back(clues.line(i), clues.length(i));
    for (int i = 0; i < problem_.lines; ++i) {
      const auto found =
          updates_of<variant>(rules_[static_cast<std::size_t>(i)], all_lanes<Lanes>(0), all_lanes<Lanes>(0));
      const auto flags = static_cast<std::uint8_t>(found.flags.lane(0));
      start_.lines[static_cast<std::size_t>(i)] = {0, 0, found.black.lane(0), found.white.lane(0)};
      start_.flags[static_cast<std::size_t>(i)] = flags;
      start_.counters += spread_flags[flags];
      if (flags & 1) start_.updatable.add(i);
    }
    sums_.by_steps.resize(static_cast<std::size_t>(problem_.width * problem_.height) + 1);
  }

  std::optional<TrialSums> run(std::uint64_t first, std::uint64_t count, const Meter& clock) {
    next_ = first;
    last_ = first + count;
    const auto slots = static_cast<std::size_t>(std::clamp(Lanes::lanes * problem_.lines * 2 / 5, 32, most_slots));
    trials_.resize(slots);
    for (std::size_t i = 0; i < slots && next_ < last_; ++i) begin(static_cast<int>(i));
    for (;;) {
      // A round is a step of up to 256 trials, which takes longer than a look at the clock.
      while (ready_count_ > 0) {
        if (clock.overdue() != Limit::none) return std::nullopt;
        round();
      }
      // Nobody can go on: look at the line for which most trials wait.
      int fullest = 0;
      for (int i = 1; i < problem_.lines; ++i)
        if (waiting_[static_cast<std::size_t>(i)].count > waiting_[static_cast<std::size_t>(fullest)].count)
          fullest = i;
      if (waiting_[static_cast<std::size_t>(fullest)].count == 0) return std::move(sums_);
      look_at(fullest);
    }
  }

  static constexpr std::uint64_t most_bytes() { return sizeof(TrialRunner) + most_slots * sizeof(Trial); }

 private:
  struct TrialLine {
    Word black, white;
    Word new_black, new_white;  ///< what E would set
  };
  struct alignas(64) Trial {
    LineSet<Size> updatable;
    Counters counters = 0;
    std::uint32_t waits = 0, steps = 0;
    std::uint64_t key = 0;
    std::uint64_t even = 0, odd = 0;  ///< sums of the counters over the steps, 16 bits each, carried over in time
    std::uint32_t narrowest = 255;
    std::array<std::uint8_t, 2 * Size::longest> flags{};
    std::array<TrialLine, 2 * Size::longest> lines;
    std::array<std::uint64_t, solving_ways> carried{};
  };
  struct Choice {
    std::uint16_t slot, line;
  };
  /// Lines that wait to be looked at again: the same line of several trials.
  struct Waiting {
    Lanes black, white;
    std::array<std::uint16_t, Lanes::lanes> slot;
    int count = 0;
  };

  void begin(int slot) {
    Trial& trial = trials_[static_cast<std::size_t>(slot)];
    std::copy_n(start_.lines.begin(), problem_.lines, trial.lines.begin());
    std::copy_n(start_.flags.begin(), problem_.lines, trial.flags.begin());
    trial.updatable = start_.updatable;
    trial.counters = start_.counters;
    trial.even = trial.odd = 0;
    trial.carried = {};
    trial.key = mix64(seed_ ^ mix64(next_++));
    trial.steps = trial.waits = 0;
    trial.narrowest = 255;
    ready_[ready_count_++] = static_cast<std::uint16_t>(slot);
  }

  void finish(int slot) {
    Trial& trial = trials_[static_cast<std::size_t>(slot)];
    carry(trial);
    StepSums& sums = sums_.by_steps[trial.steps];
    ++sums.trials;
    for (std::size_t way = 0; way < solving_ways; ++way) sums.updatable[way] += trial.carried[way];
    sums_.narrowest += trial.steps == 0 ? 0 : trial.narrowest;
    if (next_ < last_) begin(slot);
  }

  static void carry(Trial& trial) {
    for (std::size_t way = 0; way < solving_ways; ++way)
      trial.carried[way] += (way % 2 == 0 ? trial.even : trial.odd) >> (16 * (way / 2)) & 0xffff;
    trial.even = trial.odd = 0;
  }

  /// A step of every trial that is ready. First all choose their lines, then all update them: the choices do not wait
  /// for each other, and what an update needs is on its way from memory when it begins.
  void round() {
    const std::size_t count = ready_count_;
    ready_count_ = 0;
    std::array<Choice, most_slots> choices;
    std::size_t chosen = 0;
    std::array<std::uint16_t, most_slots> finished;
    std::size_t finished_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const int slot = ready_[i];
      Trial& trial = trials_[static_cast<std::size_t>(slot)];
      const auto updatable = static_cast<std::uint32_t>(trial.counters & 255);
      if (updatable == 0) {
        finished[finished_count++] = static_cast<std::uint16_t>(slot);
        continue;
      }
      constexpr std::uint64_t every_other_byte = 0x00ff00ff00ff00ff;
      trial.even += trial.counters & every_other_byte;
      trial.odd += trial.counters >> 8 & every_other_byte;
      if ((++trial.steps & 255) == 0) carry(trial);
      trial.narrowest = std::min(trial.narrowest, updatable);
      const std::uint64_t draw = mix64(trial.key + trial.steps);
      const int line = trial.updatable.nth(static_cast<int>((draw >> 32) * updatable >> 32), select_bit);
      __builtin_prefetch(&trial.lines[static_cast<std::size_t>(line)]);
      choices[chosen++] = {static_cast<std::uint16_t>(slot), static_cast<std::uint16_t>(line)};
    }
    for (std::size_t i = 0; i < finished_count; ++i) finish(finished[i]);
    for (std::size_t i = 0; i < chosen; ++i) update(choices[i].slot, choices[i].line);
  }

  void update(int slot, int line) {
    Trial& trial = trials_[static_cast<std::size_t>(slot)];
    TrialLine& known = trial.lines[static_cast<std::size_t>(line)];
    const Word new_black = known.new_black, new_white = known.new_white;
    known = {known.black | new_black, known.white | new_white, 0, 0};
    trial.counters -= spread_flags[trial.flags[static_cast<std::size_t>(line)]];
    trial.flags[static_cast<std::size_t>(line)] = 0;
    trial.updatable.remove(line);

    const int place = problem_.place_on_crossing(line), first_crossing = problem_.crossing(line, 0);
    trial.waits = 1;  // until all touched lines are in their queues
    for_each_bit(new_black | new_white, [&](int cell) {
      const int crossing = first_crossing + cell;
      TrialLine& other = trial.lines[static_cast<std::size_t>(crossing)];
      other.black |= static_cast<Word>(new_black >> cell & 1) << place;
      other.white |= static_cast<Word>(new_white >> cell & 1) << place;
      Waiting& queue = waiting_[static_cast<std::size_t>(crossing)];
      queue.black.set_lane(queue.count, other.black);
      queue.white.set_lane(queue.count, other.white);
      queue.slot[static_cast<std::size_t>(queue.count)] = static_cast<std::uint16_t>(slot);
      ++trial.waits;
      if (++queue.count == Lanes::lanes) look_at(crossing);
    });
    release(trial, slot);
  }

  /// One thing less to wait for. Without a branch: whether it was the last is as good as random.
  NAZO_INLINE void release(Trial& trial, int slot) {
    ready_[ready_count_] = static_cast<std::uint16_t>(slot);
    ready_count_ += --trial.waits == 0 ? 1 : 0;
  }

  void look_at(int line) {
    Waiting& queue = waiting_[static_cast<std::size_t>(line)];
    const Updates<Lanes> found = updates_of<variant>(rules_[static_cast<std::size_t>(line)], queue.black, queue.white);
    for (int i = 0; i < queue.count; ++i) {
      const int slot = queue.slot[static_cast<std::size_t>(i)];
      Trial& trial = trials_[static_cast<std::size_t>(slot)];
      TrialLine& known = trial.lines[static_cast<std::size_t>(line)];
      known.new_black = found.black.lane(i);
      known.new_white = found.white.lane(i);
      const auto flags = static_cast<std::uint8_t>(found.flags.lane(i));
      std::uint8_t& old = trial.flags[static_cast<std::size_t>(line)];
      trial.counters += spread_flags[flags] - spread_flags[old];
      old = flags;
      trial.updatable.put(line, flags & 1);
      release(trial, slot);
    }
    queue.count = 0;
  }

  static constexpr int most_slots = 256;

  Problem<Size> problem_;
  std::vector<FlagRule> rules_;
  std::uint64_t seed_, next_ = 0, last_ = 0;
  Trial start_{};
  std::vector<Trial> trials_;
  std::array<std::uint16_t, most_slots + 1> ready_;  ///< trials that wait for nothing
  std::size_t ready_count_ = 0;
  std::array<Waiting, 2 * Size::longest> waiting_{};
  TrialSums sums_;
};

}  // namespace

void TrialSums::merge(const TrialSums& other) {
  if (by_steps.size() < other.by_steps.size()) by_steps.resize(other.by_steps.size());
  for (std::size_t t = 0; t < other.by_steps.size(); ++t) {
    by_steps[t].trials += other.by_steps[t].trials;
    for (std::size_t way = 0; way < solving_ways; ++way) by_steps[t].updatable[way] += other.by_steps[t].updatable[way];
  }
  narrowest += other.narrowest;
}

std::uint64_t bytes_of_trials(const Clues& clues) {
  const auto cells = static_cast<std::uint64_t>(clues.width() * clues.height());
  return with_size(clues.width(), clues.height(), [&](auto size) {
    return TrialRunner<decltype(size), EdgeBlack::printed>::most_bytes() + (cells + 1) * sizeof(StepSums);
  });
}

std::optional<TrialSums> run_trials(const Clues& clues, EdgeBlack edge_black, std::uint64_t seed, std::uint64_t first,
                                    std::uint64_t count, const Meter& clock) {
  return with_size(clues.width(), clues.height(), [&](auto size) {
    using Size = decltype(size);
    const auto run = [&]<EdgeBlack variant>() {
      return std::make_unique<TrialRunner<Size, variant>>(clues, seed)->run(first, count, clock);
    };
    switch (edge_black) {
      case EdgeBlack::inner:
        return run.template operator()<EdgeBlack::inner>();
      case EdgeBlack::full:
        return run.template operator()<EdgeBlack::full>();
      case EdgeBlack::printed:
        break;
    }
    return run.template operator()<EdgeBlack::printed>();
  });
}

TrialFigures figures_of(const TrialSums& sums, int lines) {
  __extension__ using Wide = unsigned __int128;
  TrialFigures figures;
  std::uint64_t trials = 0, steps = 0;
  Wide squares = 0;
  for (std::size_t t = 0; t < sums.by_steps.size(); ++t) {
    const StepSums& at = sums.by_steps[t];
    if (at.trials == 0) continue;
    if (trials == 0) figures.least = static_cast<std::int64_t>(t);
    figures.most = static_cast<std::int64_t>(t);
    trials += at.trials;
    steps += at.trials * t;
    squares += Wide{at.trials} * t * t;
    if (t > 0)
      for (std::size_t way = 0; way < solving_ways; ++way)
        figures.rate[way] += static_cast<double>(at.updatable[way]) / static_cast<double>(t);
  }
  if (trials == 0) return figures;
  const auto n = static_cast<double>(trials);
  for (double& rate : figures.rate) rate /= n * lines;
  figures.mean = static_cast<double>(steps) / n;
  figures.variance = static_cast<double>(Wide{trials} * squares - Wide{steps} * steps) / (n * n);
  figures.narrowest = static_cast<double>(sums.narrowest) / n;
  return figures;
}

}  // namespace nazo::nonogram
