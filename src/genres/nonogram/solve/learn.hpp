// Conflict-driven search over the cells, with the line solver as the rule of every line.
//
// Guess a cell, follow it by clauses and lines; where a line has no placement or a clause is false, find out which
// guesses were to blame, learn that as a clause, go back as far as the clause says, and go on. Lines do not say why
// they force a cell until the analysis of a conflict asks (explain.hpp); most are never asked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "genres/nonogram/solve/clauses.hpp"
#include "genres/nonogram/solve/explain.hpp"
#include "genres/nonogram/solve/luby.hpp"
#include "genres/nonogram/solve/order.hpp"
#include "genres/nonogram/solve/trail.hpp"

namespace nazo::nonogram {

struct LearnCounts {
  std::uint64_t guesses = 0, conflicts = 0, explanations = 0;
  int deepest = 0;  ///< guesses on top of each other
};

/// What a search for the next picture came to.
enum class Said {
  picture,  ///< one that was neither said nor excluded before
  none,     ///< there are no others
  limit,    ///< the budget ran out
};

template <class Size>
class Learner {
 public:
  using Word = typename Size::Word;

  /// Starts from a board that is closed under the line solver. `bytes` are for learned clauses.
  Learner(const Problem<Size>& problem, const Board<Size>& known, Meter& meter, std::uint64_t bytes)
      : problem_(problem),
        meter_(meter),
        bytes_(bytes),
        trail_(problem),
        clauses_(cells()),
        order_(cells()),
        first_try_(cells()),
        seen_(cells()),
        explained_(cells()) {
    for (std::size_t i = 0; i < cells(); ++i) {
      const auto cell = static_cast<std::uint16_t>(i);
      const Mark mark = known.at(trail_.row_line(cell), trail_.column_line(cell) - problem.height);
      first_try_[cell] = static_cast<Literal>(2 * i + 1);
      if (mark != Mark::unknown)
        trail_.assign(static_cast<Literal>(2 * i + (mark == Mark::white ? 1 : 0)), Reason::none(), trail_.size());
    }
    trail_.dirty().clear();
    done_ = trail_.size();
  }

  /// Cells with a larger gain are guessed first, until conflicts say otherwise. Before the first call of `next` only.
  void prefer(int row, int column, int gain) {
    constexpr double conflicts_a_gain = 0.01;
    order_.set_activity(trail_.cell_on(row, column), gain * conflicts_a_gain);
  }

  /// That picture is not asked for. Before the first call of `next` only.
  void exclude(const Picture& picture) {
    std::vector<Literal> differs;
    for (std::size_t i = 0; i < cells(); ++i) {
      const auto cell = static_cast<std::uint16_t>(i);
      const bool black = picture.black(trail_.row_line(cell), trail_.column_line(cell) - problem_.height);
      const auto differs_here = static_cast<Literal>(2 * i + (black ? 1 : 0));
      if (trail_.truth(differs_here) > 0) return;  // it is excluded already
      if (!trail_.open(cell)) continue;
      differs.push_back(differs_here);
      first_try_[cell] = opposite(differs_here);
    }
    forbid_all_false(differs);
  }

  /// Searches for the next picture.
  Said next() {
    if (begun_ && !none_) block_guesses();
    if (!begun_) {
      begun_ = true;
      for (std::size_t i = 0; i < cells(); ++i)
        if (trail_.open(static_cast<std::uint16_t>(i))) order_.insert(static_cast<std::uint16_t>(i));
    }
    while (!none_) {
      const Fault fault = propagate();
      if (meter_.limit() != Limit::none) return Said::limit;
      if (fault.found) {
        ++counts_.conflicts;
        ++since_restart_;
        if (!meter_.spend()) return Said::limit;
        if (trail_.level() == 0) {
          none_ = true;
        } else {
          learn_from(fault);
        }
        continue;
      }
      if (since_restart_ >= restart_after_ || clauses_.bytes() > bytes_) restart();
      const Literal guess = next_guess();
      if (guess == no_literal) return Said::picture;
      ++counts_.guesses;
      trail_.begin_level();
      counts_.deepest = std::max(counts_.deepest, trail_.level());
      trail_.assign(guess, Reason::none(), trail_.size());
    }
    return Said::none;
  }

