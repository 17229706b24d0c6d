// A state space that several ranks share: whatever their number, the same digits as one; also after it was cut off.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/shared_room.hpp"
#include "base/text.hpp"
#include "boards.hpp"
#include "genres/shisen/analyse/space.hpp"
#include "genres/shisen/text/text.hpp"
#include "tools/local_ranks.hpp"

namespace nazo::shisen {
namespace {

/// Room in memory, and what is kept of a run.
class MemoryArea final : public ScratchArea {
 public:
  /// Forgetful: of everything that is read one bit is another.
  explicit MemoryArea(bool forgetful) : forgetful_(forgetful) {}
  Result<void> write(std::uint64_t at, std::span<const std::uint8_t> bytes) override {
    const std::lock_guard lock(mutex_);
    if (bytes_.size() < at + bytes.size()) bytes_.resize(at + bytes.size());
    std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(at));
    return {};
  }
  Result<void> read(std::uint64_t at, std::span<std::uint8_t> bytes) const override {
    const std::lock_guard lock(mutex_);
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes.size(), bytes.begin());
    if (forgetful_) bytes[bytes.size() / 2] ^= 4;
    return {};
  }

 private:
  bool forgetful_;
  mutable std::mutex mutex_{};
  std::vector<std::uint8_t> bytes_{};
};

class MemoryRoom final : public Scratch {
 public:
  /// After so many areas there are no more.
  explicit MemoryRoom(int areas = 1 << 20, bool forgetful = false) : left_(areas), forgetful_(forgetful) {}
  Result<std::unique_ptr<ScratchArea>> new_area() override {
    if (left_-- <= 0) return fail("the disk is full");
    return std::make_unique<MemoryArea>(forgetful_);
  }

 private:
  std::atomic<int> left_;
  bool forgetful_;
};

class KeptInMemory final : public Checkpoint {
 public:
  /// The process is killed at commit number `last`.
  explicit KeptInMemory(int last = 1 << 20) : left_(last) {}
  void live_on() { left_ = 1 << 20; }
  [[nodiscard]] std::size_t names() const { return kept_.size(); }
  [[nodiscard]] std::map<std::string, std::vector<std::uint8_t>>& files() { return kept_; }

  Result<std::unique_ptr<KeptWriter>> begin(const std::string& name) override {
    return std::make_unique<Writer>(*this, name);
  }
  Result<std::unique_ptr<KeptReader>> open(const std::string& name) override {
    const auto found = kept_.find(name);
    if (found == kept_.end()) return nullptr;
    return std::make_unique<Reader>(name, found->second);
  }
  Result<void> remove(const std::string& name) override {
    kept_.erase(name);
    return {};
  }
  Result<void> leave() override { return kept_.empty() ? Result<void>{} : fail("something is left behind"); }

 private:
  class Writer final : public KeptWriter {
   public:
    Writer(KeptInMemory& all, std::string name) : all_(all), name_(std::move(name)) {}
    Result<void> add(std::span<const std::uint8_t> bytes) override {
      bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
      return {};
    }
    Result<void> commit() override {
      if (all_.left_-- <= 0) return fail("killed");
      all_.kept_[name_] = bytes_;
      return {};
    }

   private:
    KeptInMemory& all_;
    std::string name_;
    std::vector<std::uint8_t> bytes_{};
  };
  class Reader final : public KeptReader {
   public:
    Reader(std::string name, const std::vector<std::uint8_t>& bytes) : name_(std::move(name)), bytes_(bytes) {}
    [[nodiscard]] std::string name() const override { return name_; }
    Result<void> take(std::span<std::uint8_t> bytes) override {
      if (at_ + bytes.size() > bytes_.size()) return fail("cut off");
      std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), bytes.size(), bytes.begin());
      at_ += bytes.size();
      return {};
    }

   private:
    std::string name_;
    const std::vector<std::uint8_t>& bytes_;
    std::size_t at_ = 0;
  };
  int left_;
  std::map<std::string, std::vector<std::uint8_t>> kept_{};
};

