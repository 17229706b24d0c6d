// What both passes of the exact analysis work with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "base/parallel.hpp"
#include "base/progress.hpp"
#include "base/result.hpp"
#include "tiles/space/company.hpp"
#include "tiles/space/game.hpp"
#include "tiles/space/layout.hpp"
#include "tiles/space/moves.hpp"
#include "tiles/space/store.hpp"

namespace nazo::tiles {

class SpaceKeeper;

/// Groups with the same number of pairs of high kinds gone, in blocks, keys ascending. With several ranks: this rank's.
struct Layer {
  explicit Layer(StoreLimits& limits) : store(limits), wishes(limits) {}
  PieceStore store;
  std::vector<std::size_t> pieces{};        ///< block → its piece; blocks are stored as they come
  std::vector<std::uint64_t> first_keys{};  ///< of every block
  std::uint64_t groups = 0, states = 0;

  // With several ranks.
  Owners owners{};
  std::vector<std::size_t> bucket_ends{};  ///< bucket → how many blocks it and those before it have
  std::unique_ptr<Layer> borrowed{};       ///< groups of others that moves of this rank lead to, with those leaves
  std::vector<std::uint32_t> lenders{};    ///< bucket → how many ranks have groups of it that are borrowed
  PieceStore wishes;                       ///< what others borrow here
  std::vector<std::vector<std::size_t>> wish_of{};  ///< rank → bucket → its piece among the wishes
  static constexpr std::size_t no_wish = ~std::size_t{0};

  /// Takes over what is the same when leaves are closed.
  void take_sharing(Layer& raw) {
    owners = raw.owners;
    bucket_ends = std::move(raw.bucket_ends);
    borrowed = std::move(raw.borrowed);
    lenders = std::move(raw.lenders);
    wish_of = std::move(raw.wish_of);
    wishes.swap(raw.wishes);
  }
  [[nodiscard]] std::size_t blocks() const { return first_keys.size(); }
  [[nodiscard]] Result<void> read(std::size_t block, GroupBlock& out, Bytes& room) const {
    NAZO_TRY(bytes, store.read(pieces[block], room));
    decode(bytes, out);
    return {};
  }
};

struct SpaceWork {
  const SpaceGame& game;
  const SpaceLayout& layout;
  StoreLimits& limits;
  Crew& crew;
  Lanes lanes = Lanes::best;
  std::uint64_t pending_bytes = 0;   ///< children on the way to their layer that may wait in memory
  std::uint64_t merging_bytes = 0;   ///< what each thread may use to merge them
  std::uint64_t most_under_way = 0;  ///< bytes to other ranks that have not left
  std::uint64_t cache_bytes = 0;     ///< the next layer, as far as it may be held ready
  Meter& meter;
  const ProgressSink& progress;
  Company& company;
  SpaceKeeper& keeper;
  Limit limit = Limit::none;  ///< what ran out, on any rank
};

/// High kind → its first stream. A stream is a (pair, old code); the number of all of them stands behind the last.
[[nodiscard]] inline std::vector<std::size_t> first_streams(const SpaceLayout& layout) {
  std::vector<std::size_t> first{0};
  for (int k = 0; k < layout.high_kinds; ++k)
    first.push_back(first.back() + layout.codes(layout.kinds[static_cast<std::size_t>(k)]).next.size());
  return first;
}

/// The first error that any of several threads met.
class SharedError {
 public:
  void note(Error error) {
    const Locked lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  [[nodiscard]] Result<void> get() const {
    if (error_) return std::unexpected(*error_);
    return {};
  }

 private:
  Mutex mutex_{};
  std::optional<Error> error_{};
};

}  // namespace nazo::tiles