  /// The picture that `next` found.
  [[nodiscard]] Picture picture() const { return trail_.board().picture(problem_); }
  [[nodiscard]] const LearnCounts& counts() const { return counts_; }
  /// Clauses were dropped because there was no room for them.
  [[nodiscard]] bool crowded() const { return crowded_; }

 private:
  static constexpr Literal no_literal = ~Literal{0};

  /// A clause all of whose literals are false, or a line without a placement.
  struct Fault {
    bool found = false;
    Reason at{};
  };

  [[nodiscard]] std::size_t cells() const { return Trail<Size>::cells_of(problem_); }

  // ── following ──────────────────────────────────────────────────────────────────────────────────────────────────

  Fault propagate() {
    for (;;) {
      while (done_ < trail_.size()) {
        const Fault fault = follow_clauses(opposite(trail_.at(done_++)));
        if (fault.found) return fault;
      }
      // The next dirty line above the last one, round and round: a sweep over rows, then columns. Which line comes
      // first decides how good the explanations are.
      int line = trail_.dirty().next(last_line_ + 1);
      if (line < 0) line = trail_.dirty().next(0);
      if (line < 0) return {};
      last_line_ = line;
      trail_.dirty().remove(line);
      if (!meter_.spend()) return {};
      if (!follow_line(line)) return {true, Reason::line(line)};
    }
  }

  bool follow_line(int line) {
    const auto& known = trail_.board().line(line);
    const Rule& rule = problem_.rule(line);
    const Word cells = first_bits<Word>(rule.length);
    const Possible<Word> can = possible<Word>(rule, known.black, known.white);
    if ((can.black | can.white) != cells) return false;
    const Word new_black = cells & ~can.white & ~known.black, new_white = cells & ~can.black & ~known.white;
    const std::size_t before = trail_.size();
    const auto assign = [&](int place, unsigned colour) {
      const auto literal = static_cast<Literal>(2 * trail_.cell_on(line, place) + colour);
      explained_[cell_under(literal)].size = unexplained;
      trail_.assign(literal, Reason::line(line), before);
    };
    for_each_bit(new_black, [&](int place) { assign(place, 0); });
    for_each_bit(new_white, [&](int place) { assign(place, 1); });
    return true;
  }

  Fault follow_clauses(Literal became_false) {
    auto& watches = clauses_.watches(became_false);
    Clauses::Watch* to = watches.data();
    const Clauses::Watch* const end = to + watches.size();
    Fault fault;
    for (const Clauses::Watch* from = to; from != end;) {
      const Clauses::Watch watch = *from++;
      const int truth_of_other = trail_.truth(watch.other);
      *to = watch;
      if (truth_of_other > 0) {
        ++to;
        continue;
      }
      if (watch.size == 2) {
        ++to;
        if (truth_of_other == 0) {
          trail_.assign(watch.other, Reason::clause(watch.clause), trail_.size());
          continue;
        }
        fault = {true, Reason::clause(watch.clause)};
        to = std::copy(from, end, to);
        break;
      }
      Literal* const literals = clauses_.literals(watch.clause).data();
      if (literals[0] == became_false) std::swap(literals[0], literals[1]);
      const Literal first = literals[0];
      to->other = first;
      if (first != watch.other && trail_.truth(first) > 0) {
        ++to;
        continue;
      }
      int next = 2;
      while (next < watch.size && trail_.truth(literals[next]) < 0) ++next;
      if (next < watch.size) {
        std::swap(literals[1], literals[next]);
        clauses_.watches(literals[1]).push_back({watch.clause, first, watch.size});
        continue;
      }
      ++to;
      if (trail_.truth(first) == 0) {
        trail_.assign(first, Reason::clause(watch.clause), trail_.size());
        continue;
      }
      fault = {true, Reason::clause(watch.clause)};
      to = std::copy(from, end, to);
      break;
    }
    watches.resize(static_cast<std::size_t>(to - watches.data()));
    return fault;
  }

  // ── explaining ─────────────────────────────────────────────────────────────────────────────────────────────────

