// Plain proof-number search in a tree, for its statistics: the paper's way to see how hard a problem feels.
//
// No transposition table, no shortcuts: the root's proof and disproof numbers are recorded before every expansion until
// the root is solved. A new node is (1, 1); that it is an end shows when it is expanded itself. Ties go to the leftmost
// child, and "leftmost" is pinned: children stand in the order of their USI text, as if black attacked.
//
// In a tree proof-number search and df-pn choose among the same most proving leaves, so that only ties part them: with
// the same rule for ties (`Ties`) both expand the same leaves in the same order, and every record is the same.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"

namespace nazo::tsume {

struct PnsOptions {
  enum class Algorithm { pns, dfpn } algorithm = Algorithm::pns;
  /// Which of several children with the same number is gone into.
  enum class Ties {
    printed,  ///< as the algorithm is printed: `left` for pns, `last` for dfpn
    left,     ///< the leftmost
    last      ///< the one that the last expansion was below, if it is among them, else the leftmost
  } ties = Ties::printed;
  /// When an end of the tree is recognised: when it is expanded (the paper's formula read literally) or when it is
  /// made.
  enum class Ends { expansion, creation } ends = Ends::expansion;
  /// `exclude_useless` leaves out interpositions that the checking piece takes with mate.
  Rules rules = Rules::count_all;
};

struct PnsPoint {
  std::uint64_t update;
  std::uint32_t pn, dn;
  friend bool operator==(const PnsPoint&, const PnsPoint&) = default;
};

struct PnsReport {
  Limit limit = Limit::none;  ///< not none: stopped before the root was solved
  bool mate = false;
  std::uint64_t updates = 0;  ///< expansions; the final (0, ∞) is not among the records
  std::uint32_t pn_max = 0, dn_max = 0;
  std::uint64_t pn_sum = 0, dn_sum = 0;
  std::uint64_t pn_peak_update = 0;  ///< where the largest proof number was first reached
  std::uint64_t tree_nodes = 0;      ///< made in all
  std::uint64_t peak_bytes = 0;
  std::vector<PnsPoint> trace{};  ///< at most 2,000 points, evenly spaced, first and last among them

  [[nodiscard]] double pn_mean() const {
    return updates > 0 ? static_cast<double>(pn_sum) / static_cast<double>(updates) : 0;
  }
  [[nodiscard]] double dn_mean() const {
    return updates > 0 ? static_cast<double>(dn_sum) / static_cast<double>(updates) : 0;
  }
};

/// The side to move attacks.
[[nodiscard]] PnsReport proof_numbers(const Position& p, const PnsOptions& options, Meter& meter);

}  // namespace nazo::tsume