void expect_same(const SpaceCounts& mine, const SpaceCounts& alone, const std::string& what) {
  EXPECT_EQ(mine.limit, Limit::none) << what;
  EXPECT_EQ(mine.states, alone.states) << what;
  EXPECT_EQ(mine.transitions, alone.transitions) << what;
  EXPECT_EQ(mine.solvable, alone.solvable) << what;
  EXPECT_EQ(mine.solvable_transitions, alone.solvable_transitions) << what;
  EXPECT_EQ(mine.losing_transitions, alone.losing_transitions) << what;
  EXPECT_EQ(mine.deadlocks, alone.deadlocks) << what;
  EXPECT_EQ(mine.first_deadlock, alone.first_deadlock) << what;
  EXPECT_EQ(mine.unsolvable_longest, alone.unsolvable_longest) << what;
  EXPECT_EQ(mine.random_walk_win, alone.random_walk_win) << what << ": every digit";
  EXPECT_EQ(mine.layers, alone.layers) << what;
}

struct Shared {
  std::vector<Result<SpaceCounts>> counts{};
  WorkShare share{};
};

/// The board explored by so many ranks, each with room and a checkpoint of its own.
Shared explore_together(const Board& board, unsigned ranks, const SpaceRequest& request,
                        const std::vector<std::unique_ptr<KeptInMemory>>& kept = {}, unsigned full_disk = ~0u) {
  LocalRanks all(ranks);
  Shared shared;
  shared.counts.resize(ranks, fail("not begun"));
  all.run([&](Ranks& mine) {
    MemoryRoom room(mine.rank() == full_disk ? 0 : 1 << 20);
    SharedRoom lent(&room, &mine, kept.empty() ? nullptr : kept[mine.rank()].get());
    SpaceRequest own = request;
    own.scratch = &lent;
    shared.counts[mine.rank()] = explore_space(board, own);
  });
  shared.share = all.shared();
  return shared;
}

Board middling(std::uint64_t seed, int tiles = 40) {
  Rng rng(61, seed);
  return random_board(rng, 8, 5, Border::outside, std::vector<int>(static_cast<std::size_t>(tiles / 4), 4));
}

TEST(SpaceRanks, AnyNumberOfRanksGivesTheSameDigits) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    Rng rng(62, i);
    const Board board =
        random_board(rng, rng.between(3, 7), rng.between(2, 4), i % 2 == 0 ? Border::outside : Border::inside,
                     random_copies(rng, rng.between(2, 10) * 2 / 2 * 2 % 7 * 2 + 2, i % 5 == 0));
    const auto alone = explore_space(board, {});
    ASSERT_TRUE(alone);
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      const Shared shared = explore_together(board, ranks, {.threads = 1 + static_cast<unsigned>(i % 3)});
      for (const auto& counts : shared.counts) {
        ASSERT_TRUE(counts) << counts.error().text();
        expect_same(*counts, *alone, cat(ranks, " ranks\n", write_board(board)));
      }
      if (HasFailure()) return;
    }
  }
}