  struct Explained {
    std::uint32_t at;    ///< in explanations_
    std::uint16_t size;  ///< or unexplained
  };
  static constexpr std::uint16_t unexplained = ~std::uint16_t{0};

  /// Cells that made `line` say what it said when the trail was `known` long. With a place: that it has its colour.
  /// Without (−1): that there is no placement at all. Cells of level 0 are left out.
  std::span<const std::uint16_t> explain_line(int line, std::size_t known, int place) {
    ++counts_.explanations;
    auto [black, white] = trail_.board().line(line);
    const auto places = trail_.known_on(line);
    std::array<std::uint8_t, Size::longest> candidates, needed;
    int count = 0;
    for (std::size_t i = places.size(); i-- > 0;) {
      const auto& cell = trail_.of(trail_.cell_on(line, places[i]));
      if (cell.position >= known) {
        black &= static_cast<Word>(~bit<Word>(places[i]));
        white &= static_cast<Word>(~bit<Word>(places[i]));
        continue;
      }
      if (cell.level == 0) break;  // and so are all before it
      candidates[static_cast<std::size_t>(count++)] = places[i];
    }
    if (place >= 0) {
      const bool is_black = (trail_.literal_of(trail_.cell_on(line, place)) & 1) == 0;
      (is_black ? white : black) |= bit<Word>(place);
    }
    const int found = needed_cells<Size>(problem_.rule(line), black, white,
                                         {candidates.data(), static_cast<std::size_t>(count)}, needed.data());
    const std::size_t at = explanations_.size();
    for (int i = 0; i < found; ++i) explanations_.push_back(trail_.cell_on(line, needed[static_cast<std::size_t>(i)]));
    return {explanations_.data() + at, static_cast<std::size_t>(found)};
  }

  /// The cells that forced this one; it must have a line as its reason.
  std::span<const std::uint16_t> explanation(std::uint16_t cell) {
    Explained& explained = explained_[cell];
    if (explained.size == unexplained) {
      const auto& assigned = trail_.of(cell);
      const int line = assigned.reason.line();
      const auto cells = explain_line(line, assigned.known, trail_.place_on(line, cell));
      explained = {static_cast<std::uint32_t>(cells.data() - explanations_.data()),
                   static_cast<std::uint16_t>(cells.size())};
    }
    return {explanations_.data() + explained.at, explained.size};
  }

  // ── learning ───────────────────────────────────────────────────────────────────────────────────────────────────

  void see(std::uint16_t cell) {
    const auto& assigned = trail_.of(cell);
    if (seen_[cell] != 0 || assigned.level == 0) return;
    seen_[cell] = 1;
    to_clear_.push_back(cell);
    order_.bump(cell);
    if (assigned.level == static_cast<std::uint16_t>(trail_.level())) {
      ++open_;
    } else {
      learned_.push_back(opposite(trail_.literal_of(cell)));
    }
  }
  void see_reason(Reason reason, std::uint16_t but) {
    for (const Literal literal : clauses_.literals(reason.clause()))
      if (cell_under(literal) != but) see(cell_under(literal));
  }

  /// The clause of the first cell of the present level that alone leads to the fault, with what earlier levels add.
  void learn_from(const Fault& fault) {
    learned_.assign(1, no_literal);
    open_ = 0;
    if (fault.at.is_line()) {
      for (const std::uint16_t cell : explain_line(fault.at.line(), trail_.size(), -1)) see(cell);
    } else {
      see_reason(fault.at, no_cell);
      note_use(fault.at.clause());
    }
    std::size_t position = trail_.size();
    for (;;) {
      do --position;
      while (seen_[cell_under(trail_.at(position))] == 0);
      const std::uint16_t cell = cell_under(trail_.at(position));
      if (--open_ == 0) {
        learned_[0] = opposite(trail_.at(position));
        break;
      }
      const Reason reason = trail_.of(cell).reason;
      if (reason.is_line()) {
        for (const std::uint16_t other : explanation(cell)) see(other);
      } else {
        see_reason(reason, cell);
        note_use(reason.clause());
      }
    }
    shorten();
    for (const std::uint16_t cell : to_clear_) seen_[cell] = 0;
    to_clear_.clear();
    order_.step();
    add_learned();
  }

