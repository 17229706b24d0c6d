// Conflict-driven search for the puzzles that defeat probing: the clues as a propositional formula, solved by CaDiCaL.
//
// The order encoding: for every block of every line, "it begins at or before p". The browser has no CaDiCaL: there
// `Sat::available` is false and the probing search answers alone.
#pragma once

#include <cstdint>
#include <memory>

#include "base/budget.hpp"
#include "base/result.hpp"
#include "genres/nonogram/rules/rules.hpp"
#include "genres/nonogram/solve/board.hpp"

namespace nazo::nonogram {

class Sat {
 public:
#ifdef NAZO_WASM
  static constexpr bool available = false;
#else
  static constexpr bool available = true;
#endif
  enum class Answer {
    picture,
    none,
    undecided,  ///< the conflicts, or the budget, ran out
    full,       ///< what was learned takes up all the room
  };

  /// `known` must hold in every picture that is looked for; it must not contradict any single line. Fails if the
  /// formula is too large: for these bytes, to be written before time runs out (both with the limit), or for a search
  /// that can be stopped at any time.
  [[nodiscard]] static Result<std::unique_ptr<Sat>> make(const Clues& clues, const Marks& known, std::uint64_t bytes,
                                                         const Meter& clock);
  ~Sat();
  Sat(const Sat&) = delete;
  Sat& operator=(const Sat&) = delete;

  /// Searches for so many conflicts more (each spends one node of the meter).
  Answer solve(std::uint64_t conflicts, Meter& meter);
  /// After Answer::picture.
  [[nodiscard]] Picture picture() const;
  /// From now on any picture but this one; the search stays near it, where a second solution mostly is.
  void exclude(const Picture& picture);

 private:
  struct Inside;
  explicit Sat(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace nazo::nonogram
