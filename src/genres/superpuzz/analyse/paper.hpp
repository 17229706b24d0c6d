// The strategies of the paper (Shintani, "Priority-first search in Superpuzz"), and breadth-first search: plain
// searches of the real game with no duplicate states, over the templates of the search room.
//
// Holes have indices 0 … 3, given by scanning the start column by column; an index follows its hole. The children of a
// state come hole by hole; a hole of the leftmost column takes the aces H, D, S, C, any other its one successor. Holes
// are not told apart when states are compared; nor are rows, unless the search is to run as printed.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/hash.hpp"
#include "genres/superpuzz/rules/rules.hpp"
#include "search/space.hpp"

namespace nazo::superpuzz {

enum class Strategy { depth_aces_last, depth_aces_first, priority_1, priority_2, breadth };

/// The strategy of that name ("priority-1"), if it is one of these.
[[nodiscard]] std::optional<Strategy> paper_strategy(std::string_view name);

enum class Rows { told_apart, alike };

/// What becomes of a state that the relaxation of `best` proves lost: it is searched like any other, or it gets the
/// lowest priority of all, as the paper wishes: no children are made.
enum class Lost { searched, cut };

struct PlainOutcome : search::Report {
  std::vector<Step> solution{};
  std::uint64_t cut = 0;  ///< states that got no children because they are lost; they count as searched
};

[[nodiscard]] PlainOutcome search_plainly(const Position& start, Strategy strategy, Rows told, const Budget& budget,
                                          Lost lost = Lost::searched);

/// The game as a space for the search room.
struct PlainSpace {
  struct State {
    std::array<Card, rows * most_columns> at{};  ///< row · columns + column
    std::array<std::uint8_t, 4> holes{};         ///< index in `at`, by the hole's index
  };
  struct Move {
    Card card = 0;
    std::uint8_t hole = 0;  ///< the hole's index
    std::uint8_t from = 0, to = 0;
  };

  int columns = 0;
  Rows told = Rows::alike;

  [[nodiscard]] State state_of(const Position& position) const;
  void for_each_move(const State& state, auto&& visit) const {
    const auto place = [&](Card card) {
      std::uint8_t found = 0;
      while (state.at[found] != card) ++found;
      return found;
    };
    for (std::uint8_t hole = 0; hole < 4; ++hole) {
      const std::uint8_t to = state.holes[hole];
      if (to % columns == 0) {
        for (Card ace = 0; ace < suits; ++ace) visit(Move{ace, hole, place(ace), to});
      } else if (const Card left = state.at[to - 1u]; left < (columns - 2) * suits) {
        const auto card = static_cast<Card>(left + suits);
        visit(Move{card, hole, place(card), to});
      }
    }
  }
  [[nodiscard]] State apply(State state, const Move& move) const {
    state.at[move.from] = state.at[move.to];
    state.at[move.to] = move.card;
    state.holes[move.hole] = move.from;
    return state;
  }
  [[nodiscard]] bool solved(const State& state) const;
  [[nodiscard]] Key128 key(const State& state) const;
};

/// The component a state belongs to: how many aces and holes the leftmost column has.
struct Component {
  int aces = 0, holes = 0;
};
[[nodiscard]] Component component_of(const PlainSpace::State& state, int columns);

}  // namespace nazo::superpuzz