  void note_use(ClauseAt at) {
    std::uint16_t& glue = clauses_.glue(at);
    if (glue > 2) {
      const std::uint16_t now = glue_of(clauses_.literals(at));
      if (now < glue) glue = now;
    }
  }

  /// Leaves out literals that follow from the others: by the clause that was their reason, or by either line through
  /// their cell. Reasons are always earlier on the trail, so that nothing follows from itself.
  void shorten() {
    const auto follows = [&](Literal literal) {
      const std::uint16_t cell = cell_under(literal);
      const Reason reason = trail_.of(cell).reason;
      if (reason.is_none()) return false;
      if (follows_on(trail_.row_line(cell), cell) || follows_on(trail_.column_line(cell), cell)) return true;
      if (reason.is_line()) return false;
      return std::ranges::all_of(clauses_.literals(reason.clause()), [&](Literal other) {
        return cell_under(other) == cell || seen_[cell_under(other)] != 0 || trail_.of(cell_under(other)).level == 0;
      });
    };
    learned_.erase(std::remove_if(learned_.begin() + 1, learned_.end(), follows), learned_.end());
  }

  /// The seen cells of a line that were assigned before this one, with those of level 0, force it.
  [[nodiscard]] bool follows_on(int line, std::uint16_t cell) const {
    Word black = 0, white = 0;
    const auto& board = trail_.board().line(line);
    for (const std::uint8_t place : trail_.known_on(line)) {
      const std::uint16_t other = trail_.cell_on(line, place);
      if (other == cell) break;
      if (seen_[other] == 0 && trail_.of(other).level != 0) continue;
      black |= board.black & bit<Word>(place);
      white |= board.white & bit<Word>(place);
    }
    const Word place = bit<Word>(trail_.place_on(line, cell));
    ((board.black & place) != 0 ? white : black) |= place;
    return feasible<Word>(problem_.rule(line), black, white) == 0;
  }

  [[nodiscard]] std::uint16_t glue_of(std::span<const Literal> literals) {
    ++level_stamp_;
    level_seen_.resize(static_cast<std::size_t>(trail_.level()) + 1);
    std::uint16_t glue = 0;
    for (const Literal literal : literals) {
      const std::uint16_t level = trail_.of(cell_under(literal)).level;
      if (level >= level_seen_.size()) continue;
      if (level_seen_[level] == level_stamp_) continue;
      level_seen_[level] = level_stamp_;
      ++glue;
    }
    return glue;
  }

  void add_learned() {
    const std::uint16_t glue = glue_of(learned_);
    int back = 0;
    if (learned_.size() > 1) {
      const auto latest = std::max_element(learned_.begin() + 1, learned_.end(), [&](Literal a, Literal b) {
        return trail_.of(cell_under(a)).level < trail_.of(cell_under(b)).level;
      });
      std::iter_swap(learned_.begin() + 1, latest);
      back = trail_.of(cell_under(learned_[1])).level;
    }
    back_to(back);
    Reason reason = Reason::none();
    if (learned_.size() > 1) reason = Reason::clause(clauses_.add(learned_, std::max<std::uint16_t>(glue, 1)));
    trail_.assign(learned_[0], reason, trail_.size());
  }

  void back_to(int level) {
    trail_.back_to(level, [this](Literal literal) {
      first_try_[cell_under(literal)] = literal;
      order_.insert(cell_under(literal));
    });
    done_ = trail_.size();
    if (explanations_.size() > most_explained) {
      // Explanations of cells still assigned are made anew if they are asked for again.
      explanations_.clear();
      for (std::size_t i = 0; i < trail_.size(); ++i) explained_[cell_under(trail_.at(i))].size = unexplained;
    }
  }

  // ── the course of the search ───────────────────────────────────────────────────────────────────────────────────

  [[nodiscard]] Literal next_guess() {
    while (!order_.empty()) {
      const std::uint16_t cell = order_.take_first();
      if (trail_.open(cell)) return first_try_[cell];
    }
    return no_literal;
  }

