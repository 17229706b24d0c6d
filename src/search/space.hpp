// What a puzzle must offer so that the algorithms of this room can search it, and what every search reports.
//
//   struct Space {
//     using State = …;  using Move = …;                       // trivially copyable
//     void for_each_move(const State&, auto&& visit) const;    // calls visit(move) in a fixed order
//     State apply(const State&, const Move&) const;
//     bool solved(const State&) const;
//     std::uint64_t key(const State&) const;                   // exact (a bijection), or Key128
//   };
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/budget.hpp"
#include "base/hash.hpp"

namespace nazo::search {

/// A 64-bit key must be exact: equal keys, equal states. A Key128 may be a hash.
template <class K>
concept Key = std::same_as<K, std::uint64_t> || std::same_as<K, Key128>;

template <class S>
concept StateSpace =
    std::is_trivially_copyable_v<typename S::State> && std::is_trivially_copyable_v<typename S::Move> &&
    requires(const S& space, const typename S::State& state, const typename S::Move& move) {
      space.for_each_move(state, [](const typename S::Move&) {});
      { space.apply(state, move) } -> std::same_as<typename S::State>;
      { space.solved(state) } -> std::convertible_to<bool>;
      { space.key(state) } -> Key;
    };

template <StateSpace S>
using KeyOf = std::remove_cvref_t<decltype(std::declval<const S&>().key(std::declval<const typename S::State&>()))>;

enum class Ending { solved, unsolvable, unknown };

/// How a search ended and what it did. `unsolvable` means that the whole space was exhausted.
struct Report {
  Ending ending = Ending::unknown;
  Limit limit = Limit::none;  ///< for unknown: what ran out
  std::uint64_t nodes = 0;    ///< distinct states, the start included
  std::uint64_t expanded = 0;
  std::uint64_t duplicates = 0;  ///< states generated again and dropped
  std::uint64_t peak_bytes = 0;
};

}  // namespace nazo::search