TEST(SpaceRanks, ALargeBoardLiesEvenlyAndCostsFewBytes) {
  const Board board = middling(3);
  const auto alone = explore_space(board, {});
  ASSERT_TRUE(alone);
  ASSERT_GT(alone->states, 200'000U);
  for (const unsigned ranks : {2u, 4u}) {
    const Shared shared = explore_together(board, ranks, {.threads = 2});
    ASSERT_TRUE(shared.counts[0]) << shared.counts[0].error().text();
    expect_same(*shared.counts[0], *alone, cat(ranks));
    EXPECT_EQ(shared.share.states, alone->states);
    EXPECT_LT(shared.share.imbalance, .5) << ranks;
    EXPECT_LT(static_cast<double>(shared.share.bytes_sent) / static_cast<double>(alone->states), 6.0 * ranks);
  }
}

TEST(SpaceRanks, LittleMemoryIsEnoughWhereThereIsRoomElsewhere) {
  const Board board = middling(3);
  const auto alone = explore_space(board, {});
  ASSERT_TRUE(alone);
  int outgrown = 0;
  for (const std::uint64_t mebibytes : {5, 6, 7, 8, 10}) {
    const Shared shared = explore_together(board, 2, {.budget = {.bytes = mebibytes << 20}});
    for (const auto& counts : shared.counts) {
      ASSERT_TRUE(counts) << counts.error().text();
      if (counts->limit == Limit::memory) continue;
      expect_same(*counts, *alone, cat(mebibytes, " MiB"));
      outgrown += counts->most_in_scratch > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(outgrown, 0);
}

TEST(SpaceRanks, AFullDiskOnOneRankEndsAll) {
  const Shared shared =
      explore_together(middling(3), 3, {.budget = {.bytes = std::uint64_t{4} << 20}}, {}, /*full_disk=*/1);
  for (const auto& counts : shared.counts) {
    ASSERT_FALSE(counts);
    EXPECT_EQ(counts.error().text(), "rank 1: the disk is full");
  }
}

TEST(SpaceRanks, WhatComesBackDamagedFromTheDiskIsSaid) {
  MemoryRoom room(1 << 20, /*forgetful=*/true);
  const auto counts = explore_space(middling(3), {.budget = {.bytes = std::uint64_t{5} << 20}, .scratch = &room});
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().text(), "what went to the scratch folder came back damaged");
}

TEST(SpaceRanks, ALimitOfOneIsTheLimitOfAll) {
  for (const std::uint64_t nodes : {std::uint64_t{10}, std::uint64_t{20'000}}) {
    const Shared shared = explore_together(middling(3), 2, {.budget = {.nodes = nodes}});
    for (const auto& counts : shared.counts) {
      ASSERT_TRUE(counts) << counts.error().text();
      EXPECT_EQ(counts->limit, Limit::nodes);
    }
  }
  std::atomic<bool> stop = true;
  const Shared stopped = explore_together(middling(3), 2, {.budget = {.stop = &stop}});
  for (const auto& counts : stopped.counts) EXPECT_EQ(counts->limit, Limit::stopped);
}

TEST(SpaceRanks, WhatWasCutOffGoesOnFromTheLastLayer) {
  const Board board = middling(5, 32);
  const auto alone = explore_space(board, {});
  ASSERT_TRUE(alone);
  int resumed = 0;
  for (int last = 0; last < 60; last += 3) {
    std::vector<std::unique_ptr<KeptInMemory>> kept;
    for (int rank = 0; rank < 2; ++rank) kept.push_back(std::make_unique<KeptInMemory>(last + rank));
    const Shared cut = explore_together(board, 2, {}, kept);
    if (!cut.counts[0]) {
      ++resumed;
      EXPECT_NE(cut.counts[0].error().text().find("killed"), std::string::npos) << cut.counts[0].error().text();
    }
    for (const auto& one : kept) one->live_on();
    const Shared whole = explore_together(board, 2, {}, kept);
    ASSERT_TRUE(whole.counts[0]) << last << ": " << whole.counts[0].error().text();
    expect_same(*whole.counts[0], *alone, cat("cut off at ", last));
    EXPECT_EQ(kept[0]->names(), 0U) << "what is not needed any more is gone";
    if (HasFailure()) return;
  }
  EXPECT_GT(resumed, 10);
}

/// What two ranks have kept when they are killed at the commit of that number.
std::vector<std::unique_ptr<KeptInMemory>> kept_until(int commit, const Board& board) {
  std::vector<std::unique_ptr<KeptInMemory>> kept;
  for (int rank = 0; rank < 2; ++rank) kept.push_back(std::make_unique<KeptInMemory>(commit));
  EXPECT_FALSE(explore_together(board, 2, {}, kept).counts[0]);
  for (const auto& one : kept) one->live_on();
  return kept;
}

/// Whatever happens to what one rank has kept: all ranks say the same, and nobody takes it for what was written.
void expect_seen(const Board& board, std::vector<std::unique_ptr<KeptInMemory>>& kept, unsigned damaged,
                 const std::string& what) {
  const Shared shared = explore_together(board, 2, {}, kept);
  for (const auto& counts : shared.counts) {
    ASSERT_FALSE(counts) << what << " was taken for what was kept";
    const std::string said = counts.error().text();
    EXPECT_TRUE(said.find("is damaged") != std::string::npos || said.find("cut off") != std::string::npos) << said;
    EXPECT_NE(said.find(cat("rank ", damaged, ": ")), std::string::npos) << what << ": " << said;
    EXPECT_EQ(said.find("another way"), std::string::npos) << what << ": " << said;
  }
}

/// The first commit by which so many files whose name begins so are kept and noted.
int commit_with(std::size_t files, std::string_view begin, const Board& board) {
  for (int commit = 1; commit < 100; ++commit) {
    const auto kept = kept_until(commit, board);
    const auto there = std::ranges::count_if(
        kept[0]->files(), [&](const auto& file) { return std::string_view(file.first).starts_with(begin); });
    if (static_cast<std::size_t>(there) == files) return commit + 1;
  }
  return 0;
}

TEST(SpaceRanks, NoByteThatWasDamagedIsTakenForWhatWasKept) {
  const Board board = middling(5, 24);
  Rng rng(63, 0);
  std::set<std::string> kinds;
  // Forwards, the third layer and what follows it are there; backwards, the values of two layers.
  for (const int commit : {commit_with(3, "layer", board) + 1, commit_with(2, "values", board)}) {
    auto kept = kept_until(commit, board);
    for (unsigned rank = 0; rank < 2; ++rank) {
      const auto whole = kept[rank]->files();
      // Of what follows layers, and of values, only those of the last step are gone on with.
      std::string last_found, last_values;
      for (const auto& [name, bytes] : whole) {
        if (name.starts_with("found")) last_found = name;
        if (name.starts_with("values") && last_values.empty()) last_values = name;
      }
      for (const auto& [name, bytes] : whole) {
        if (name.starts_with("found") && name != last_found) continue;
        if (name.starts_with("values") && name != last_values) continue;
        kinds.insert(name.substr(0, name.find('-')));
        auto& now = kept[rank]->files()[name];
        for (int i = 0; i < 6; ++i) {
          const auto at = i == 0 ? 0 : static_cast<std::size_t>(rng.below(bytes.size()));
          now = bytes;
          now[at] ^= static_cast<std::uint8_t>(1U << rng.below(8));
          expect_seen(board, kept, rank, cat(name, " with byte ", at, " of ", bytes.size(), " damaged"));
          if (HasFailure()) return;
        }
        now = bytes;
        now.resize(bytes.size() - 5);
        expect_seen(board, kept, rank, cat(name, " cut off"));
        if (HasFailure()) return;
        now = bytes;
      }
    }
    EXPECT_TRUE(explore_together(board, 2, {}, kept).counts[0]) << "undamaged it goes on";
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"found", "layer", "progress", "values"}));
}

TEST(SpaceRanks, WhatAnotherRankOrStepHasKeptIsNotTakenForOnesOwn) {
  const Board board = middling(5, 28);
  auto kept = kept_until(commit_with(3, "layer", board), board);
  auto& mine = kept[0]->files();
  const auto own = mine["layer-1"];
  for (const auto& other : {mine["layer-0"], kept[1]->files()["layer-1"]}) {
    mine["layer-1"] = other;
    expect_seen(board, kept, 0, "another file");
  }
  mine["layer-1"] = own;
  EXPECT_TRUE(explore_together(board, 2, {}, kept).counts[0]);
}

TEST(SpaceRanks, ACheckpointOfAnotherBoardOrOtherRanksIsRefused) {
  std::vector<std::unique_ptr<KeptInMemory>> kept;
  for (int rank = 0; rank < 3; ++rank) kept.push_back(std::make_unique<KeptInMemory>(9));
  ASSERT_FALSE(explore_together(middling(5, 32), 2, {}, kept).counts[0]);
  for (const auto& one : kept) one->live_on();
  const Shared more = explore_together(middling(5, 32), 3, {}, kept);
  ASSERT_FALSE(more.counts[0]);
  EXPECT_NE(more.counts[0].error().text().find("of 2 ranks, not of 3"), std::string::npos)
      << more.counts[0].error().text();
  const Shared other = explore_together(middling(6, 36), 2, {}, kept);
  ASSERT_FALSE(other.counts[0]);
  EXPECT_NE(other.counts[0].error().text().find("another board"), std::string::npos) << other.counts[0].error().text();
}

}  // namespace
}  // namespace nazo::shisen