  void restart() {
    back_to(0);
    since_restart_ = 0;
    restart_after_ = restart_unit * luby(++restarts_);
    const bool full = clauses_.bytes() > bytes_;
    crowded_ |= full;
    if (full || clauses_.count() >= keep_) drop_clauses();
    if (!full) return;
    // Half of them may still be too many. Without the rest the search goes on no less right.
    if (clauses_.bytes() > bytes_ / 2)
      clauses_.filter([](std::span<Literal> clause, std::uint16_t glue) { return glue == 0 ? clause.size() : 0; });
    // What excludes pictures stays whatever it takes, and there must be room to learn beside it.
    bytes_ = std::max(bytes_, 2 * clauses_.bytes());
  }

  /// Drops half of the clauses, those that join most levels first, and what level 0 has decided.
  void drop_clauses() {
    std::vector<std::uint32_t> with_glue(cells() + 2);
    const auto each = [&](auto&& f) { clauses_.filter(f); };
    each([&](std::span<Literal> clause, std::uint16_t glue) {
      if (glue > 2) ++with_glue[glue];
      return clause.size();
    });
    // Of those with the middle glue the older ones go.
    std::size_t to_drop = clauses_.count() / 2;
    std::uint16_t middle = static_cast<std::uint16_t>(with_glue.size() - 1);
    while (middle > 2 && with_glue[middle] <= to_drop) to_drop -= with_glue[middle--];
    each([&](std::span<Literal> clause, std::uint16_t glue) -> std::size_t {
      if (glue > middle) return 0;
      if (glue == middle && glue > 2 && to_drop > 0) {
        --to_drop;
        return 0;
      }
      if (std::ranges::any_of(clause, [&](Literal literal) { return trail_.truth(literal) > 0; })) return 0;
      const auto left =
          std::remove_if(clause.begin(), clause.end(), [&](Literal literal) { return trail_.truth(literal) < 0; });
      return static_cast<std::size_t>(left - clause.begin());
    });
    keep_ += keep_more;
  }

  /// At least one of these literals must be true; all of them are open. At level 0.
  void forbid_all_false(std::vector<Literal>& literals) {
    if (literals.empty()) {
      none_ = true;
    } else if (literals.size() == 1) {
      trail_.assign(literals.front(), Reason::none(), trail_.size());
    } else {
      clauses_.add(literals, 0);
    }
  }

  /// The picture in hand follows from its guesses, so that forbidding these together forbids it alone.
  void block_guesses() {
    const int level = trail_.level();
    if (level == 0) {
      none_ = true;
      return;
    }
    learned_.clear();
    for (int i = level; i > 0; --i) learned_.push_back(opposite(trail_.guess(i)));
    back_to(level - 1);
    Reason reason = Reason::none();
    if (learned_.size() > 1) reason = Reason::clause(clauses_.add(learned_, 0));
    trail_.assign(learned_[0], reason, trail_.size());
  }

  static constexpr std::uint16_t no_cell = ~std::uint16_t{0};
  static constexpr std::uint64_t restart_unit = 400;
  static constexpr std::size_t keep_first = 600, keep_more = 100, most_explained = std::size_t{1} << 16;

  const Problem<Size>& problem_;
  Meter& meter_;
  std::uint64_t bytes_;
  Trail<Size> trail_;
  Clauses clauses_;
  ActivityOrder order_;
  std::vector<Literal> first_try_;  ///< how a cell is guessed: as it was last
  std::size_t done_ = 0;            ///< how far clauses have followed the trail
  int last_line_ = -1;
  bool begun_ = false, none_ = false, crowded_ = false;

  std::vector<std::uint8_t> seen_;
  std::vector<std::uint16_t> to_clear_;
  std::vector<Literal> learned_;
  int open_ = 0;  ///< seen cells of the present level whose reasons were not looked at yet
  std::vector<Explained> explained_;
  std::vector<std::uint16_t> explanations_;
  std::vector<std::uint32_t> level_seen_;
  std::uint32_t level_stamp_ = 0;

  std::uint64_t since_restart_ = 0, restarts_ = 0, restart_after_ = restart_unit;
  std::size_t keep_ = keep_first;
  LearnCounts counts_;
};

}  // namespace nazo::nonogram
