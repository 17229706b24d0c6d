#include "genres/superpuzz/analyse/paper.hpp"

#include "genres/superpuzz/solve/best/relaxation.hpp"
#include "search/first_solution.hpp"
#include "search/frontier.hpp"

namespace nazo::superpuzz {

namespace {

/// The state as the dead-end test of `best` reads it, with every ace in its own place.
best::Layout layout_of(const PlainSpace::State& state, int columns) {
  best::Layout layout;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const Card card = state.at[static_cast<std::size_t>(row * columns + column)];
      const Place place = place_of(row, column);
      if (card < (columns - 1) * suits) {
        layout.place[card] = place;
      } else {
        layout.holes |= mask_of(place);
      }
    }
  return layout;
}

/// A frontier that states which cannot be won never come into.
template <class Frontier>
struct WithoutLost {
  Frontier inner;
  int columns;
  std::uint64_t* cut;  ///< counted here

  void push(auto& children) {
    best::Relaxation relaxation(columns);
    std::erase_if(children, [&](const auto& child) {
      relaxation.load(0, layout_of(child.state, columns));
      relaxation.run(1);
      const bool lost = relaxation.suit_rows(0) == 0;
      *cut += lost;
      return lost;
    });
    inner.push(children);
  }
  [[nodiscard]] bool empty() const { return inner.empty(); }
  search::NodeNumber pop() { return inner.pop(); }
  [[nodiscard]] std::uint64_t bytes() const { return inner.bytes(); }
  [[nodiscard]] std::uint64_t next_growth() const { return inner.next_growth(); }
};

}  // namespace

std::optional<Strategy> paper_strategy(std::string_view name) {
  if (name == "depth-aces-last") return Strategy::depth_aces_last;
  if (name == "depth-aces-first") return Strategy::depth_aces_first;
  if (name == "priority-1") return Strategy::priority_1;
  if (name == "priority-2") return Strategy::priority_2;
  if (name == "breadth") return Strategy::breadth;
  return std::nullopt;
}

PlainSpace::State PlainSpace::state_of(const Position& position) const {
  State state;
  state.at.fill(no_card);
  const auto index = [&](Place place) { return static_cast<std::uint8_t>(row_of(place) * columns + column_of(place)); };
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      state.at[index(place_of(row, column))] = position.at[place_of(row, column)];
  const auto holes = holes_by_index(position);
  for (std::size_t i = 0; i < holes.size(); ++i) state.holes[i] = index(holes[i]);
  return state;
}

bool PlainSpace::solved(const State& state) const {
  for (int row = 0; row < rows; ++row) {
    const Card ace = state.at[static_cast<std::size_t>(row * columns)];
    if (ace >= suits) return false;
    for (int column = 1; column + 1 < columns; ++column)
      if (state.at[static_cast<std::size_t>(row * columns + column)] != ace + column * suits) return false;
  }
  return true;
}

Key128 PlainSpace::key(const State& state) const {
  static constexpr auto constants = [] {
    std::array<std::array<Key128, most_columns>, most_columns * suits> table{};
    std::uint64_t n = 1'000'000;
    for (auto& of_card : table)
      for (Key128& key : of_card) key = zobrist(n++);
    return table;
  }();
  const int in_play = (columns - 1) * suits;
  Key128 key;
  for (int row = 0; row < rows; ++row) {
    Key128 of_row;
    for (int column = 0; column < columns; ++column)
      if (const Card card = state.at[static_cast<std::size_t>(row * columns + column)]; card < in_play)
        of_row ^= constants[card][static_cast<std::size_t>(column)];
    // Rows that are alike are added up, so that their order does not matter.
    const std::uint64_t salt = told == Rows::told_apart ? static_cast<std::uint64_t>(row + 1) : 0;
    key.low += mix64(of_row.low + salt * 0x9e3779b97f4a7c15ULL);
    key.high += mix64(of_row.high ^ mix64(of_row.low + salt));
  }
  return key;
}

Component component_of(const PlainSpace::State& state, int columns) {
  Component component;
  for (int row = 0; row < rows; ++row) {
    const Card card = state.at[static_cast<std::size_t>(row * columns)];
    component.aces += card < suits;
    component.holes += card >= (columns - 1) * suits;
  }
  return component;
}

PlainOutcome search_plainly(const Position& start, Strategy strategy, Rows told, const Budget& budget, Lost lost) {
  const PlainSpace space{start.columns, told};
  const auto run = [&](auto frontier) {
    PlainOutcome outcome;
    const auto search = [&](auto order) {
      return search::first_solution(space, space.state_of(start), std::move(order), budget);
    };
    const auto found = lost == Lost::cut ? search(WithoutLost{std::move(frontier), start.columns, &outcome.cut})
                                         : search(std::move(frontier));
    static_cast<search::Report&>(outcome) = found;
    for (const PlainSpace::Move& move : found.path)
      outcome.solution.push_back({move.card, place_of(move.to / start.columns, move.to % start.columns)});
    return outcome;
  };
  switch (strategy) {
    case Strategy::depth_aces_last:
      return run(search::stack());
    case Strategy::depth_aces_first:
      // Cards that are no aces first, the last hole first; then the aces, the first hole first.
      return run(search::Stack{[](const auto& child) -> std::int64_t {
        return child.move.card >= suits ? 3 - child.move.hole : 4 + 4 * child.move.hole + child.move.card;
      }});
    case Strategy::priority_1:
      return run(search::SedgewickHeap{[columns = start.columns](const auto& child) -> std::int64_t {
        const Component c = component_of(child.state, columns);
        return 8 * (c.aces + c.holes) + c.aces;
      }});
    case Strategy::priority_2:
      return run(search::SedgewickHeap{[columns = start.columns](const auto& child) -> std::int64_t {
        const Component c = component_of(child.state, columns);
        return 8 * c.aces + c.holes;
      }});
    case Strategy::breadth:
      break;
  }
  return run(search::Queue{});
}

}  // namespace nazo::superpuzz
