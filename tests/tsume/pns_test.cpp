// Proof-number statistics against a textbook search written a second time, on the judge's board.
#include "genres/tsume/analyse/pns.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "tsume/helpers.hpp"

namespace nazo::tsume {
namespace {

using helpers::position;

/// Allis's algorithm with pointers, recursion and nothing clever: every update goes up to the root.
struct Textbook {
  static constexpr std::uint64_t endless = ~std::uint64_t{0};
  struct Node {
    judge::Board board;
    Node* parent = nullptr;
    bool attacks = true, expanded = false;
    std::uint64_t pn = 1, dn = 1;
    std::vector<std::unique_ptr<Node>> children{};
  };
  std::vector<std::pair<std::uint64_t, std::uint64_t>> records;
  bool mate = false;

  static std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a == endless || b == endless ? endless : a + b; }

  static void value(Node& n) {
    if (!n.expanded) return;
    if (n.children.empty()) return;
    std::uint64_t least_pn = endless, least_dn = endless, sum_pn = 0, sum_dn = 0;
    for (const auto& c : n.children) {
      least_pn = std::min(least_pn, c->pn);
      least_dn = std::min(least_dn, c->dn);
      sum_pn = add(sum_pn, c->pn);
      sum_dn = add(sum_dn, c->dn);
    }
    n.pn = n.attacks ? least_pn : sum_pn;
    n.dn = n.attacks ? sum_dn : least_dn;
  }

  static void expand(Node& n) {
    n.expanded = true;
    for (const Node* up = n.parent; up != nullptr; up = up->parent)
      if (up->board.key() == n.board.key()) {
        n.pn = endless;
        n.dn = 0;
        return;
      }
    std::vector<judge::Move> moves = n.attacks ? judge::checks(n.board) : judge::legal(n.board);
    std::ranges::sort(moves, {}, &judge::Move::usi);
    for (const judge::Move& m : moves) {
      auto child = std::make_unique<Node>();
      child->board = judge::play(n.board, m);
      child->parent = &n;
      child->attacks = !n.attacks;
      n.children.push_back(std::move(child));
    }
    if (moves.empty()) {
      n.pn = n.attacks ? endless : 0;
      n.dn = n.attacks ? 0 : endless;
    }
    value(n);
  }

