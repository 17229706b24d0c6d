// The ranks that share one space: who has which key, and what they send one another.
//
// A key belongs to a rank by a hash of its upper kinds. Moves of the lower kinds, which are the freest, then stay on
// their rank; how many kinds are lower is chosen layer by layer so that every rank has as much to do (owners_of).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/limit.hpp"
#include "base/ranks.hpp"
#include "base/result.hpp"

namespace nazo::tiles {

struct SpaceLayout;

/// Who has which key of a layer.
struct Owners {
  unsigned ranks = 1;
  int cut = 0;             ///< bits below do not count
  std::uint64_t salt = 0;  ///< one hash of many
  [[nodiscard]] unsigned of(std::uint64_t key) const {
    if (ranks == 1) return 0;
    const std::uint64_t mixed = mix64((key >> cut) ^ (salt << 56));
    return static_cast<unsigned>(((mixed >> 32) * ranks) >> 32);
  }
  friend bool operator==(const Owners&, const Owners&) = default;
};

/// A child of a sample: its key and how many leaves it brings.
struct SampledChild {
  std::uint64_t key = 0;
  double leaves = 0;
};
/// Owners among whom the children lie evenly: those of the layer before where that is so, else with as large a cut as
/// can be.
[[nodiscard]] Owners owners_of(const SpaceLayout& layout, const Owners& before,
                               const std::vector<SampledChild>& children);

class Company {
 public:
  enum class Kind : std::uint64_t { children = 16, values, stop };
  struct Letter {
    Kind kind = Kind::stop;
    unsigned from = 0;
    std::size_t layer = 0, bucket = 0;
    std::span<const std::uint8_t> bytes{};  ///< behind them eight more may be read
  };

  explicit Company(Ranks* ranks);
  [[nodiscard]] bool alone() const { return size_ == 1; }
  [[nodiscard]] unsigned size() const { return size_; }
  [[nodiscard]] unsigned mine() const { return mine_; }

  /// Does not wait.
  void send(unsigned to, Kind kind, std::size_t layer, std::size_t bucket, std::span<const std::uint8_t> bytes);
  void tell_to_stop();
  /// Hands over what has come. False: nothing has.
  bool listen(const std::function<void(const Letter&)>& take);
  void rest() { ranks_->rest(); }
  [[nodiscard]] std::uint64_t under_way() const { return alone() ? 0 : ranks_->under_way(); }

  /// Everybody's bytes, or an error of all; alone: one's own.
  [[nodiscard]] Result<std::vector<Ranks::Bytes>> gather(std::string_view label, Ranks::Bytes mine);
  /// All have come as far, or all fail. An error with a limit is the limit of all.
  [[nodiscard]] Result<void> agree(std::string_view label, const Result<void>& mine);
  [[nodiscard]] Ranks* ranks() const { return ranks_; }

 private:
  Ranks* ranks_;
  unsigned size_ = 1, mine_ = 0;
};

}  // namespace nazo::tiles