  explicit Textbook(const std::string& sfen, std::size_t most) {
    Node root;
    root.board = judge::Board::read(sfen);
    while (root.pn != 0 && root.dn != 0 && records.size() < most) {
      records.emplace_back(root.pn, root.dn);
      Node* n = &root;
      while (n->expanded) {
        Node* best = nullptr;
        for (const auto& c : n->children)
          if (best == nullptr || (n->attacks ? c->pn < best->pn : c->dn < best->dn)) best = c.get();
        n = best;
      }
      expand(*n);
      for (Node* up = n->parent; up != nullptr; up = up->parent) value(*up);
    }
    mate = root.pn == 0;
  }
};

const std::vector<const char*> small_problems{
    "9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1",           "7k1/9/5L1SP/9/9/9/9/9/9 b 2r2b4g3s4n3l17p 1",
    "3k5/9/3+P5/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",       "8k/5B3/7G1/9/9/9/9/9/9 b 2rb3g4s4n4l18p 1",
    "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", "4k4/9/4P4/9/9/9/9/9/9 b S2r2b4g3s4n4l17p 1",
};

TEST(TsumePns, EveryUpdateAgreesWithTheTextbook) {
  for (const char* sfen : small_problems) {
    constexpr std::uint64_t most = 1500;
    Budget budget;
    budget.nodes = most;
    Meter meter(budget);
    const PnsReport report = proof_numbers(position(sfen), {}, meter);
    const Textbook book(sfen, most);
    ASSERT_EQ(report.updates, book.records.size()) << sfen;
    EXPECT_EQ(report.mate, book.mate) << sfen;
    std::uint64_t pn_sum = 0, dn_sum = 0, pn_max = 0, dn_max = 0;
    for (const auto& [pn, dn] : book.records) {
      pn_sum += pn;
      dn_sum += dn;
      pn_max = std::max(pn_max, pn);
      dn_max = std::max(dn_max, dn);
    }
    EXPECT_EQ(report.pn_sum, pn_sum) << sfen;
    EXPECT_EQ(report.dn_sum, dn_sum) << sfen;
    EXPECT_EQ(report.pn_max, pn_max);
    EXPECT_EQ(report.dn_max, dn_max);
    for (const PnsPoint& point : report.trace)
      EXPECT_EQ((std::pair<std::uint64_t, std::uint64_t>(point.pn, point.dn)), book.records[point.update])
          << sfen << " at " << point.update;
  }
}

TEST(TsumePns, TheTraceIsThinned) {
  Meter meter(Budget{});
  const PnsReport report = proof_numbers(position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1"), {}, meter);
  EXPECT_TRUE(report.mate);
  EXPECT_EQ(report.updates, 3158u) << "pinned: changes only if the order of moves does";
  EXPECT_LE(report.trace.size(), 2000u);
  EXPECT_GT(report.trace.size(), 1000u);
  EXPECT_EQ(report.trace.front(), (PnsPoint{0, 1, 1}));
  EXPECT_EQ(report.trace.back().update, report.updates - 1);
}

TEST(TsumePns, BothWaysAreOneWithTheSameTies) {
  std::vector<std::string> problems(small_problems.begin(), small_problems.end());
  problems.emplace_back("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
  problems.emplace_back("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1");
  std::size_t parted = 0;
  for (const std::string& sfen : problems)
    for (const PnsOptions::Ends ends : {PnsOptions::Ends::expansion, PnsOptions::Ends::creation})
      for (const Rules rules : {Rules::count_all, Rules::exclude_useless}) {
        const auto with = [&](PnsOptions::Algorithm algorithm, PnsOptions::Ties ties) {
          Budget budget;
          budget.nodes = 30'000;
          Meter meter(budget);
          return proof_numbers(position(sfen), {.algorithm = algorithm, .ties = ties, .ends = ends, .rules = rules},
                               meter);
        };
        for (const PnsOptions::Ties ties : {PnsOptions::Ties::left, PnsOptions::Ties::last}) {
          const PnsReport pns = with(PnsOptions::Algorithm::pns, ties), dfpn = with(PnsOptions::Algorithm::dfpn, ties);
          EXPECT_EQ(pns.updates, dfpn.updates) << sfen;
          EXPECT_EQ(pns.pn_sum, dfpn.pn_sum) << sfen;
          EXPECT_EQ(pns.dn_sum, dfpn.dn_sum) << sfen;
          EXPECT_EQ(pns.trace, dfpn.trace) << sfen;
        }
        const PnsReport printed = with(PnsOptions::Algorithm::pns, PnsOptions::Ties::printed);
        EXPECT_EQ(printed.trace, with(PnsOptions::Algorithm::pns, PnsOptions::Ties::left).trace);
        const PnsReport second = with(PnsOptions::Algorithm::dfpn, PnsOptions::Ties::printed);
        EXPECT_EQ(second.trace, with(PnsOptions::Algorithm::pns, PnsOptions::Ties::last).trace);
        parted += printed.trace != second.trace;
      }
  EXPECT_GT(parted, 0u) << "as printed they differ, or this proves nothing";
}

TEST(TsumePns, BothWaysAgreeClosely) {
  for (const char* sfen :
       {"5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1", "9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1"}) {
    Meter meter(Budget{});
    const PnsReport pns = proof_numbers(position(sfen), {}, meter);
    const PnsReport dfpn = proof_numbers(position(sfen), {.algorithm = PnsOptions::Algorithm::dfpn}, meter);
    EXPECT_EQ(pns.mate, dfpn.mate);
    EXPECT_NEAR(static_cast<double>(dfpn.updates), static_cast<double>(pns.updates),
                .1 * static_cast<double>(pns.updates));
    EXPECT_NEAR(dfpn.pn_mean(), pns.pn_mean(), .1 * pns.pn_mean());
    EXPECT_NEAR(dfpn.dn_mean(), pns.dn_mean(), .1 * pns.dn_mean());
  }
}

TEST(TsumePns, EitherColourGivesTheSameNumbers) {
  const Position p = position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
  Meter meter(Budget{});
  const PnsReport black = proof_numbers(p, {}, meter), white = proof_numbers(p.turned(), {}, meter);
  EXPECT_EQ(black.updates, white.updates);
  EXPECT_EQ(black.pn_sum, white.pn_sum);
}

TEST(TsumePns, StopsAtItsLimits) {
  const Position p = position("4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1");
  Budget few;
  few.nodes = 100;
  Meter meter(few);
  EXPECT_EQ(proof_numbers(p, {}, meter).limit, Limit::nodes);
  Budget small;
  small.bytes = 1 << 20;
  Meter memory(small);
  EXPECT_EQ(proof_numbers(p, {}, memory).limit, Limit::memory);
}

}  // namespace
}  // namespace nazo::tsume
